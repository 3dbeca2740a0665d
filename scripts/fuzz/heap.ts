/** Rounds after which caches are full and code is compiled. */
const WARM = 5
/** Megabytes above the first warm measurement that no cache explains. */
const MOST = 64

/** The heap after garbage collection, measured after each round. */
export class Heap {
  readonly #collect: () => void
  #rounds = 0
  #warm = 0
  #last = 0

  constructor(collect: () => void) {
    this.#collect = collect
  }

  get megabytes(): number {
    return Math.round(this.#last / 1e6)
  }

  /** Measures; tells by how much the heap has grown where that is too much. */
  grown(): string | undefined {
    this.#collect()
    this.#last = process.memoryUsage().heapUsed
    this.#rounds += 1
    if (this.#rounds <= WARM) this.#warm = this.#last
    const more = Math.round((this.#last - this.#warm) / 1e6)
    return more > MOST ? `the heap grew by ${more} MB` : undefined
  }
}
