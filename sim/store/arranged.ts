import { Counts } from './counted.ts'
import { compareKeys, idOf, type Key, startsWith } from './key.ts'
import { type Followed, followedBy } from './orders.ts'
import { byId, RankedIndex } from './ranked.ts'
import type { AnyRow, RowId } from './row.ts'
import { Run } from './run.ts'
import { Tree } from './tree.ts'

/**
 * An order of some rows of a table by keys that follow from them, from what never changes, such as git objects, and from
 * tables that are followed.
 */
export interface ArrangedDefinition<Row, Source> {
  /** No two orders of a table have the same. */
  readonly name: string
  /** None for a row that has no place in it. */
  readonly keys: (row: Row, source: Source) => readonly Key[]
  /** Rows among which all are that have a place. */
  readonly among: () => Iterable<Row>
  /** The other tables that keys follow from. */
  readonly follows?: readonly Followed<Source>[]
}

/** A version of a table, as far as such orders go. */
export interface Arranged<Row> {
  readonly rows: Tree<RowId, Row>
  /** The orders that somebody asked for, of these rows or of earlier ones, by name; the last one asked for comes last. */
  arranged: ReadonlyMap<string, Known<Row>> | undefined
}

/** An order as it was. */
interface Known<Row> {
  readonly rows: Tree<RowId, Row>
  readonly followed: readonly Tree<RowId, AnyRow>[]
  /** Where rows stand, by their ids: what a key followed from may be gone when the row is. */
  readonly keys: Tree<RowId, Placed>
  readonly tree: Tree<Key, Key>
}

interface Placed extends AnyRow {
  readonly keys: readonly Key[]
}

/** So many are kept. */
const MOST = 32

const order = { keyOf: (key: Key) => key, compare: compareKeys, compareKeys }
const entries = { order, idOf, isUnder: startsWith, of: () => [] }

/** The rows that stand under a prefix of such an order. Costs what changed since somebody last asked, the first time all of them. */
export function runArranged<Row extends AnyRow, Source>(
  state: Arranged<Row>,
  definition: ArrangedDefinition<Row, Source>,
  source: Source,
  prefix: Key = [],
): Run<Row> {
  const { name } = definition
  const before = state.arranged?.get(name)
  const now =
    before === undefined
      ? made(state.rows, definition, source)
      : broughtUp(before, state.rows, definition, source)
  if (now !== before) {
    const others = [...(state.arranged ?? [])].filter(([other]) => other !== name)
    state.arranged = new Map([...others.slice(1 - MOST), [name, now]])
  }
  const shown = { at: () => now.tree, counts: new Counts<Row>(), writes: 0 }
  return new Run(new RankedIndex(shown, 0, entries, state.rows, () => false), prefix)
}

function made<Row extends AnyRow, Source>(
  rows: Tree<RowId, Row>,
  definition: ArrangedDefinition<Row, Source>,
  source: Source,
): Known<Row> {
  const all: Placed[] = []
  for (const row of definition.among()) {
    const own = placed(row, definition, source)
    if (own !== undefined) all.push(own)
  }
  const keys = all.flatMap((own) => own.keys)
  return {
    rows: rows.clone(),
    followed: followedBy(definition, source),
    keys: Tree.of<RowId, Placed>(byId, all),
    tree: Tree.of(order, keys),
  }
}

function placed<Row extends AnyRow, Source>(
  row: Row,
  { keys }: ArrangedDefinition<Row, Source>,
  source: Source,
): Placed | undefined {
  const found = keys(row, source)
  return found.length === 0 ? undefined : { id: row.id, keys: found.map((key) => [...key, row.id]) }
}

function broughtUp<Row extends AnyRow, Source>(
  known: Known<Row>,
  rows: Tree<RowId, Row>,
  definition: ArrangedDefinition<Row, Source>,
  source: Source,
): Known<Row> {
  const changed = changedIds(known, rows, definition, source)
  if (changed === undefined) return known
  const [keys, tree] = [known.keys.clone(), known.tree.clone()]
  for (const id of changed) {
    for (const key of keys.get(id)?.keys ?? []) tree.delete(key)
    const row = rows.get(id)
    const own = row && placed(row, definition, source)
    if (own === undefined) keys.delete(id)
    else keys.set(own)
    for (const key of own?.keys ?? []) tree.set(key)
  }
  return { rows: rows.clone(), followed: followedBy(definition, source), keys, tree }
}

// Undefined where nothing was written.
function changedIds<Row extends AnyRow, Source>(
  known: Known<Row>,
  rows: Tree<RowId, Row>,
  { follows = [] }: ArrangedDefinition<Row, Source>,
  source: Source,
): ReadonlySet<RowId> | undefined {
  const changed = new Set(
    Tree.differences(known.rows, rows).map(({ before, after }) => ((after ?? before) as Row).id),
  )
  let isSame = changed.size === 0
  for (const [i, table] of follows.entries())
    for (const change of Tree.differences(known.followed[i] as Tree<RowId, AnyRow>, table.rows(source))) {
      isSame = false
      for (const id of table.concerned(change, source)) changed.add(id)
    }
  return isSame ? undefined : changed
}
