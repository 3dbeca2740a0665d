import type { CallKept, Journal } from '../control/journal.ts'
import type { OutboundCall, RemoteReply } from '../lib/outbound.ts'
import type { Instant } from '../time/calendar.ts'

/** A call of the simulator on its way to the journal. Its answer may come before it is recorded, or long after. */
export class CallLine {
  readonly #at: Instant
  readonly #call: OutboundCall
  #kept: CallKept | undefined
  #reply: RemoteReply | undefined

  constructor(call: OutboundCall, at: Instant) {
    this.#at = at
    this.#call = call
  }

  /** `about`: the entry that caused it, or that it repeats. Returns its number. */
  record(journal: Journal, about: { readonly cause?: number; readonly repeats?: number } = {}): number {
    this.#kept = journal.recordCall({ at: this.#at, call: this.#call, ...about })
    if (this.#reply !== undefined) this.#kept.answered(this.#reply)
    return this.#kept.id
  }

  answered(reply: RemoteReply): void {
    this.#reply = reply
    this.#kept?.answered(reply)
  }
}
