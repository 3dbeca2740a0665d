import { indexListing, type Listing, lazyListing, slicedListing } from '../../protocol/listing.ts'
import type { IdSet } from '../../store/id-set.ts'
import type { RowId } from '../../store/row.ts'
import type { Run, RunOrder } from '../../store/run.ts'
import { someOf } from '../../store/some.ts'
import { unionOf } from '../../store/union.ts'
import type { Stated } from './row-filters.ts'

// Pages of the rows of a run of which a set tells which are wanted: walked where they are met soon, counted where not.

/** Most numbers that are taken out of a run at once. */
export const MOST_AHEAD = 1024
const FIRST_AHEAD = 64

/** What rows are asked: their numbers as far as sets are known, and then themselves. */
export interface Test<Row> {
  readonly hasId: ((id: number) => boolean) | undefined
  readonly passes: ((row: Row) => boolean) | undefined
  /** The numbers that pass, among those of the place. */
  readonly set: () => IdSet
}

/** So many numbers are asked one after the other on the way to a page: then all are. */
const MOST_ON_THE_WAY = 2000

/** The rows of some runs that pass, in an order: as few of them are looked at as can be. */
export function filtered<Row extends Stated>(
  runs: readonly Run<Row>[],
  walk: RunOrder,
  { hasId, passes, set }: Test<Row>,
): Listing<Row> {
  const run = unionOf(runs)
  if (hasId === undefined && passes === undefined) return indexListing(run, walk)
  const rows = function* (): Generator<Row> {
    for (const id of tested(run, walk, hasId)) {
      if (id === undefined) continue
      const row = run.row(id)
      if (passes === undefined || passes(row)) yield row
    }
  }
  if (passes !== undefined || hasId === undefined) return lazyListing(rows)
  return slicedListing(lazyListing(rows), (offset, size) => {
    const found = onTheWay(tested(run, walk, hasId), offset, size)
    if (found !== undefined) return found.map((id) => run.row(id))
    const wanted = set()
    return unionOf(runs.map((one) => one.among(wanted) ?? someOf(one, hasId))).slice(walk, offset, size)
  })
}

/** The rows of a run that have some numbers: its order is walked where a page is met soon, otherwise they are sorted. */
export function fewOf<Row extends Stated>(
  ids: readonly number[],
  run: Run<Row>,
  walk: RunOrder,
  all: () => Listing<Row>,
): Listing<Row> {
  let found: Listing<Row> | undefined
  const sorted = () => {
    found ??= all()
    return found
  }
  const every = run.count() / ids.length
  return {
    rows: () => sorted().rows(),
    count: (limit) => Math.min(ids.length, limit),
    slice: (offset, size) => {
      const wanted = new Set(ids)
      const met =
        every * (offset + size) > MOST_ON_THE_WAY
          ? undefined
          : onTheWay(
              tested(run, walk, (id) => wanted.has(id)),
              offset,
              size,
            )
      return met?.map((id) => run.row(id)) ?? sorted().slice?.(offset, size) ?? []
    },
  }
}

/** The numbers of a run in an order; undefined for each that does not pass. */
export function* tested<Row>(
  run: Run<Row>,
  walk: RunOrder,
  hasId: Test<Row>['hasId'],
): Generator<RowId | undefined> {
  const count = run.count()
  let size = FIRST_AHEAD
  for (let place = 0; place < count; place += size, size = Math.min(2 * size, MOST_AHEAD))
    for (const id of run.idsOf(walk, place, size))
      yield hasId === undefined || hasId(id as number) ? id : undefined
}

/** The numbers of a page, where what is passed over is undefined. Undefined itself where the page is not met soon. */
export function onTheWay(
  ids: Iterable<RowId | undefined>,
  offset: number,
  size: number,
): RowId[] | undefined {
  const found: RowId[] = []
  if (offset + size > MOST_ON_THE_WAY) return undefined
  let passed = 0
  let met = 0
  for (const id of ids) {
    if (++passed > MOST_ON_THE_WAY) return undefined
    if (id === undefined) continue
    if (met++ < offset) continue
    found.push(id)
    if (found.length === size) break
  }
  return found
}
