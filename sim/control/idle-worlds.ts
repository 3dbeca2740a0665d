import type { Clock } from '../time/clock.ts'

/** Maximum number of worlds that began by themselves; of more, the one that was idle longest goes. */
export const AUTOMATIC_LIMIT = 1_000

/** Milliseconds after which an idle one goes: a day. */
export const IDLE_LIMIT = 24 * 60 * 60 * 1000

/**
 * Names of the worlds that began by themselves, and when each was last asked. Time passes with the requests that name a
 * world, as the mode of the clock says, so the same requests find the same worlds; the clocks of worlds that are set
 * ahead make nobody idle.
 */
export class IdleWorlds {
  readonly #clock: Clock
  /** The one that is idle longest first. */
  readonly #asked = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** A request for `name`. Answers the names of those that were idle too long by then. */
  passed(name: string): readonly string[] {
    this.#clock.tick()
    const now = this.#clock.now()
    const idle: string[] = []
    for (const [candidate, at] of this.#asked) {
      if (now - at < IDLE_LIMIT) break
      idle.push(candidate)
    }
    for (const gone of idle) this.#asked.delete(gone)
    if (this.#asked.delete(name)) this.#asked.set(name, now)
    return idle
  }

  /** A world has begun by itself. Answers the names of those for which there is no room beside it. */
  begun(name: string): readonly string[] {
    this.#asked.set(name, this.#clock.now())
    const over = [...this.#asked.keys()].slice(0, Math.max(0, this.#asked.size - AUTOMATIC_LIMIT))
    for (const gone of over) this.#asked.delete(gone)
    return over
  }

  forget(name: string): void {
    this.#asked.delete(name)
  }
}
