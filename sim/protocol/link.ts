import { isHash, type RawHash } from './coerce.ts'

/** A query text as the service writes it: keys in alphabetical order, brackets encoded, blanks as `+`. */
export function toQuery(params: RawHash): string {
  return Object.keys(params)
    .sort()
    .flatMap((key) => pairs(key, params[key]))
    .join('&')
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
  readonly params: RawHash
}

/** Characters of a `Link`; with more, clients refuse the whole reply, whose headers they take up to 16 KiB. */
const LONGEST = 12 * 1024

/**
 * The `Link` header for pages of one list. Each repeats the query: where it is too long for all, those go first that
 * clients need least.
 */
export function linkHeader(url: string, rels: readonly Rel[]): string {
  const links = rels.map(({ rel, params }) => ({ rel, link: `<${url}?${toQuery(params)}>; rel="${rel}"` }))
  const header = (needed: readonly string[]) =>
    links
      .filter(({ rel }) => needed.includes(rel))
      .map(({ link }) => link)
      .join(', ')
  const tried = [['first', 'last', 'prev', 'next'], ['prev', 'next'], ['next']].map(header)
  return tried.find(({ length }) => length <= LONGEST) ?? ''
}
