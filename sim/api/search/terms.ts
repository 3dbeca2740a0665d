import { workedOut } from '../../lib/long-work.ts'
import { finished } from '../../lib/steps.ts'
import { enginePieces, engineSteps } from '../../model/search/engine-words.ts'
import { isToldByPieces, matcher, piecesOf } from '../../model/search/search.ts'
import type { AnyRow } from '../../store/row.ts'
import type { Table } from '../../store/table.ts'
import type { Mentioned } from '../../store/text-index.ts'
import { EVERY_TEXT } from '../../store/word-segment.ts'
import type { SearchRequest } from './search-request.ts'

/** What a search looks for in the texts of rows. */
export interface Terms {
  /** Whether the texts of a row answer it. Of `parts` the engine, too, finds any part of a word. */
  readonly match: (row: object, texts: readonly (string | null)[], parts?: readonly string[]) => boolean
  /** The rows of a table that may answer it, by the texts in which it looks. */
  readonly candidates: <Row extends AnyRow>(
    table: Pick<Table<Row>, 'mentioning'>,
    inOneOf?: readonly number[],
  ) => Mentioned<Row> | undefined
  /** Whether such pieces of words are all that it looks for. */
  readonly isTold: boolean
}

/** The query as the engine reads it in advanced search, otherwise as the database does. */
export function termsOfSearch(request: SearchRequest, shortest: number): Terms {
  const { advanced, query } = request
  if (!advanced) {
    const matches = matcher(query, shortest)
    return {
      match: (_, texts, parts = []) => matches([...texts, ...parts]),
      candidates: (table, inOneOf = EVERY_TEXT) => table.mentioning(piecesOf(query, shortest), inOneOf),
      isTold: isToldByPieces(query, shortest),
    }
  }
  // The engine finds words wherever they are.
  return {
    match: unhurried(request),
    candidates: (table) => table.mentioning(enginePieces(query)),
    isTold: false,
  }
}

/** Characters that one turn looks at: their words are told one by one. */
const MOST_AT_ONCE = 128 * 1024

// Rows never change, so what was found out of them serves while a request is run again for what takes long.
let last: { readonly query: string; readonly known: WeakMap<object, boolean> } | undefined
const numbers = new WeakMap<object, number>()
let numbered = 0

function numberOf(row: object): number {
  const number = numbers.get(row) ?? ++numbered
  numbers.set(row, number)
  return number
}

function unhurried({ query, titlesAlone }: SearchRequest): Terms['match'] {
  const key = `${titlesAlone} ${query}`
  if (last?.query !== key) last = { query: key, known: new WeakMap() }
  const { known: found } = last
  const steps = engineSteps(query)
  let left = MOST_AT_ONCE
  return (row, texts, parts) => {
    const known = found.get(row)
    if (known !== undefined) return known
    const begin = () => steps({ texts, ...(parts && { parts }) })
    const length = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0)
    left -= length
    const matches = left >= 0 ? finished(begin()) : workedOut(`engine ${key} ${numberOf(row)}`, begin)
    found.set(row, matches)
    return matches
  }
}
