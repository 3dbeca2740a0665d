/** Lines that are the same in a row and make a place worth splitting at. */
const LONG_RUN = 20
/** Moves from which on such a place is good enough. */
const SETTLES_FROM = 256
/** By how much the lines behind such a place must exceed the moves that led there. */
const WORTH = 4
const BEYOND = 0x7fff_ffff

/** A stretch of both versions that is still to be compared. */
export interface Box {
  readonly before: number
  readonly beforeEnd: number
  readonly after: number
  readonly afterEnd: number
  /** Whether the shortest way is looked for at any cost. */
  readonly exact: boolean
}

/** Where a box is divided in two, and whether the way through each half is the shortest. */
export interface Split {
  readonly before: number
  readonly after: number
  readonly exactAbove: boolean
  readonly exactBelow: boolean
}

/**
 * Splits boxes as git does: Myers' search from both ends at once, in the middle of which the ways meet. A search that
 * takes long ends at a place that is good enough. A diagonal is how many more lines were taken of the one version than
 * of the other.
 */
export class Splitter {
  readonly #a: Int32Array
  readonly #b: Int32Array
  /** By diagonal, how far a way from the start has come in the first version, and one from the end. */
  readonly #down: Int32Array
  readonly #up: Int32Array
  /** Where in these diagonal 0 is. */
  readonly #zero: number
  readonly #most: number

  /** `most`: moves after which a search ends anyhow. */
  constructor(a: Int32Array, b: Int32Array, most: number) {
    this.#a = a
    this.#b = b
    this.#most = most
    this.#zero = b.length + 1
    this.#down = new Int32Array(a.length + b.length + 3)
    this.#up = new Int32Array(a.length + b.length + 3)
  }

  split(box: Box): Split {
    const [a, b, down, up, zero] = [this.#a, this.#b, this.#down, this.#up, this.#zero]
    const { before, beforeEnd, after, afterEnd, exact } = box
    const lowest = before - afterEnd
    const highest = beforeEnd - after
    const top = before - after
    const bottom = beforeEnd - afterEnd
    const isOdd = ((top - bottom) & 1) !== 0
    const reach: Reach = { downLow: top, downHigh: top, upLow: bottom, upHigh: bottom }
    down[zero + top] = before
    up[zero + bottom] = beforeEnd
    for (let moves = 1; ; moves++) {
      let hasRun = false
      if (reach.downLow > lowest) down[zero + --reach.downLow - 1] = -1
      else ++reach.downLow
      if (reach.downHigh < highest) down[zero + ++reach.downHigh + 1] = -1
      else --reach.downHigh
      for (let d = reach.downHigh; d >= reach.downLow; d -= 2) {
        const [left, right] = [down[zero + d - 1] as number, down[zero + d + 1] as number]
        const start = left >= right ? left + 1 : right
        let at = start
        while (at < beforeEnd && at - d < afterEnd && a[at] === b[at - d]) at++
        if (at - start > LONG_RUN) hasRun = true
        down[zero + d] = at
        if (isOdd && reach.upLow <= d && d <= reach.upHigh && (up[zero + d] as number) <= at)
          return { before: at, after: at - d, exactAbove: true, exactBelow: true }
      }
      if (reach.upLow > lowest) up[zero + --reach.upLow - 1] = BEYOND
      else ++reach.upLow
      if (reach.upHigh < highest) up[zero + ++reach.upHigh + 1] = BEYOND
      else --reach.upHigh
      for (let d = reach.upHigh; d >= reach.upLow; d -= 2) {
        const [left, right] = [up[zero + d - 1] as number, up[zero + d + 1] as number]
        const start = left < right ? left : right - 1
        let at = start
        while (at > before && at - d > after && a[at - 1] === b[at - d - 1]) at--
        if (start - at > LONG_RUN) hasRun = true
        up[zero + d] = at
        if (!isOdd && reach.downLow <= d && d <= reach.downHigh && at <= (down[zero + d] as number))
          return { before: at, after: at - d, exactAbove: true, exactBelow: true }
      }
      if (exact) continue
      const good = hasRun && moves > SETTLES_FROM ? this.#afterRun(box, reach, moves) : undefined
      if (good !== undefined) return good
      if (moves >= this.#most) return this.#farthest(box, reach)
    }
  }

  /** A place far from where the search began, with a long run right before it. */
  #afterRun({ before, beforeEnd, after, afterEnd }: Box, reach: Reach, moves: number): Split | undefined {
    const [top, bottom] = [before - after, beforeEnd - afterEnd]
    let best = 0
    let place = { before: 0, after: 0 }
    for (let d = reach.downHigh; d >= reach.downLow; d -= 2) {
      const at = this.#down[this.#zero + d] as number
      const other = at - d
      const gain = at - before + (other - after) - Math.abs(d - top)
      const isInside =
        before + LONG_RUN <= at && at < beforeEnd && after + LONG_RUN <= other && other < afterEnd
      if (gain > WORTH * moves && gain > best && isInside && this.#isRun(at - LONG_RUN, other - LONG_RUN)) {
        best = gain
        place = { before: at, after: other }
      }
    }
    if (best > 0) return { ...place, exactAbove: true, exactBelow: false }
    for (let d = reach.upHigh; d >= reach.upLow; d -= 2) {
      const at = this.#up[this.#zero + d] as number
      const other = at - d
      const gain = beforeEnd - at + (afterEnd - other) - Math.abs(d - bottom)
      const isInside =
        before < at && at <= beforeEnd - LONG_RUN && after < other && other <= afterEnd - LONG_RUN
      if (gain > WORTH * moves && gain > best && isInside && this.#isRun(at, other)) {
        best = gain
        place = { before: at, after: other }
      }
    }
    return best > 0 ? { ...place, exactAbove: false, exactBelow: true } : undefined
  }

  #isRun(before: number, after: number): boolean {
    for (let i = 0; i < LONG_RUN; i++) if (this.#a[before + i] !== this.#b[after + i]) return false
    return true
  }

  /** The place that the search has come farthest to, from the one end or the other. */
  #farthest({ before, beforeEnd, after, afterEnd }: Box, reach: Reach): Split {
    let [farDown, downAt] = [-1, -1]
    for (let d = reach.downHigh; d >= reach.downLow; d -= 2) {
      let at = Math.min(this.#down[this.#zero + d] as number, beforeEnd)
      if (afterEnd < at - d) at = afterEnd + d
      if (farDown < at + at - d) [farDown, downAt] = [at + at - d, at]
    }
    let [farUp, upAt] = [BEYOND, BEYOND]
    for (let d = reach.upHigh; d >= reach.upLow; d -= 2) {
      let at = Math.max(before, this.#up[this.#zero + d] as number)
      if (at - d < after) at = after + d
      if (at + at - d < farUp) [farUp, upAt] = [at + at - d, at]
    }
    return beforeEnd + afterEnd - farUp < farDown - (before + after)
      ? { before: downAt, after: farDown - downAt, exactAbove: true, exactBelow: false }
      : { before: upAt, after: farUp - upAt, exactAbove: false, exactBelow: true }
  }
}

/** The diagonals that the ways from either end have come to. */
interface Reach {
  downLow: number
  downHigh: number
  upLow: number
  upHigh: number
}
