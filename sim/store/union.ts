import type { IdSet } from './id-set.ts'
import { compareKeys, idOf, type Key } from './key.ts'
import type { RowId } from './row.ts'
import { EMPTY_RUN, type Ranked, Run } from './run.ts'

/**
 * The rows of several runs in one order, for as long as nobody writes. No row is in two of them, and what follows their
 * prefixes in keys is of one kind. A place is found in O(log² n) a run, and each row behind it in O(log n).
 */
export function unionOf<Row>(runs: readonly Run<Row>[]): Run<Row> {
  // Where each begins and ends is found once, for whoever asks afterwards too.
  const some = runs.map((run) => run.fixed()).filter((run) => run.count(1) > 0)
  const [first] = some
  if (first === undefined) return EMPTY_RUN
  return some.length === 1 ? first : new Run(new Union(some), [], {}, true)
}

/** How many rows of each run come before a place. */
interface Cut {
  readonly place: number
  readonly before: readonly number[]
}
const MOST_KNOWN = 8
/** It takes longer to find a place than to go on for so many rows, or for so many times the square of the number of runs. */
const CLOSE = 64
const CLOSE_OF_MANY = 1 / 8
/** As many rows are put in order at once. */
const FEW = 128

class Union<Row> implements Ranked<Row> {
  readonly #runs: readonly Run<Row>[]
  readonly size: number
  /** How many rows of each run come before places that were met last: most walks go on there, or close by. */
  #known: readonly Cut[] = []
  /** All keys, where there are few. */
  #all: readonly Key[] | undefined

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
    if (this.size <= FEW) {
      this.#all ??= this.#runs.flatMap((run) => run.continuations(0, run.count())).sort(compareKeys)
      return this.#all.slice(from, until)
    }
    // From that side whose cut costs less.
    return this.#distance(until) < this.#distance(from)
      ? this.#walk(until, from - until).reverse()
      : this.#walk(from, until - from)
  }

  clone(): Union<Row> {
    return new Union(this.#runs.map((run) => run.clone()))
  }

  among(set: IdSet): Union<Row> | undefined {
    const some = this.#runs.flatMap((run) => run.among(set) ?? [])
    return some.length === this.#runs.length ? new Union(some) : undefined
  }

  /** The keys behind a place, or before it where there are to be less than none. */
  #walk(from: number, by: number): Key[] {
    const cut = this.#cutAt(from)
    const step = by < 0 ? -1 : 1
    const heads = this.#runs.map(
      (run, i) => new Head(run, (cut.before[i] as number) - (by < 0 ? 1 : 0), step),
    )
    const keys = merged(heads, step, Math.abs(by))
    this.#note({ place: from + by, before: heads.map(({ place }) => place + (by < 0 ? 1 : 0)) })
    return keys
  }

  #note(cut: Cut): void {
    this.#known = [cut, ...this.#known.slice(0, MOST_KNOWN - 1)]
  }

  // How far a place is from one that is known.
  #distance(place: number): number {
    let least = Math.min(place, this.size - place)
    for (const known of this.#known) least = Math.min(least, Math.abs(known.place - place))
    return least
  }

  #cutAt(place: number): Cut {
    const distance = this.#distance(place)
    if (distance > Math.max(CLOSE, CLOSE_OF_MANY * this.#runs.length ** 2)) {
      this.#note({ place, before: this.#found(place) })
    } else {
      const known = this.#known.find((cut) => Math.abs(cut.place - place) === distance)
      const near = known ?? this.#end(2 * place < this.size ? 0 : this.size)
      if (distance === 0) return near
      this.#walk(near.place, place - near.place)
    }
    return this.#known[0] as Cut
  }

  #end(place: number): Cut {
    return { place, before: this.#runs.map((run) => (place === 0 ? 0 : run.count())) }
  }

  #found(place: number): readonly number[] {
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
