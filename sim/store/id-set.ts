import { type Bits, isIn, noBits, numbersOf, PART, partOf, put, putUnlike, sizeOf } from './id-bits.ts'

/** Some numbers of rows, told part by part: what several sets have in common is found without a look at rows. */
export interface IdSet {
  has(id: number): boolean
  /** The parts in which there may be numbers, ascending. */
  readonly parts: readonly number[]
  /** The bits of a part, as long as no other part is asked for; undefined where it is empty. */
  bitsOf(part: number): Bits | undefined
  /** How many numbers of a part there are. */
  sizeOf(part: number): number
}

const UNKNOWN = -1
const NO_BITS = noBits()

/** Numbers of rows as bits. It never changes: others are made of it, which share the parts that are the same. */
export class Ids implements IdSet {
  readonly parts: readonly number[]
  readonly #bits: readonly Bits[]
  /** How many numbers each part has, as far as somebody asked. */
  readonly #sizes: number[]

  private constructor(parts: readonly number[], bits: readonly Bits[], sizes?: number[]) {
    this.parts = parts
    this.#bits = bits
    this.#sizes = sizes ?? parts.map(() => UNKNOWN)
  }

  static of(ids: Iterable<number>): Ids {
    const byPart = new Map<number, Bits>()
    let part = -1
    let bits = NO_BITS
    for (const id of ids) {
      const its = partOf(id)
      if (its !== part) {
        part = its
        bits = byPart.get(part) ?? noBits()
        byPart.set(part, bits)
      }
      put(bits, id, true)
    }
    const parts = [...byPart.keys()].sort((a, b) => a - b)
    return new Ids(
      parts,
      parts.map((part) => byPart.get(part) as Bits),
    )
  }

  /** The same numbers, which nothing changes any more. */
  static copy(set: IdSet): Ids {
    if (set instanceof Ids) return set
    const parts: number[] = []
    const bits: Bits[] = []
    for (const part of set.parts) {
      const its = set.bitsOf(part)
      if (its === undefined) continue
      parts.push(part)
      bits.push(its.slice())
    }
    return new Ids(parts, bits)
  }

  /** How many numbers are in one of two sets only. What both share is not looked at. */
  static apart(a: Ids, b: Ids): number {
    let count = 0
    for (const { bits } of unlikeParts(a, b)) count += sizeOf(bits)
    return count
  }

  /** These numbers. */
  static *unlike(a: Ids, b: Ids): Generator<number> {
    for (const { part, bits } of unlikeParts(a, b)) yield* numbersOf(part, bits)
  }

  get isEmpty(): boolean {
    return this.parts.every((part) => this.sizeOf(part) === 0)
  }

  has(id: number): boolean {
    const bits = this.bitsOf(partOf(id))
    return bits !== undefined && isIn(bits, id)
  }

  bitsOf(part: number): Bits | undefined {
    const place = this.#placeOf(part)
    return this.parts[place] === part ? this.#bits[place] : undefined
  }

  sizeOf(part: number): number {
    const place = this.#placeOf(part)
    if (this.parts[place] !== part) return 0
    let size = this.#sizes[place] as number
    if (size === UNKNOWN) {
      size = sizeOf(this.#bits[place] as Bits)
      this.#sizes[place] = size
    }
    return size
  }

  /** Whether it has all numbers of a part. */
  isWhole(part: number): boolean {
    return this.sizeOf(part) === PART
  }

  /** The same with some numbers in it, or out of it. */
  with(changes: Iterable<readonly [id: number, isIn: boolean]>): Ids {
    let [parts, bits, sizes] = [this.parts, this.#bits, this.#sizes] as [number[], Bits[], number[]]
    const own = new Set<number>()
    for (const [id, wanted] of changes) {
      const part = partOf(id)
      const place = placeAmong(parts, part)
      const known = parts[place] === part ? bits[place] : undefined
      if ((known !== undefined && isIn(known, id)) === wanted) continue
      if (own.size === 0) [parts, bits, sizes] = [parts.slice(), bits.slice(), sizes.slice()]
      if (known === undefined) {
        parts.splice(place, 0, part)
        bits.splice(place, 0, noBits())
        sizes.splice(place, 0, UNKNOWN)
      } else if (!own.has(part)) bits[place] = known.slice()
      own.add(part)
      sizes[place] = UNKNOWN
      put(bits[place] as Bits, id, wanted)
    }
    return own.size === 0 ? this : new Ids(parts, bits, sizes)
  }

  // Most sets have every part from the first on.
  #placeOf(part: number): number {
    const guess = part - (this.parts[0] ?? 0)
    return this.parts[guess] === part ? guess : placeAmong(this.parts, part)
  }
}

export const NO_IDS = Ids.of([])

interface Unlike {
  readonly part: number
  readonly bits: Bits
}

// The bits that are in one of two sets only, as long as no other part is asked for.
function* unlikeParts(a: Ids, b: Ids): Generator<Unlike> {
  const own = noBits()
  for (const part of new Set([...a.parts, ...b.parts])) {
    const [x, y] = [a.bitsOf(part), b.bitsOf(part)]
    if (x === y) continue
    putUnlike(own, x ?? NO_BITS, y ?? NO_BITS)
    yield { part, bits: own }
  }
}

// Where a part stands, or would.
function placeAmong(parts: readonly number[], part: number): number {
  let [low, high] = [0, parts.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((parts[middle] as number) < part) low = middle + 1
    else high = middle
  }
  return low
}
