import { Skipped, Undecided } from '../kit/finding.ts'
import { isRows, type Json, parseJson } from '../kit/json.ts'
import type { ProxyTraits } from './proxy-traits.ts'
import { bytesOf, type WireReply, type WireRequest } from './target.ts'
import type { Wire } from './wire.ts'

export const DECODES_SLASHES =
  'something in front of the service decodes %2F in paths, as proxy_pass of nginx does with a path'

/**
 * Sees the service through what stands in front of it. What something else answered decides nothing of the input that was
 * sent, and a header that something else changed nothing of the check that reads it; both are told.
 */
export function throughProxies(wire: Wire, traits: ProxyTraits): Wire {
  return async (request) => {
    if (traits.decodesSlashes && /^[^?]*%2F/i.test(request.url)) throw new Undecided(DECODES_SLASHES)
    const reply = await wire(request)
    if (isForeign(reply, traits))
      throw new Undecided(`something in front of the service answered: ${reply.status} ${titleOf(reply)}`)
    if (isTooLong(request, reply, traits))
      throw new Undecided(
        'a gateway answers 502 to a long query, which the header Link repeats: proxy_buffer_size of nginx is to be larger',
      )
    const whole = await unfolded(wire, request, reply, traits)
    return { ...whole.reply, headers: readable(whole.reply.headers, whole.unknown) }
  }
}

/**
 * Refusals and redirections of the service bear its marks; a page for people that does not is of somebody else. Faults
 * are the service's: those of gateways come here only where it answers other calls.
 */
function isForeign(reply: WireReply, { marks }: ProxyTraits): boolean {
  const { status, headers } = reply
  if (status < 300 || status === 304 || status >= 500) return false
  if (marks.some((name) => headers[name] !== undefined)) return false
  if (status < 400) return /sign_?in|log_?in|sso|saml|oauth|auth/i.test(headers.location ?? '')
  return (headers['content-type'] ?? '').startsWith('text/html')
}

/** With the query in up to four links, a header is longer than the 4 KiB that nginx takes unless it is told more. */
function isTooLong({ url }: WireRequest, { status, headers }: WireReply, { marks }: ProxyTraits): boolean {
  return status === 502 && url.length > 900 && !marks.some((name) => headers[name] !== undefined)
}

function titleOf({ headers, body }: WireReply): string {
  if (headers.location !== undefined) return `to ${headers.location.replace(/\?.*/, '')}`
  const text = /<title>([^<]*)<\/title>/i.exec(body)?.[1] ?? body.replaceAll(/<[^>]*>|\s+/g, ' ')
  return `(text/html) ${text.trim().slice(0, 60)}`.trim()
}

interface Whole {
  readonly reply: WireReply
  /** Headers that are not as they would be without what stands in front, with the reason. */
  readonly unknown: ReadonlyMap<string, string>
}

/** Rows of a page where no number is asked for (conventions#page-size). */
const USUAL_ROWS = 20

/** A page as it was asked for, of the smaller ones that something in front allows. */
async function unfolded(
  wire: Wire,
  request: WireRequest,
  reply: WireReply,
  { altered, mostRows }: ProxyTraits,
): Promise<Whole> {
  const dropped =
    'every reply of the target comes without it, or with another value than the service gives it'
  const unknown = new Map([...altered].map((name) => [name, dropped]))
  const url = new URL(request.url, 'http://target')
  const asked = Math.min(Number(url.searchParams.get('per_page') ?? USUAL_ROWS), 100)
  if (request.method !== 'GET' || asked <= mostRows) return { reply, unknown }
  const small = `the target gives at most ${mostRows} rows a page`
  // Cursors lead on from where a page ends, and tell nothing of its size.
  const byCursor =
    url.searchParams.get('pagination') === 'keyset' && reply.headers['x-per-page'] === undefined
  if (byCursor && /rel="?next/.test(reply.headers.link ?? ''))
    throw new Undecided(`${small}, and ${asked} were asked for`)
  if (reply.headers['x-per-page'] !== String(mostRows)) return { reply, unknown }
  for (const name of ['link', 'x-next-page', 'x-per-page', 'x-prev-page', 'x-total-pages', 'etag'])
    unknown.set(name, small)
  const number = Number(url.searchParams.get('page') ?? 1)
  if (number > 1) unknown.set('x-page', small)
  // Pages of another size begin elsewhere, unless one is made up of whole ones.
  if (!(number >= 1) || asked % mostRows !== 0) throw new Undecided(`${small}, and ${asked} were asked for`)
  const rows: Json[] = []
  const pages = asked / mostRows
  let last = reply
  for (let page = (number - 1) * pages + 1; page <= number * pages; page++) {
    if (page > 1) {
      url.searchParams.set('page', String(page))
      url.searchParams.set('per_page', String(mostRows))
      last = await wire({ ...request, url: `${url.pathname}${url.search}` })
    }
    const json = parseJson(last.body)
    if (last.status !== 200 || !isRows(json)) return { reply: last, unknown }
    rows.push(...json)
    if (json.length < mostRows) break
  }
  const body = JSON.stringify(rows)
  return { reply: { ...reply, body, bytes: bytesOf(body) }, unknown }
}

/** Headers of which some cannot be read: a check that asks for one of those is skipped. */
function readable(headers: WireReply['headers'], unknown: ReadonlyMap<string, string>): WireReply['headers'] {
  if (unknown.size === 0) return headers
  const known: { [name: string]: string } = {}
  for (const [name, value] of Object.entries(headers)) if (!unknown.has(name)) known[name] = value
  for (const [name, reason] of unknown)
    Object.defineProperty(known, name, {
      get: () => {
        throw new Skipped(`the header ${name} decides nothing: ${reason}`)
      },
    })
  return known
}
