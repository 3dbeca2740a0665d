import { type Bits, noBits, PART, partOf, put, putCommon, putEither, putRest, sizeOf } from './id-bits.ts'
import { type IdSet, Ids, NO_IDS } from './id-set.ts'

/** What is in all of some sets, of which there is at least one, and in none of others. */
export function inAll(all: readonly IdSet[], none: readonly IdSet[] = []): IdSet {
  const sorted = [...new Set(all)].sort((a, b) => a.parts.length - b.parts.length)
  const [first] = sorted
  if (first === undefined) return NO_IDS
  return sorted.length === 1 && none.length === 0 ? first : new InAll(sorted, none, first.parts)
}

class InAll implements IdSet {
  readonly #all: readonly IdSet[]
  readonly #none: readonly IdSet[]
  readonly parts: readonly number[]
  readonly #own = noBits()
  /** Of which the bits of the part that was asked for last are, where one set alone tells them. */
  #only: IdSet | undefined

  constructor(all: readonly IdSet[], none: readonly IdSet[], parts: readonly number[]) {
    this.#all = all
    this.#none = none
    this.parts = parts
  }

  has(id: number): boolean {
    return this.#all.every((set) => set.has(id)) && !this.#none.some((set) => set.has(id))
  }

  bitsOf(part: number): Bits | undefined {
    let found: Bits | undefined
    this.#only = undefined
    for (const set of this.#all) {
      const bits = set.bitsOf(part)
      if (bits === undefined) return undefined
      if (found === undefined) this.#only = set
      // What has all numbers leaves nothing out.
      else if (isWhole(set, part)) continue
      else if (this.#only !== undefined && isWhole(this.#only, part)) this.#only = set
      else {
        putCommon(this.#own, found, bits)
        this.#only = undefined
      }
      found = this.#only === undefined ? this.#own : bits
    }
    for (const set of this.#none) {
      const bits = set.bitsOf(part)
      if (bits === undefined || found === undefined) continue
      if (isWhole(set, part)) return undefined
      putRest(this.#own, found, bits)
      found = this.#own
      this.#only = undefined
    }
    return found
  }

  sizeOf(part: number): number {
    const bits = this.bitsOf(part)
    return this.#only?.sizeOf(part) ?? (bits === undefined ? 0 : sizeOf(bits))
  }
}

// Of other sets that would have to be counted.
function isWhole(set: IdSet, part: number): boolean {
  return set instanceof Ids && set.isWhole(part)
}

/** What is in any of some sets. */
export function inAny(sets: readonly IdSet[]): IdSet {
  const [only] = sets
  if (only === undefined) return NO_IDS
  if (sets.length === 1) return only
  const own = noBits()
  const bitsOf = (part: number) => {
    own.fill(0)
    for (const set of sets) {
      const bits = set.bitsOf(part)
      if (bits !== undefined) putEither(own, own, bits)
    }
    return own
  }
  return {
    parts: [...new Set(sets.flatMap(({ parts }) => parts))].sort((a, b) => a - b),
    has: (id) => sets.some((set) => set.has(id)),
    bitsOf,
    sizeOf: (part) => sizeOf(bitsOf(part)),
  }
}

/** All numbers within bounds, both included. */
export function idsWithin(from: number, to: number): IdSet {
  const [first, last] = [Math.max(from, 0), to]
  const own = noBits()
  const [firstPart, lastPart] = [partOf(first), partOf(last)]
  const bounds = (part: number) =>
    [Math.max(first, part * PART), Math.min(last, (part + 1) * PART - 1)] as const
  const sizeWithin = (part: number) => {
    const [low, high] = bounds(part)
    return Math.max(high - low + 1, 0)
  }
  return {
    parts: Array.from({ length: Math.max(lastPart - firstPart + 1, 0) }, (_, i) => firstPart + i),
    has: (id) => id >= first && id <= last,
    bitsOf: (part) => {
      if (sizeWithin(part) === PART) return own.fill(~0)
      own.fill(0)
      const [low, high] = bounds(part)
      for (let id = low; id <= high; id++) put(own, id, true)
      return own
    },
    sizeOf: sizeWithin,
  }
}
