import { finished, type Steps } from '../lib/steps.ts'

/** A run of lines that two versions share, or that only one of them has. */
export interface Edit {
  readonly kind: 'kept' | 'removed' | 'added'
  readonly count: number
}

/** Lines that are numbered between two steps. */
const NUMBERED = 32_768

/** The lines of versions as numbers, equal ones for equal lines: they compare at once, whatever their length. */
export class LineNumbers {
  readonly #numbers = new Map<string, number>()

  of(lines: readonly string[]): Int32Array {
    return finished(this.steps(lines))
  }

  /** The same step by step. */
  *steps(lines: readonly string[]): Steps<Int32Array> {
    const numbers = new Int32Array(lines.length)
    for (let i = 0; i < lines.length; i++) {
      numbers[i] = this.#number(lines[i] as string)
      if (i % NUMBERED === NUMBERED - 1) yield
    }
    return numbers
  }

  #number(line: string): number {
    const known = this.#numbers.get(line)
    if (known !== undefined) return known
    const { size } = this.#numbers
    this.#numbers.set(line, size)
    return size
  }
}

/**
 * The shortest way from one list to another, found as Myers describes it, without moves beyond either end; undefined
 * where it takes more than `most` removals and additions. The work grows with the square of their number, so that
 * `most` is what bounds it.
 */
export function shortestEdits(
  before: Int32Array,
  after: Int32Array,
  most: number,
): readonly Edit[] | undefined {
  if (unmatched(before, after) > most) return undefined
  return new Search(before, after).run(Math.min(before.length + after.length, most))
}

/** Lines that one side has more often than the other: no way is shorter. */
function unmatched(before: Int32Array, after: Int32Array): number {
  if (before.length + after.length > MANY) return unmatchedOfMany(before, after)
  const counts = new Map<number, number>()
  for (const line of before) counts.set(line, (counts.get(line) ?? 0) + 1)
  for (const line of after) counts.set(line, (counts.get(line) ?? 0) - 1)
  let sum = 0
  for (const count of counts.values()) sum += Math.abs(count)
  return sum
}

/** Lines from which on it is faster to count in a list by their numbers. */
const MANY = 1000

function unmatchedOfMany(before: Int32Array, after: Int32Array): number {
  const most = [before, after].reduce((all, lines) => lines.reduce((a, b) => Math.max(a, b), all), 0)
  const counts = new Int32Array(most + 1)
  for (const line of before) (counts[line] as number)++
  for (const line of after) (counts[line] as number)--
  return counts.reduce((sum, count) => sum + Math.abs(count), 0)
}

const NONE = -1
const REMOVED = 1
const ADDED = 2
/** Paths that there is room for at first: most searches are short, and there may be very many. */
const FEW = 8

/** Paths through the two lists. A diagonal is how many more lines were taken of the one than of the other. */
class Search {
  readonly #before: Int32Array
  readonly #after: Int32Array
  /** By path: lines of `before` that are behind it, the path that it goes on from, and by which move. */
  #places = new Int32Array(FEW)
  #origins = new Int32Array(FEW)
  #moves = new Uint8Array(FEW)
  #count = 0

  constructor(before: Int32Array, after: Int32Array) {
    this.#before = before
    this.#after = after
  }

  run(most: number): readonly Edit[] | undefined {
    const first = this.#path(this.#along(0, 0), NONE, 0)
    if (this.#isEnd(first, 0)) return this.#edits(first)
    const farthest = new Int32Array(2 * most + 3).fill(NONE)
    const middle = most + 1
    farthest[middle] = first
    const within = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY }
    for (let length = 1; length <= most; length++) {
      const to = Math.min(within.high, length)
      for (let diagonal = Math.max(within.low, -length); diagonal <= to; diagonal += 2) {
        const path = this.#next(farthest, middle + diagonal, diagonal)
        farthest[middle + diagonal] = path
        if (path === NONE) continue
        if (this.#isEnd(path, diagonal)) return this.#edits(path)
        // What has met an end of either list gains nothing by going beyond it.
        const place = this.#places[path] as number
        if (place >= this.#before.length) within.high = Math.min(within.high, diagonal - 1)
        if (place - diagonal >= this.#after.length) within.low = Math.max(within.low, diagonal + 1)
      }
    }
    return undefined
  }

  /** The farthest path on a diagonal that is one move longer than those beside it. */
  #next(farthest: Int32Array, at: number, diagonal: number): number {
    const [removes, adds] = [farthest[at - 1] as number, farthest[at + 1] as number]
    farthest[at - 1] = NONE
    const below = adds === NONE ? NONE : (this.#places[adds] as number)
    const beside = removes === NONE ? NONE : (this.#places[removes] as number)
    const canAdd = adds !== NONE && below - diagonal >= 1 && below - diagonal <= this.#after.length
    const canRemove = removes !== NONE && beside < this.#before.length
    if (!canAdd && !canRemove) return NONE
    return !canRemove || (canAdd && beside < below)
      ? this.#path(this.#along(below, diagonal), adds, ADDED)
      : this.#path(this.#along(beside + 1, diagonal), removes, REMOVED)
  }

  /** How far lines are the same from a place on. */
  #along(place: number, diagonal: number): number {
    const [before, after] = [this.#before, this.#after]
    const end = Math.min(before.length, after.length + diagonal)
    let at = place
    while (at < end && before[at] === after[at - diagonal]) at++
    return at
  }

  #isEnd(path: number, diagonal: number): boolean {
    const place = this.#places[path] as number
    return place >= this.#before.length && place - diagonal >= this.#after.length
  }

  #path(place: number, origin: number, move: number): number {
    const path = this.#count++
    if (path === this.#places.length) this.#grow()
    this.#places[path] = place
    this.#origins[path] = origin
    this.#moves[path] = move
    return path
  }

  #grow(): void {
    const size = 2 * this.#count
    const [places, origins, moves] = [new Int32Array(size), new Int32Array(size), new Uint8Array(size)]
    places.set(this.#places)
    origins.set(this.#origins)
    moves.set(this.#moves)
    this.#places = places
    this.#origins = origins
    this.#moves = moves
  }

  #edits(end: number): readonly Edit[] {
    const found: { kind: Edit['kind']; count: number }[] = []
    const take = (kind: Edit['kind'], count: number) => {
      const last = found.at(-1)
      if (last?.kind === kind) last.count += count
      else if (count > 0) found.push({ kind, count })
    }
    for (let path = end; path !== NONE; path = this.#origins[path] as number) {
      const place = this.#places[path] as number
      const origin = this.#origins[path] as number
      const move = this.#moves[path]
      const start = origin === NONE ? 0 : (this.#places[origin] as number) + (move === REMOVED ? 1 : 0)
      take('kept', place - start)
      if (move === REMOVED) take('removed', 1)
      else if (move === ADDED) take('added', 1)
    }
    return found.reverse()
  }
}
