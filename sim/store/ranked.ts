import { CountedIndex, type Counts } from './counted.ts'
import type { Entries, Stored } from './entries.ts'
import type { IdSet } from './id-set.ts'
import { compareParts, HIGH, type Key } from './key.ts'
import { type Pages, pagesOf } from './page.ts'
import type { AnyRow, RowId } from './row.ts'
import type { Ranked } from './run.ts'
import type { Order, Tree } from './tree.ts'

/** Rows by their ids alone. */
export const byId: Order<RowId, AnyRow> = {
  keyOf: ({ id }) => id,
  // Each row that is found by its id comes this way some times: what is usual is not left to another function.
  compare: ({ id }, other) =>
    typeof id === 'number' && typeof other === 'number' ? id - other : compareParts(id, other),
  compareKeys: compareParts,
}

/** All rows of a table, whose keys are their ids. */
export class RankedRows<Row extends AnyRow> implements Ranked<Row> {
  readonly #tree: Tree<RowId, Row>

  constructor(tree: Tree<RowId, Row>) {
    this.#tree = tree
  }

  get size(): number {
    return this.#tree.size
  }

  slice(from: number, to: number): Row[] {
    return this.#tree.slice(from, to)
  }

  ids(from: number, to: number): RowId[] {
    return this.#tree.slice(from, to).map(({ id }) => id)
  }

  rank([id, behind]: Key): number {
    if (id === undefined || id === HIGH) return id === undefined ? 0 : this.#tree.size
    return this.#tree.rank(id) + (behind === HIGH && this.#tree.get(id) !== undefined ? 1 : 0)
  }

  keys(from: number, to: number): Key[] {
    return this.#tree.slice(from, to).map(({ id }) => [id])
  }

  row(id: RowId): Row {
    return this.#tree.get(id) as Row
  }

  clone(): RankedRows<Row> {
    return new RankedRows(this.#tree.clone())
  }
}

/** As much of the entries of an index as tells which row stands where. */
type Standing<Row> = Pick<Entries<Row>, 'idOf' | 'isUnder' | 'of' | 'order'>

/** The indexes of a table, by place. They are asked for each time, since others may write meanwhile. */
interface Shown<Row extends AnyRow> {
  at(place: number): Tree<Key, Stored>
  readonly counts: Counts<Row>
  readonly writes: number
}

/** What stands in an index, as rows. */
export class RankedIndex<Row extends AnyRow> implements Ranked<Row> {
  readonly #shown: Shown<Row>
  readonly #place: number
  readonly #entries: Standing<Row>
  readonly #rows: Tree<RowId, Row>
  readonly #isSettled: () => boolean
  readonly #found: readonly Stored[] | undefined
  /** How often something had been written when it was found. */
  readonly #writes: number

  /** `isSettled` tells whether nobody writes to it any more; `found` is what `few` is asked for first, where it is known. */
  constructor(
    shown: Shown<Row>,
    place: number,
    entries: Standing<Row>,
    rows: Tree<RowId, Row>,
    isSettled: () => boolean,
    found?: readonly Stored[],
  ) {
    this.#found = found
    this.#writes = shown.writes
    this.#isSettled = isSettled
    this.#shown = shown
    this.#place = place
    this.#entries = entries
    this.#rows = rows
  }

  #tree(): Tree<Key, Stored> {
    return this.#shown.at(this.#place)
  }

  get size(): number {
    return this.#tree().size
  }

  get pages(): Pages | undefined {
    return this.#isSettled() ? pagesOf(this.#tree()) : undefined
  }

  slice(from: number, to: number): Row[] {
    return this.ids(from, to).map((id) => this.row(id))
  }

  ids(from: number, to: number): RowId[] {
    return this.#tree().slice(from, to).map(this.#entries.idOf)
  }

  few(prefix: Key): Row[] | undefined {
    const { idOf, isUnder } = this.#entries
    const isAsFound = this.#found !== undefined && this.#writes === this.#shown.writes
    const few = isAsFound ? this.#found : this.#tree().few(prefix, isUnder)
    return few?.map((stored) => this.row(idOf(stored)))
  }

  last(prefix: Key): Row | undefined {
    const { idOf, isUnder } = this.#entries
    const last = this.#tree().before([...prefix, HIGH])
    return last !== undefined && isUnder(last, prefix) ? this.row(idOf(last)) : undefined
  }

  rank(key: Key): number {
    return this.#tree().rank(key)
  }

  keys(from: number, to: number): Key[] {
    return this.#tree().slice(from, to).map(this.#entries.order.keyOf)
  }

  row(id: RowId): Row {
    return this.#rows.get(id) as Row
  }

  clone(): RankedIndex<Row> {
    const tree = this.#tree().clone()
    const { counts, writes } = this.#shown
    const shown = { at: () => tree, counts, writes }
    return new RankedIndex(shown, this.#place, this.#entries, this.#rows.clone(), () => false)
  }

  among(set: IdSet): CountedIndex<Row> {
    const tree = this.#tree().clone()
    const rows = this.#rows.clone()
    return new CountedIndex(
      { counts: this.#shown.counts, place: this.#place, tree, entries: this.#entries, rows },
      set,
    )
  }
}
