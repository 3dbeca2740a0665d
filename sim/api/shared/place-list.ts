import type { World } from '../../model/world.ts'
import type { Listing } from '../../protocol/listing.ts'
import { Ids, NO_IDS } from '../../store/id-set.ts'
import type { Run } from '../../store/run.ts'
import type { Table } from '../../store/table.ts'
import { plannedList } from './planned-list.ts'
import {
  BY_ID,
  byProject,
  inSet,
  type OfProject,
  type Place,
  type RowFilter,
  type Stated,
} from './row-filters.ts'
import { theProject } from './wanted-projects.ts'

/** Rows of a project in an order, of which some are wanted. */
interface WantedOfProject<Row extends OfProject, Index extends string> {
  readonly world: World
  readonly rows: Table<Row, Index>
  readonly projectId: number
  readonly direction: 'asc' | 'desc'
  readonly order: string
  /** By that index, behind the project; rows with the same key go in the direction of the order. */
  readonly index: Index
  readonly rank: (row: Row) => number | string
  readonly filters: readonly RowFilter<Row>[]
}

const NO_STATES = ['']

/** The rows of a project that pass all filters. */
export function listOfProject<Row extends OfProject, Index extends string>(
  wanted: WantedOfProject<Row, Index | 'byProject'>,
): Listing<Row> {
  const { rows, projectId, index } = wanted
  const ofProject = (id: number): Run<Row> => rows.by('byProject', id)
  return plannedList<Row>(
    {
      ...wanted,
      kind: byProject.kind,
      placeOf: byProject.placeOf,
      projects: theProject({ id: projectId }),
      states: NO_STATES,
      ties: 'same',
      inOrder: { runs: [(id) => rows.by(index, id)], anywhere: [], byId: wanted.order === BY_ID },
      ofProject,
      inState: ofProject,
    },
    NO_STATES,
  )
}

/** The rows of a project that an index has under a value, in an order. */
export function underInProject<Row extends OfProject, Index extends string>(
  { rows, world, projectId }: Pick<WantedOfProject<Row, Index>, 'rows' | 'world' | 'projectId'>,
  index: Index,
  value: number | string,
  order: string,
  passes: (row: Row) => boolean,
): RowFilter<Row> {
  const run = rows.by(index, projectId, value)
  return {
    passes,
    exactly: { under: () => run, order },
    ...inSet<Row>(
      { rows, world },
      {
        name: `${index} ${projectId} ${value}`,
        has: (row) => row.projectId === projectId && passes(row),
        among: () => run.list(),
      },
    ),
  }
}

/**
 * The rows of which something is true that follows from them alone, all of which are among some, if these are told. No two
 * filters of a table have the same name.
 */
export function where<Row extends Stated>(
  place: Pick<Place<Row>, 'rows' | 'world'>,
  name: string,
  has: (row: Row) => boolean,
  among?: () => Iterable<Row>,
): RowFilter<Row> {
  return { passes: has, ...inSet(place, { name, has, among }) }
}

/** No row passes. */
export const nothing: Pick<RowFilter<Stated>, 'passes' | 'members'> = {
  passes: () => false,
  members: () => ({ set: NO_IDS, isLeftOut: false }),
}

/** Some rows that were found already. */
export function oneOfThese<Row extends Stated>(rows: readonly Row[]): RowFilter<Row> {
  const set = Ids.of(rows.map(({ id }) => id))
  return {
    passes: ({ id }) => set.has(id),
    among: { count: rows.length, rows: () => rows },
    members: () => ({ set, isLeftOut: false }),
  }
}
