import type { Fault } from '../control/faults.ts'
import type { Journal, Past } from '../control/journal.ts'
import type { Caller } from '../policy/caller.ts'
import type { PlainReply, PlainRequest } from '../protocol/message.ts'
import type { Answer, Head } from '../protocol/reply.ts'
import type { Instant } from '../time/calendar.ts'
import type { CallLine } from './call-line.ts'

const NONE: readonly CallLine[] = []

/** What the journal keeps of a reply in place of what is sent. */
export interface Kept {
  readonly head?: Head
  readonly shown?: Answer['body']
}
const NOTHING: Kept = {}

/** A request on its way to the journal: its caller is found out meanwhile, its reply at last. */
export class JournalLine {
  readonly #at: Instant
  readonly #request: PlainRequest
  readonly #past: Past
  readonly #itself: boolean
  #user: string | null = null
  #recorded: { readonly journal: Journal; readonly id: number } | undefined
  #calls: readonly CallLine[] = NONE

  /** `itself`: the simulator makes the request to itself. */
  constructor(request: PlainRequest, at: Instant, past: Past, itself = false) {
    this.#request = request
    this.#at = at
    this.#past = past
    this.#itself = itself
  }

  identified(caller: Caller): void {
    this.#user = caller.user?.username ?? null
  }

  /** Takes a call that the request caused: it stands behind the request in the journal. */
  caused(call: CallLine): void {
    if (this.#recorded !== undefined) call.record(this.#recorded.journal, { cause: this.#recorded.id })
    else this.#calls = [...this.#calls, call]
  }

  record(
    journal: Journal,
    { status, headers, body }: PlainReply,
    fault?: Fault,
    { head = { status, headers }, shown }: Kept = NOTHING,
  ): void {
    const request = this.#request
    const { method, url } = request
    const answered = { at: this.#at, method, url, status, user: this.#user, itself: this.#itself }
    const id = journal.record(
      answered,
      this.#past,
      { request, reply: head, fault },
      body === null ? null : (shown ?? body),
    )
    this.#recorded = { journal, id }
    for (const call of this.#calls) call.record(journal, { cause: id })
  }
}
