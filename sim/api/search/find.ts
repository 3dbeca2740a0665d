import { type Before, mergeSorted, sortLazily } from '../../lib/sort-lazily.ts'
import type { Project } from '../../model/projects/project.ts'
import type { Place } from '../../policy/places.ts'
import type { Run } from '../../store/run.ts'
import type { Candidates } from '../../store/text-index.ts'

/** The rows of a place, read without the word index. */
export interface Walk<Row> {
  readonly size: number
  /** True when they come in the wanted order. */
  readonly sorted: boolean
  readonly rows: () => Iterable<Row>
}

export interface Wanted<Row> {
  /** Rows that contain the words; undefined if the word index cannot tell. */
  readonly candidates: Candidates<Row> | undefined
  readonly walk: () => Walk<Row>
  readonly passes: (row: Row) => boolean
  readonly before: Before<Row>
}

/** Up to this many candidates are gathered and sorted without estimating a walk. */
const FEW = 100
/** About this many matches fill a page, and end a walk. */
const PAGE = 32

/**
 * The rows that pass, in order. Few candidates are gathered and sorted; with many, a walk through the place in its order
 * fills a page sooner. Either way rows are tested one by one, until enough pass.
 */
export function* find<Row>({ candidates, walk, passes, before }: Wanted<Row>): Generator<Row> {
  const walked = candidates !== undefined && candidates.count <= FEW ? undefined : walk()
  if (candidates !== undefined && (walked === undefined || isRare(candidates, walked)))
    yield* passing(sortLazily(candidates.rows(), before), passes)
  else if (walked?.sorted) yield* passing(walked.rows(), passes)
  else if (walked) yield* sortLazily(passing(walked.rows(), passes), before)
}

// A walk in order has to go through about `size / count` rows for each match, any other through all.
function isRare<Row>({ count }: Candidates<Row>, { size, sorted }: Walk<Row>): boolean {
  return sorted ? count * count <= PAGE * size : count <= size
}

function* passing<Row>(rows: Iterable<Row>, passes: (row: Row) => boolean): Generator<Row> {
  for (const row of rows) if (passes(row)) yield row
}

/** The rows of a table: project by project, and as a whole. */
export interface TableRuns<Row> {
  readonly of: (project: Project) => Run<Row>
  readonly whole: { readonly run: Run<Row>; readonly size: number; readonly sorted: boolean }
}

/** The runs of more projects than this are not merged. */
const MANY = 500

/** The rows of a place in the order of `before`; the run of each project has the same order. */
export function walkThrough<Row>(
  place: Place,
  tableRuns: TableRuns<Row>,
  before: Before<Row>,
  oldestFirst: boolean,
): Walk<Row> {
  const { whole } = tableRuns
  const rowsOf = (run: Run<Row>) => (oldestFirst ? run.ascending() : run.descending())
  const everything: Walk<Row> = { size: whole.size, sorted: whole.sorted, rows: () => rowsOf(whole.run) }
  const runs = place.projects(MANY)?.map(tableRuns.of)
  if (runs === undefined) return everything
  const size = runs.reduce((sum, run) => sum + run.count(), 0)
  if (whole.sorted && 2 * size > whole.size) return everything
  return { size, sorted: true, rows: () => mergeSorted(runs.map(rowsOf), before) }
}

/** Newest or oldest first by a time; ties by id. */
export function byTime<Row extends { readonly id: number }>(
  at: (row: Row) => number,
  oldestFirst: boolean,
): Before<Row> {
  const sign = oldestFirst ? 1 : -1
  return (a, b) => sign * (at(a) - at(b) || a.id - b.id) < 0
}
