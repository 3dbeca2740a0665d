import {
  chainListings,
  countedListing,
  indexListing,
  type Listing,
  lazyListing,
  listingOf,
  slicedListing,
} from '../../protocol/listing.ts'
import { type IdSet, Ids } from '../../store/id-set.ts'
import { inAll } from '../../store/id-sets.ts'
import { countOf, fewIn, idsDown, idsIn, sliceDown, sliceUp } from '../../store/id-walks.ts'
import type { Groups, Rank } from '../../store/orders.ts'
import type { Run, RunOrder } from '../../store/run.ts'
import { unionOf } from '../../store/union.ts'
import {
  AT_ONCE,
  type Exactly,
  FEW,
  idsOf,
  type Members,
  membersOf,
  ofRuns,
  type Place,
  type RowFilter,
  type RunsOf,
  type Stated,
} from './row-filters.ts'
import { fewOf, filtered, MOST_AHEAD, onTheWay, type Test, tested } from './walked-runs.ts'

/** Which rows are wanted, in which order, and what indexes there are. */
export interface Wanted<Row extends Stated> extends Place<Row> {
  readonly states: readonly string[]
  readonly direction: 'asc' | 'desc'
  readonly filters: readonly RowFilter<Row>[]
  /** The name of the order that is wanted. */
  readonly order: string
  readonly rank: (row: Row) => Rank
  /** What the numbers of `projects` number: projects, or other places of which each row is in one. */
  readonly kind: string
  readonly placeOf: (row: Row) => number
  /** Of rows with the same rank the newest comes first, or the oldest, or they go in the same direction. */
  readonly ties?: 'newest' | 'oldest' | 'same'
  readonly inOrder: InRuns<Row> | InGroups
  /** The rows of a project, in order of creation; and those in a state. */
  readonly ofProject: (projectId: number) => Run<Row>
  readonly inState: RunsOf<Row>
}

/** The rows of a project in a state in order; those without a rank stand in further runs, by their ids. */
export interface InRuns<Row> {
  readonly runs: readonly RunsOf<Row>[]
  /** The same of all projects and states. */
  readonly anywhere: readonly (() => Run<Row>)[]
  /** That order is the one of the ids. */
  readonly byId?: boolean
}

/** All rows by their ranks. */
export interface InGroups {
  readonly groups: () => Groups
  /** The rank of the rows that are in none of them. */
  readonly otherwise: Rank
}

type Passes<Row> = (row: Row) => boolean

const CREATION = 'created_at'
/** To ask more projects one by one takes longer than to look at all rows in order. */
const MANY = 50

/**
 * The rows that pass all filters, in order; newer ones come first among equals. Runs of all projects and states are merged
 * as they are read. Where the order or one filter decides alone, nothing is looked at but the page. What several filters
 * have in common is told by sets.
 */
export function plannedList<Row extends Stated>(wanted: Wanted<Row>, every: readonly string[]): Listing<Row> {
  const plan = new Plan(wanted, every)
  const few = plan.few()
  if (few !== undefined) return gathered(wanted, few, plan.isWanted)
  if (plan.isWide) return plan.inCommon()
  const [only, ...others] = plan.telling()
  if (only === undefined) return plan.inOrder()
  if (others.length > 0 || only.exactly === undefined) return plan.inCommon()
  if ((only.exactly.order ?? CREATION) === wanted.order) return plan.exactly(only.exactly, only)
  const count = plan.countOf(only)
  if (count <= FEW) return gathered(wanted, plan.all(only.exactly.under).list(), () => true)
  return countedListing(plan.inOrder([only]), (limit) => Math.min(count, limit))
}

/** How a run is walked, whose rows are ascending. */
export function walkOf({ direction, ties }: Pick<Wanted<never>, 'direction' | 'ties'>): RunOrder {
  if (direction === 'desc') return ties === 'oldest' ? 'descendingTiesAscending' : 'descending'
  return ties === 'same' || ties === 'oldest' ? 'ascending' : 'ascendingTiesDescending'
}

class Plan<Row extends Stated> {
  readonly wanted: Wanted<Row>
  filters: readonly RowFilter<Row>[]
  readonly walk: RunOrder
  readonly #ofAll: boolean
  readonly #parts = new Map<RunsOf<Row>, readonly Run<Row>[]>()
  readonly #members = new Map<RowFilter<Row>, Members | undefined>()

  constructor(wanted: Wanted<Row>, every: readonly string[]) {
    this.wanted = wanted
    this.walk = walkOf(wanted)
    this.#ofAll = wanted.states.length === every.length
    this.filters = wanted.filters
  }

  /** There are so many projects that they are not asked one by one. */
  get isWide(): boolean {
    return !this.wanted.projects.isOne && this.wanted.projects.all.length > MANY
  }

  /** The filters that leave something out: the others are asked no further. */
  telling(): readonly RowFilter<Row>[] {
    if (this.filters.length === 0) return this.filters
    const total = ofRuns(this.#partsOf(this.wanted.inState)).count
    this.filters = this.filters.filter((filter) =>
      filter.isRare ? !this.#leavesNothingOut(filter) : this.countOf(filter) !== total,
    )
    return this.filters
  }

  /** What one kind of run has in all projects and states. */
  all(under: RunsOf<Row>): Run<Row> {
    return unionOf(this.#partsOf(under))
  }

  #partsOf(under: RunsOf<Row>): readonly Run<Row>[] {
    let parts = this.#parts.get(under)
    if (parts === undefined) {
      const { projects, states } = this.wanted
      parts = projects.all.flatMap((projectId) => states.map((state) => under(projectId, state).fixed()))
      this.#parts.set(under, parts)
    }
    return parts
  }

  /** The rows that pass one filter, in an order that an index has. */
  exactly({ under, isRest }: Exactly<Row>, filter: RowFilter<Row>): Listing<Row> {
    const run = this.all(under)
    const listing = indexListing(run, this.walk)
    if (!isRest) return listing
    const all = this.all(this.wanted.inState)
    const count = run.count()
    if (count <= FEW) return this.inCommon()
    const { hasId } = this.#testOf([filter])
    if (hasId === undefined || 2 * count < all.count()) return listing
    // Most rows are left: the first pages are met on the way through all.
    const slice = (offset: number, size: number) =>
      onTheWay(tested(all, this.walk, hasId), offset, size)?.map((id) => run.row(id)) ??
      run.slice(this.walk, offset, size)
    return slicedListing(listing, slice)
  }

  /** How many rows of the place pass a filter, if an index tells. */
  countOf({ exactly }: RowFilter<Row>): number {
    return exactly === undefined ? Number.POSITIVE_INFINITY : ofRuns(this.#partsOf(exactly.under)).count
  }

  /** Whether a row is of the place, in one of the states, and passes all filters. */
  readonly isWanted = (row: Row): boolean =>
    this.wanted.projects.has(this.wanted.placeOf(row)) &&
    (this.#ofAll || this.wanted.states.includes(row.state ?? '')) &&
    this.filters.every(({ passes }) => passes(row))

  /** The rows among which all are that pass a filter, if few are. */
  few(): Iterable<Row> | undefined {
    let best: (() => Iterable<Row>) | undefined
    let least = AT_ONCE + 1
    const { projects } = this.wanted
    for (const { exactly, among } of this.filters) {
      // Of several projects each would be asked.
      const own = projects.isOne && exactly !== undefined ? [ofRuns(this.#partsOf(exactly.under))] : []
      for (const { count, rows } of among === undefined ? own : [among, ...own]) {
        if (count >= least) continue
        least = count
        best = rows
      }
    }
    return best?.()
  }

  /** The rows that pass some filters, in order. */
  inOrder(filters: readonly RowFilter<Row>[] = []): Listing<Row> {
    const { inOrder } = this.wanted
    if ('groups' in inOrder) return this.#byRank(inOrder, filters)
    if (inOrder.byId && filters.length > 0) return this.#byIds(filters)
    const test = this.isWide ? this.#testOfAll(filters) : this.#testOf(filters)
    const runs = this.#runsInOrder(inOrder)
    return chainListings(runs.map((run, i) => filtered(run, i === 0 ? this.walk : 'descending', test)))
  }

  #runsInOrder(inOrder: InRuns<Row>): readonly (readonly Run<Row>[])[] {
    const { ofProject, order, projects } = this.wanted
    return this.isWide
      ? inOrder.anywhere.map((run) => [run()])
      : this.#ofAll && order === CREATION
        ? [projects.all.map(ofProject)]
        : inOrder.runs.map((under) => this.#partsOf(under))
  }

  // The rows of the place in the order that is wanted; undefined where that is not one run.
  #orderOfAll(): Run<Row> | undefined {
    const { inOrder } = this.wanted
    const [only, ...others] = 'groups' in inOrder ? [] : this.#runsInOrder(inOrder)
    return only === undefined || others.length > 0 ? undefined : unionOf(only)
  }

  // A set has the order itself.
  #byIds(filters: readonly RowFilter<Row>[]): Listing<Row> {
    const set = this.#setOf(filters)
    const { passes } = this.#testOf(filters)
    const isDown = this.wanted.direction === 'desc'
    const row = (id: number) => this.wanted.rows.require(id)
    const rows = function* () {
      for (const id of isDown ? idsDown(set) : idsIn(set)) {
        const found = row(id)
        if (passes === undefined || passes(found)) yield found
      }
    }
    if (passes !== undefined) return lazyListing(rows)
    return {
      rows,
      count: (limit) => countOf(set, limit),
      slice: (offset, size) => (isDown ? sliceDown : sliceUp)([set], offset, size).map(row),
    }
  }

  #byRank({ groups, otherwise }: InGroups, filters: readonly RowFilter<Row>[]): Listing<Row> {
    const set = this.#setOf(filters)
    const { passes } = this.#testOf(filters)
    const row = (id: number) => this.wanted.rows.require(id)
    const sets = setsByRank(groups(), otherwise, this.wanted.direction)
    const isDown = this.wanted.ties !== 'oldest'
    const inCommon = function* () {
      for (const { all, none } of sets) yield inAll([all ?? set, set], none)
    }
    const rows = function* () {
      for (const some of inCommon())
        for (const id of isDown ? idsDown(some) : idsIn(some)) {
          const found = row(id)
          if (passes === undefined || passes(found)) yield found
        }
    }
    if (passes !== undefined) return lazyListing(rows)
    return {
      rows,
      count: (limit) => countOf(set, limit),
      slice: (offset, size) => (isDown ? sliceDown : sliceUp)(inCommon(), offset, size).map(row),
    }
  }

  /** The rows that pass all of several filters, or one that no index has. */
  inCommon(): Listing<Row> {
    this.filters = this.filters.filter((filter) => !this.#leavesNothingOut(filter))
    const { filters } = this
    if (filters.length === 0 && !this.isWide) return this.inOrder()
    const others = filters.filter((filter) => this.#membersOf(filter) === undefined)
    const set = this.#setOf(filters)
    const few = fewIn(set, FEW)
    if (few !== undefined) {
      const all = () => gathered(this.wanted, this.#rowsOf(few), this.#testOf(others).passes)
      const run = few.length > AT_ONCE && others.length === 0 ? this.#orderOfAll() : undefined
      return run === undefined ? all() : fewOf(few, run, this.walk, all)
    }
    const count = (limit: number) =>
      others.length === 0 ? countOf(set, limit) : this.#count(set, others, limit)
    return countedListing(this.#shortest(), count)
  }

  // Whoever walks the shortest of the runs in this order meets the rows soonest.
  #shortest(): Listing<Row> {
    const { order, inState, inOrder } = this.wanted
    if (this.isWide || ('runs' in inOrder && inOrder.byId)) return this.inOrder(this.filters)
    let shortest: RowFilter<Row> | undefined
    let least = ofRuns(this.#partsOf(inState)).count
    for (const filter of this.filters) {
      if (filter.exactly === undefined || (filter.exactly.order ?? CREATION) !== order) continue
      const cost = this.countOf(filter) * (filter.exactly.isRest ? REST : 1)
      if (cost >= least) continue
      least = cost
      shortest = filter
    }
    if (shortest?.exactly === undefined) return this.inOrder(this.filters)
    const tested = this.#testOf(this.filters.filter((filter) => filter !== shortest))
    return filtered(this.#partsOf(shortest.exactly.under), this.walk, tested)
  }

  // What a set and filters of which no set is known have in common, from whichever side is shorter.
  #count(set: IdSet, others: readonly RowFilter<Row>[], limit: number): number {
    const [least] = this.isWide ? [] : [...others].sort((a, b) => this.countOf(a) - this.countOf(b))
    const all = least === undefined ? 0 : this.countOf(least)
    if (least?.exactly === undefined || countOf(set, all) * LOOKED_UP < all)
      return lazyListing(() => passing(this.#rowsOf(idsIn(set)), this.#testOf(others).passes)).count(limit)
    const { passes } = this.#testOf(others.filter((filter) => filter !== least))
    let count = 0
    for (const run of this.#partsOf(least.exactly.under))
      for (let place = 0; count < limit && place < run.count(); place += MOST_AHEAD)
        for (const id of run.idsOf('ascending', place, MOST_AHEAD))
          if (set.has(id as number) && (passes === undefined || passes(run.row(id)))) count++
    return Math.min(count, limit)
  }

  #membersOf(filter: RowFilter<Row>): Members | undefined {
    if (!this.#members.has(filter))
      this.#members.set(filter, membersOf(filter)?.() ?? this.#gatheredOf(filter))
    return this.#members.get(filter)
  }

  // Bounds are seldom the same again, so that no set of theirs is kept.
  #gatheredOf(filter: RowFilter<Row>): Members | undefined {
    if (filter.exactly === undefined || this.isWide || this.countOf(filter) > MOST_GATHERED) return undefined
    const ids = this.#partsOf(filter.exactly.under).flatMap((run) => run.ids() as number[])
    return { set: Ids.of(ids), isLeftOut: false }
  }

  #leavesNothingOut(filter: RowFilter<Row>): boolean {
    const members = this.#membersOf(filter)
    return members?.isLeftOut === true && countOf(members.set, 1) === 0
  }

  #testOf(filters: readonly RowFilter<Row>[]): Test<Row> {
    const known = filters.flatMap((filter) => this.#membersOf(filter) ?? [])
    const others = filters.filter((filter) => this.#membersOf(filter) === undefined)
    const hasId = (id: number) => known.every(({ set, isLeftOut }) => set.has(id) !== isLeftOut)
    const passes = (row: Row) => others.every((filter) => filter.passes(row))
    return {
      hasId: known.length === 0 ? undefined : hasId,
      passes: others.length === 0 ? undefined : passes,
      set: () => this.#setOf(filters),
    }
  }

  // Where runs have rows of other places, too.
  #testOfAll(filters: readonly RowFilter<Row>[]): Test<Row> {
    const set = this.#setOf(filters)
    return { passes: this.#testOf(filters).passes, hasId: (id) => set.has(id), set: () => set }
  }

  // The numbers of rows of the place that pass all filters of which sets are known.
  #setOf(filters: readonly RowFilter<Row>[]): IdSet {
    const { kind, placeOf, projects, rows, states, ofProject } = this.wanted
    const members = filters.flatMap((filter) => this.#membersOf(filter) ?? [])
    const all = members.filter(({ isLeftOut }) => !isLeftOut).map(({ set }) => set)
    const none = members.filter(({ isLeftOut }) => isLeftOut).map(({ set }) => set)
    const places = projects.all
    const inPlace = () => places.reduce((sum, projectId) => sum + ofProject(projectId).count(), 0)
    if (all.length === 0 || this.isWide || inPlace() < rows.size) {
      const wanted = new Set(places)
      all.push(
        idsOf(this.wanted, {
          name: `${kind} ${places}`,
          has: (row) => wanted.has(placeOf(row)),
          ids: () => places.flatMap((projectId) => ofProject(projectId).ids() as number[]),
        }),
      )
    }
    const inStates = new Set<string>(states)
    if (!this.#ofAll)
      all.push(idsOf(this.wanted, { name: `states ${states}`, has: ({ state = '' }) => inStates.has(state) }))
    return inAll(all, none)
  }

  *#rowsOf(ids: Iterable<number>): Generator<Row> {
    for (const id of ids) yield this.wanted.rows.require(id)
  }
}

/** To find a row by its number takes as long as to ask so many sets. */
const LOOKED_UP = 8

/** What is left of a run without another one takes as long as a run so many times as long. */
const REST = 8

/** So many numbers of a run are put into a set that serves once. */
const MOST_GATHERED = 20_000

/** What has one rank: some numbers, all if they are not told, without others. */
interface OfRank {
  readonly all: IdSet | undefined
  readonly none: readonly IdSet[]
}

function setsByRank({ groups, placed }: Groups, otherwise: Rank, direction: 'asc' | 'desc'): OfRank[] {
  const rest: OfRank = { all: undefined, none: [placed] }
  const sets: OfRank[] = groups.map(({ ids }) => ({ all: ids, none: [] }))
  if (otherwise !== null) {
    const at = groups.findIndex(({ rank }) => rank > otherwise)
    sets.splice(at < 0 ? sets.length : at, 0, rest)
  }
  if (direction === 'desc') sets.reverse()
  return otherwise === null ? [...sets, rest] : sets
}

function* passing<Row>(rows: Iterable<Row>, passes: Passes<Row> | undefined): Generator<Row> {
  for (const row of rows) if (passes === undefined || passes(row)) yield row
}

/** Rows that are at hand, in the order that is asked for. */
export function gathered<Row extends Stated>(
  { rank, direction, ties }: Pick<Wanted<Row>, 'direction' | 'rank' | 'ties'>,
  rows: Iterable<Row>,
  passes: Passes<Row> | undefined,
): Listing<Row> {
  const ranked = [...new Set(passing(rows, passes))].map((row) => ({ row, rank: rank(row), id: row.id }))
  const sign = direction === 'asc' ? 1 : -1
  const ofTies = ties === 'same' ? sign : ties === 'oldest' ? 1 : -1
  return listingOf(ranked.sort((a, b) => compared(a, b, sign, ofTies)).map(({ row }) => row))
}

interface Ranked {
  readonly rank: Rank
  readonly id: number
}

function compared(a: Ranked, b: Ranked, sign: 1 | -1, ofTies: 1 | -1): number {
  const tie = ofTies * (a.id - b.id)
  if (a.rank === null || b.rank === null) return Number(a.rank === null) - Number(b.rank === null) || tie
  return a.rank < b.rank ? -sign : a.rank > b.rank ? sign : tie
}
