/** Most that follow one journal at the same time. */
export const MOST_WATCHING = 32

/** Whom to wake when something may have changed; nobody, most of the time. */
export class Watched {
  readonly #wakes = new Set<() => void>()

  get isFull(): boolean {
    return this.#wakes.size >= MOST_WATCHING
  }

  /** Calls `wake` at every change until the returned function is called. */
  follow(wake: () => void): () => void {
    this.#wakes.add(wake)
    return () => this.#wakes.delete(wake)
  }

  wake(): void {
    for (const wake of this.#wakes) wake()
  }
}
