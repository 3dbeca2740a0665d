import { indexListing, joinListings, type Listing, lazyListing, listingOf } from '../../protocol/listing.ts'
import { take } from '../../protocol/paginate.ts'
import { countOf, type IdSet, idsIn, inAll } from '../../store/id-set.ts'
import type { RowId } from '../../store/row.ts'
import type { Run, RunOrder } from '../../store/run.ts'
import { unionOf } from '../../store/union.ts'
import {
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

/** A value to sort by; rows without one come last in either direction. */
export type Rank = number | string | null

/** Which rows are wanted, in which order, and what indexes there are. */
export interface Wanted<Row extends Stated> extends Place<Row> {
  readonly states: readonly Row['state'][]
  readonly direction: 'asc' | 'desc'
  readonly filters: readonly RowFilter<Row>[]
  /** The name of the order that is wanted. */
  readonly order: string
  readonly rank: (row: Row) => Rank
  /** The rows of a project in a state in that order; those without a rank stand in further runs, by their ids. */
  readonly inOrder: readonly RunsOf<Row>[]
  /** The rows of a project, in order of creation. */
  readonly ofProject: (projectId: number) => Run<Row>
}

export type Passes<Row> = (row: Row) => boolean

const CREATION = 'created_at'

/**
 * The rows that pass all filters, in order; newer ones come first among equals. Runs of all projects and states are merged
 * as they are read. Where the order or one filter decides alone, nothing is looked at but the page. What several filters
 * have in common is told by sets.
 */
export function plannedList<Row extends Stated>(
  given: Wanted<Row>,
  every: readonly Row['state'][],
): Listing<Row> {
  const plan = new Plan(given, every)
  const { wanted } = plan
  const few = plan.fewest()
  if (few !== undefined) return gathered(wanted, few, plan.isWanted)
  const [only, ...others] = wanted.filters
  if (only === undefined) return plan.inOrder()
  if (others.length === 0 && only.exactly !== undefined) {
    const run = plan.all(only.exactly.under)
    if ((only.exactly.order ?? CREATION) === wanted.order) return indexListing(run, plan.walk)
    const listing = plan.inOrder([only])
    return { ...listing, count: (limit) => run.count(limit) }
  }
  return plan.inCommon()
}

class Plan<Row extends Stated> {
  readonly wanted: Wanted<Row>
  readonly walk: RunOrder
  readonly #ofAll: boolean
  readonly #places: ReadonlySet<number>
  readonly #runs = new Map<RunsOf<Row>, Run<Row>>()
  readonly #members = new Map<RowFilter<Row>, Members | undefined>()

  constructor(wanted: Wanted<Row>, every: readonly Row['state'][]) {
    this.wanted = wanted
    this.walk = wanted.direction === 'asc' ? 'ascendingTiesDescending' : 'descending'
    this.#ofAll = wanted.states.length === every.length
    this.#places = new Set(wanted.projects)
  }

  /** What one kind of run has in all projects and states. */
  all(under: RunsOf<Row>): Run<Row> {
    let run = this.#runs.get(under)
    if (run === undefined) {
      const { projects, states } = this.wanted
      run = unionOf(projects.flatMap((projectId) => states.map((state) => under(projectId, state))))
      this.#runs.set(under, run)
    }
    return run
  }

  /** Whether a row is of the place, in one of the states, and passes all filters. */
  readonly isWanted = (row: Row): boolean =>
    this.#places.has(row.projectId) &&
    (this.#ofAll || this.wanted.states.includes(row.state)) &&
    this.wanted.filters.every(({ passes }) => passes(row))

  /** The rows of the filter that leaves the fewest, if they are few. */
  fewest(): Iterable<Row> | undefined {
    let best: (() => Iterable<Row>) | undefined
    let least = FEW + 1
    for (const { exactly, among } of this.wanted.filters)
      for (const candidates of [exactly && ofRuns([this.all(exactly.under)]), among]) {
        if (candidates === undefined || candidates.count >= least) continue
        least = candidates.count
        best = candidates.rows
      }
    return best?.()
  }

  /** The rows that pass some filters, in order. */
  inOrder(filters: readonly RowFilter<Row>[] = []): Listing<Row> {
    const { inOrder, ofProject, order, projects } = this.wanted
    const test = this.#testOf(filters)
    const runs =
      this.#ofAll && order === CREATION
        ? [unionOf(projects.map(ofProject))]
        : inOrder.map((under) => this.all(under))
    return runs.map((run, i) => filtered(run, i === 0 ? this.walk : 'descending', test)).reduce(joinListings)
  }

  /** The rows that pass all of several filters, or one that no index has. */
  inCommon(): Listing<Row> {
    const { filters, order } = this.wanted
    const others = filters.filter((filter) => this.#membersOf(filter) === undefined)
    const set = this.#setOf(filters)
    if (countOf(set, FEW + 1) <= FEW)
      return gathered(this.wanted, this.#rowsOf(set), this.#testOf(others).passes)
    // Whoever walks the shortest of the runs in this order meets the rows soonest.
    const shortest = filters
      .filter(({ exactly }) => exactly !== undefined && (exactly.order ?? CREATION) === order)
      .sort((a, b) => this.#countOf(a) - this.#countOf(b))[0]
    const tested = this.#testOf(filters.filter((filter) => filter !== shortest))
    const listing =
      shortest?.exactly === undefined
        ? this.inOrder(filters)
        : filtered(this.all(shortest.exactly.under), this.walk, tested)
    const count = (limit: number) =>
      others.length === 0 ? countOf(set, limit) : this.#count(set, others, limit)
    return { ...listing, count }
  }

  // What a set and filters of which no set is known have in common, from whichever side is shorter.
  #count(set: IdSet, others: readonly RowFilter<Row>[], limit: number): number {
    const [least] = [...others].sort((a, b) => this.#countOf(a) - this.#countOf(b))
    const run = least?.exactly && this.all(least.exactly.under)
    if (run === undefined || countOf(set, run.count()) * LOOKED_UP < run.count())
      return lazyListing(() => passing(this.#rowsOf(set), this.#testOf(others).passes)).count(limit)
    const { passes } = this.#testOf(others.filter((filter) => filter !== least))
    let count = 0
    for (let place = 0; count < limit && place < run.count(); place += MOST_AHEAD)
      for (const id of run.idsOf('descending', place, MOST_AHEAD))
        if (set.has(id as number) && (passes === undefined || passes(run.row(id)))) count++
    return Math.min(count, limit)
  }

  #countOf({ exactly }: RowFilter<Row>): number {
    return exactly === undefined ? Number.POSITIVE_INFINITY : this.all(exactly.under).count()
  }

  #membersOf(filter: RowFilter<Row>): Members | undefined {
    if (!this.#members.has(filter)) this.#members.set(filter, membersOf(filter)?.())
    return this.#members.get(filter)
  }

  #testOf(filters: readonly RowFilter<Row>[]): Test<Row> {
    const known = filters.flatMap((filter) => this.#membersOf(filter) ?? [])
    const others = filters.filter((filter) => this.#membersOf(filter) === undefined)
    const hasId = (id: number) => known.every(({ set, isLeftOut }) => set.has(id) !== isLeftOut)
    const passes = (row: Row) => others.every((filter) => filter.passes(row))
    return {
      hasId: known.length === 0 ? undefined : hasId,
      passes: others.length === 0 ? undefined : passes,
    }
  }

  // The numbers of rows of the place that pass all filters of which sets are known.
  #setOf(filters: readonly RowFilter<Row>[]): IdSet {
    const { projects, rows, states, ofProject } = this.wanted
    const members = filters.flatMap((filter) => this.#membersOf(filter) ?? [])
    const all = members.filter(({ isLeftOut }) => !isLeftOut).map(({ set }) => set)
    const none = members.filter(({ isLeftOut }) => isLeftOut).map(({ set }) => set)
    const ofPlace = projects.reduce((sum, projectId) => sum + ofProject(projectId).count(), 0)
    const places = this.#places
    if (ofPlace < rows.size || all.length === 0)
      all.push(
        idsOf(this.wanted, {
          name: `projects ${projects}`,
          has: (row) => places.has(row.projectId),
          among: () => projects.flatMap((projectId) => ofProject(projectId).list()),
        }),
      )
    const inStates = new Set<string>(states)
    if (!this.#ofAll)
      all.push(idsOf(this.wanted, { name: `states ${states}`, has: ({ state }) => inStates.has(state) }))
    return inAll(all, none)
  }

  *#rowsOf(set: IdSet): Generator<Row> {
    for (const id of idsIn(set)) yield this.wanted.rows.require(id)
  }
}

/** To find a row by its number takes as long as to ask so many sets. */
const LOOKED_UP = 8

/** Most numbers that are taken out of a run at once. */
const MOST_AHEAD = 1024
const FIRST_AHEAD = 64

/** What rows are asked: their numbers as far as sets are known, and then themselves. */
interface Test<Row> {
  readonly hasId: ((id: number) => boolean) | undefined
  readonly passes: Passes<Row> | undefined
}

/** The rows of a run that pass, in an order: as few of them are looked at as can be. */
function filtered<Row extends Stated>(
  run: Run<Row>,
  walk: RunOrder,
  { hasId, passes }: Test<Row>,
): Listing<Row> {
  if (hasId === undefined && passes === undefined) return indexListing(run, walk)
  const ids = function* (): Generator<RowId> {
    const count = run.count()
    let size = FIRST_AHEAD
    for (let place = 0; place < count; place += size, size = Math.min(2 * size, MOST_AHEAD))
      for (const id of run.idsOf(walk, place, size)) if (hasId === undefined || hasId(id as number)) yield id
  }
  const rows = function* (): Generator<Row> {
    for (const id of ids()) {
      const row = run.row(id)
      if (passes === undefined || passes(row)) yield row
    }
  }
  if (passes !== undefined) return lazyListing(rows)
  return {
    ...lazyListing(rows),
    slice: (offset, size) => take(ids(), offset, size).map((id) => run.row(id)),
  }
}

function* passing<Row>(rows: Iterable<Row>, passes: Passes<Row> | undefined): Generator<Row> {
  for (const row of rows) if (passes === undefined || passes(row)) yield row
}

function gathered<Row extends Stated>(
  { rank, direction }: Wanted<Row>,
  rows: Iterable<Row>,
  passes: Passes<Row> | undefined,
): Listing<Row> {
  const ranked = [...new Set(passing(rows, passes))].map((row) => ({ row, rank: rank(row), id: row.id }))
  const sign = direction === 'asc' ? 1 : -1
  return listingOf(ranked.sort((a, b) => compared(a, b, sign)).map(({ row }) => row))
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
