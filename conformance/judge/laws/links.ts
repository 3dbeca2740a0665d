import { isRow, type Json } from '../../kit/json.ts'
import type { Heard } from '../exchange.ts'
import type { Outcome, TrafficLaw } from '../law.ts'
import { linksIn } from './lists.ts'

interface Seen {
  readonly heard: Heard
  readonly place: string
  readonly url: string
}

/** Which hosts the service names as its own can be told only when all of its links were seen. */
export const links: TrafficLaw = {
  name: 'links',
  says: 'the links of the service lead to the service: pages in `Link`, `web_url` and `_links` name one scheme, host and root',
  source: 'conventions#link-urls, conventions#web-urls',
  level: 'must',
  begin: () => {
    const firsts = new Map<string, Seen>()
    const held: Heard[] = []
    return {
      hear: (heard) => {
        const seen = linksOf(heard)
        const strange = seen.filter(({ url }) => !below(url, heard.base))
        for (const one of strange) {
          const key = `${rootOf(one.url)} ${one.place}`
          if (!firsts.has(key)) firsts.set(key, one)
        }
        if (seen.length > 0 && strange.length === 0) held.push(heard)
        return seen.length > 0 && strange.length === 0 ? [{ heard }] : []
      },
      end: () => {
        // One name in all links is what the service was told to call itself, and the caller used another.
        const strangers = [...firsts.values()]
        const hosts = new Set(strangers.map(({ url }) => rootOf(url)))
        const alias = held.length === 0 && hosts.size === 1
        return strangers.map((seen): Outcome => {
          const { heard, place, url } = seen
          const title = alias ? `${place} has another name of the service` : `${place} leads somewhere else`
          const fault = { title, expected: `a URL below ${heard.base}`, actual: url }
          return { heard, fault: alias ? { ...fault, level: 'should' } : fault }
        })
      },
    }
  },
}

function linksOf(heard: Heard): readonly Seen[] {
  const { answered, json, status } = heard
  if (status >= 300) return []
  const pages = [...linksIn(answered.link ?? '').values()].map((url) => ({ heard, place: 'Link', url }))
  const inside = heard.operation.answer === 'bytes' ? [] : urlsIn(json).map((found) => ({ heard, ...found }))
  return [...pages, ...inside].filter(({ url }) => URL.canParse(url))
}

/** `web_url` and what is in `_links`, wherever it stands. */
function urlsIn(json: Json | undefined): readonly { readonly place: string; readonly url: string }[] {
  if (Array.isArray(json)) return json.flatMap((item: Json) => urlsIn(item))
  if (!isRow(json)) return []
  return Object.entries(json).flatMap(([name, value]) => {
    if (name === 'web_url') return typeof value === 'string' ? [{ place: 'web_url', url: value }] : []
    if (name === '_links' && isRow(value))
      return Object.values(value).flatMap((url) =>
        typeof url === 'string' ? [{ place: '_links', url }] : [],
      )
    return urlsIn(value)
  })
}

function rootOf(url: string): string {
  return new URL(url).origin
}

function below(url: string, base: string): boolean {
  const [link, root] = [new URL(url), new URL(base)]
  const prefix = root.pathname.replace(/\/$/, '')
  return link.origin === root.origin && (prefix === '' || `${link.pathname}/`.startsWith(`${prefix}/`))
}
