/** Values of the latest numbers, as far as their weights stay within a bound: the lowest numbers go first. */
export class BoundedRing<T> {
  readonly #size: number
  readonly #most: number
  readonly #weigh: (value: T) => number
  /** Each at its number modulo the size. */
  #kept: (T | undefined)[] = []
  /** Nothing of a lower number is kept. */
  #oldest = 0
  #weight = 0

  /** `size`: how many numbers to keep; `most`: what their values may weigh together. */
  constructor(size: number, most: number, weigh: (value: T) => number) {
    this.#size = size
    this.#most = most
    this.#weigh = weigh
  }

  /** Keeps the value of a number, or notes that it has none. Each number is put once in ascending order, then at will. */
  put(id: number, value: T | undefined): void {
    if (id < this.#oldest) return
    this.#drop(id)
    this.#oldest = Math.max(this.#oldest, id - this.#size + 1)
    if (value === undefined) return
    const weight = this.#weigh(value)
    if (weight > this.#most) return
    this.#kept[id % this.#size] = value
    this.#weight += weight
    while (this.#weight > this.#most) this.#drop(this.#oldest++)
  }

  get(id: number): T | undefined {
    return id < this.#oldest ? undefined : this.#kept[id % this.#size]
  }

  clear(): void {
    this.#kept = []
    this.#oldest = 0
    this.#weight = 0
  }

  // A number takes the place of the one that is a whole round older.
  #drop(id: number): void {
    const value = this.#kept[id % this.#size]
    if (value === undefined) return
    this.#weight -= this.#weigh(value)
    this.#kept[id % this.#size] = undefined
  }
}
