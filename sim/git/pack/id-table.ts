import { hex } from '../../lib/bytes.ts'

/** Words of 32 bits in an id. */
const WORDS = 5
export const ID_BYTES = 4 * WORDS

/**
 * Ids as numbers, in the order in which they were first named: hundreds of thousands of ids take no more than their
 * bytes.
 */
export class IdTable {
  #words: Int32Array
  /** Places by the first bits of the id; 0 is free. */
  #slots: Int32Array
  #count = 0

  /** Room for so many ids at first. */
  constructor(expected: number) {
    const room = Math.max(16, expected)
    this.#words = new Int32Array(WORDS * room)
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * room)))
  }

  get size(): number {
    return this.#count
  }

  /** The number of the id that stands in these bytes. */
  intern(bytes: Uint8Array, at = 0): number {
    const slot = this.#slot(bytes, at)
    const known = this.#slots[slot] as number
    if (known > 0) return known - 1
    const number = this.#count++
    if (number * WORDS === this.#words.length) this.#makeRoom()
    for (let word = 0; word < WORDS; word++) this.#words[number * WORDS + word] = wordOf(bytes, at + 4 * word)
    this.#slots[slot] = number + 1
    if (2 * this.#count === this.#slots.length) this.#spread()
    return number
  }

  /** The number of an id in hexadecimal. */
  internText(id: string): number {
    return this.intern(digitsOf(id))
  }

  /** The number of an id in hexadecimal that was named before. */
  find(id: string): number | undefined {
    return this.findAt(digitsOf(id), 0)
  }

  /** The same of the id that stands in these bytes. */
  findAt(bytes: Uint8Array, at: number): number | undefined {
    const known = this.#slots[this.#slot(bytes, at)] as number
    return known === 0 ? undefined : known - 1
  }

  /** The numbers of ids that begin with these digits, at least four of them. */
  *startingWith(prefix: string): Generator<number> {
    const first = Number.parseInt(prefix.slice(0, 4), 16)
    for (let number = 0; number < this.#count; number++)
      if ((this.#words[number * WORDS] as number) >>> 16 === first && this.id(number).startsWith(prefix))
        yield number
  }

  /** The id of a number, in hexadecimal. */
  id(number: number): string {
    const bytes = new Uint8Array(ID_BYTES)
    for (let word = 0; word < WORDS; word++) {
      const value = this.#words[number * WORDS + word] as number
      for (let i = 0; i < 4; i++) bytes[4 * word + i] = value >>> (24 - 8 * i)
    }
    return hex(bytes)
  }

  #slot(bytes: Uint8Array, at: number): number {
    const mask = this.#slots.length - 1
    const first = wordOf(bytes, at)
    for (let slot = first & mask; ; slot = (slot + 1) & mask) {
      const known = this.#slots[slot] as number
      if (known === 0 || this.#same(known - 1, first, bytes, at)) return slot
    }
  }

  #same(number: number, first: number, bytes: Uint8Array, at: number): boolean {
    const from = number * WORDS
    if (this.#words[from] !== first) return false
    for (let word = 1; word < WORDS; word++)
      if (this.#words[from + word] !== wordOf(bytes, at + 4 * word)) return false
    return true
  }

  #makeRoom(): void {
    const words = new Int32Array(WORDS * Math.ceil(1.5 * this.#count))
    words.set(this.#words)
    this.#words = words
  }

  #spread(): void {
    const words = this.#words
    const slots = new Int32Array(2 * this.#slots.length)
    const mask = slots.length - 1
    for (let number = 0; number < this.#count; number++) {
      let slot = (words[number * WORDS] as number) & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = number + 1
    }
    this.#slots = slots
  }
}

function wordOf(bytes: Uint8Array, at: number): number {
  return (
    ((bytes[at] as number) << 24) |
    ((bytes[at + 1] as number) << 16) |
    ((bytes[at + 2] as number) << 8) |
    (bytes[at + 3] as number)
  )
}

const scratch = new Uint8Array(ID_BYTES)

// The same id is looked for in one table after another.
let spelled = ''

function digitsOf(id: string): Uint8Array {
  if (id === spelled) return scratch
  spelled = id
  for (let i = 0; i < ID_BYTES; i++)
    scratch[i] = (digit(id.charCodeAt(2 * i)) << 4) | digit(id.charCodeAt(2 * i + 1))
  return scratch
}

// Digits and small letters.
function digit(code: number): number {
  return code < 58 ? code - 48 : code - 87
}
