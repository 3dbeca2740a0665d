import { hex } from '../../lib/bytes.ts'

export const ID_BYTES = 20

/**
 * Ids as numbers, in the order in which they were first named: hundreds of thousands of ids take no more than their
 * bytes.
 */
export class IdTable {
  /** One behind the other. */
  #ids: Uint8Array
  /** Places by the first bytes of the id; 0 is free. */
  #slots: Int32Array
  #count = 0

  /** Room for so many ids at first. */
  constructor(expected: number) {
    const room = Math.max(16, expected)
    this.#ids = new Uint8Array(ID_BYTES * room)
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * room)))
  }

  get size(): number {
    return this.#count
  }

  /** The number of the id that stands in these bytes. */
  intern(bytes: Uint8Array, at = 0): number {
    const slot = slotOf(this.#slots, this.#ids, bytes, at)
    const known = this.#slots[slot] as number
    if (known > 0) return known - 1
    const number = this.#count++
    const from = number * ID_BYTES
    if (from === this.#ids.length) this.#makeRoom()
    for (let i = 0; i < ID_BYTES; i++) this.#ids[from + i] = bytes[at + i] as number
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
    const known = this.#slots[slotOf(this.#slots, this.#ids, bytes, at)] as number
    return known === 0 ? undefined : known - 1
  }

  /** The numbers of ids that begin with these digits, at least four of them. */
  *startingWith(prefix: string): Generator<number> {
    const [first, second] = digitsOf(prefix.slice(0, 4).padEnd(2 * ID_BYTES, '0'))
    for (let number = 0; number < this.#count; number++) {
      const from = number * ID_BYTES
      if (this.#ids[from] !== first || this.#ids[from + 1] !== second) continue
      if (this.id(number).startsWith(prefix)) yield number
    }
  }

  /** The id of a number, in hexadecimal. */
  id(number: number): string {
    return hex(this.#ids, number * ID_BYTES, (number + 1) * ID_BYTES)
  }

  #makeRoom(): void {
    const ids = new Uint8Array(ID_BYTES * Math.ceil(1.5 * this.#count))
    ids.set(this.#ids)
    this.#ids = ids
  }

  #spread(): void {
    const slots = new Int32Array(2 * this.#slots.length)
    for (let number = 0; number < this.#count; number++)
      slots[slotOf(slots, this.#ids, this.#ids, number * ID_BYTES)] = number + 1
    this.#slots = slots
  }
}

/** Where an id stands, or would stand. */
function slotOf(slots: Int32Array, ids: Uint8Array, bytes: Uint8Array, at: number): number {
  const mask = slots.length - 1
  let slot =
    (((bytes[at] as number) << 24) |
      ((bytes[at + 1] as number) << 16) |
      ((bytes[at + 2] as number) << 8) |
      (bytes[at + 3] as number)) &
    mask
  for (;;) {
    const known = slots[slot] as number
    if (known === 0) return slot
    const from = (known - 1) * ID_BYTES
    let i = 0
    while (i < ID_BYTES && ids[from + i] === bytes[at + i]) i++
    if (i === ID_BYTES) return slot
    slot = (slot + 1) & mask
  }
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
