/** Edits after which a box that may be split roughly is split at the best place found so far, whatever its size. */
const PATIENCE = 256

/** Parts of two files to be compared; `exact` asks for a shortest way, whatever it costs. */
export interface Box {
  readonly aStart: number
  readonly aEnd: number
  readonly bStart: number
  readonly bEnd: number
  readonly exact: boolean
}

export interface Middle {
  readonly a: number
  readonly b: number
  /** Whether the parts before and after have to be compared exactly for the whole to be a shortest way. */
  readonly exactBefore: boolean
  readonly exactAfter: boolean
}

/**
 * A point near the middle of a shortest way through the box, found by walking from both ends at once (Myers 1986,
 * section 4b). Ties fall as in git, so that equally short ways come out the same.
 */
export function middleOf(a: Int32Array, b: Int32Array, box: Box): Middle {
  const search = new Search(a, b, box)
  const patience = Math.max(PATIENCE, roughRoot(a.length + b.length + 3))
  for (let edits = 1; ; edits++) {
    const met = search.forward() ?? search.backward()
    if (met) return { ...met, exactBefore: true, exactAfter: true }
    if (!box.exact && edits >= patience) return search.furthest()
  }
}

interface Point {
  readonly a: number
  readonly b: number
}

/** Diagonals are numbered by the line of `a` minus the line of `b`; an array holds how far each has come in `a`. */
class Search {
  private readonly a: Int32Array
  private readonly b: Int32Array
  private readonly box: Box
  private readonly ahead: Int32Array
  private readonly back: Int32Array
  private readonly zero: number
  private readonly lowest: number
  private readonly highest: number
  private readonly odd: boolean
  private readonly fore: Band
  private readonly hind: Band

  constructor(a: Int32Array, b: Int32Array, box: Box) {
    this.a = a
    this.b = b
    this.box = box
    this.lowest = box.aStart - box.bEnd
    this.highest = box.aEnd - box.bStart
    this.zero = 1 - this.lowest
    this.ahead = new Int32Array(this.highest - this.lowest + 3)
    this.back = new Int32Array(this.highest - this.lowest + 3)
    const [first, last] = [box.aStart - box.bStart, box.aEnd - box.bEnd]
    this.odd = (first - last) % 2 !== 0
    this.fore = { low: first, high: first }
    this.hind = { low: last, high: last }
    this.set(this.ahead, first, box.aStart)
    this.set(this.back, last, box.aEnd)
  }

  /** Takes every way from the start one edit further; answers the point where one meets a way from the end. */
  forward(): Point | undefined {
    this.widen(this.fore, this.ahead, -1)
    for (let d = this.fore.high; d >= this.fore.low; d -= 2) {
      const [below, above] = [this.at(this.ahead, d - 1), this.at(this.ahead, d + 1)]
      let i = below >= above ? below + 1 : above
      while (i < this.box.aEnd && i - d < this.box.bEnd && this.a[i] === this.b[i - d]) i++
      this.set(this.ahead, d, i)
      if (this.odd && within(this.hind, d) && this.at(this.back, d) <= i) return { a: i, b: i - d }
    }
    return undefined
  }

  /** Takes every way from the end one edit further back. */
  backward(): Point | undefined {
    this.widen(this.hind, this.back, 0x7fffffff)
    for (let d = this.hind.high; d >= this.hind.low; d -= 2) {
      const [below, above] = [this.at(this.back, d - 1), this.at(this.back, d + 1)]
      let i = below < above ? below : above - 1
      while (i > this.box.aStart && i - d > this.box.bStart && this.a[i - 1] === this.b[i - d - 1]) i--
      this.set(this.back, d, i)
      if (!this.odd && within(this.fore, d) && i <= this.at(this.ahead, d)) return { a: i, b: i - d }
    }
    return undefined
  }

  /** The point furthest from either end; only the part that was walked through is known to be a shortest way. */
  furthest(): Middle {
    const { aStart, aEnd, bStart, bEnd } = this.box
    let [front, rear]: [Point, Point] = [
      { a: -1, b: 0 },
      { a: 0x3fffffff, b: 0 },
    ]
    for (let d = this.fore.high; d >= this.fore.low; d -= 2) {
      const a = Math.min(this.at(this.ahead, d), aEnd, bEnd + d)
      if (a + a - d > front.a + front.b) front = { a, b: a - d }
    }
    for (let d = this.hind.high; d >= this.hind.low; d -= 2) {
      const a = Math.max(this.at(this.back, d), aStart, bStart + d)
      if (a + a - d < rear.a + rear.b) rear = { a, b: a - d }
    }
    const frontWins = aEnd + bEnd - (rear.a + rear.b) < front.a + front.b - (aStart + bStart)
    return { ...(frontWins ? front : rear), exactBefore: frontWins, exactAfter: !frontWins }
  }

  /** Adds a diagonal on each side while there is one in the box, and drops one where there is not. */
  private widen(band: Band, reach: Int32Array, unreached: number): void {
    if (band.low > this.lowest) this.set(reach, --band.low - 1, unreached)
    else band.low++
    if (band.high < this.highest) this.set(reach, ++band.high + 1, unreached)
    else band.high--
  }

  private at(reach: Int32Array, diagonal: number): number {
    return reach[this.zero + diagonal] ?? 0
  }

  private set(reach: Int32Array, diagonal: number, value: number): void {
    reach[this.zero + diagonal] = value
  }
}

interface Band {
  low: number
  high: number
}

const within = ({ low, high }: Band, diagonal: number): boolean => low <= diagonal && diagonal <= high

/** A power of two near the square root. */
export function roughRoot(n: number): number {
  let root = 1
  for (let rest = n; rest > 0; rest >>= 2) root <<= 1
  return root
}
