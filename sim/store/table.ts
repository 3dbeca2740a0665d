import type { ChangeLog } from './changes.ts'
import type { AnyRow, IndexDefinition, RowId, TableDefinition } from './definition.ts'
import { HIGH, type Key, startsWith } from './key.ts'
import { reads } from './reads.ts'
import type { Candidates, Piece } from './text-index.ts'
import { type Difference, differences, emptyTree, type Tree } from './tree.ts'
import { rowsMentioning, type Worded } from './words.ts'

/** An index over one key a row; return undefined to leave the row out. */
export function index<Row>(key: (row: Row) => Key | undefined, counted = 1): IndexDefinition<Row> {
  return {
    keys: (row) => {
      const found = key(row)
      return found === undefined ? [] : [found]
    },
    counted,
  }
}

/** An index over several keys a row, for columns that hold lists. */
export function indexEach<Row>(keys: (row: Row) => readonly Key[], counted = 1): IndexDefinition<Row> {
  return { keys, counted }
}

interface IndexState<Row> {
  readonly rows: Tree<Row>
  readonly counts: Tree<number>
}

/** The trees of one table. Whoever is not `owner` copies (in O(1), nodes stay shared) before the first write. */
export interface TableState<Row> extends Worded<Row> {
  readonly owner: object
  readonly indexes: { readonly [name: string]: IndexState<Row> }
}

export function emptyState<Row extends AnyRow>(
  definition: TableDefinition<Row>,
  owner: object,
): TableState<Row> {
  const indexes: { [name: string]: IndexState<Row> } = {}
  for (const name of Object.keys(definition.indexes))
    indexes[name] = { rows: emptyTree<Row>(), counts: emptyTree<number>() }
  return { owner, rows: emptyTree<Row>(), indexes, words: undefined }
}

function copyState<Row>(state: TableState<Row>, owner: object): TableState<Row> {
  const indexes: { [name: string]: IndexState<Row> } = {}
  for (const name of Object.keys(state.indexes)) {
    const { rows, counts } = state.indexes[name] as IndexState<Row>
    indexes[name] = { rows: rows.clone(), counts: counts.clone() }
  }
  return { owner, rows: state.rows.clone(), indexes, words: state.words }
}

/** A run of an index: the rows under one prefix, in key order or against it. */
export interface Run<Row> {
  /** Number of rows under the prefix, at most `limit`; O(log n) where the prefix is counted. */
  count(limit?: number): number
  /** Rows in ascending key order, from a given continuation of the prefix on; equal keys have ascending ids. */
  ascending(...from: Key): Iterable<Row>
  /** All rows in ascending key order, for runs that are known to be short; cheaper than iterating. */
  list(): Row[]
  /** Rows in descending key order; equal keys have descending ids. */
  descending(): Iterable<Row>
  /** Ascending keys, but descending ids inside equal keys: how the service breaks ties. */
  ascendingTiesDescending(): Iterable<Row>
  first(): Row | undefined
  last(): Row | undefined
}

/** What the tables of a version have in common: who may write in place, and where writes are noted. */
export interface Ownership {
  token: object
  readonly log: ChangeLog
}

/** A persistent table of read-only rows with declared indexes. Lists come back in index order. */
export class Table<Row extends AnyRow, Index extends string = string> {
  readonly #definition: TableDefinition<Row, Index>
  readonly #ownership: Ownership
  #state: TableState<Row>

  constructor(definition: TableDefinition<Row, Index>, state: TableState<Row>, ownership: Ownership) {
    this.#definition = definition
    this.#state = state
    this.#ownership = ownership
  }

  get state(): TableState<Row> {
    return this.#state
  }

  /** Takes over the rows of another version. */
  adopt(state: TableState<Row>): void {
    this.#state = state
  }

  /** The rows that another version of this table has not, or has otherwise. What both share is not looked at. */
  since(before: Table<Row, Index>): Difference<Row>[] {
    reads.by?.table(this.#definition.name)
    return this.#state === before.#state ? [] : differences(before.#state.rows, this.#state.rows)
  }

  get size(): number {
    reads.by?.table(this.#definition.name)
    return this.#state.rows.size
  }

  get(id: RowId): Row | undefined {
    if (this.#definition.permanent === undefined) reads.by?.row(this.#definition.name, id)
    return this.#state.rows.get([id])
  }

  /** The row, which the caller knows to exist. Throws an ordinary error (a broken invariant of ours) otherwise. */
  require(id: RowId): Row {
    const row = this.get(id)
    if (row === undefined) throw new Error(`${this.#definition.name} has no row ${id}`)
    return row
  }

  /** Adds a row. Throws when its id is taken. */
  insert(row: Row): Row {
    if (this.#state.rows.has([row.id]))
      throw new Error(`${this.#definition.name} already has a row ${row.id}`)
    return this.put(row)
  }

  /** Adds the row, or replaces the one with its id. */
  put(row: Row): Row {
    const state = this.#writable()
    const before = state.rows.get([row.id])
    state.rows.set([row.id], row)
    this.#ownership.log.add({ table: this.#definition, before, after: row })
    for (const name of Object.keys(state.indexes)) {
      const definition = this.#definition.indexes[name as Index]
      const tree = state.indexes[name] as IndexState<Row>
      if (before !== undefined)
        for (const key of definition.keys(before)) remove(tree, definition, key, before)
      for (const key of definition.keys(row)) add(tree, definition, key, row)
    }
    return row
  }

  /** Replaces columns of a row. Throws when there is no such row. */
  update(id: RowId, columns: Partial<Row>): Row {
    return this.put({ ...this.require(id), ...columns })
  }

  /** Removes a row; does nothing when there is none. */
  delete(id: RowId): void {
    const before = this.get(id)
    if (before === undefined) return
    const state = this.#writable()
    state.rows.delete([id])
    this.#ownership.log.add({ table: this.#definition, before, after: undefined })
    for (const name of Object.keys(state.indexes)) {
      const definition = this.#definition.indexes[name as Index]
      const tree = state.indexes[name] as IndexState<Row>
      for (const key of definition.keys(before)) remove(tree, definition, key, before)
    }
  }

  /** All rows, by id. */
  all(): Run<Row> {
    reads.by?.table(this.#definition.name)
    return new PrefixRun(this.#state.rows, [])
  }

  /** The rows under a prefix of an index. */
  by(name: Index, ...prefix: Key): Run<Row> {
    reads.by?.run(this.#definition.name, name, prefix)
    const { rows, counts } = this.#state.indexes[name] as IndexState<Row>
    const isCounted = prefix.length === this.#definition.indexes[name].counted
    return new PrefixRun(rows, prefix, isCounted ? counts : undefined)
  }

  /** The first row under a prefix, for unique columns. */
  find(name: Index, ...prefix: Key): Row | undefined {
    reads.by?.run(this.#definition.name, name, prefix)
    const rows = (this.#state.indexes[name] as IndexState<Row>).rows
    const pair = rows.getPairOrNextHigher(prefix)
    return pair !== undefined && startsWith(pair[0], prefix) ? pair[1] : undefined
  }

  /** The rows whose texts may hold all these pieces of words, in no order; undefined where nothing tells. */
  mentioning(pieces: readonly Piece[]): Candidates<Row> | undefined {
    reads.by?.table(this.#definition.name)
    const { texts } = this.#definition
    return texts === undefined ? undefined : rowsMentioning(this.#state, texts, pieces)
  }

  #writable(): TableState<Row> {
    if (this.#state.owner !== this.#ownership.token)
      this.#state = copyState(this.#state, this.#ownership.token)
    return this.#state
  }
}

function add<Row extends AnyRow>(
  tree: IndexState<Row>,
  { counted }: IndexDefinition<Row>,
  key: Key,
  row: Row,
): void {
  if (tree.rows.set([...key, row.id], row)) {
    const counter = key.slice(0, counted)
    tree.counts.set(counter, (tree.counts.get(counter) ?? 0) + 1)
  }
}

function remove<Row extends AnyRow>(
  tree: IndexState<Row>,
  { counted }: IndexDefinition<Row>,
  key: Key,
  row: Row,
): void {
  if (tree.rows.delete([...key, row.id])) {
    const counter = key.slice(0, counted)
    const left = (tree.counts.get(counter) ?? 0) - 1
    if (left > 0) tree.counts.set(counter, left)
    else tree.counts.delete(counter)
  }
}

const NONE: readonly never[] = []

class PrefixRun<Row> implements Run<Row> {
  readonly #tree: Tree<Row>
  readonly #prefix: Key
  readonly #counts: Tree<number> | undefined

  /** `counts` tells how many rows there are under the prefix. */
  constructor(tree: Tree<Row>, prefix: Key, counts?: Tree<number>) {
    this.#tree = tree
    this.#prefix = prefix
    this.#counts = counts
  }

  // Most runs that a request looks at are empty; one look-up tells without setting up an iteration.
  #reached(from: Key): boolean {
    const pair = this.#tree.getPairOrNextHigher(from)
    return pair !== undefined && startsWith(pair[0], this.#prefix)
  }

  ascending(...from: Key): Iterable<Row> {
    const start = from.length === 0 ? this.#prefix : [...this.#prefix, ...from]
    return this.#reached(start) ? ascending(this.#tree, this.#prefix, start) : NONE
  }

  list(): Row[] {
    const rows: Row[] = []
    if (this.#reached(this.#prefix))
      this.#tree.forRange(this.#prefix, [...this.#prefix, HIGH], true, (_, row) => {
        rows.push(row)
      })
    return rows
  }

  descending(): Iterable<Row> {
    return this.#reached(this.#prefix) ? descending(this.#tree, this.#prefix) : NONE
  }

  ascendingTiesDescending(): Iterable<Row> {
    return this.#reached(this.#prefix) ? ascendingTiesDescending(this.#tree, this.#prefix) : NONE
  }

  count(limit = Number.POSITIVE_INFINITY): number {
    const known = this.#prefix.length === 0 ? this.#tree.size : this.#counts?.get(this.#prefix)
    if (known !== undefined || this.#counts !== undefined) return Math.min(known ?? 0, limit)
    let counted = 0
    for (const _ of this.ascending()) if (++counted >= limit) break
    return counted
  }

  first(): Row | undefined {
    const pair = this.#tree.getPairOrNextHigher(this.#prefix)
    return pair !== undefined && startsWith(pair[0], this.#prefix) ? pair[1] : undefined
  }

  last(): Row | undefined {
    const pair = this.#tree.getPairOrNextLower([...this.#prefix, HIGH])
    return pair !== undefined && startsWith(pair[0], this.#prefix) ? pair[1] : undefined
  }
}

function* ascending<Row>(tree: Tree<Row>, prefix: Key, start: Key): Generator<Row> {
  for (const [key, row] of tree.entries(start)) {
    if (!startsWith(key, prefix)) return
    yield row
  }
}

function* descending<Row>(tree: Tree<Row>, prefix: Key): Generator<Row> {
  for (const [key, row] of tree.entriesReversed([...prefix, HIGH])) {
    if (!startsWith(key, prefix)) return
    yield row
  }
}

function* ascendingTiesDescending<Row>(tree: Tree<Row>, prefix: Key): Generator<Row> {
  let previous: Key | undefined
  let ties: Row[] = []
  for (const [key, row] of tree.entries(prefix)) {
    if (!startsWith(key, prefix)) break
    if (previous !== undefined && !sameButId(previous, key)) {
      yield* ties.reverse()
      ties = []
    }
    previous = key
    ties.push(row)
  }
  yield* ties.reverse()
}

function sameButId(a: Key, b: Key): boolean {
  return a.length === b.length && startsWith(a, b.slice(0, -1))
}
