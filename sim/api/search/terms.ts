import { engineMatcher, enginePieces } from '../../model/search/engine-words.ts'
import { matcher, piecesOf } from '../../model/search/search.ts'
import type { Piece } from '../../store/text-index.ts'
import type { SearchRequest } from './search-request.ts'

/** What a search looks for in the texts of rows. */
export interface Terms {
  /** Whether the texts of a row answer it. Of `parts` the engine, too, finds any part of a word. */
  readonly match: (texts: readonly (string | null)[], parts?: readonly string[]) => boolean
  /** The pieces of words that every such row has. */
  readonly pieces: readonly Piece[]
}

/** The query as the engine reads it in advanced search, otherwise as the database does. */
export function termsOfSearch({ advanced, query }: SearchRequest, shortest: number): Terms {
  if (!advanced) {
    const matches = matcher(query, shortest)
    return { match: (texts, parts = []) => matches([...texts, ...parts]), pieces: piecesOf(query, shortest) }
  }
  const matches = engineMatcher(query)
  return {
    match: (texts, parts) => matches({ texts, ...(parts && { parts }) }),
    pieces: enginePieces(query),
  }
}
