/** A list of 32-bit numbers that grows, in half of the memory of an array of numbers and with nothing to collect. */
export class Numbers {
  #values: Int32Array
  #length = 0

  /** Room for so many at first. */
  constructor(expected = 16) {
    this.#values = new Int32Array(expected)
  }

  get length(): number {
    return this.#length
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Int32Array(2 * this.#length + 16)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#length++] = value
  }

  /** Throws a RangeError for a place that there is not. */
  at(place: number): number {
    if (place >= this.#length) throw new RangeError(`there is no number ${place} of ${this.#length}`)
    return this.#values[place] as number
  }

  set(place: number, value: number): void {
    if (place >= this.#length) throw new RangeError(`there is no number ${place} of ${this.#length}`)
    this.#values[place] = value
  }

  /** Forgets all from that place on. */
  cut(length: number): void {
    this.#length = length
  }
}
