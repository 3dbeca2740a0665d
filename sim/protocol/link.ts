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

// All that stands between what differs is encoded and put together once: mostly the pages differ, and nothing else.
function linksOf(url: string, repeated: RawHash, rels: readonly Rel[]): string[] {
  const [first] = rels
  const own = first?.own ?? NOTHING
  const links = rels.map(() => `<${url}?`)
  let common = ''
  let isFirst = true
  for (const name of namesOf(repeated, own)) {
    const isOwn = Object.hasOwn(own, name)
    const differs = isOwn && rels.some((rel) => rel.own[name] !== own[name])
    const pair = differs ? '' : pairOf(name, isOwn ? own[name] : repeated[name])
    if (!differs && pair === '') continue
    if (!isFirst) common += '&'
    isFirst = false
    common += pair
    if (!differs) continue
    for (let i = 0; i < links.length; i++) links[i] += common + pairOf(name, (rels[i] as Rel).own[name])
    common = ''
  }
  for (let i = 0; i < links.length; i++) links[i] += `${common}>; rel="${(rels[i] as Rel).rel}"`
  return links
}

function namesOf(repeated: RawHash, own: RawHash): string[] {
  const names = Object.keys(repeated)
  for (const name in own) if (!Object.hasOwn(repeated, name)) names.push(name)
  return names.sort()
}

const NOTHING: RawHash = {}

const NEEDED = [['first', 'last', 'prev', 'next'], ['prev', 'next'], ['next']]
