const MEBIBYTE = 1024 * 1024
/** Room at first. Addresses are reserved for it, and memory is taken step by step as it fills. */
const FIRST = 4 * MEBIBYTE
const STEP = MEBIBYTE

/** Bytes that come piece by piece, many of them: pieces that are joined at last are in memory twice, and these are not. */
export class GrowingBytes {
  #memory = resizable(FIRST)
  #length = 0

  add(piece: Uint8Array): void {
    const end = this.#length + piece.length
    if (end > this.#memory.maxByteLength) {
      const larger = resizable(2 * end)
      larger.resize(this.#length)
      this.#moveTo(new Uint8Array(larger))
      this.#memory = larger
    }
    if (end > this.#memory.byteLength)
      this.#memory.resize(Math.min(this.#memory.maxByteLength, STEP * Math.ceil(end / STEP)))
    new Uint8Array(this.#memory).set(piece, this.#length)
    this.#length = end
  }

  /** All of them, in memory of a fixed size. They are handed over: there is nothing left. */
  handedOver(): Uint8Array {
    const whole = new Uint8Array(this.#length)
    this.#moveTo(whole)
    this.#length = 0
    return whole
  }

  // From the end on, where memory can be given back.
  #moveTo(target: Uint8Array): void {
    for (let end = this.#length; end > 0; ) {
      const from = Math.max(0, end - STEP)
      target.set(new Uint8Array(this.#memory, from, end - from), from)
      this.#memory.resize(from)
      end = from
    }
  }
}

/** Known to every Node that is supported, and to no type of ES2023. */
interface Resizable extends ArrayBuffer {
  readonly maxByteLength: number
  resize(length: number): void
}

function resizable(most: number): Resizable {
  const Memory = ArrayBuffer as unknown as new (length: number, room: { maxByteLength: number }) => Resizable
  return new Memory(0, { maxByteLength: most })
}
