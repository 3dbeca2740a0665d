import { Counts } from './counted.ts'
import { compareKeys, idOf, type Key, startsWith } from './key.ts'
import { byId, RankedIndex } from './ranked.ts'
import type { AnyRow, RowId } from './row.ts'
import { Run } from './run.ts'
import { type Difference, Tree } from './tree.ts'

/** An order of some rows of a table by keys that follow from them and from what never changes, such as git objects. */
export interface ArrangedDefinition<Row, Source> {
  /** No two orders of a table have the same. */
  readonly name: string
  /** Undefined for a row that has no place in it. */
  readonly key: (row: Row, source: Source) => Key | undefined
  /** Rows among which all are that have a place. */
  readonly among: () => Iterable<Row>
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
  /** Where rows stand, by their ids: what a key followed from may be gone when the row is. */
  readonly keys: Tree<RowId, Placed>
  readonly tree: Tree<Key, Key>
}

interface Placed extends AnyRow {
  readonly key: Key
}

/** So many are kept. */
const MOST = 32

const order = { keyOf: (key: Key) => key, compare: compareKeys, compareKeys }
const entries = { order, idOf, isUnder: startsWith, of: () => [] }

/** The rows in such an order. Costs what changed since somebody last asked, the first time all of them. */
export function runArranged<Row extends AnyRow, Source>(
  state: Arranged<Row>,
  definition: ArrangedDefinition<Row, Source>,
  source: Source,
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
  const shown = { at: () => now.tree, counts: new Counts<Row>() }
  return new Run(new RankedIndex(shown, 0, entries, state.rows, () => false), [])
}

function made<Row extends AnyRow, Source>(
  rows: Tree<RowId, Row>,
  { among, key }: ArrangedDefinition<Row, Source>,
  source: Source,
): Known<Row> {
  const placed: Placed[] = []
  for (const row of among()) {
    const own = key(row, source)
    if (own !== undefined) placed.push({ id: row.id, key: [...own, row.id] })
  }
  const keys = placed.map(({ key }) => key)
  return { rows: rows.clone(), keys: Tree.of<RowId, Placed>(byId, placed), tree: Tree.of(order, keys) }
}

function broughtUp<Row extends AnyRow, Source>(
  known: Known<Row>,
  rows: Tree<RowId, Row>,
  { key }: ArrangedDefinition<Row, Source>,
  source: Source,
): Known<Row> {
  const changes: readonly Difference<Row>[] = Tree.differences(known.rows, rows)
  if (changes.length === 0) return known
  const [keys, tree] = [known.keys.clone(), known.tree.clone()]
  for (const { before, after } of changes) {
    const { id } = (after ?? before) as Row
    const was = keys.get(id)
    if (was !== undefined) tree.delete(was.key)
    const is = after && key(after, source)
    if (is === undefined) {
      if (was !== undefined) keys.delete(id)
      continue
    }
    const own = [...is, id]
    tree.set(own)
    keys.set({ id, key: own } as Placed)
  }
  return { rows: rows.clone(), keys, tree }
}
