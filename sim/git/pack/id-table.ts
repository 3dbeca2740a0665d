import { hex } from '../../lib/bytes.ts'
import type { NumberedIds } from '../objects.ts'

/** An id as numbers of 32 bits. */
const WORDS = 5

/**
 * Ids as numbers, in the order in which they were first named: hundreds of thousands of ids take no more than their
 * bytes. They are compared by whole words, since most of those that are looked for are there.
 */
export class IdTable implements NumberedIds {
  /** One behind the other. */
  #ids: Int32Array
  /** Places by the first word of the id; 0 is free. */
  #slots: Int32Array
  #count = 0

  /** Room for so many ids at first. */
  constructor(expected: number) {
    const room = Math.max(16, expected)
    this.#ids = new Int32Array(WORDS * room)
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * room)))
  }

  get size(): number {
    return this.#count
  }

  /** The number of the id that stands in these bytes. */
  intern(bytes: Uint8Array, at = 0): number {
    return this.#intern(read(bytes, at))
  }

  /** The number of an id in hexadecimal. */
  internText(id: string): number {
    return this.#intern(readText(id))
  }

  #intern(id: Int32Array): number {
    const slot = slotOf(this.#slots, this.#ids, id)
    const known = this.#slots[slot] as number
    if (known > 0) return known - 1
    const number = this.#count++
    const from = number * WORDS
    if (from === this.#ids.length) this.#makeRoom()
    for (let i = 0; i < WORDS; i++) this.#ids[from + i] = id[i] as number
    this.#slots[slot] = number + 1
    if (2 * this.#count === this.#slots.length) this.#spread()
    return number
  }

  /** The number of an id in hexadecimal that was named before. */
  find(id: string): number | undefined {
    return this.#find(readText(id))
  }

  /** The same of the id that stands in these bytes. */
  findAt(bytes: Uint8Array, at: number): number | undefined {
    return this.#find(read(bytes, at))
  }

  #find(id: Int32Array): number | undefined {
    const known = this.#slots[slotOf(this.#slots, this.#ids, id)] as number
    return known === 0 ? undefined : known - 1
  }

  /** The numbers of ids that begin with these digits, at least four of them. */
  *startingWith(prefix: string): Generator<number> {
    const beginning = Number.parseInt(prefix.slice(0, 4), 16)
    for (let number = 0; number < this.#count; number++) {
      if ((this.#ids[number * WORDS] as number) >>> 16 !== beginning) continue
      if (this.id(number).startsWith(prefix)) yield number
    }
  }

  /** The id of a number, in hexadecimal. */
  id(number: number): string {
    for (let i = 0; i < WORDS; i++) spelling.setInt32(4 * i, this.#ids[number * WORDS + i] as number)
    return hex(spelled)
  }

  #makeRoom(): void {
    const ids = new Int32Array(WORDS * Math.ceil(1.5 * this.#count))
    ids.set(this.#ids)
    this.#ids = ids
  }

  #spread(): void {
    const slots = new Int32Array(2 * this.#slots.length)
    const mask = slots.length - 1
    for (let number = 0; number < this.#count; number++) {
      let slot = (this.#ids[number * WORDS] as number) & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = number + 1
    }
    this.#slots = slots
  }
}

/** Where an id stands, or would stand. */
function slotOf(slots: Int32Array, ids: Int32Array, id: Int32Array): number {
  const mask = slots.length - 1
  const first = id[0] as number
  let slot = first & mask
  for (;;) {
    const known = slots[slot] as number
    if (known === 0) return slot
    const from = (known - 1) * WORDS
    if (ids[from] === first) {
      let i = 1
      while (i < WORDS && ids[from + i] === id[i]) i++
      if (i === WORDS) return slot
    }
    slot = (slot + 1) & mask
  }
}

const spelled = new Uint8Array(4 * WORDS)
const spelling = new DataView(spelled.buffer)

const scratch = new Int32Array(WORDS)

function read(bytes: Uint8Array, at: number): Int32Array {
  for (let i = 0, from = at; i < WORDS; i++, from += 4)
    scratch[i] =
      ((bytes[from] as number) << 24) |
      ((bytes[from + 1] as number) << 16) |
      ((bytes[from + 2] as number) << 8) |
      (bytes[from + 3] as number)
  return scratch
}

const scratchOfText = new Int32Array(WORDS)

// The same id is looked for in one table after another.
let lastText = ''

function readText(id: string): Int32Array {
  if (id === lastText) return scratchOfText
  lastText = id
  for (let i = 0, at = 0; i < WORDS; i++) {
    let word = 0
    for (const end = at + 8; at < end; at++) {
      const code = id.charCodeAt(at)
      // Digits and small letters.
      word = (word << 4) | (code < 58 ? code - 48 : code - 87)
    }
    scratchOfText[i] = word
  }
  return scratchOfText
}
