import type { ChangeLog } from './changes.ts'
import type { IndexDefinition, TableDefinition } from './definition.ts'
import { type Entries, keyedEntries, rowEntries, type Stored } from './entries.ts'
import type { Key, KeyPart } from './key.ts'
import type { Ordered } from './orders.ts'
import { byId, RankedIndex, RankedRows } from './ranked.ts'
import { reads } from './reads.ts'
import type { AnyRow, RowId } from './row.ts'
import { EMPTY_RUN, Run } from './run.ts'
import type { Candidates, Piece } from './text-index.ts'
import { type Difference, Tree } from './tree.ts'
import { rowsMentioning, type Worded } from './words.ts'

/** An index over one key a row; return undefined to leave the row out. */
export function index<Row extends AnyRow>(key: (row: Row) => Key | undefined): IndexDefinition<Row> {
  return {
    keys: (row) => {
      const found = key(row)
      return found === undefined ? [] : [found]
    },
    entries: rowEntries(key),
  }
}

/** An index over several keys a row, for columns that hold lists. */
export function indexEach<Row extends AnyRow>(keys: (row: Row) => readonly Key[]): IndexDefinition<Row> {
  return { keys, entries: keyedEntries(keys) }
}

/** The trees of one table. Whoever is not `owner` copies (in O(1), nodes stay shared) before the first write. */
export interface TableState<Row> extends Worded<Row>, Ordered<Row> {
  readonly owner: object
  readonly indexes: { readonly [name: string]: Tree<Key, Stored> }
  /** The indexes that are this state's own; undefined for all. Others are shared with the state that it was copied from. */
  readonly own?: Set<string>
}

export function emptyState<Row extends AnyRow>(
  definition: TableDefinition<Row>,
  owner: object,
): TableState<Row> {
  const indexes = Object.fromEntries(
    Object.entries(definition.indexes).map(([name, { entries }]) => [name, new Tree(entries.order)]),
  )
  return {
    owner,
    rows: new Tree<RowId, Row>(byId),
    indexes,
    words: undefined,
    orders: undefined,
  }
}

// Nobody writes to a state any longer that was copied, so the copy can share its indexes until it writes to them: a write
// moves a row in few of them.
function copyState<Row>(state: TableState<Row>, owner: object): TableState<Row> {
  const { rows, indexes, words, orders } = state
  return { owner, rows: rows.clone(), indexes: { ...indexes }, words, orders, own: new Set() }
}

/** An index that may be written to. */
function ownIndex<Row>({ indexes, own }: TableState<Row>, name: string): Tree<Key, Stored> {
  const index = indexes[name] as Tree<Key, Stored>
  if (own === undefined || own.has(name)) return index
  own.add(name)
  const copy = index.clone()
  ;(indexes as { [name: string]: Tree<Key, Stored> })[name] = copy
  return copy
}

/** What the tables of a version have in common: who may write in place, and where writes are noted. */
export interface Ownership {
  token: object
  readonly log: ChangeLog
}

/** Of more rows that were written no note is taken: they are found by comparing trees. */
const MOST_NOTED = 200

/** A persistent table of read-only rows with declared indexes. Lists come back in index order. */
export class Table<Row extends AnyRow, Index extends string = string> {
  readonly #definition: TableDefinition<Row, Index>
  readonly #ownership: Ownership
  #state: TableState<Row>
  /** The rows from which it was copied last, and those of them that were written since, as they were. */
  #origin: TableState<Row> | undefined
  #before: Map<RowId, Row | undefined> | undefined

  constructor(definition: TableDefinition<Row, Index>, state: TableState<Row>, ownership: Ownership) {
    this.#definition = definition
    this.#state = state
    this.#ownership = ownership
  }

  get state(): TableState<Row> {
    return this.#state
  }

  /**
   * Stands for the rows as they are, for what is to be remembered of them: the same object for the same rows. Undefined
   * while this version writes to them in place.
   */
  get moment(): object | undefined {
    return this.#state.owner === this.#ownership.token ? undefined : this.#state
  }

  /** Takes over the rows of another version. */
  adopt(state: TableState<Row>): void {
    this.#state = state
    this.#forgetBefore()
  }

  /** The rows that another version of this table has not, or has otherwise. What both share is not looked at. */
  since(before: Table<Row, Index>): Difference<Row>[] {
    reads.by?.table(this.#definition.name)
    if (this.#state === before.#state) return []
    const known = this.#origin === before.#state ? this.#before : undefined
    if (known === undefined) return Tree.differences(before.#state.rows, this.#state.rows)
    // Most requests write few rows, and each is asked about several times.
    const { rows } = this.#state
    return [...known.keys()].sort(byId.compareKeys).flatMap((id) => {
      const [was, is] = [known.get(id), rows.get(id)]
      return was === is ? [] : [{ before: was, after: is }]
    })
  }

  #note(id: RowId, before: Row | undefined): void {
    if (this.#before === undefined || this.#before.has(id)) return
    if (this.#before.size < MOST_NOTED) this.#before.set(id, before)
    else this.#forgetBefore()
  }

  #forgetBefore(): void {
    this.#origin = undefined
    this.#before = undefined
  }

  get size(): number {
    reads.by?.table(this.#definition.name)
    return this.#state.rows.size
  }

  get(id: RowId): Row | undefined {
    if (this.#definition.permanent === undefined) reads.by?.row(this.#definition.name, id)
    return this.#state.rows.get(id)
  }

  /** The row, which the caller knows to exist. Throws an ordinary error (a broken invariant of ours) otherwise. */
  require(id: RowId): Row {
    const row = this.get(id)
    if (row === undefined) throw new Error(`${this.#definition.name} has no row ${id}`)
    return row
  }

  /** Adds a row. Throws when its id is taken. */
  insert(row: Row): Row {
    if (this.#state.rows.get(row.id) !== undefined)
      throw new Error(`${this.#definition.name} already has a row ${row.id}`)
    return this.put(row)
  }

  /** Adds the row, or replaces the one with its id. */
  put(row: Row): Row {
    const state = this.#writable()
    const before = state.rows.get(row.id)
    state.rows.set(row)
    this.#note(row.id, before)
    this.#ownership.log.add({ table: this.#definition, before, after: row })
    for (const name of Object.keys(state.indexes)) {
      const { entries } = this.#definition.indexes[name as Index]
      if (before !== undefined && entries.standAlike(before, row)) continue
      replace(() => ownIndex(state, name), entries, before, row)
    }
    return row
  }

  /**
   * Makes these all the rows there are, at less cost than one after the other. Rows that are known to be whole are put in
   * the order of an index when that is first asked for, or written to: most indexes of most worlds never are.
   */
  fill(rows: readonly Row[], indexed: 'now' | 'when asked' = 'now'): void {
    const all = Tree.of<RowId, Row>(byId, rows)
    const current = all.slice()
    const indexes: { [name: string]: Tree<Key, Stored> } = {}
    for (const [name, { entries }] of Object.entries<IndexDefinition<Row>>(this.#definition.indexes))
      remembered(indexes, name, () =>
        Tree.of(
          entries.order,
          current.flatMap((row) => entries.of(row)),
        ),
      )
    if (indexed === 'now') for (const name of Object.keys(indexes)) void indexes[name]
    this.#state = { owner: {}, rows: all, indexes, words: undefined, orders: undefined }
    this.#forgetBefore()
    this.#ownership.log.lose()
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
    state.rows.delete(id)
    this.#note(id, before)
    this.#ownership.log.add({ table: this.#definition, before, after: undefined })
    for (const name of Object.keys(state.indexes)) {
      const { entries } = this.#definition.indexes[name as Index]
      for (const stored of entries.of(before)) ownIndex(state, name).delete(entries.order.keyOf(stored))
    }
  }

  /** All rows, by id. */
  all(): Run<Row> {
    reads.by?.table(this.#definition.name)
    return new Run(new RankedRows(this.#state.rows), [])
  }

  /** The rows under a prefix of an index. */
  by(name: Index, ...prefix: Key): Run<Row> {
    reads.by?.run(this.#definition.name, name, prefix)
    const { entries } = this.#definition.indexes[name]
    const tree = this.#indexed(name)
    // Most runs that a request looks at are empty.
    const first = tree.from(prefix)
    if (first === undefined || !entries.isUnder(first, prefix)) return EMPTY_RUN
    return new Run(new RankedIndex(tree, entries, this.#state.rows), prefix)
  }

  /** The first row under a prefix, for unique columns. */
  find(name: Index, ...prefix: Key): Row | undefined {
    reads.by?.run(this.#definition.name, name, prefix)
    const { isUnder, idOf } = this.#definition.indexes[name].entries
    const first = this.#indexed(name).from(prefix)
    return first !== undefined && isUnder(first, prefix) ? this.#state.rows.get(idOf(first)) : undefined
  }

  #indexed(name: Index): Tree<Key, Stored> {
    return this.#state.indexes[name] as Tree<Key, Stored>
  }

  /** The rows whose texts may hold all these pieces of words, in no order; undefined where nothing tells. */
  mentioning(pieces: readonly Piece[]): Candidates<Row> | undefined {
    reads.by?.table(this.#definition.name)
    const { name, texts } = this.#definition
    return texts === undefined ? undefined : rowsMentioning(name, this.#state, texts, pieces)
  }

  #writable(): TableState<Row> {
    if (this.#state.owner !== this.#ownership.token) {
      this.#origin = this.#state
      this.#before = new Map()
      this.#state = copyState(this.#state, this.#ownership.token)
    }
    return this.#state
  }
}

/** Gives an object a value that is worked out when it is first asked for, once for all who share the object. */
function remembered<T>(object: { [name: string]: T }, name: string, workOut: () => T): void {
  Object.defineProperty(object, name, {
    configurable: true,
    enumerable: true,
    get() {
      const value = workOut()
      Object.defineProperty(object, name, { value, enumerable: true })
      return value
    },
  })
}

// What stands under the same keys stays: of thousands of labels, a change touches few.
function replace<Row>(
  tree: () => Tree<Key, Stored>,
  entries: Entries<Row>,
  before: Row | undefined,
  after: Row,
): void {
  const [gone, added] = [before === undefined ? [] : entries.of(before), entries.of(after)]
  const { keyOf, compare } = entries.order
  let same = 0
  while (same < gone.length && same < added.length && compare(added[same], keyOf(gone[same])) === 0) same++
  const stays = among(added, gone.length - same, entries)
  for (let i = same; i < gone.length; i++) if (!stays(gone[i])) tree().delete(keyOf(gone[i]))
  for (let i = same; i < added.length; i++) tree().set(added[i])
}

/** So many are looked for one by one. */
const FEW = 16

/** Tells whether something with the same key is in a list, for so many that are looked for. */
function among<Row>(
  list: readonly Stored[],
  sought: number,
  { order }: Entries<Row>,
): (stored: Stored) => boolean {
  const { keyOf, compare } = order
  if (sought <= FEW)
    return (stored) => {
      const key = keyOf(stored)
      return list.some((other) => compare(other, key) === 0)
    }
  const spelled = (stored: Stored) => keyOf(stored).map(spelledPart).join()
  const known = new Set(list.map(spelled))
  return (stored) => known.has(spelled(stored))
}

// No two keys are spelled alike: a text tells its length.
function spelledPart(part: KeyPart): string {
  return typeof part === 'string' ? `${part.length}:${part}` : `${part}`
}
