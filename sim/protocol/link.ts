import { isHash, type RawHash } from './coerce.ts'

// A parameter as the service writes it: brackets encoded, blanks as `+`. Nothing for an empty hash.
function pairOf(key: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number')
    return `${encoded(key)}=${encoded(String(value))}`
  return pairs(key, value).join('&')
}

function pairs(key: string, value: unknown): string[] {
  if (Array.isArray(value))
    return value.length === 0 ? [`${encoded(`${key}[]`)}=`] : value.flatMap((item) => pairs(`${key}[]`, item))
  if (isHash(value))
    return Object.keys(value)
      .sort()
      .flatMap((inner) => pairs(`${key}[${inner}]`, value[inner]))
  return [`${encoded(key)}=${value === null || value === undefined ? '' : encoded(String(value))}`]
}

const PLAIN = /^[\w.~-]*$/

// Half a surrogate pair, which JSON can spell, is sent as what stands for unreadable characters.
function encoded(text: string): string {
  if (PLAIN.test(text)) return text
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
    .replaceAll('%20', '+')
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
}

export interface Rel {
  readonly rel: string
  /** What it has otherwise than the request, or besides; the same names in all links of a header. */
  readonly own: RawHash
}

/** Characters of a `Link`; with more, clients refuse the whole reply, whose headers they take up to 16 KiB. */
const LONGEST = 12 * 1024

/**
 * The `Link` header for pages of one list. Each repeats the query, in the alphabetical order of its names: where it is too
 * long for all, those go first that clients need least.
 */
export function linkHeader(url: string, repeated: RawHash, rels: readonly Rel[]): string {
  const links = linksOf(url, repeated, rels)
  for (const needed of NEEDED) {
    let header = ''
    for (let i = 0; i < links.length; i++)
      if (needed.includes((rels[i] as Rel).rel)) header += header === '' ? links[i] : `, ${links[i]}`
    if (header.length <= LONGEST) return header
  }
  return ''
}

// What they have in common is encoded once, and put together name by name: nothing is made that a link does not need.
function linksOf(url: string, repeated: RawHash, rels: readonly Rel[]): string[] {
  const own = rels[0]?.own ?? NOTHING
  const names = Object.keys(repeated)
  for (const name in own) if (!Object.hasOwn(repeated, name)) names.push(name)
  const links = rels.map(() => '')
  for (const name of names.sort()) {
    const common = Object.hasOwn(own, name) ? undefined : pairOf(name, repeated[name])
    for (let i = 0; i < links.length; i++) {
      const pair = common ?? pairOf(name, (rels[i] as Rel).own[name])
      if (pair !== '') links[i] += links[i] === '' ? pair : `&${pair}`
    }
  }
  return links.map((query, i) => `<${url}?${query}>; rel="${(rels[i] as Rel).rel}"`)
}

const NOTHING: RawHash = {}

const NEEDED = [['first', 'last', 'prev', 'next'], ['prev', 'next'], ['next']]
