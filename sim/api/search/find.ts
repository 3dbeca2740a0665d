import { type Before, inOrder, merged } from '../../lib/in-order.ts'
import type { Project } from '../../model/projects/project.ts'
import type { Place } from '../../policy/places.ts'
import type { Run } from '../../store/table.ts'
import type { Candidates } from '../../store/text-index.ts'

/** Rows of a place, met without looking for words. */
export interface Walk<Row> {
  readonly size: number
  /** True when they come in the wanted order. */
  readonly sorted: boolean
  readonly rows: () => Iterable<Row>
}

export interface Wanted<Row> {
  /** Rows that have the words; undefined where words do not tell. */
  readonly candidates: Candidates<Row> | undefined
  readonly walk: () => Walk<Row>
  readonly passes: (row: Row) => boolean
  readonly before: Before<Row>
}

/** So few are gathered and ordered without asking what a walk would cost. */
const FEW = 100
/** A page is found when a walk has met about this many matches. */
const PAGE = 32

/**
 * The rows that pass, in order. Few candidates are gathered; where there are many, walking through the place in its
 * order soon has a page full. Either way rows are tested one by one, until enough pass.
 */
export function* find<Row>({ candidates, walk, passes, before }: Wanted<Row>): Generator<Row> {
  const walked = candidates !== undefined && candidates.count <= FEW ? undefined : walk()
  if (candidates !== undefined && (walked === undefined || isRare(candidates, walked)))
    yield* passing(inOrder(candidates.rows(), before), passes)
  else if (walked?.sorted) yield* passing(walked.rows(), passes)
  else if (walked) yield* inOrder(passing(walked.rows(), passes), before)
}

// A walk in order has to go through about `size / count` rows for each match, any other through all.
function isRare<Row>({ count }: Candidates<Row>, { size, sorted }: Walk<Row>): boolean {
  return sorted ? count * count <= PAGE * size : count <= size
}

function* passing<Row>(rows: Iterable<Row>, passes: (row: Row) => boolean): Generator<Row> {
  for (const row of rows) if (passes(row)) yield row
}

/** A table by its projects and, if an index has that order, as a whole. */
export interface Shelves<Row> {
  readonly of: (project: Project) => Run<Row>
  readonly whole: { readonly run: Run<Row>; readonly size: number; readonly sorted: boolean }
}

/** More projects are not walked one beside the other. */
const MANY = 500

/** The rows of a place in the order of `before`, in which the shelf of each project is as well. */
export function walkThrough<Row>(
  place: Place,
  shelves: Shelves<Row>,
  before: Before<Row>,
  oldestFirst: boolean,
): Walk<Row> {
  const { whole } = shelves
  const rowsOf = (run: Run<Row>) => (oldestFirst ? run.ascending() : run.descending())
  const everything: Walk<Row> = { size: whole.size, sorted: whole.sorted, rows: () => rowsOf(whole.run) }
  const runs = place.projects(MANY)?.map(shelves.of)
  if (runs === undefined) return everything
  const size = runs.reduce((sum, run) => sum + run.count(), 0)
  if (whole.sorted && 2 * size > whole.size) return everything
  return { size, sorted: true, rows: () => merged(runs.map(rowsOf), before) }
}

/** Newest or oldest first by some time; equal times by id. */
export function byTime<Row extends { readonly id: number }>(
  at: (row: Row) => number,
  oldestFirst: boolean,
): Before<Row> {
  const turned = oldestFirst ? 1 : -1
  return (a, b) => turned * (at(a) - at(b) || a.id - b.id) < 0
}
