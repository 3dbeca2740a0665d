import { Pace, type Steps } from '../../lib/steps.ts'

/** Bytes that take as long to handle as a place takes to be sorted. */
const EACH_PLACE = 16
/** A group that is too small for the engine's sort to pay. */
const FEW = 16
/** Places are below 2^20: a rank and a place share one exact number. */
const SHIFT = 2 ** 20

/** The last bytes of all rotations in sorted order, and where the bytes themselves stand among them, step by step. */
export function* sortRotations(
  bytes: Uint8Array,
): Steps<{ readonly last: Uint8Array; readonly origin: number }> {
  const order = yield* new Rotations(bytes).sorted()
  yield
  const last = new Uint8Array(bytes.length)
  let origin = 0
  for (let i = 0; i < order.length; i++) {
    const start = order[i] as number
    if (start === 0) origin = i
    last[i] = bytes[start === 0 ? bytes.length - 1 : start - 1] as number
  }
  return { last, origin }
}

/**
 * Rotations by their starts, sorted by twice as many bytes in each round: once all are known by their first `n`
 * bytes, a rotation's rank and that of the one `n` further on order it by `2n`. Equal ones keep together as a group;
 * what is alone in its group is never looked at again.
 */
class Rotations {
  readonly #size: number
  readonly #order: Int32Array
  /** Of each rotation the place at which its group begins. */
  readonly #ranks: Int32Array
  readonly #keys: Float64Array
  /** First and last places of the groups that are left. */
  #groups: number[] = []

  constructor(bytes: Uint8Array) {
    this.#size = bytes.length
    this.#order = new Int32Array(this.#size)
    this.#ranks = new Int32Array(this.#size)
    this.#keys = new Float64Array(this.#size)
    this.#sortByPairs(bytes)
  }

  *sorted(): Steps<Int32Array> {
    const pace = new Pace()
    yield
    // Rotations that are equal all the way round may stand in any order.
    for (let known = 2; known < this.#size && this.#groups.length > 0; known *= 2) {
      const groups = this.#groups
      this.#groups = []
      for (let i = 0; i < groups.length; i += 2) {
        const [first, last] = [groups[i] as number, groups[i + 1] as number]
        this.#sortGroup(first, last, known)
        // Groups are many and most are small.
        if (pace.of((last - first) * EACH_PLACE)) yield
      }
    }
    return this.#order
  }

  #sortByPairs(bytes: Uint8Array): void {
    const size = this.#size
    const pair = (i: number) => ((bytes[i] as number) << 8) | (bytes[i + 1 === size ? 0 : i + 1] as number)
    const starts = new Int32Array(65_537)
    for (let i = 0; i < size; i++) takeOne(starts, pair(i) + 1)
    for (let i = 0; i < 65_536; i++) starts[i + 1] = (starts[i + 1] as number) + (starts[i] as number)
    const next = starts.slice()
    for (let i = 0; i < size; i++) {
      const value = pair(i)
      this.#order[takeOne(next, value)] = i
      this.#ranks[i] = starts[value] as number
    }
    for (let i = 0; i < 65_536; i++) this.#leave(starts[i] as number, (starts[i + 1] as number) - 1)
  }

  #leave(first: number, last: number): void {
    if (last > first) this.#groups.push(first, last)
  }

  #sortGroup(first: number, last: number, known: number): void {
    const keys = this.#keys
    for (let i = first; i <= last; i++) {
      const start = this.#order[i] as number
      const further = start + known < this.#size ? start + known : start + known - this.#size
      keys[i] = (this.#ranks[further] as number) * SHIFT + start
    }
    if (last - first < FEW) insertionSort(keys, first, last)
    else keys.subarray(first, last + 1).sort()
    this.#split(first, last)
  }

  /** Writes a sorted group back; where the key changes a new group begins. */
  #split(first: number, last: number): void {
    let begin = first
    let rank = Math.floor((this.#keys[first] as number) / SHIFT)
    for (let i = first; i <= last; i++) {
      const key = this.#keys[i] as number
      const own = Math.floor(key / SHIFT)
      if (own !== rank) {
        this.#leave(begin, i - 1)
        begin = i
        rank = own
      }
      const start = key - own * SHIFT
      this.#order[i] = start
      this.#ranks[start] = begin
    }
    this.#leave(begin, last)
  }
}

/** Counts one up and gives what it was before. */
function takeOne(counts: Int32Array, at: number): number {
  const before = counts[at] as number
  counts[at] = before + 1
  return before
}

function insertionSort(keys: Float64Array, first: number, last: number): void {
  for (let i = first + 1; i <= last; i++) {
    const key = keys[i] as number
    let at = i
    for (; at > first && (keys[at - 1] as number) > key; at--) keys[at] = keys[at - 1] as number
    keys[at] = key
  }
}
