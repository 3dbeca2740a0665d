import type { Journal } from '../control/journal.ts'
import type { BeginCall, OutboundCall } from '../lib/outbound.ts'
import type { Clock } from '../time/clock.ts'
import { CallLine } from './call-line.ts'
import type { CallsOut } from './calls-out.ts'
import type { JournalLine } from './journal-line.ts'

interface Host {
  readonly calls: CallsOut
  readonly clock: Clock
  readonly journal: Journal
}

/** Which request caused a call that the simulator makes: the journal tells both together. */
export class Causes {
  readonly #host: Host
  /** The request whose calls are being made. */
  #cause: JournalLine | undefined

  constructor(host: Host) {
    this.#host = host
  }

  /** Calls that are made meanwhile were caused by this request. */
  within<T>(line: JournalLine | undefined, work: () => T): T {
    const outer = this.#cause
    this.#cause = line
    try {
      return work()
    } finally {
      this.#cause = outer
    }
  }

  /** Makes a call of a job. It may make one after the other: what caused the first caused all. */
  readonly ask: BeginCall = (call, answered) => {
    const cause = this.#cause
    const made = this.outgoing(call, cause)
    this.#host.calls.ask(call, (reply) => {
      made?.answered(reply)
      this.within(cause, () => answered(reply))
    })
  }

  /** The line of a call in the journal; undefined for one to itself, which is there as a request. */
  outgoing(call: OutboundCall, cause: JournalLine | undefined): CallLine | undefined {
    const { calls, clock, journal } = this.#host
    if (calls.isOwn(call)) return undefined
    const line = new CallLine(call, clock.now())
    if (cause === undefined) line.record(journal)
    else cause.caused(line)
    return line
  }
}
