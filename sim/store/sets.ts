import { Ids } from './id-set.ts'
import type { Followed } from './orders.ts'
import type { AnyRow, RowId } from './row.ts'
import { type Difference, Tree } from './tree.ts'

/** Rows of a table of which something is true. */
export interface SetDefinition<Row, Source> {
  /** No two sets of a table have the same. */
  readonly name: string
  /** Holds on to nothing but values: it is kept with the set. */
  readonly has: (row: Row, source: Source) => boolean
  /** The rows among which all are that it has; without it, all rows are looked at. */
  readonly among?: ((source: Source) => Iterable<Row>) | undefined
  /** The other tables that it follows from. */
  readonly follows?: readonly Followed<Source>[]
}

/** A version of a table, as far as such sets go. */
export interface Settled<Row> {
  readonly rows: Tree<RowId, Row>
  /** Those that somebody asked for last, of these rows or of earlier ones. */
  sets: Sets<Row> | undefined
}

/** Sets as they were. */
interface Sets<Row> {
  readonly rows: Tree<RowId, Row>
  /** By name; whoever was asked for last comes last. */
  // biome-ignore lint/suspicious/noExplicitAny: whoever asks knows its source.
  readonly known: Map<string, Known<Row, any>>
}

interface Known<Row, Source> {
  readonly definition: SetDefinition<Row, Source>
  readonly followed: readonly Tree<RowId, AnyRow>[]
  readonly ids: Ids
}

/** A set takes a bit a row. */
const MOST = 64

/** The numbers of all rows that a set has. Costs what changed since somebody last asked, the first time everything. */
export function setOf<Row extends AnyRow, Source>(
  state: Settled<Row>,
  definition: SetDefinition<Row, Source>,
  source: Source,
): Ids {
  const sets = broughtUp(state.sets, state.rows, source)
  state.sets = sets
  const { known } = sets
  const { name } = definition
  const before = known.get(name)
  const now =
    before === undefined ? made(state.rows, definition, source) : following(before, state.rows, source)
  known.delete(name)
  known.set(name, now)
  for (const eldest of known.keys()) if (known.size > MOST) known.delete(eldest)
  return now.ids
}

function made<Row extends AnyRow, Source>(
  rows: Tree<RowId, Row>,
  definition: SetDefinition<Row, Source>,
  source: Source,
): Known<Row, Source> {
  const ids: number[] = []
  for (const row of definition.among?.(source) ?? rows.slice())
    if (definition.has(row, source)) ids.push(row.id as number)
  return { definition, followed: followedBy(definition, source), ids: Ids.of(ids) }
}

// What follows from other tables is made of these, too, at once: versions may share rows and have other tables.
function broughtUp<Row extends AnyRow, Source>(
  before: Sets<Row> | undefined,
  rows: Tree<RowId, Row>,
  source: Source,
): Sets<Row> {
  if (before === undefined) return { rows: rows.clone(), known: new Map() }
  const changes = Tree.differences(before.rows, rows)
  if (changes.length === 0) return before
  const known = new Map<string, Known<Row, Source>>()
  for (const [name, one] of before.known) known.set(name, following(one, rows, source, changes))
  return { rows: rows.clone(), known }
}

function following<Row extends AnyRow, Source>(
  known: Known<Row, Source>,
  rows: Tree<RowId, Row>,
  source: Source,
  changes: readonly Difference<Row>[] = [],
): Known<Row, Source> {
  const { definition, followed, ids } = known
  const touched = new Set<RowId>()
  let isSame = changes.length === 0
  for (const [i, { rows: now, concerned }] of (definition.follows ?? []).entries())
    for (const change of Tree.differences(followed[i] as Tree<RowId, AnyRow>, now(source))) {
      isSame = false
      for (const id of concerned(change, source)) touched.add(id)
    }
  if (isSame) return known
  const isIn = (row: Row | undefined) => row !== undefined && definition.has(row, source)
  const isWanted: (readonly [number, boolean])[] = []
  for (const { before, after } of changes)
    isWanted.push([((after ?? before) as Row).id as number, isIn(after)])
  for (const id of touched) isWanted.push([id as number, isIn(rows.get(id))])
  return { definition, followed: followedBy(definition, source), ids: ids.with(isWanted) }
}

function followedBy<Source>(
  { follows = [] }: Pick<SetDefinition<never, Source>, 'follows'>,
  source: Source,
): Tree<RowId, AnyRow>[] {
  return follows.map((table) => table.rows(source).clone())
}
