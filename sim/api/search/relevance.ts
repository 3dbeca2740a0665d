import MiniSearch from 'minisearch'
import { beginningOf } from '../../lib/bytes.ts'
import { workedOut } from '../../lib/long-work.ts'
import { Pace, type Steps } from '../../lib/steps.ts'

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
  const scores = workedOut(`relevance of ${rows.length} ${query}`, () => scoreSteps(texts, query))
  const scoreOf = (place: number) => scores.get(place) ?? 0
  return rows
    .map((row, place) => ({ row, place }))
    .sort((a, b) => scoreOf(b.place) - scoreOf(a.place) || a.place - b.place)
    .map(({ row }) => row)
}

/** How often a character that is taken into an engine takes as long as one that is copied. */
const EACH_CHARACTER = 16

/** The scores of texts by their places. */
function* scoreSteps(texts: readonly Ranked[], query: string): Steps<ReadonlyMap<number, number>> {
  // Every row contains the words, so the rarity of a word carries no weight: one field holds all texts.
  const engine = new MiniSearch({ fields: ['text'], searchOptions: { prefix: true } })
  const each = Math.floor(MOST_READ / texts.length)
  const pace = new Pace()
  for (const [id, parts] of texts.entries()) {
    const text = beginningOf(parts.join('\n'), each)
    engine.add({ id, text })
    if (pace.of(text.length * EACH_CHARACTER)) yield
  }
  const titles = texts.map(([title]) => title.toLowerCase())
  const boostDocument = (id: number, term: string) => (titles[id]?.includes(term) ? TITLE_WEIGHT : 1)
  const found = engine.search(query, { boostDocument })
  return new Map(found.map(({ id, score }) => [id as number, score]))
}
