/** Numbers of rows, in parts of so many that follow one another. */
const PART = 4096
const WORDS = PART / 32

/** Some numbers of rows, told part by part: what several sets have in common is found without a look at rows. */
export interface IdSet {
  has(id: number): boolean
  /** The parts in which there may be numbers, ascending. */
  readonly parts: readonly number[]
  /** The bits of a part, as long as no other part is asked for; undefined where it is empty. */
  bitsOf(part: number): Uint32Array | undefined
}

/** Numbers of rows as bits. It never changes: others are made of it, which share the parts that are the same. */
export class Ids implements IdSet {
  readonly parts: readonly number[]
  readonly #bits: readonly Uint32Array[]

  private constructor(parts: readonly number[], bits: readonly Uint32Array[]) {
    this.parts = parts
    this.#bits = bits
  }

  static of(ids: Iterable<number>): Ids {
    const byPart = new Map<number, Uint32Array>()
    let part = -1
    let bits: Uint32Array = new Uint32Array(0)
    for (const id of ids) {
      const its = partOf(id)
      if (its !== part) {
        part = its
        bits = byPart.get(part) ?? new Uint32Array(WORDS)
        byPart.set(part, bits)
      }
      put(bits, id, true)
    }
    const parts = [...byPart.keys()].sort((a, b) => a - b)
    return new Ids(
      parts,
      parts.map((part) => byPart.get(part) as Uint32Array),
    )
  }

  /** The same numbers, which nothing changes any more. */
  static copy(set: IdSet): Ids {
    if (set instanceof Ids) return set
    const parts: number[] = []
    const bits: Uint32Array[] = []
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
    return countOf(this, 1) === 0
  }

  has(id: number): boolean {
    const bits = this.bitsOf(partOf(id))
    return bits !== undefined && isIn(bits, id)
  }

  bitsOf(part: number): Uint32Array | undefined {
    const place = this.#placeOf(part)
    return this.parts[place] === part ? this.#bits[place] : undefined
  }

  /** The same with some numbers in it, or out of it. */
  with(changes: Iterable<readonly [id: number, isIn: boolean]>): Ids {
    let [parts, bits] = [this.parts, this.#bits] as [number[], Uint32Array[]]
    const own = new Set<number>()
    for (const [id, wanted] of changes) {
      const part = partOf(id)
      const place = placeAmong(parts, part)
      const known = parts[place] === part ? bits[place] : undefined
      if ((known !== undefined && isIn(known, id)) === wanted) continue
      if (own.size === 0) [parts, bits] = [parts.slice(), bits.slice()]
      if (known === undefined) {
        parts.splice(place, 0, part)
        bits.splice(place, 0, new Uint32Array(WORDS))
      } else if (!own.has(part)) bits[place] = known.slice()
      own.add(part)
      put(bits[place] as Uint32Array, id, wanted)
    }
    return own.size === 0 ? this : new Ids(parts, bits)
  }

  // Most sets have every part from the first on.
  #placeOf(part: number): number {
    const guess = part - (this.parts[0] ?? 0)
    return this.parts[guess] === part ? guess : placeAmong(this.parts, part)
  }
}

export const NO_IDS = Ids.of([])

/** What is in all of some sets, of which there is at least one, and in none of others. */
export function inAll(all: readonly IdSet[], none: readonly IdSet[] = []): IdSet {
  const [first, ...rest] = [...all].sort((a, b) => a.parts.length - b.parts.length)
  if (first === undefined) return NO_IDS
  if (rest.length === 0 && none.length === 0) return first
  const own = new Uint32Array(WORDS)
  return {
    parts: first.parts,
    has: (id) => all.every((set) => set.has(id)) && !none.some((set) => set.has(id)),
    bitsOf: (part) => {
      const bits = first.bitsOf(part)
      if (bits === undefined) return undefined
      own.set(bits)
      for (const set of rest) {
        const others = set.bitsOf(part)
        if (others === undefined) return undefined
        for (let i = 0; i < WORDS; i++) own[i] = (own[i] as number) & (others[i] as number)
      }
      for (const set of none) {
        const others = set.bitsOf(part)
        if (others !== undefined)
          for (let i = 0; i < WORDS; i++) own[i] = (own[i] as number) & ~(others[i] as number)
      }
      return own
    },
  }
}

/** What is in any of some sets. */
export function inAny(sets: readonly IdSet[]): IdSet {
  const [only] = sets
  if (only === undefined) return NO_IDS
  if (sets.length === 1) return only
  const own = new Uint32Array(WORDS)
  return {
    parts: [...new Set(sets.flatMap(({ parts }) => parts))].sort((a, b) => a - b),
    has: (id) => sets.some((set) => set.has(id)),
    bitsOf: (part) => {
      own.fill(0)
      for (const set of sets) {
        const bits = set.bitsOf(part)
        if (bits !== undefined)
          for (let i = 0; i < WORDS; i++) own[i] = (own[i] as number) | (bits[i] as number)
      }
      return own
    },
  }
}

/** All numbers within bounds, both included. */
export function idsWithin(from: number, to: number): IdSet {
  const [first, last] = [Math.max(from, 0), to]
  const own = new Uint32Array(WORDS)
  const has = (id: number) => id >= first && id <= last
  return {
    parts: Array.from({ length: Math.max(partOf(last) - partOf(first) + 1, 0) }, (_, i) => partOf(first) + i),
    has,
    bitsOf: (part) => {
      const start = part * PART
      if (has(start) && has(start + PART - 1)) return own.fill(~0)
      own.fill(0)
      for (let id = Math.max(first, start); id <= Math.min(last, start + PART - 1); id++) put(own, id, true)
      return own
    },
  }
}

/** How many numbers are in a set, at most so many. Costs a look at each 32 of them, as far as it goes. */
export function countOf(set: IdSet, limit = Number.POSITIVE_INFINITY): number {
  let count = 0
  for (const part of set.parts) {
    if (count >= limit) return limit
    count += sizeOf(set.bitsOf(part))
  }
  return Math.min(count, limit)
}

/** All numbers of a set, ascending. */
export function* idsIn(set: IdSet): Generator<number> {
  for (const part of set.parts) yield* listOf(set, part)
}

/** The same, descending. */
export function* idsDown(set: IdSet): Generator<number> {
  for (let i = set.parts.length - 1; i >= 0; i--) yield* listOf(set, set.parts[i] as number).reverse()
}

/** Some numbers of sets that follow one another, each descending, behind so many. Those are counted by their bits. */
export function sliceDown(sets: Iterable<IdSet>, offset: number, size: number): number[] {
  return sliceOf(sets, offset, size, true)
}

/** The same, each ascending. */
export function sliceUp(sets: Iterable<IdSet>, offset: number, size: number): number[] {
  return sliceOf(sets, offset, size, false)
}

function sliceOf(sets: Iterable<IdSet>, offset: number, size: number, isDown: boolean): number[] {
  const ids: number[] = []
  let skipped = offset
  for (const set of sets)
    for (let i = 0; i < set.parts.length; i++) {
      if (ids.length === size) return ids
      const part = set.parts[isDown ? set.parts.length - 1 - i : i] as number
      const count = skipped === 0 ? 1 : sizeOf(set.bitsOf(part))
      if (count <= skipped) {
        skipped -= count
        continue
      }
      const all = listOf(set, part)
      if (isDown) all.reverse()
      for (const id of all.slice(skipped, skipped + size - ids.length)) ids.push(id)
      skipped = 0
    }
  return ids
}

function sizeOf(bits: Uint32Array | undefined): number {
  if (bits === undefined) return 0
  let count = 0
  for (let i = 0; i < WORDS; i++) {
    let word = bits[i] as number
    if (word === 0) continue
    word -= (word >>> 1) & 0x55555555
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
    count += (((word + (word >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
  }
  return count
}

interface Unlike {
  readonly part: number
  readonly bits: Uint32Array
}

// The bits that are in one of two sets only, as long as no other part is asked for.
function* unlikeParts(a: Ids, b: Ids): Generator<Unlike> {
  const own = new Uint32Array(WORDS)
  for (const part of new Set([...a.parts, ...b.parts])) {
    const [x, y] = [a.bitsOf(part), b.bitsOf(part)]
    if (x === y) continue
    for (let i = 0; i < WORDS; i++) own[i] = (x?.[i] ?? 0) ^ (y?.[i] ?? 0)
    yield { part, bits: own }
  }
}

function listOf(set: IdSet, part: number): number[] {
  const bits = set.bitsOf(part)
  return bits === undefined ? [] : numbersOf(part, bits)
}

function numbersOf(part: number, bits: Uint32Array): number[] {
  const ids: number[] = []
  for (let i = 0; i < WORDS; i++)
    for (let word = bits[i] as number; word !== 0; word &= word - 1)
      ids.push(part * PART + i * 32 + 31 - Math.clz32(word & -word))
  return ids
}

function partOf(id: number): number {
  return Math.floor(id / PART)
}

function isIn(bits: Uint32Array, id: number): boolean {
  const at = id % PART
  return ((bits[at >>> 5] as number) & (1 << (at & 31))) !== 0
}

function put(bits: Uint32Array, id: number, wanted: boolean): void {
  const at = id % PART
  const [word, bit] = [bits[at >>> 5] as number, 1 << (at & 31)]
  bits[at >>> 5] = wanted ? word | bit : word & ~bit
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
