import { workedOut } from '../lib/long-work.ts'
import type { Steps } from '../lib/steps.ts'
import { compareKeys, type Key, type KeyPart } from './key.ts'
import { byId, RankedIndex } from './ranked.ts'
import type { AnyRow, RowId } from './row.ts'
import { Run } from './run.ts'
import { type Difference, type Order, Tree } from './tree.ts'

/** An order of a table's rows that follows from rows of other tables, too, so that no index can have it. */
export interface OrderDefinition<Row, Source> {
  /** No two orders of a table have the same. */
  readonly name: string
  /** Under what a row stands; its id is put behind. */
  readonly key: (row: Row, source: Source) => Key
  /** The other tables that keys follow from. */
  readonly follows: readonly Followed<Source>[]
}

/** A table that keys of another one's rows follow from. */
export interface Followed<Source> {
  readonly rows: (source: Source) => Tree<RowId, AnyRow>
  /** The rows of the ordered table that a change of one row concerns, and perhaps others. */
  readonly concerned: (change: Difference<AnyRow>, source: Source) => Iterable<RowId>
}

/** Declares that keys follow from a table. */
export function followed<Row extends AnyRow, Source>(
  table: (source: Source) => Ordered<Row>,
  concerned: (change: Difference<Row>, source: Source) => Iterable<RowId>,
): Followed<Source> {
  return {
    rows: (source) => table(source).rows as unknown as Tree<RowId, AnyRow>,
    concerned: concerned as Followed<Source>['concerned'],
  }
}

/** A version of a table, as far as such orders go. */
export interface Ordered<Row> {
  readonly rows: Tree<RowId, Row>
  /** The orders that somebody asked for, of these rows or of earlier ones, by name. */
  orders: { readonly [name: string]: Known<Row> } | undefined
}

/** An order as it was. */
interface Known<Row> {
  readonly rows: Tree<RowId, Row>
  /** The rows of the tables that are followed, in the order in which these are declared. */
  readonly followed: readonly Tree<RowId, AnyRow>[]
  readonly placed: Tree<RowId, Placed>
  readonly inOrder: Tree<Key, Placed>
}

/** Where a row stands. */
interface Placed extends AnyRow {
  /** With the id of the row behind. */
  readonly key: Key
}

const byKey: Order<Key, Placed> = {
  keyOf: ({ key }) => key,
  compare: (placed, key) => compareKeys(placed.key, key),
  compareKeys,
}
const entries = { order: byKey, idOf: ({ id }: Placed) => id }

/**
 * The rows under a prefix of such an order. Costs what changed since somebody last asked, the first time everything;
 * whoever asks brings the order up to date for all who share the version.
 */
export function inOrder<Row extends AnyRow, Source>(
  state: Ordered<Row>,
  definition: OrderDefinition<Row, Source>,
  source: Source,
  ...prefix: Key
): Run<Row> {
  const { name } = definition
  const before = state.orders?.[name]
  const known = before ?? workedOut(`order ${name}`, () => arranged(state.rows.clone(), definition, source))
  const now = broughtUp(known, state.rows, definition, source)
  if (now !== before) state.orders = { ...state.orders, [name]: now }
  return new Run(new RankedIndex<Row>(() => now.inOrder, entries, state.rows), prefix)
}

/** So many rows are placed in one step. */
const STEP = 5000

function* arranged<Row extends AnyRow, Source>(
  rows: Tree<RowId, Row>,
  definition: OrderDefinition<Row, Source>,
  source: Source,
): Steps<Known<Row>> {
  const followed = definition.follows.map((table) => table.rows(source).clone())
  const placed: Placed[] = []
  for (let from = 0; from < rows.size; from += STEP) {
    for (const row of rows.slice(from, from + STEP)) placed.push(placeOf(row, definition, source))
    yield
  }
  return { rows, followed, placed: Tree.of<RowId, Placed>(byId, placed), inOrder: Tree.of(byKey, placed) }
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
  const [placed, inOrder] = [known.placed.clone(), known.inOrder.clone()]
  for (const id of changed) {
    const [was, row] = [placed.get(id), rows.get(id)]
    const is = row && placeOf(row, definition, source)
    if (was !== undefined && is !== undefined && compareKeys(was.key, is.key) === 0) continue
    if (was !== undefined) inOrder.delete(was.key)
    if (is === undefined) {
      placed.delete(id)
      continue
    }
    placed.set(is)
    inOrder.set(is)
  }
  return { rows: rows.clone(), followed: tables.map((table) => table.clone()), placed, inOrder }
}

function placeOf<Row extends AnyRow, Source>(
  row: Row,
  { key }: OrderDefinition<Row, Source>,
  source: Source,
): Placed {
  return { id: row.id, key: [...key(row, source), row.id as KeyPart] }
}

function idOf({ before, after }: Difference<AnyRow>): RowId {
  return ((after ?? before) as AnyRow).id
}
