import type { Steps } from '../lib/steps.ts'
import type { Arranged } from './arranged.ts'
import type { ChangeLog } from './changes.ts'
import type { IndexDefinition, TableDefinition } from './definition.ts'
import { derivedEntries, keyedEntries, rowEntries } from './entries.ts'
import { Indexes } from './indexes.ts'
import { HIGH, type Key } from './key.ts'
import type { Ordered } from './orders.ts'
import { NOBODY, type Owner } from './owner.ts'
import type { Piece } from './pieces.ts'
import { byId, RankedIndex, RankedRows } from './ranked.ts'
import { reads } from './reads.ts'
import { type AnyRow, copyOf, type RowId } from './row.ts'
import { EMPTY_RUN, Run } from './run.ts'
import type { Settled } from './sets.ts'
import type { Mentioned } from './text-index.ts'
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

/** The same for keys that take long to work out of a row, such as what a text mentions. */
export function indexDerived<Row extends AnyRow>(keys: (row: Row) => readonly Key[]): IndexDefinition<Row> {
  return { keys, entries: derivedEntries(keys) }
}

/** The trees of one table. Whoever is not `owner` copies (in O(1), nodes stay shared) before the first write. */
export interface TableState<Row extends AnyRow>
  extends Worded<Row>,
    Ordered<Row>,
    Settled<Row>,
    Arranged<Row> {
  readonly owner: Owner
  readonly indexes: Indexes<Row>
  /** Makes the rows of a table that nobody has opened yet; undefined once somebody has. */
  readonly later: LaterRows | undefined
}

/** Rows that are made when somebody first opens their table. */
export type LaterRows = () => readonly AnyRow[]

/** The first state of a table: of most tables of most worlds nobody asks. */
export function stateLater(later: LaterRows, owner: Owner): TableState<AnyRow> {
  return { owner, ...UNOPENED, later }
}

/** What is made when somebody first asks. */
const NOBODY_ASKED = { words: undefined, orders: undefined, sets: undefined, arranged: undefined }

const NO_ROWS = new Tree<RowId, AnyRow>(byId)
const UNOPENED = { rows: NO_ROWS, indexes: Indexes.of<AnyRow>({}, NO_ROWS), ...NOBODY_ASKED }

/** The same state with its rows: all versions that share it get them at once. */
function opened<Row extends AnyRow>(
  state: TableState<Row>,
  { indexes, alike }: TableDefinition<Row>,
): TableState<Row> {
  if (state.later === undefined) return state
  const first = state.later() as readonly Row[]
  const rows = Tree.of<RowId, Row>(byId, alike ? first.map(copyOf) : first)
  return Object.assign(state, { rows, indexes: Indexes.of(indexes, rows), later: undefined })
}

function copyState<Row extends AnyRow>(state: TableState<Row>, owner: Owner): TableState<Row> {
  const { rows, indexes, words, orders, sets, arranged } = state
  return {
    owner,
    rows: rows.clone(),
    indexes: indexes.copy(),
    words,
    orders,
    sets,
    arranged,
    later: undefined,
  }
}

/** What the tables of a version have in common: who may write in place, and where writes are noted. */
export interface Ownership {
  token: Owner
  log: ChangeLog
}

/** Of more rows that were written no note is taken: they are found by comparing trees. */
const MOST_NOTED = 200

/** The ids of rows that were written, each once, and the rows as they were. Mostly there is one. */
interface Before<Row> {
  readonly ids: RowId[]
  readonly rows: (Row | undefined)[]
}

const NONE: readonly never[] = []

/** A persistent table of read-only rows with declared indexes. Lists come back in index order. */
export class Table<Row extends AnyRow, Index extends string = string> {
  readonly #definition: TableDefinition<Row, Index>
  readonly #ownership: Ownership
  #state: TableState<Row>
  /** The rows from which it was copied last, and those of them that were written since, as they were. */
  #origin: TableState<Row> | undefined
  #before: Before<Row> | undefined
  /** What these rows have otherwise than those that they were copied from, until the next write: many ask after each. */
  #found: readonly Difference<Row>[] | undefined

  constructor(definition: TableDefinition<Row, Index>, state: TableState<Row>, ownership: Ownership) {
    this.#definition = definition
    this.#state = opened(state, definition)
    this.#ownership = ownership
  }

  get definition(): TableDefinition<Row, Index> {
    return this.#definition
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

  readonly #isSettled = (): boolean => this.moment !== undefined

  /** Takes over the rows of another version. */
  adopt(state: TableState<Row>): void {
    this.#state = opened(state, this.#definition)
    this.#forgetBefore()
  }

  /** The rows that another version of this table has not, or has otherwise. What both share is not looked at. */
  since(before: Table<Row, Index>): readonly Difference<Row>[] {
    reads.by?.table(this.#definition.name)
    if (this.#state === before.#state) return NONE
    const known = this.#origin === before.#state ? this.#before : undefined
    if (known === undefined) return Tree.differences(before.#state.rows, this.#state.rows)
    this.#found ??= this.#written(known)
    return this.#found
  }

  #written({ ids, rows }: Before<Row>): readonly Difference<Row>[] {
    const found: Difference<Row>[] = []
    for (const id of ids.length > 1 ? ids.toSorted(byId.compareKeys) : ids) {
      const before = rows[ids.indexOf(id)]
      const after = this.#state.rows.get(id)
      if (before !== after) found.push({ before, after })
    }
    return found
  }

  #note(id: RowId, row: Row | undefined): void {
    this.#found = undefined
    if (this.#before === undefined) return
    const { ids, rows } = this.#before
    if (ids.includes(id)) return
    if (ids.length >= MOST_NOTED) {
      this.#forgetBefore()
      return
    }
    ids.push(id)
    rows.push(row)
  }

  #forgetBefore(): void {
    this.#origin = undefined
    this.#before = undefined
    this.#found = undefined
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
    return this.#write(undefined, this.#definition.alike ? copyOf(row) : row)
  }

  /** Adds the row, or replaces the one with its id. */
  put(row: Row): Row {
    return this.#write(this.#state.rows.get(row.id), row)
  }

  #write(before: Row | undefined, row: Row): Row {
    const state = this.#writable()
    state.rows.set(row)
    this.#note(row.id, before)
    this.#ownership.log.add({ table: this.#definition, before, after: row })
    state.indexes.write(before, row, state.rows)
    return row
  }

  /**
   * Makes these all the rows there are, at less cost than one after the other. They are put in the order of an index when
   * that is first asked for: most indexes of most worlds never are.
   */
  fill(rows: readonly Row[]): void {
    const all = Tree.of<RowId, Row>(byId, rows)
    const indexes = Indexes.of(this.#definition.indexes, all)
    this.#state = { owner: NOBODY, rows: all, indexes, ...NOBODY_ASKED, later: undefined }
    this.#forgetBefore()
    this.#ownership.log.lose()
  }

  /** Puts the rows in the order of every index, step by step: whoever reads rows that may not be whole hears of it at once. */
  arrange(): Steps<void> {
    return this.#state.indexes.arrange()
  }

  /** Replaces columns of a row. Throws when there is no such row. */
  update(id: RowId, columns: Partial<Row>): Row {
    const before = this.require(id)
    return this.#write(before, Object.assign(copyOf(before), columns))
  }

  /** Removes a row; does nothing when there is none. */
  delete(id: RowId): void {
    const before = this.get(id)
    if (before === undefined) return
    const state = this.#writable()
    state.rows.delete(id)
    this.#note(id, before)
    this.#ownership.log.add({ table: this.#definition, before, after: undefined })
    state.indexes.write(before, undefined, state.rows)
  }

  /** The row with the highest id, of those before some id if one is told. */
  last(before?: RowId): Row | undefined {
    reads.by?.table(this.#definition.name)
    const { rows } = this.#state
    return before === undefined ? rows.last() : rows.before(before)
  }

  /** All rows, by id. */
  all(): Run<Row> {
    reads.by?.table(this.#definition.name)
    return new Run(new RankedRows(this.#state.rows), [])
  }

  /** The rows under a prefix of an index. */
  by(name: Index, ...prefix: Key): Run<Row> {
    reads.by?.run(this.#definition.name, name, prefix)
    const { indexes, rows } = this.#state
    const place = indexes.placeOf(name)
    const entries = indexes.entriesAt(place)
    // Most runs that a request looks at are empty, or have few rows and are listed next.
    const few = indexes.at(place).few(prefix, entries.isUnder)
    if (few !== undefined && few.length === 0) return EMPTY_RUN
    return new Run(new RankedIndex(indexes, place, entries, rows, this.#isSettled, few), prefix)
  }

  /** The last row under a prefix; `by(...).last()` looks twice. */
  lastBy(name: Index, ...prefix: Key): Row | undefined {
    reads.by?.run(this.#definition.name, name, prefix)
    const { indexes, rows } = this.#state
    const place = indexes.placeOf(name)
    const { isUnder, idOf } = indexes.entriesAt(place)
    const last = indexes.at(place).before([...prefix, HIGH])
    return last !== undefined && isUnder(last, prefix) ? rows.get(idOf(last)) : undefined
  }

  /** The first row under a prefix, for unique columns. */
  find(name: Index, ...prefix: Key): Row | undefined {
    reads.by?.run(this.#definition.name, name, prefix)
    const { indexes, rows } = this.#state
    const place = indexes.placeOf(name)
    const { isUnder, idOf } = indexes.entriesAt(place)
    const first = indexes.at(place).from(prefix)
    return first !== undefined && isUnder(first, prefix) ? rows.get(idOf(first)) : undefined
  }

  /**
   * The rows that may hold all these pieces of words, in one and the same of some texts if these are told, in no order;
   * undefined where nothing tells.
   */
  mentioning(pieces: readonly Piece[], inOneOf?: readonly number[]): Mentioned<Row> | undefined {
    reads.by?.table(this.#definition.name)
    const { name, texts } = this.#definition
    return texts === undefined ? undefined : rowsMentioning(name, this.#state, texts, { pieces, inOneOf })
  }

  #writable(): TableState<Row> {
    if (this.#state.owner !== this.#ownership.token) {
      this.#origin = this.#state
      this.#before = { ids: [], rows: [] }
      this.#state = copyState(this.#state, this.#ownership.token)
    }
    return this.#state
  }
}
