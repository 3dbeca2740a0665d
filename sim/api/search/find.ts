import { type Before, mergeSorted, sortLazily } from '../../lib/sort-lazily.ts'
import type { Project } from '../../model/projects/project.ts'
import type { Place } from '../../policy/places.ts'
import type { IdSet } from '../../store/id-set.ts'
import type { Run } from '../../store/run.ts'
import type { Mentioned } from '../../store/text-index.ts'
import type { Candidates } from '../shared/row-filters.ts'

/** The rows of a place, read without the word index. */
export interface Walk<Row> {
  readonly size: number
  /** True when they come in the wanted order. */
  readonly sorted: boolean
  /** Without those that are not in a set, if one is given. */
  readonly rows: (set?: IdSet) => Iterable<Row>
}

export interface Wanted<Row> {
  /** Rows that contain the words; undefined if the word index cannot tell. */
  readonly candidates: Candidates<Row> | Mentioned<Row> | undefined
  /** The candidates that the words lead to are those that match, as far as words are listed. */
  readonly isTold?: boolean
  readonly walk: () => Walk<Row>
  readonly matches: (row: Row) => boolean
  /** Whether a row passes, if it matches. */
  readonly passes: (row: Row, matches: (row: Row) => boolean) => boolean
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
export function* find<Row>({
  candidates,
  isTold,
  walk,
  matches,
  passes,
  before,
}: Wanted<Row>): Generator<Row> {
  const walked = candidates !== undefined && candidates.count <= FEW ? undefined : walk()
  const tried = (row: Row) => passes(row, matches)
  if (candidates !== undefined && (walked === undefined || isRare(candidates, walked)))
    yield* passing(sortLazily(candidates.rows(), before), tried)
  else if (walked) {
    const set =
      isTold && candidates !== undefined && 'set' in candidates ? candidates.set(matches) : undefined
    const rows = passing(walked.rows(set), set === undefined ? tried : (row) => passes(row, () => true))
    yield* walked.sorted ? rows : sortLazily(rows, before)
  }
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
  const rowsOf = inOrder<Row>(oldestFirst)
  const everything: Walk<Row> = { size: whole.size, sorted: whole.sorted, rows: rowsOf(whole.run) }
  const runs = place.projects(MANY)?.map(tableRuns.of)
  if (runs === undefined) return everything
  const size = runs.reduce((sum, run) => sum + run.count(), 0)
  if (whole.sorted && 2 * size > whole.size) return everything
  return {
    size,
    sorted: true,
    rows: (set) =>
      mergeSorted(
        runs.map((run) => rowsOf(run)(set)),
        before,
      ),
  }
}

/** A walk through a run. */
export function inOrder<Row>(oldestFirst: boolean): (run: Run<Row>) => Walk<Row>['rows'] {
  const order = oldestFirst ? 'ascending' : 'descending'
  return (run) => (set) => (set === undefined ? run[order]() : among(run, order, set))
}

/** So many numbers are looked at at once. */
const STEP = 256

function* among<Row>(run: Run<Row>, order: 'ascending' | 'descending', set: IdSet): Generator<Row> {
  const fixed = run.fixed()
  const count = fixed.count()
  for (let place = 0; place < count; place += STEP)
    for (const id of fixed.idsOf(order, place, STEP)) if (set.has(id as number)) yield fixed.row(id)
}

/** Newest or oldest first by a time; ties by id. */
export function byTime<Row extends { readonly id: number }>(
  at: (row: Row) => number,
  oldestFirst: boolean,
): Before<Row> {
  const sign = oldestFirst ? 1 : -1
  return (a, b) => sign * (at(a) - at(b) || a.id - b.id) < 0
}
