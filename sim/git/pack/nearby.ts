const MEBIBYTE = 1024 * 1024
const MOST = 8 * MEBIBYTE
const LEAST = MEBIBYTE / 4

/**
 * The payloads that were made last, by entry, in one piece of memory that is written over again and again: most deltas
 * build upon what stands shortly before them, and a hundred thousand arrays would be as many to collect.
 */
export class Nearby {
  readonly #memory: Uint8Array
  /** Where each payload begins, counted from the first byte that was ever written; -1 where it is not here. */
  readonly #starts: Float64Array
  readonly #sizes: Uint32Array
  /** Bytes that were written so far. */
  #written = 0

  /** For a pack of so many bytes; `sizes` has those of the payloads that were put, by entry. */
  constructor(packBytes: number, sizes: Uint32Array) {
    this.#memory = new Uint8Array(Math.min(MOST, Math.max(LEAST, 8 * packBytes)))
    this.#starts = new Float64Array(sizes.length).fill(-1)
    this.#sizes = sizes
  }

  /** Whether a payload of so many bytes is kept at all. */
  takes(bytes: number): boolean {
    return bytes <= this.#memory.length / 4
  }

  /** Copies a payload, and tells whether it has room. */
  put(entry: number, payload: Uint8Array): boolean {
    const room = this.#memory.length
    if (!this.takes(payload.length)) return false
    const at = this.#written % room
    // None is cut in two.
    if (at + payload.length > room) this.#written += room - at
    this.#memory.set(payload, this.#written % room)
    this.#starts[entry] = this.#written
    this.#written += payload.length
    return true
  }

  /** A payload that is still here, until the next one is put. */
  get(entry: number): Uint8Array | undefined {
    const start = this.#starts[entry] as number
    const room = this.#memory.length
    if (start < 0 || start < this.#written - room) return undefined
    const at = start % room
    return this.#memory.subarray(at, at + (this.#sizes[entry] as number))
  }
}
