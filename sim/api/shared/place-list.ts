import { isToldByPieces, matcher, piecesOf } from '../../model/search/search.ts'
import type { World } from '../../model/world.ts'
import { indexListing, type Listing } from '../../protocol/listing.ts'
import { Ids, NO_IDS } from '../../store/id-set.ts'
import type { Followed } from '../../store/orders.ts'
import { wordsOf } from '../../store/pieces.ts'
import type { Run } from '../../store/run.ts'
import type { Table } from '../../store/table.ts'
import { EVERY_TEXT } from '../../store/word-segment.ts'
import { plannedList, type Wanted, walkOf } from './planned-list.ts'
import {
  BY_ID,
  byProject,
  FEW,
  idsOf,
  inSet,
  type OfProject,
  type Place,
  type RowFilter,
  type Stated,
} from './row-filters.ts'
import { theProject, type WantedProjects } from './wanted-projects.ts'

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

/** Rows of one place in an order, of which some are wanted. */
interface WantedOfPlace<Row extends Stated>
  extends Pick<Wanted<Row>, 'direction' | 'filters' | 'ties' | 'world'> {
  readonly rows: Table<Row>
  /** No two places of a table have the same name. */
  readonly place: string
  readonly isIn: (row: Row) => boolean
  /** The rows of the place, ascending in that order. */
  readonly run: Run<Row>
  readonly order: string
  readonly rank: (row: Row) => number | string
  /** Of so many rows each is looked at. Default: `FEW`. */
  readonly few?: number
}

const THE_PLACE = 1
const thePlace: WantedProjects = { isOne: true, all: [THE_PLACE], has: (id) => id === THE_PLACE }

/** The rows of a place that pass all filters: of few each is looked at, of many sets tell. */
export function listOfPlace<Row extends Stated>(wanted: WantedOfPlace<Row>): Listing<Row> {
  const { run, filters, direction, ties = 'same', order, place, isIn, few = FEW } = wanted
  if (filters.length === 0 || run.count(few + 1) <= few) {
    const passes = filters.length === 0 ? undefined : (row: Row) => filters.every((one) => one.passes(row))
    return indexListing(run, walkOf({ direction, ties }), passes)
  }
  return plannedList<Row>(
    {
      ...wanted,
      ties,
      kind: `place ${place}`,
      placeOf: (row) => (isIn(row) ? THE_PLACE : 0),
      projects: thePlace,
      states: NO_STATES,
      inOrder: { runs: [() => run], anywhere: [], byId: order === BY_ID },
      ofProject: () => run,
      inState: () => run,
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
        ids: () => run.ids() as number[],
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
  has: (row: Row, world: World) => boolean,
  among?: () => Iterable<Row>,
  follows?: readonly Followed<World>[],
): RowFilter<Row> {
  return {
    passes: (row) => has(row, place.world),
    ...inSet(place, { name, has, among, ...(follows && { follows }) }),
  }
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

/** The order of the ids. */
export const byId = { order: BY_ID, rank: ({ id }: Stated): number => id } as const

/** A project as a place, with its rows in an order. */
export function placeIn<Row extends { readonly projectId: number | null }>(
  { id }: { readonly id: number },
  run: Run<Row>,
): { readonly place: string; readonly isIn: (row: Row) => boolean; readonly run: Run<Row> } {
  return { place: `project ${id}`, isIn: ({ projectId }) => projectId === id, run }
}

/**
 * The rows that have the words of a search in one of the texts that the table indexes, or in one of some of these. Without
 * words, all rows pass.
 */
export function saying<Row extends Stated>(
  place: Pick<Place<Row>, 'rows' | 'world'>,
  search: string | null | undefined,
  shortest: number,
  inOneOf: readonly number[] = EVERY_TEXT,
): RowFilter<Row>[] {
  if (!search) return []
  const { rows } = place
  const { texts } = rows.definition
  const matches = matcher(search, shortest)
  const has = (row: Row) => matches(texts?.(row).filter((_, text) => inOneOf.includes(text)) ?? [])
  const found = rows.mentioning(piecesOf(search, shortest), inOneOf)
  const isTold = isToldByPieces(search, shortest)
  const words = { name: `words ${shortest} ${inOneOf} ${search}`, has, among: found?.rows }
  const set = () => (isTold ? found?.set(has) : undefined) ?? idsOf(place, words)
  return [{ passes: has, members: () => ({ set: set(), isLeftOut: false }), among: found }]
}

/** The rows whose text has another one in it, in any case. Without one, all rows pass. */
export function containing<Row extends Stated>(
  place: Pick<Place<Row>, 'rows' | 'world'>,
  part: string | null | undefined,
  text: (row: Row) => string,
): RowFilter<Row>[] {
  if (!part) return []
  const wanted = part.toLowerCase()
  const found = place.rows.mentioning(wordsOf(wanted).map((text) => ({ text })))
  const has = (row: Row) => text(row).toLowerCase().includes(wanted)
  return [{ ...where<Row>(place, `containing ${wanted}`, has, found?.rows), among: found }]
}
