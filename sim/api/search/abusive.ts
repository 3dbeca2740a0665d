const STOP_WORDS = new Set(
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with'.split(
    ' ',
  ),
)
const SHORTEST_QUERY = 2
/** Characters from which a term is too long; URLs may be twice as long. */
const TOO_LONG = 100
const URL_TERM = /^[a-z][a-z0-9+.-]*:\/\/\S/i

/** True for queries that the service answers with an empty list: they would match or cost too much (search#abusive-queries). */
export function isAbusive(query: string): boolean {
  if (query === '' || query === '*') return false
  if (query.length < SHORTEST_QUERY || STOP_WORDS.has(query)) return true
  return query.split(/\s+/).some((term) => term.length >= (URL_TERM.test(term) ? 2 * TOO_LONG : TOO_LONG))
}
