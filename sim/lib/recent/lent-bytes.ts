const SIZE = 1024 * 1024
/** As many arrays wait for their next use. */
const MOST_FREE = 4

/** Bytes of one answer at most, so that several find room. */
export const LONGEST_LENT = SIZE / 2

/**
 * Memory that answers are written into, one behind another, until they are sent. New memory for each would take ten times
 * as long as writing it. It is used again once all that was lent is given back; whoever keeps its bytes gives nothing back.
 */
export class Lender {
  static #current: Lender | undefined
  static readonly #free: Lender[] = []

  readonly bytes = new Uint8Array(SIZE)
  #end = 0
  #lent = 0

  /** One that has room for so many bytes, at most `LONGEST_LENT`. */
  static withRoomFor(most: number): Lender {
    let lender = Lender.#current
    if (lender === undefined || SIZE - lender.#end < most) {
      Lender.#current = undefined
      if (lender !== undefined) lender.#becomeFree()
      lender = Lender.#free.pop() ?? new Lender()
      Lender.#current = lender
    }
    return lender
  }

  /** Lends what `put` writes: it is told where to begin, and tells where it ends. */
  lend(put: (bytes: Uint8Array, at: number) => number): Uint8Array {
    const start = this.#end
    this.#end = put(this.bytes, start)
    this.#lent++
    return this.bytes.subarray(start, this.#end)
  }

  /** Takes back what was lent once. */
  takeBack(): void {
    this.#lent--
    this.#becomeFree()
  }

  #becomeFree(): void {
    if (this.#lent > 0 || this === Lender.#current || Lender.#free.length >= MOST_FREE) return
    this.#end = 0
    Lender.#free.push(this)
  }
}
