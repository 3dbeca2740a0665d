import { Ids } from './id-set.ts'
import { type Followed, followedBy } from './orders.ts'
import type { AnyRow, RowId } from './row.ts'
import { type Difference, Tree } from './tree.ts'

/** Rows of a table of which something is true. */
export interface SetDefinition<Row, Source> {
  /** No two sets of a table have the same. */
  readonly name: string
  readonly has: (row: Row, source: Source) => boolean
  /** The rows among which all are that it has; without it, all rows are looked at. */
  readonly among?: (() => Iterable<Row>) | undefined
  /** The numbers of exactly those that it has, where they are found without asking each row. */
  readonly ids?: (() => Iterable<number>) | undefined
  /** The other tables that it follows from. */
  readonly follows?: readonly Followed<Source>[]
  /** What it follows from beside rows, such as a time, and the rows that another one before concerns. */
  readonly moment?: { readonly at: number; readonly concerned: (before: number) => Iterable<number> }
}

/** A version of a table, as far as such sets go. */
export interface Settled<Row> {
  readonly rows: Tree<RowId, Row>
  sets: Sets<Row> | undefined
}

/** The sets that somebody asked for last, of these rows or of earlier ones. */
interface Sets<Row> {
  readonly rows: Tree<RowId, Row>
  /** By name; what was asked for last comes last. */
  readonly known: Map<string, Known<Row>>
  /** What was written since, by the rows as they were: most sets were asked for together. */
  readonly changes: Map<Tree<RowId, Row>, readonly Difference<Row>[]>
  /** How many versions of the rows were asked about. */
  readonly count: number
}

/** A set as it was. It does not keep its definition, which may hold on to a whole world. */
interface Known<Row> {
  readonly rows: Tree<RowId, Row>
  readonly followed: readonly Tree<RowId, AnyRow>[]
  readonly ids: Ids
  readonly at: number | undefined
  readonly count: number
}

/** So many are kept. A set takes a bit a row. */
const MOST = 64
/** A set that nobody asked for in so many versions goes, and with it the rows as they were. */
const MOST_BEHIND = 200

/** The numbers of all rows that a set has. Costs what changed since somebody last asked, the first time everything. */
export function setOf<Row extends AnyRow, Source>(
  state: Settled<Row>,
  definition: SetDefinition<Row, Source>,
  source: Source,
): Ids {
  const sets = asNow(state)
  state.sets = sets
  const { name } = definition
  const before = sets.known.get(name)
  const now =
    before === undefined ? made(sets, definition, source) : broughtUp(before, sets, definition, source)
  sets.known.delete(name)
  sets.known.set(name, now)
  for (const eldest of sets.known.keys()) {
    if (sets.known.size <= MOST) break
    sets.known.delete(eldest)
  }
  return now.ids
}

// Versions that are written to go on with sets of their own.
function asNow<Row>({ rows, sets }: Settled<Row>): Sets<Row> {
  if (sets !== undefined && Tree.differences(sets.rows, rows).length === 0) return sets
  const count = (sets?.count ?? 0) + 1
  const known = new Map<string, Known<Row>>()
  for (const [name, one] of sets?.known ?? []) if (count - one.count <= MOST_BEHIND) known.set(name, one)
  return { rows: rows.clone(), known, changes: new Map(), count }
}

function made<Row extends AnyRow, Source>(
  { rows, count }: Sets<Row>,
  definition: SetDefinition<Row, Source>,
  source: Source,
): Known<Row> {
  const ids = Ids.of(definition.ids?.() ?? passing(definition, rows, source))
  return { rows, followed: followedBy(definition, source), ids, at: definition.moment?.at, count }
}

function* passing<Row extends AnyRow, Source>(
  { among, has }: SetDefinition<Row, Source>,
  rows: Tree<RowId, Row>,
  source: Source,
): Generator<number> {
  for (const row of among?.() ?? rows.slice()) if (has(row, source)) yield row.id as number
}

function broughtUp<Row extends AnyRow, Source>(
  known: Known<Row>,
  sets: Sets<Row>,
  definition: SetDefinition<Row, Source>,
  source: Source,
): Known<Row> {
  const { rows, count } = sets
  const touched = new Map<number, Row | undefined>()
  let isSame = known.rows === rows
  for (const { before, after } of changesSince(known.rows, sets))
    touched.set(((after ?? before) as Row).id as number, after)
  for (const [i, table] of (definition.follows ?? []).entries())
    for (const change of Tree.differences(known.followed[i] as Tree<RowId, AnyRow>, table.rows(source))) {
      isSame = false
      for (const id of table.concerned(change, source)) touched.set(id as number, rows.get(id))
    }
  const { moment } = definition
  if (moment !== undefined && known.at !== undefined && moment.at !== known.at) {
    isSame = false
    for (const id of moment.concerned(known.at)) touched.set(id, rows.get(id))
  }
  if (isSame) return known
  const wanted: (readonly [number, boolean])[] = []
  for (const [id, row] of touched) wanted.push([id, row !== undefined && definition.has(row, source)])
  const ids = known.ids.with(wanted)
  return { rows, followed: followedBy(definition, source), ids, at: moment?.at, count }
}

function changesSince<Row>(
  before: Tree<RowId, Row>,
  { rows, changes }: Sets<Row>,
): readonly Difference<Row>[] {
  if (before === rows) return []
  let found = changes.get(before)
  if (found === undefined) {
    found = Tree.differences(before, rows)
    changes.set(before, found)
  }
  return found
}
