import { compareKeys, idOf, type Key } from './key.ts'
import type { RowId } from './row.ts'
import { EMPTY_RUN, type Ranked, Run } from './run.ts'

/**
 * The rows of several runs in one order, for as long as nobody writes. No row is in two of them, and what follows their
 * prefixes in keys is of one kind. A place is found in O(log² n) a run, and each row behind it in O(log n).
 */
export function unionOf<Row>(runs: readonly Run<Row>[]): Run<Row> {
  const some = runs.filter((run) => run.count(1) > 0)
  const [first] = some
  if (first === undefined) return EMPTY_RUN
  return some.length === 1 ? first.fixed() : new Run(new Union(some.map((run) => run.fixed())), [], {}, true)
}

class Union<Row> implements Ranked<Row> {
  readonly #runs: readonly Run<Row>[]
  readonly size: number
  /** Where a window began and ended that was asked for last: most walks go on there. */
  readonly #known = new Map<number, readonly number[]>()

  constructor(runs: readonly Run<Row>[]) {
    this.#runs = runs
    this.size = runs.reduce((sum, run) => sum + run.count(), 0)
  }

  rank(key: Key): number {
    let rank = 0
    for (const run of this.#runs) rank += run.rank(key)
    return rank
  }

  ids(from: number, to: number): RowId[] {
    return this.keys(from, to).map(idOf)
  }

  slice(from: number, to: number): Row[] {
    return this.ids(from, to).map((id) => this.row(id))
  }

  row(id: RowId): Row {
    return (this.#runs[0] as Run<Row>).row(id)
  }

  keys(from: number, to: number): Key[] {
    const until = Math.min(to, this.size)
    if (from >= until) return []
    // From that side whose cuts cost nothing, if there is one.
    return this.#isKnown(until) && !this.#isKnown(from)
      ? this.#backward(from, until)
      : this.#forward(from, until)
  }

  clone(): Union<Row> {
    return new Union(this.#runs.map((run) => run.clone()))
  }

  #isKnown(place: number): boolean {
    return place === 0 || place === this.size || this.#known.has(place)
  }

  #forward(from: number, to: number): Key[] {
    const cuts = this.#cutsAt(from)
    const heads = this.#runs.map((run, i) => new Head(run, cuts[i] as number, 1))
    const keys = merged(heads, 1, to - from)
    this.#note(from, cuts)
    this.#note(
      to,
      heads.map(({ place }) => place),
    )
    return keys
  }

  #backward(from: number, to: number): Key[] {
    const cuts = this.#cutsAt(to)
    const heads = this.#runs.map((run, i) => new Head(run, (cuts[i] as number) - 1, -1))
    const keys = merged(heads, -1, to - from).reverse()
    this.#note(to, cuts)
    this.#note(
      from,
      heads.map(({ place }) => place + 1),
    )
    return keys
  }

  #note(place: number, cuts: readonly number[]): void {
    if (this.#known.size > 3) this.#known.clear()
    this.#known.set(place, cuts)
  }

  // How many rows of each run come before a place.
  #cutsAt(place: number): readonly number[] {
    if (place === 0) return this.#runs.map(() => 0)
    if (place === this.size) return this.#runs.map((run) => run.count())
    const known = this.#known.get(place)
    if (known !== undefined) return known
    const low = this.#runs.map(() => 0)
    const high = this.#runs.map((run) => run.count())
    for (;;) {
      let widest = 0
      for (const i of low.keys()) if (width(low, high, i) > width(low, high, widest)) widest = i
      if (width(low, high, widest) === 0) return low
      const middle = ((low[widest] as number) + (high[widest] as number)) >>> 1
      const key = (this.#runs[widest] as Run<Row>).continuationAt(middle)
      const ranks = this.#runs.map((run, i) => (i === widest ? middle : run.rank(key)))
      // The row with the key stands at their sum: it comes before the place, or not.
      const isBefore = ranks.reduce((sum, rank) => sum + rank, 0) < place
      for (const [i, rank] of ranks.entries())
        if (isBefore) low[i] = Math.max(low[i] as number, i === widest ? rank + 1 : rank)
        else high[i] = Math.min(high[i] as number, rank)
    }
  }
}

function width(low: readonly number[], high: readonly number[], i: number): number {
  return (high[i] as number) - (low[i] as number)
}

/** Most keys that are taken out of a run at once: of many runs a page has few rows. */
const MOST_AHEAD = 64

/** A way through one run, to one of its ends. */
class Head<Row> {
  readonly #run: Run<Row>
  readonly #step: 1 | -1
  readonly #count: number
  #ahead: readonly Key[] = []
  #next = 0
  /** Where it stands. */
  place: number
  /** Undefined at the end. */
  key: Key | undefined

  constructor(run: Run<Row>, place: number, step: 1 | -1) {
    this.#run = run
    this.#step = step
    this.#count = run.count()
    this.place = place
    this.key = this.#read()
  }

  advance(): void {
    this.place += this.#step
    this.key = this.#read()
  }

  #read(): Key | undefined {
    const { place } = this
    if (place < 0 || place >= this.#count) return undefined
    if (this.#next === this.#ahead.length) {
      const size = Math.min(2 * this.#ahead.length || 1, MOST_AHEAD)
      const from = this.#step === 1 ? place : Math.max(place + 1 - size, 0)
      const keys = this.#run.continuations(from, this.#step === 1 ? place + size : place + 1)
      this.#ahead = this.#step === 1 ? keys : keys.reverse()
      this.#next = 0
    }
    return this.#ahead[this.#next++]
  }
}

// The next keys of all ways, from a heap on whose top is the way that stands at the first one.
function merged<Row>(heads: readonly Head<Row>[], step: 1 | -1, size: number): Key[] {
  const heap = heads.filter(({ key }) => key !== undefined)
  const comesBefore = (a: number, b: number) =>
    step * compareKeys((heap[a] as Head<Row>).key as Key, (heap[b] as Head<Row>).key as Key) < 0
  const sink = (from: number) => {
    for (let place = from; ; ) {
      let least = place
      for (const child of [2 * place + 1, 2 * place + 2])
        if (child < heap.length && comesBefore(child, least)) least = child
      if (least === place) return
      const [head, other] = [heap[place], heap[least]] as [Head<Row>, Head<Row>]
      heap[place] = other
      heap[least] = head
      place = least
    }
  }
  for (let i = (heap.length >> 1) - 1; i >= 0; i--) sink(i)
  const keys: Key[] = []
  while (keys.length < size && heap.length > 0) {
    const top = heap[0] as Head<Row>
    keys.push(top.key as Key)
    top.advance()
    if (top.key === undefined) {
      const last = heap.pop() as Head<Row>
      if (heap.length === 0) break
      if (last !== top) heap[0] = last
    }
    sink(0)
  }
  return keys
}
