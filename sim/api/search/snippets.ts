import { matcher, piecesOf } from '../../model/search/search.ts'
import type { Snippet } from '../../model/snippets/snippet.ts'
import { seesSnippet } from '../../policy/snippets.ts'
import { type Asked, orderOf } from './asked.ts'
import { byTime, find } from './find.ts'
import { byRelevance } from './relevance.ts'

const SHORTEST_TERM = 3

/** Snippets that the caller sees, by title, description and file name; the last changed first. */
export function snippetsFound(asked: Asked): Iterable<Snippet> {
  const { situation, query } = asked
  const { snippets } = situation.world
  const { relevance, byCreation, oldestFirst } = orderOf(asked)
  const matches = matcher(query, SHORTEST_TERM)
  const nameOf = ({ files }: Snippet) => files[0]?.path ?? null
  const rows = find({
    candidates: snippets.mentioning(piecesOf(query, SHORTEST_TERM)),
    walk: () => ({
      size: snippets.size,
      sorted: !byCreation,
      rows: () => snippets.by('byUpdated').descending(),
    }),
    passes: (snippet) =>
      matches([snippet.title, snippet.description, nameOf(snippet)]) && seesSnippet(situation, snippet),
    before: byTime(byCreation ? ({ createdAt }) => createdAt : ({ updatedAt }) => updatedAt, oldestFirst),
  })
  return relevance ? byRelevance(rows, query, (it) => [it.title, it.description, nameOf(it)]) : rows
}
