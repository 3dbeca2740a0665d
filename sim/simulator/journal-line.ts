import type { Fault } from '../control/faults.ts'
import type { Journal, Past } from '../control/journal.ts'
import type { Caller } from '../policy/caller.ts'
import type { PlainReply, PlainRequest } from '../protocol/message.ts'
import type { Instant } from '../time/calendar.ts'

/** A request on its way to the journal: its caller is found out meanwhile, its reply at last. */
export class JournalLine {
  readonly #at: Instant
  readonly #request: PlainRequest
  readonly #past: Past
  #user: string | null = null

  constructor(request: PlainRequest, at: Instant, past: Past) {
    this.#request = request
    this.#at = at
    this.#past = past
  }

  identified(caller: Caller): void {
    this.#user = caller.user?.username ?? null
  }

  record(journal: Journal, reply: PlainReply, fault?: Fault): void {
    const request = this.#request
    const { method, url } = request
    const { status, headers } = reply
    journal.record({ at: this.#at, method, url, status, user: this.#user }, this.#past, {
      request,
      reply: { status, headers },
      fault,
    })
  }
}
