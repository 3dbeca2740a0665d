import { append } from '../lib/lists.ts'
import type { IdSet } from './id-set.ts'
import { HIGH, idOf, isTie, type Key, type KeyPart } from './key.ts'
import { PageOfRows, type Pages } from './page.ts'
import type { RowId } from './row.ts'

/** Ascending keys or descending ones, and inside equal keys ids that go the same way or the other: how the service breaks ties. */
export type RunOrder = 'ascending' | 'descending' | 'ascendingTiesDescending' | 'descendingTiesAscending'

export interface Bounds {
  readonly from?: KeyPart | undefined
  readonly to?: KeyPart | undefined
  /** The same without what stands at it. */
  readonly before?: KeyPart | undefined
}

const NO_BOUNDS: Bounds = {}

/** A tree as runs see it: all that stands in it, by place, and where keys have their places. */
export interface Ranked<Row> {
  readonly size: number
  slice(from: number, to: number): Row[]
  /** The ids of these rows, which costs less. */
  ids(from: number, to: number): RowId[]
  /** The rows under a prefix, where they are few and found at once. */
  few?(prefix: Key): Row[] | undefined
  /** The last row under a prefix, found at once. */
  last?(prefix: Key): Row | undefined
  /** How many rows stand before a key. */
  rank(key: Key): number
  /** The keys of these rows, with their ids. */
  keys(from: number, to: number): Key[]
  row(id: RowId): Row
  clone(): Ranked<Row>
  /** Those that are in a set, for as long as nobody writes; undefined where they are not counted. */
  among?(set: IdSet): Ranked<Row> | undefined
  /** Where lists of ids are kept; undefined while somebody may write. */
  readonly pages?: Pages | undefined
}

/** The rows of an index under one prefix. A walk goes through them as they were when it began. */
export class Run<Row> {
  readonly #ranked: Ranked<Row>
  readonly #prefix: Key
  readonly #bounds: Bounds
  /** Nothing is written while it is looked at: where it begins and ends is found once. */
  readonly #isFixed: boolean
  #begin: number | undefined
  #end: number | undefined

  constructor(ranked: Ranked<Row>, prefix: Key, bounds: Bounds = NO_BOUNDS, isFixed = false) {
    this.#ranked = ranked
    this.#prefix = prefix
    this.#bounds = bounds
    this.#isFixed = isFixed
  }

  get #from(): number {
    if (!this.#isFixed) return this.#foundFrom()
    this.#begin ??= this.#foundFrom()
    return this.#begin
  }

  get #to(): number {
    if (!this.#isFixed) return this.#foundTo()
    this.#end ??= this.#foundTo()
    return this.#end
  }

  #foundFrom(): number {
    const { from } = this.#bounds
    const key = from === undefined ? this.#prefix : [...this.#prefix, from]
    return key.length === 0 ? 0 : this.#ranked.rank(key)
  }

  #foundTo(): number {
    const { to, before } = this.#bounds
    if (before !== undefined) return this.#ranked.rank([...this.#prefix, before])
    const key = to === undefined ? this.#prefix : [...this.#prefix, to]
    return key.length === 0 ? this.#ranked.size : this.#ranked.rank([...key, HIGH])
  }

  /** The rows whose key goes on, behind the prefix, with a part within bounds, `from` and `to` included. */
  within(bounds: Bounds): Run<Row> {
    return new Run(this.#ranked, this.#prefix, bounds)
  }

  /**
   * The rows of this run that are not in another one. That one has no rows but such of this run, and what follows its
   * prefix in keys is what follows this one's. Found in O(log² n), however many there are to be left out.
   */
  without(others: Run<Row>): Run<Row> {
    return new Run(new Without(this, others), [])
  }

  /** The rows of this run that are in a set, for as long as nobody writes; undefined where they are not counted. */
  among(set: IdSet): Run<Row> | undefined {
    const ranked = this.#ranked.among?.(set)
    return ranked && new Run(ranked, this.#prefix, this.#bounds, true)
  }

  /** How many rows of this run stand before a continuation of its prefix. */
  rank(continuation: Key): number {
    const from = this.#from
    const place = this.#ranked.rank([...this.#prefix, ...continuation])
    return Math.max(Math.min(place, this.#to) - from, 0)
  }

  /** What follows the prefix in the key of the row at a place of this run. */
  continuationAt(place: number): Key {
    return this.continuations(place, place + 1)[0] as Key
  }

  /** The same of several rows that follow one another. */
  continuations(from: number, to: number): Key[] {
    const start = this.#from
    const keys = this.#ranked.keys(start + from, Math.min(start + to, this.#to))
    return this.#prefix.length === 0 ? keys : keys.map((key) => key.slice(this.#prefix.length))
  }

  /** What stands first behind the prefix, each once; undefined where there are more of them than asked for. */
  heads(most = Number.POSITIVE_INFINITY): KeyPart[] | undefined {
    const heads: KeyPart[] = []
    const run = this.fixed()
    for (let place = 0; place < run.count(); ) {
      if (heads.length >= most) return undefined
      const [head] = run.continuationAt(place) as readonly [KeyPart]
      heads.push(head)
      place = run.rank([head, HIGH])
    }
    return heads
  }

  /** A row of this run by its id. */
  row(id: RowId): Row {
    return this.#ranked.row(id)
  }

  /** The rows as they are now, whatever is written later. */
  clone(): Run<Row> {
    return new Run(this.#ranked.clone(), this.#prefix, this.#bounds, true)
  }

  /** The same rows, for as long as nobody writes. */
  fixed(): Run<Row> {
    return this.#isFixed ? this : new Run(this.#ranked, this.#prefix, this.#bounds, true)
  }

  /** Number of rows, at most `limit`; O(log n). */
  count(limit = Number.POSITIVE_INFINITY): number {
    return Math.min(Math.max(this.#to - this.#from, 0), limit)
  }

  /** Rows in ascending key order, from a given continuation of the prefix on; equal keys have ascending ids. */
  ascending(...from: Key): Iterable<Row> {
    const skipped = from.length === 0 ? 0 : this.#ranked.rank([...this.#prefix, ...from]) - this.#from
    return this.#walk('ascending', skipped)
  }

  /** Rows in descending key order; equal keys have descending ids. */
  descending(): Iterable<Row> {
    return this.#walk('descending', 0)
  }

  /** Ascending keys, but descending ids inside equal keys. */
  ascendingTiesDescending(): Iterable<Row> {
    return this.#walk('ascendingTiesDescending', 0)
  }

  /** Descending keys, but ascending ids inside equal keys. */
  descendingTiesAscending(): Iterable<Row> {
    return this.#walk('descendingTiesAscending', 0)
  }

  /** All rows in ascending key order; cheaper than a walk that is never left early. */
  list(): Row[] {
    return this.#few() ?? this.#ranked.slice(this.#from, this.#to)
  }

  #few(): Row[] | undefined {
    return this.#isSought ? this.#ranked.few?.(this.#prefix) : undefined
  }

  // Of a run that is fixed, it may be known where it begins and ends.
  get #isSought(): boolean {
    return !this.#isFixed && this.#bounds === NO_BOUNDS
  }

  /** The ids of all rows in ascending key order, without a look at the rows. */
  ids(): RowId[] {
    return this.#ranked.ids(this.#from, this.#to)
  }

  first(): Row | undefined {
    return (this.#few() ?? this.slice('ascending', 0, 1))[0]
  }

  last(): Row | undefined {
    const { last } = this.#ranked
    if (last !== undefined && this.#isSought) return last.call(this.#ranked, this.#prefix)
    return this.slice('descending', 0, 1)[0]
  }

  /** At most `size` rows in an order, behind the first `offset` of them; O(size + log n). */
  slice(order: RunOrder, offset: number, size: number): Row[] {
    if (order === 'ascendingTiesDescending' || order === 'descendingTiesAscending')
      return this.idsOf(order, offset, size).map((id) => this.#ranked.row(id))
    const [from, to] = this.#placesOf(order, offset, size)
    const rows = this.#ranked.slice(from, to)
    return order === 'descending' ? rows.reverse() : rows
  }

  /** The same rows, to be remembered; undefined where they may change. */
  page(order: RunOrder, offset: number, size: number): PageOfRows<Row> | undefined {
    const { pages } = this.#ranked
    if (pages === undefined) return undefined
    const [from, to] = this.#placesOf(order, offset, size)
    const ids = pages.idsAt(order, from, to, () => this.#idsAt(order, from, to))
    return new PageOfRows(ids, (id) => this.#ranked.row(id))
  }

  /** The ids of the same rows, which costs less. */
  idsOf(order: RunOrder, offset: number, size: number): RowId[] {
    const [from, to] = this.#placesOf(order, offset, size)
    return this.#idsAt(order, from, to)
  }

  #idsAt(order: RunOrder, from: number, to: number): RowId[] {
    if (order === 'ascendingTiesDescending') return this.#tiesTurned(from, to)
    if (order === 'descendingTiesAscending') return this.#tiesTurned(from, to).reverse()
    const ids = this.#ranked.ids(from, to)
    return order === 'descending' ? ids.reverse() : ids
  }

  /** Where the rows of a page stand. */
  #placesOf(order: RunOrder, offset: number, size: number): readonly [from: number, to: number] {
    const [start, end] = [this.#from, this.#to]
    if (order === 'ascending' || order === 'ascendingTiesDescending')
      return [start + offset, Math.min(start + offset + size, end)]
    return [Math.max(end - offset - size, start), end - offset]
  }

  // The ids at some places, where rows whose keys are equal but for the id are turned round.
  #tiesTurned(from: number, to: number): RowId[] {
    const [start, end] = [this.#from, this.#to]
    const turned: RowId[] = []
    if (from >= to) return turned
    // One more on either side tells where rows of one key begin and end.
    const [low, high] = [Math.max(from - 1, start), Math.min(to + 1, end)]
    const keys = this.#ranked.keys(low, high)
    const tiesBefore = (place: number) => isTie(keys[place - low - 1] as Key, keys[place - low] as Key)
    for (let place = from; place < to; ) {
      let behind = place + 1
      while (behind < high && tiesBefore(behind)) behind++
      const beginsHere = place === start || !tiesBefore(place)
      const endsHere = behind < high || behind === end
      if (beginsHere && endsHere && behind <= to) {
        for (let i = behind - 1; i >= place; i--) turned.push(idOf(keys[i - low] as Key))
        place = behind
        continue
      }
      const key = (keys[place - low] as Key).slice(0, -1)
      const [first, beyond] = [this.#ranked.rank(key), this.#ranked.rank([...key, HIGH])]
      const last = beyond - (place - first)
      const least = Math.max(last - (to - place), first)
      append(turned, this.#ranked.ids(least, last).reverse())
      place += last - least
    }
    return turned
  }

  #walk(order: RunOrder, skipped: number): Iterable<Row> {
    const few = skipped === 0 && (order === 'ascending' || order === 'descending') ? this.#few() : undefined
    if (few !== undefined) return order === 'descending' ? few.reverse() : few
    // Most runs that a request looks at are empty.
    return this.#from + skipped >= this.#to ? NONE : walk(this.clone(), order, skipped)
  }
}

/** The rows of one run that are not in another, by the continuations that both have in common. */
class Without<Row> implements Ranked<Row> {
  readonly #all: Run<Row>
  readonly #others: Run<Row>

  constructor(all: Run<Row>, others: Run<Row>) {
    this.#all = all
    this.#others = others
  }

  get size(): number {
    return this.#all.count() - this.#others.count()
  }

  rank(key: Key): number {
    return this.#all.rank(key) - this.#others.rank(key)
  }

  keys(from: number, to: number): Key[] {
    return this.#left(from, to, (all, place, size) => all.continuations(place, place + size), idOf)
  }

  slice(from: number, to: number): Row[] {
    return this.ids(from, to).map((id) => this.row(id))
  }

  ids(from: number, to: number): RowId[] {
    return this.#left(from, to, (all, place, size) => all.idsOf('ascending', place, size), itself)
  }

  row(id: RowId): Row {
    return this.#all.row(id)
  }

  #left<T>(
    from: number,
    to: number,
    at: (all: Run<Row>, place: number, size: number) => readonly T[],
    idOf: (one: T) => RowId,
  ): T[] {
    const found: T[] = []
    const [all, others] = [this.#all.fixed(), this.#others.fixed()]
    const until = Math.min(to, all.count() - others.count())
    let place = from < until ? placeAmong(all, others, from) : 0
    while (from + found.length < until) {
      const wanted = until - from - found.length
      const before = found.length
      const first = others.rank(all.continuationAt(place))
      const left = new Set(others.idsOf('ascending', first, wanted))
      for (const one of at(all, place, wanted)) if (!left.has(idOf(one))) found.push(one)
      // Those between may be many: where none of so many stays, the next one that does is looked for.
      place = found.length > before ? place + wanted : placeAmong(all, others, from + found.length)
    }
    return found
  }

  clone(): Without<Row> {
    return new Without(this.#all.clone(), this.#others.clone())
  }
}

function itself(id: RowId): RowId {
  return id
}

// Where the row that has a place when the others are left out stands among all: so many others come before it. First
// pages begin close to one of the ends, so the steps grow from there.
function placeAmong<Row>(all: Run<Row>, others: Run<Row>, place: number): number {
  const comesBefore = (at: number): boolean => {
    const key = all.continuationAt(at)
    const before = at - others.rank(key)
    return before < place || (before === place && others.rank([...key, HIGH]) > at - before)
  }
  let [low, high] = [place, place + others.count()]
  for (let step = 1; low < high; step *= 4) {
    const [near, far] = [Math.min(low + step, high) - 1, Math.max(high - step, low)]
    if (!comesBefore(near)) high = near
    else low = near + 1
    if (low >= high || far < low) continue
    if (comesBefore(far)) low = far + 1
    else high = far
    // Found between two steps of one end: the rest is halved.
    if (high - low <= step * 4) break
  }
  while (low < high) {
    const middle = (low + high) >>> 1
    if (comesBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}

const NONE: readonly never[] = []

const nothing: Ranked<never> = {
  size: 0,
  slice: () => [],
  ids: () => [],
  rank: () => 0,
  keys: () => [],
  row: () => {
    throw new Error('no row is in the empty run')
  },
  clone: () => nothing,
}
/** The run without a row. Fixed: most runs that a request looks at are empty, and where they begin is not sought. */
export const EMPTY_RUN = new Run<never>(nothing, [], NO_BOUNDS, true)

const FIRST_STEP = 8
const LONGEST_STEP = 256

// Takes more rows out of the tree at once the longer it goes on.
function* walk<Row>(run: Run<Row>, order: RunOrder, skipped: number): Generator<Row> {
  let offset = skipped
  for (let size = FIRST_STEP; ; size = Math.min(2 * size, LONGEST_STEP)) {
    const rows = run.slice(order, offset, size)
    yield* rows
    if (rows.length < size) return
    offset += size
  }
}
