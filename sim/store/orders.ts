import { workedOut } from '../lib/long-work.ts'
import type { Steps } from '../lib/steps.ts'
import { Ids } from './id-set.ts'
import type { AnyRow, RowId } from './row.ts'
import { type Difference, Tree } from './tree.ts'

/** A value to sort by; rows without one come last in either direction. */
export type Rank = number | string | null

/**
 * An order of a table's rows that follows from rows of other tables, too, so that no index can have it. Few ranks are
 * shared by many rows.
 */
export interface OrderDefinition<Row, Source> {
  /** No two orders of a table have the same. */
  readonly name: string
  readonly rank: (row: Row, source: Source) => Rank
  /** The rank of most rows, which are told from the others by not being among them. */
  readonly otherwise: Rank
  /** The rows among which all others are. */
  readonly among: (source: Source) => Iterable<Row>
  /** The other tables that ranks follow from. */
  readonly follows: readonly Followed<Source>[]
}

/** A table that something follows from which is known of another one's rows. */
export interface Followed<Source> {
  readonly rows: (source: Source) => Tree<RowId, AnyRow>
  /** The rows of the other table that a change of one row concerns, and perhaps more. */
  readonly concerned: (change: Difference<AnyRow>, source: Source) => Iterable<RowId>
}

/** Declares that something follows from a table. */
export function followed<Row extends AnyRow, Source>(
  table: (source: Source) => Ordered<Row>,
  concerned: (change: Difference<Row>, source: Source) => Iterable<RowId>,
): Followed<Source> {
  return {
    rows: (source) => table(source).rows as unknown as Tree<RowId, AnyRow>,
    concerned: concerned as Followed<Source>['concerned'],
  }
}

/** The rows of the tables that are followed, as they are now. */
export function followedBy<Source>(
  { follows = [] }: { readonly follows?: readonly Followed<Source>[] },
  source: Source,
): Tree<RowId, AnyRow>[] {
  return follows.map((table) => table.rows(source).clone())
}

/** A version of a table, as far as such orders go. */
export interface Ordered<Row> {
  readonly rows: Tree<RowId, Row>
  /** The orders that somebody asked for, of these rows or of earlier ones, by name. */
  orders: { readonly [name: string]: Known<Row> } | undefined
}

/** The rows that have a rank. */
interface Group {
  readonly rank: number | string
  readonly ids: Ids
}

/** The numbers of rows by their ranks. */
export interface Groups {
  /** Ascending by rank. */
  readonly groups: readonly Group[]
  /** All that are in one of them. */
  readonly placed: Ids
}

/** An order as it was. */
interface Known<Row> extends Groups {
  readonly rows: Tree<RowId, Row>
  /** The rows of the tables that are followed, in the order in which these are declared. */
  readonly followed: readonly Tree<RowId, AnyRow>[]
}

/**
 * The rows by their ranks. Costs what changed since somebody last asked, the first time all rows that may have another
 * rank than most; whoever asks brings the order up to date for all who share the version.
 */
export function inOrder<Row extends AnyRow, Source>(
  state: Ordered<Row>,
  definition: OrderDefinition<Row, Source>,
  source: Source,
): Groups {
  const { name } = definition
  const before = state.orders?.[name]
  const known = before ?? workedOut(`order ${name}`, () => arranged(state.rows.clone(), definition, source))
  const now = broughtUp(known, state.rows, definition, source)
  if (now !== before) state.orders = { ...state.orders, [name]: now }
  return now
}

/** So many rows are placed in one step. */
const STEP = 5000

function* arranged<Row extends AnyRow, Source>(
  rows: Tree<RowId, Row>,
  definition: OrderDefinition<Row, Source>,
  source: Source,
): Steps<Known<Row>> {
  const followed = followedBy(definition, source)
  const byRank = new Map<number | string, number[]>()
  let count = 0
  for (const row of definition.among(source)) {
    if (++count % STEP === 0) yield
    const rank = rankOf(row, definition, source)
    if (rank === undefined) continue
    const ids = byRank.get(rank)
    if (ids === undefined) byRank.set(rank, [row.id as number])
    else ids.push(row.id as number)
  }
  const groups = [...byRank].map(([rank, ids]) => ({ rank, ids: Ids.of(ids) })).sort(compareRanks)
  return { rows, followed, groups, placed: Ids.of([...byRank.values()].flat()) }
}

// The same where nothing has changed.
function broughtUp<Row extends AnyRow, Source>(
  known: Known<Row>,
  rows: Tree<RowId, Row>,
  definition: OrderDefinition<Row, Source>,
  source: Source,
): Known<Row> {
  const changed = new Set(Tree.differences(known.rows, rows).map(idOf))
  const tables = definition.follows.map((table) => table.rows(source))
  let isSame = changed.size === 0
  for (const [i, { concerned }] of definition.follows.entries()) {
    const changes = Tree.differences(
      known.followed[i] as Tree<RowId, AnyRow>,
      tables[i] as Tree<RowId, AnyRow>,
    )
    if (changes.length > 0) isSame = false
    for (const change of changes) for (const id of concerned(change, source)) changed.add(id)
  }
  if (isSame) return known
  const followed = tables.map((table) => table.clone())
  return { rows: rows.clone(), followed, ...placedAnew(known, changed, rows, definition, source) }
}

function placedAnew<Row extends AnyRow, Source>(
  known: Groups,
  changed: ReadonlySet<RowId>,
  rows: Tree<RowId, Row>,
  definition: OrderDefinition<Row, Source>,
  source: Source,
): Groups {
  const moves = new Map<number | string, [id: number, isIn: boolean][]>()
  const move = (rank: number | string | undefined, id: number, isIn: boolean) => {
    if (rank === undefined) return
    const known = moves.get(rank)
    if (known === undefined) moves.set(rank, [[id, isIn]])
    else known.push([id, isIn])
  }
  const placed: [id: number, isIn: boolean][] = []
  for (const id of changed as ReadonlySet<number>) {
    const row = rows.get(id)
    const was = known.placed.has(id) ? known.groups.find(({ ids }) => ids.has(id))?.rank : undefined
    const is = row && rankOf(row, definition, source)
    if (was === is) continue
    move(was, id, false)
    move(is, id, true)
    placed.push([id, is !== undefined])
  }
  if (placed.length === 0) return known
  const groups = known.groups.map(({ rank, ids }) => ({ rank, ids: ids.with(moves.get(rank) ?? []) }))
  const ranks = new Set(groups.map(({ rank }) => rank))
  for (const [rank, ids] of moves)
    if (!ranks.has(rank)) groups.push({ rank, ids: Ids.of(ids.map(([id]) => id)) })
  return {
    groups: groups.filter(({ ids }) => !ids.isEmpty).sort(compareRanks),
    placed: known.placed.with(placed),
  }
}

// Undefined where a row has the rank of most. If that is none, all others have one.
function rankOf<Row, Source>(
  row: Row,
  { rank, otherwise }: OrderDefinition<Row, Source>,
  source: Source,
): number | string | undefined {
  const found = rank(row, source)
  return found === otherwise ? undefined : (found as number | string)
}

function compareRanks(a: Pick<Group, 'rank'>, b: Pick<Group, 'rank'>): number {
  return a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0
}

function idOf({ before, after }: Difference<AnyRow>): RowId {
  return ((after ?? before) as AnyRow).id
}
