/** Numbers of rows, as bits, in parts of so many that follow one another. */
export const PART = 4096
const WORDS = PART / 32

export type Bits = Uint32Array

export function noBits(): Bits {
  return new Uint32Array(WORDS)
}

/** The part in which a number is. */
export function partOf(id: number): number {
  return Math.floor(id / PART)
}

export function isIn(bits: Bits, id: number): boolean {
  const at = id % PART
  return ((bits[at >>> 5] as number) & (1 << (at & 31))) !== 0
}

export function put(bits: Bits, id: number, wanted: boolean): void {
  const at = id % PART
  const [word, bit] = [bits[at >>> 5] as number, 1 << (at & 31)]
  bits[at >>> 5] = wanted ? word | bit : word & ~bit
}

/** Puts what is in both into the first one. */
export function putCommon(into: Bits, a: Bits, b: Bits): void {
  for (let i = 0; i < WORDS; i++) into[i] = (a[i] as number) & (b[i] as number)
}

/** Puts what is in one and not in another into the first one. */
export function putRest(into: Bits, a: Bits, b: Bits): void {
  for (let i = 0; i < WORDS; i++) into[i] = (a[i] as number) & ~(b[i] as number)
}

/** Puts what is in either into the first one. */
export function putEither(into: Bits, a: Bits, b: Bits): void {
  for (let i = 0; i < WORDS; i++) into[i] = (a[i] as number) | (b[i] as number)
}

/** Puts what is in one of two only into the first one. */
export function putUnlike(into: Bits, a: Bits, b: Bits): void {
  for (let i = 0; i < WORDS; i++) into[i] = (a[i] as number) ^ (b[i] as number)
}

/** How many numbers there are. */
export function sizeOf(bits: Bits): number {
  let count = 0
  for (let i = 0; i < WORDS; i++) {
    const word = (bits[i] as number) | 0
    if (word !== 0) count += sizeOfWord(word)
  }
  return count
}

function sizeOfWord(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** The numbers of a part, ascending, from one place among them to before another. */
export function numbersOf(part: number, bits: Bits, from = 0, to = PART): number[] {
  const ids: number[] = []
  let place = 0
  for (let i = 0; i < WORDS && place < to; i++) {
    let word = (bits[i] as number) | 0
    if (word === 0) continue
    const behind = place + sizeOfWord(word)
    if (behind > from)
      for (; word !== 0; word &= word - 1, place++)
        if (place >= from && place < to) ids.push(part * PART + i * 32 + 31 - Math.clz32(word & -word))
    place = behind
  }
  return ids
}
