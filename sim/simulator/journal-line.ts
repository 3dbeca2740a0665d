import type { Journal } from '../control/journal.ts'
import type { Caller } from '../policy/caller.ts'
import type { PlainRequest } from '../protocol/message.ts'
import type { Instant } from '../time/calendar.ts'

/** A request on its way to the journal: its caller is found out meanwhile, its status at last. */
export class JournalLine {
  readonly #at: Instant
  // Of the request only what the journal keeps: a body would stay in memory.
  readonly #method: string
  readonly #url: string
  readonly #rewind: () => void
  #user: string | null = null

  /** `rewind` goes back to just before the request. */
  constructor({ method, url }: PlainRequest, at: Instant, rewind: () => void) {
    this.#method = method
    this.#url = url
    this.#at = at
    this.#rewind = rewind
  }

  identified(caller: Caller): void {
    this.#user = caller.user?.username ?? null
  }

  record(journal: Journal, status: number): void {
    const user = this.#user
    journal.record({ at: this.#at, method: this.#method, url: this.#url, status, user }, this.#rewind)
  }
}
