import { indexListing, type Listing, lazyListing, listingOf, mergeListings } from '../../protocol/listing.ts'
import type { RowId } from '../../store/row.ts'
import type { Run, RunOrder } from '../../store/run.ts'

/** What lists of issues and of merge requests have in common. */
export interface Stated {
  readonly id: number
  readonly projectId: number
  readonly state: string
}

/** A filter, and the rows among which all are that pass it. */
export interface RowFilter<Row extends Stated> {
  readonly passes: (row: Row) => boolean
  readonly among?: Exactly<Row> | Candidates<Row> | undefined
  /** The rows among which all are that do not pass it. */
  readonly except?: Candidates<Row> | undefined
}

/** Runs of a project, one for each state, in one order: all rows that pass the filter, and no others. */
export interface Exactly<Row extends Stated> {
  readonly inState: (state: Row['state']) => Run<Row>
  /** Default: `created_at`. */
  readonly order?: string
}

/** Rows in no order, at most so many. */
export interface Candidates<Row> {
  readonly count: number
  readonly rows: () => Iterable<Row>
}

/** A value to sort by; rows without one come last in either direction. */
export type Rank = number | string | null

/** Which rows are wanted, in which order, and what indexes there are. */
export interface Wanted<Row extends Stated> {
  /** Undefined for lists of several projects. */
  readonly projectId: number | undefined
  readonly states: readonly Row['state'][]
  readonly direction: 'asc' | 'desc'
  readonly filters: readonly RowFilter<Row>[]
  readonly rank: (row: Row) => Rank
  readonly row: (id: RowId) => Row | undefined
  /** The rows of the place in order of creation, whatever their state. */
  readonly created: Run<Row>
  /** The name of the order that is wanted. */
  readonly order: string
  /** The rows of the project in a state, in order of creation. */
  readonly inState?: Exactly<Row>['inState'] | undefined
  /** The rows of the project in a state, in the order that is wanted; undefined where no index has it. */
  readonly ordered?: ((state: Row['state'], walk: RunOrder, passes?: Passes<Row>) => Listing<Row>) | undefined
  /** The rows of all projects in the order that is wanted, whatever their state. */
  readonly anywhere?: Run<Row> | undefined
}

export type Passes<Row> = (row: Row) => boolean

const CREATION = 'created_at'

/** The rows that do not pass a filter, where `all` has those of each state in order of creation. */
export function negated<Row extends Stated>(
  { passes, among, except }: RowFilter<Row>,
  all: Exactly<Row>['inState'] | undefined,
): RowFilter<Row> {
  const opposite = { passes: (row: Row) => !passes(row), among: except }
  if (among === undefined) return opposite
  if (!('inState' in among)) return { ...opposite, except: among }
  if (all === undefined || among.order !== undefined) return opposite
  return { ...opposite, among: { inState: (state) => all(state).without(among.inState(state)) } }
}

/** More rows than this are walked in the order of an index instead of being gathered and sorted. */
const SORTED_IN_MEMORY = 1000

/**
 * The rows that pass all filters, in order; newer ones come first among equals. They are taken from the index that leaves
 * the fewest to look at. Where the order or one filter decides alone, nothing is looked at but the page.
 */
export function plannedList<Row extends Stated>(
  wanted: Wanted<Row>,
  every: readonly Row['state'][],
): Listing<Row> {
  const { filters, projectId, states, created, order, ordered, anywhere } = wanted
  const isOrderOfCreation = order === CREATION
  const ofAll = states.length === every.length
  const passes = filters.length === 0 ? undefined : (row: Row) => filters.every((it) => it.passes(row))
  const inState = ofAll ? passes : (row: Row) => states.includes(row.state) && passes?.(row) !== false
  const few = fewest(wanted)
  if (few !== undefined)
    return gathered(
      wanted,
      new Set(few),
      (row) => (projectId === undefined || row.projectId === projectId) && inState?.(row) !== false,
    )
  const walk = wanted.direction === 'asc' ? 'ascendingTiesDescending' : 'descending'
  const exact = filters.flatMap(({ among }) => (among !== undefined && 'inState' in among ? [among] : []))
  const common = exact.length > 1 ? commonOf(exact, states) : undefined
  if (common !== undefined) return amongCommon(wanted, common, exact, walk, passes)
  const exactly = filters.length === 1 ? exact[0] : undefined
  if (exactly !== undefined && (exactly.order ?? CREATION) === order)
    return ofStates(wanted, (state) => indexListing(exactly.inState(state), walk))
  // Where one filter decides, indexes know how many pass, in whatever order they come.
  const counted = (listing: Listing<Row>): Listing<Row> => {
    const count = exactly === undefined ? allButFew(wanted) : ofRuns(states.map(exactly.inState)).count
    return count === undefined ? listing : { ...listing, count: (limit) => Math.min(count, limit) }
  }
  if (isOrderOfCreation && (ofAll || projectId === undefined))
    return counted(indexListing(created, walk, inState))
  if (projectId !== undefined && ordered !== undefined)
    return counted(ofStates(wanted, (state) => ordered(state, walk, passes)))
  if (anywhere !== undefined) return indexListing(anywhere, walk, inState)
  return gathered(wanted, created.list(), (row) => inState?.(row) !== false)
}

/** Ids of rows in a state that several filters let pass. */
interface Common<Row extends Stated> {
  readonly state: Row['state']
  readonly ids: readonly RowId[]
}

/** Of more rows it costs less to look at them one by one until the total is beyond what is told. */
const MOST_IDS = 400_000

// Ids are compared instead of rows, of which each would have to be found first.
function commonOf<Row extends Stated>(
  exact: readonly Exactly<Row>[],
  states: readonly Row['state'][],
): Common<Row>[] | undefined {
  const total = exact.reduce((sum, { inState }) => sum + ofRuns(states.map(inState)).count, 0)
  if (total > MOST_IDS) return undefined
  return states.flatMap((state) => {
    const [least, ...others] = exact
      .map(({ inState }) => inState(state))
      .map((run) => ({ run, count: run.count() }))
      .sort((a, b) => a.count - b.count)
    if (least === undefined || least.count === 0) return []
    const ids = others.reduce((left, { run }) => {
      const known = new Set(run.ids())
      return left.filter((id) => known.has(id))
    }, least.run.ids())
    return ids.length === 0 ? [] : [{ state, ids }]
  })
}

// Few rows are sorted; many are met soon by whoever walks the shortest of the runs.
function amongCommon<Row extends Stated>(
  wanted: Wanted<Row>,
  common: readonly Common<Row>[],
  exact: readonly Exactly<Row>[],
  walk: RunOrder,
  passes: Passes<Row> | undefined,
): Listing<Row> {
  const { filters, order, ordered } = wanted
  const rows = function* () {
    for (const { ids } of common) for (const id of ids) yield wanted.row(id) as Row
  }
  const size = common.reduce((sum, { ids }) => sum + ids.length, 0)
  if (size <= SORTED_IN_MEMORY) return gathered(wanted, rows(), passes ?? (() => true))
  const states = common.map(({ state }) => state)
  const inOrder = exact
    .filter((one) => (one.order ?? CREATION) === order)
    .map((one) => ({ ...one, count: ofRuns(states.map(one.inState)).count }))
    .sort((a, b) => a.count - b.count)[0]
  const listing =
    inOrder === undefined
      ? ordered && ofStates({ ...wanted, states }, (state) => ordered(state, walk, passes))
      : ofStates({ ...wanted, states }, (state) => indexListing(inOrder.inState(state), walk, passes))
  if (listing === undefined) return gathered(wanted, rows(), passes ?? (() => true))
  const count =
    exact.length === filters.length
      ? (limit: number) => Math.min(size, limit)
      : lazyListing(function* () {
          for (const row of rows()) if (passes?.(row) !== false) yield row
        }).count
  return { ...listing, count }
}

function gathered<Row extends Stated>(
  wanted: Wanted<Row>,
  rows: Iterable<Row>,
  passes: Passes<Row>,
): Listing<Row> {
  const ranked = [...rows].filter(passes).map((row) => ({ row, rank: wanted.rank(row), id: row.id }))
  const sign = signOf(wanted)
  return listingOf(ranked.sort((a, b) => compared(a, b, sign)).map(({ row }) => row))
}

// The rows of the filter that leaves the fewest, if they are few.
function fewest<Row extends Stated>({ filters, states }: Wanted<Row>): Iterable<Row> | undefined {
  let best: (() => Iterable<Row>) | undefined
  let least = SORTED_IN_MEMORY + 1
  for (const { among } of filters) {
    if (among === undefined) continue
    const candidates = 'inState' in among ? ofRuns(states.map(among.inState)) : among
    if (candidates.count >= least) continue
    least = candidates.count
    best = candidates.rows
  }
  return best?.()
}

// How many rows pass a filter that only a few do not; undefined where that cannot be told at once.
function allButFew<Row extends Stated>(wanted: Wanted<Row>): number | undefined {
  const { filters, projectId, states, inState } = wanted
  const [filter] = filters
  if (filters.length !== 1 || projectId === undefined || inState === undefined) return undefined
  if (filter?.except === undefined || filter.except.count > SORTED_IN_MEMORY) return undefined
  const isLeftOut = (row: Row) =>
    row.projectId === projectId && states.includes(row.state) && !filter.passes(row)
  const leftOut = [...new Set(filter.except.rows())].filter(isLeftOut)
  return ofRuns(states.map(inState)).count - leftOut.length
}

/** All rows of some runs. */
export function ofRuns<Row>(runs: readonly Run<Row>[]): Candidates<Row> {
  return {
    count: runs.reduce((sum, run) => sum + run.count(), 0),
    rows: () => runs.flatMap((run) => run.list()),
  }
}

// Most projects have no rows in some states.
function ofStates<Row extends Stated>(
  wanted: Wanted<Row>,
  listing: (state: Row['state']) => Listing<Row>,
): Listing<Row> {
  const sign = signOf(wanted)
  const compare = (a: Row, b: Row) =>
    compared({ rank: wanted.rank(a), id: a.id }, { rank: wanted.rank(b), id: b.id }, sign)
  return wanted.states
    .map(listing)
    .filter((one) => one.count(1) > 0)
    .reduce((all, one) => (all === EMPTY ? one : mergeListings([all, one], compare)), EMPTY)
}

const EMPTY: Listing<never> = listingOf([])

function signOf({ direction }: Pick<Wanted<never>, 'direction'>): 1 | -1 {
  return direction === 'asc' ? 1 : -1
}

interface Ranked {
  readonly rank: Rank
  readonly id: number
}

function compared(a: Ranked, b: Ranked, sign: 1 | -1): number {
  if (a.rank === null || b.rank === null)
    return Number(a.rank === null) - Number(b.rank === null) || b.id - a.id
  return a.rank < b.rank ? -sign : a.rank > b.rank ? sign : b.id - a.id
}
