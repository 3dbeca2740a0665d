import MiniSearch from 'minisearch'
import { beginningOf } from '../../lib/bytes.ts'

/** The texts of a row; words of the first weigh more. */
export type Ranked = readonly [title: string, ...others: (string | null)[]]

/** Only the first so many rows are ranked; the others follow in their order. */
const MOST_RANKED = 1000
const TITLE_WEIGHT = 3
/** Characters that are read for it, shared by the rows: of long texts the beginning counts. */
const MOST_READ = 512 * 1024

/**
 * The most relevant rows first: those that have the words of the query in their titles, often, and few others beside
 * them. Rows of equal relevance stay in the order in which they come.
 */
export function* byRelevance<Row>(
  rows: Iterable<Row>,
  query: string,
  textsOf: (row: Row) => Ranked,
): Generator<Row> {
  const ranked: Row[] = []
  for (const row of rows)
    if (ranked.length < MOST_RANKED) {
      if (ranked.push(row) === MOST_RANKED) yield* sorted(ranked, query, textsOf)
    } else yield row
  if (ranked.length < MOST_RANKED) yield* sorted(ranked, query, textsOf)
}

function sorted<Row>(rows: readonly Row[], query: string, textsOf: (row: Row) => Ranked): Row[] {
  const texts = rows.map(textsOf)
  // Every row contains the words, so the rarity of a word carries no weight: one field holds all texts.
  const engine = new MiniSearch({ fields: ['text'], searchOptions: { prefix: true } })
  const each = Math.floor(MOST_READ / rows.length)
  engine.addAll(texts.map((parts, id) => ({ id, text: beginningOf(parts.join('\n'), each) })))
  const titles = texts.map(([title]) => title.toLowerCase())
  const boostDocument = (id: number, term: string) => (titles[id]?.includes(term) ? TITLE_WEIGHT : 1)
  const scores = new Map(
    engine.search(query, { boostDocument }).map(({ id, score }) => [id as number, score]),
  )
  const scoreOf = (place: number) => scores.get(place) ?? 0
  return rows
    .map((row, place) => ({ row, place }))
    .sort((a, b) => scoreOf(b.place) - scoreOf(a.place) || a.place - b.place)
    .map(({ row }) => row)
}
