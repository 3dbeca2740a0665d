import { isToldByPieces, matcher, piecesOf } from '../../model/search/search.ts'
import type { Snippet } from '../../model/snippets/snippet.ts'
import { seesSnippet } from '../../policy/snippets.ts'
import { EVERY_TEXT } from '../../store/word-segment.ts'
import { byTime, find, inOrder } from './find.ts'
import { byRelevance } from './relevance.ts'
import { orderOf, type SearchRequest } from './search-request.ts'

const SHORTEST_TERM = 3

/** Snippets that the caller sees, by title, description and file name; the newest first, or the most recently updated. */
export function findSnippets(request: SearchRequest): Iterable<Snippet> {
  const { situation, query } = request
  const { snippets } = situation.world
  const { relevance, byCreation, oldestFirst } = orderOf(request)
  const matches = matcher(query, SHORTEST_TERM)
  const run = snippets.by(byCreation ? 'byCreated' : 'byUpdated')
  const nameOf = ({ files }: Snippet) => files[0]?.path ?? null
  const rows = find({
    candidates: snippets.mentioning(piecesOf(query, SHORTEST_TERM), EVERY_TEXT),
    isTold: isToldByPieces(query, SHORTEST_TERM),
    walk: () => ({
      size: snippets.size,
      sorted: true,
      rows: inOrder<Snippet>(oldestFirst)(run),
    }),
    matches: (snippet) => matches([snippet.title, snippet.description, nameOf(snippet)]),
    passes: (snippet, matches) => matches(snippet) && seesSnippet(situation, snippet),
    before: byTime(byCreation ? ({ createdAt }) => createdAt : ({ updatedAt }) => updatedAt, oldestFirst),
  })
  return relevance ? byRelevance(rows, query, (it) => [it.title, it.description, nameOf(it)]) : rows
}
