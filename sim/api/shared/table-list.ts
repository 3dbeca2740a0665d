import type { World } from '../../model/world.ts'
import { indexListing, type Listing } from '../../protocol/listing.ts'
import { idsWithin, inAll, inAny } from '../../store/id-sets.ts'
import { PageOfRows, Pages } from '../../store/page.ts'
import type { RowId } from '../../store/row.ts'
import type { Run } from '../../store/run.ts'
import type { Table } from '../../store/table.ts'
import { type InGroups, plannedList, type Wanted, walkOf } from './planned-list.ts'
import {
  AT_ONCE,
  BY_ID,
  type Candidates,
  FEW,
  inSet,
  type Members,
  membersOf,
  ofRuns,
  type RowFilter,
  type Stated,
} from './row-filters.ts'
import type { WantedProjects } from './wanted-projects.ts'

/** Rows of a whole table in an order, of which some are wanted. */
interface WantedOfTable<Row extends Stated>
  extends Pick<Wanted<Row>, 'direction' | 'filters' | 'order' | 'rank' | 'ties' | 'world'> {
  readonly rows: Table<Row>
  /** All rows of the table, ascending in that order. */
  readonly run: Run<Row>
  /** The order, where it follows from other tables and no index has it. */
  readonly groups?: InGroups
}

const NO_STATES = ['']
const THE_TABLE = 0
const wholeTable: WantedProjects = { isOne: true, all: [THE_TABLE], has: () => true }

/** The rows of a table that pass all filters. */
export function listOfTable<Row extends Stated>(wanted: WantedOfTable<Row>): Listing<Row> {
  const { rows, run, filters, direction, order } = wanted
  // No two rows have the same id.
  const ties = order === BY_ID ? 'same' : (wanted.ties ?? 'same')
  const all = rows.all()
  // Few rows are looked at one by one, unless a filter tells still fewer.
  const isFew = all.count() <= FEW && !filters.some(({ among }) => among && among.count <= AT_ONCE)
  if (wanted.groups === undefined && filters.length > 0 && isFew) {
    const walk = walkOf({ direction, ties })
    const listing = indexListing(run, walk, (row) => filters.every(({ passes }) => passes(row)))
    const { remembered } = filters.length === 1 ? (filters[0] as RowFilter<Row>) : NOTHING
    if (remembered === undefined) return listing
    return remembered(`${order} ${walk}`, () => new Found([...listing.rows()])).in(rows)
  }
  return plannedList<Row>(
    {
      ...wanted,
      ties,
      kind: 'table',
      placeOf: () => THE_TABLE,
      projects: wholeTable,
      states: NO_STATES,
      inOrder: wanted.groups ?? { runs: [() => run], anywhere: [], byId: order === BY_ID },
      ofProject: () => all,
      inState: () => all,
    },
    NO_STATES,
  )
}

const NOTHING: Pick<RowFilter<never>, 'remembered'> = {}

/** The numbers of all rows that pass, and their pages. They hold on to no version of the table. */
class Found<Row extends Stated> {
  readonly #ids: readonly number[]
  readonly #pages = new Pages()

  constructor(rows: readonly Row[]) {
    this.#ids = rows.map(({ id }) => id)
  }

  in(table: Table<Row>): Listing<Row> {
    const ids = this.#ids
    const row = (id: RowId) => table.require(id as number)
    const some = (offset: number, size: number) => ids.slice(offset, offset + size)
    return {
      rows: () => ids.map(row),
      count: (limit) => Math.min(ids.length, limit),
      slice: (offset, size) => some(offset, size).map(row),
      page: (offset, size) =>
        new PageOfRows(
          this.#pages.idsAt('', offset, offset + size, () => some(offset, size)),
          row,
        ),
    }
  }
}

/** What filters of a table are made of. */
interface OfTable<Row extends Stated> {
  readonly world: World
  readonly rows: Table<Row>
}

/** The rows that a run has, in the order of their ids: those of an index under one value. */
export function inRun<Row extends Stated>(
  place: OfTable<Row>,
  name: string,
  run: Run<Row>,
  passes: (row: Row) => boolean,
): RowFilter<Row> {
  return {
    passes,
    exactly: { under: () => run, order: BY_ID },
    among: ofRuns([run]),
    ...inSet<Row>(place, { name, has: passes, ids: () => run.ids() as number[] }),
  }
}

/** The rows whose ids are within bounds, both included. */
export function numberedWithin<Row extends Stated>(
  { rows }: OfTable<Row>,
  from: number | undefined,
  to: number | undefined,
): RowFilter<Row> {
  const last = Number(rows.last()?.id ?? 0)
  const [least, most] = [from ?? 0, Math.min(to ?? last, last)]
  return {
    passes: ({ id }) => id >= least && id <= most,
    exactly: { under: () => rows.all().within({ from: least, to: most }), order: BY_ID },
    members: () => ({ set: idsWithin(least, most), isLeftOut: false }),
  }
}

/** The rows whose keys in an index are within bounds, both included. Without any, all rows pass. */
export function within<Row extends Stated>(
  run: () => Run<Row>,
  order: string,
  rank: (row: Row) => number,
  from: number | null | undefined,
  to: number | null | undefined,
): RowFilter<Row>[] {
  if (from == null && to == null) return []
  const bounds = { from: from ?? undefined, to: to ?? undefined }
  return [
    {
      passes: (row) => (from == null || rank(row) >= from) && (to == null || rank(row) <= to),
      exactly: { under: () => run().within(bounds), order },
    },
  ]
}

/** The rows that pass any of some filters, of each of which a set is known. */
export function anyOf<Row extends Stated>(filters: readonly RowFilter<Row>[]): RowFilter<Row> {
  const [only] = filters
  if (filters.length === 1 && only !== undefined) return only
  const among = filters.flatMap((filter) => filter.among ?? [])
  return {
    passes: (row) => filters.some(({ passes }) => passes(row)),
    among: among.length < filters.length ? undefined : allCandidates(among),
    members: () => ({ set: inAny(filters.map((filter) => setOf(filter))), isLeftOut: false }),
  }
}

function allCandidates<Row>(some: readonly Candidates<Row>[]): Candidates<Row> {
  return {
    count: some.reduce((sum, { count }) => sum + count, 0),
    rows: () => some.flatMap(({ rows }) => [...rows()]),
  }
}

/** The rows that pass all of some filters, of each of which a set is known. */
export function allOf<Row extends Stated>(filters: readonly RowFilter<Row>[]): RowFilter<Row> {
  return {
    passes: (row) => filters.every(({ passes }) => passes(row)),
    members: () => ({ set: inAll(filters.map((filter) => setOf(filter))), isLeftOut: false }),
  }
}

/** The rows that do not pass a filter of which a set is known. */
export function leftOut<Row extends Stated>({ passes, members }: RowFilter<Row>): RowFilter<Row> {
  if (members === undefined) throw new Error('no set is known of a filter')
  return {
    passes: (row) => !passes(row),
    members: () => {
      const { set, isLeftOut } = members()
      return { set, isLeftOut: !isLeftOut }
    },
  }
}

/** What a filter has of which a set is known. */
export function setOf<Row extends Stated>(filter: RowFilter<Row>): Members['set'] {
  const members = membersOf(filter)?.()
  if (members === undefined || members.isLeftOut) throw new Error('no set is known of a filter')
  return members.set
}
