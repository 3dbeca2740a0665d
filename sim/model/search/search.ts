import { areWithinWords, type Piece, wordsOf } from '../../store/pieces.ts'

/**
 * A text matcher after the service's rule (search#terms): the query is split on blanks, quoted phrases stay whole;
 * each term of at least `shortest` characters has to occur in one and the same column, in any case. Without such a term
 * the whole query has to equal the column.
 */
export function matcher(query: string, shortest: number): (columns: readonly (string | null)[]) => boolean {
  const { whole, long } = split(query, shortest)
  if (whole === '') return () => true
  if (long.length === 0) return (columns) => columns.some((column) => column?.toLowerCase() === whole)
  return (columns) =>
    columns.some((column) => {
      const text = column?.toLowerCase()
      return text !== undefined && long.every((term) => text.includes(term))
    })
}

/** The pieces of words that every row found by a query has, by which a table finds candidates. */
export function piecesOf(query: string, shortest: number): readonly Piece[] {
  const { whole, long } = split(query, shortest)
  if (long.length === 0) return wordsOf(whole).map((text) => ({ text, whole: true }))
  return long.flatMap((term) => wordsOf(term).map((text) => ({ text })))
}

/** Whether a column answers a query as soon as it has those pieces. */
export function isToldByPieces(query: string, shortest: number): boolean {
  const { long } = split(query, shortest)
  return long.length > 0 && areWithinWords(long)
}

/** The terms of a query in lower case, quoted phrases whole. */
export function termsOf(query: string): readonly string[] {
  const whole = query.trim().replace(/\s+/g, ' ').toLowerCase()
  return [...whole.matchAll(/"([^"]*)"|(\S+)/g)].map((found) => found[1] ?? (found[2] as string))
}

function split(query: string, shortest: number) {
  const whole = query.trim().replace(/\s+/g, ' ').toLowerCase()
  return { whole, long: termsOf(query).filter((term) => term.length >= shortest && term !== '') }
}
