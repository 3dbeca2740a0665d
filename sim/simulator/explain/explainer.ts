import { contract } from '../../contract.ts'
import { type Changes, changesBetween } from '../../control/changes.ts'
import type { Exchange } from '../../control/exchanges.ts'
import type { Explanation } from '../../control/explanation.ts'
import type { Fault } from '../../control/faults.ts'
import type { Journal } from '../../control/journal.ts'
import type { Snapshot } from '../../control/saved/saved-state.ts'
import type { PlainReply, PlainRequest } from '../../protocol/message.ts'
import { API_ROOT } from '../transaction.ts'
import { type Asked, attempt } from './attempt.ts'
import { briefly } from './brief.ts'
import { explain } from './explain.ts'
import { type Least, leastFor } from './least.ts'

/** Refusals that a hint explains. */
const HINTED: readonly number[] = [400, 401, 403, 404, 405]

interface Host {
  readonly journal: Journal
  /** A request as things stand. */
  asked(request: PlainRequest): Asked
  /** A request as things stood at a moment. */
  askedAt(request: PlainRequest, moment: Snapshot): Asked
}

/** Answers questions about requests: those of the journal, by their numbers, and others as things stand. */
export class Explainer {
  readonly #host: Host

  constructor(host: Host) {
    this.#host = host
  }

  explain(request: number | PlainRequest): Explanation {
    const exchange = typeof request === 'number' ? this.#host.journal.exchange(request) : undefined
    return explained(this.#asked(request), exchange)
  }

  least(request: number | PlainRequest): Least | undefined {
    return leastFor(this.#asked(request))
  }

  changes(id: number): Changes {
    const asked = this.#past(id)
    return changesBetween(asked.world, attempt(asked).after)
  }

  brief(id: number): string | undefined {
    try {
      const exchange = this.#host.journal.exchange(id)
      return exchange && briefly(exchange, () => this.#past(id))
    } catch (error) {
      if (error instanceof RangeError) return undefined
      throw error
    }
  }

  /** A reply with a header that says why it refuses. A refused request has changed nothing: the present world explains it. */
  hinted(request: PlainRequest, reply: PlainReply, fault?: Fault): PlainReply {
    if (!HINTED.includes(reply.status)) return reply
    const { because } = explained(this.#host.asked(request), { reply, fault })
    const hint = because.replace(/[^\x20-\x7e]/gu, (one) => encodeURIComponent(one))
    return { ...reply, headers: { ...reply.headers, 'X-Forgery-Hint': hint } }
  }

  #asked(request: number | PlainRequest): Asked {
    return typeof request === 'number' ? this.#past(request) : this.#host.asked(request)
  }

  // A request of the journal as it came.
  #past(id: number): Asked {
    const { journal } = this.#host
    if (journal.call(id) !== undefined)
      throw new RangeError(`entry ${id} of the journal is a call that the simulator made`)
    const request = keptRequest(journal, id)
    const past = journal.past(id)
    if (past === undefined) throw new RangeError(`the world before request ${id} is no longer kept`)
    if (!API_ROOT.test(request.url)) throw new RangeError(`request ${id} is no call of the API`)
    return this.#host.askedAt(request, past.moment)
  }
}

/** A request of the journal with its body. Throws a RangeError for one that is not kept. */
export function keptRequest(journal: Journal, id: number): PlainRequest {
  if (journal.entry(id) === undefined) throw new RangeError(`there is no request ${id} in the journal`)
  const exchange = journal.exchange(id)
  if (exchange === undefined) throw new RangeError(`the body of request ${id} is no longer kept`)
  return exchange.request
}

function explained(asked: Asked, exchange?: Pick<Exchange, 'reply' | 'fault'>): Explanation {
  return explain(asked, { operations: () => contract(asked.dialect).operations, exchange })
}
