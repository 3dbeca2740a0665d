import { utf8 } from '../lib/bytes.ts'
import type { AwaitingWork, Worked } from '../lib/long-work.ts'
import type { OutboundCall, RemoteReply } from '../lib/outbound.ts'
import type { Steps } from '../lib/steps.ts'
import { withoutStandardPort } from '../protocol/base-url.ts'
import type { PlainReply, PlainRequest } from '../protocol/message.ts'

/** A request that goes on once somebody outside has answered. */
export class Paused {
  readonly call: OutboundCall
  readonly goOn: (reply: RemoteReply) => Pending
  constructor(call: OutboundCall, goOn: (reply: RemoteReply) => Pending) {
    this.call = call
    this.goOn = goOn
  }
}

/** A request that goes on by itself, in steps between which others are served. */
export class Working {
  /** Does the next step: true once all are done. */
  readonly step: () => boolean
  /** What comes of it, which may be further work. */
  readonly outcome: () => Pending
  constructor(step: () => boolean, outcome: () => Pending) {
    this.step = step
    this.outcome = outcome
  }
}

/** Does work that takes long, and goes on with what came of it. */
export function workingOn(work: AwaitingWork, goOn: (worked: Worked) => Pending): Working {
  let worked: Worked | undefined
  return new Working(
    () => {
      worked = work.step()
      return worked !== undefined
    },
    () => goOn(worked ?? new Map()),
  )
}

/** Work that no world waits for. */
export function workingApart(steps: Steps<PlainReply>): Working {
  let reply: (() => PlainReply) | undefined
  return new Working(
    () => {
      try {
        const { done, value } = steps.next()
        if (done) reply = () => value
      } catch (error) {
        reply = () => {
          throw error
        }
      }
      return reply !== undefined
    },
    () => (reply as () => PlainReply)(),
  )
}

/** What a request comes to. */
export type Pending = PlainReply | Paused | Working

/** Whom calls go to. */
export interface RemoteHosts {
  /** What addresses of the simulator begin with: calls to them never leave the process. */
  ownUrl(): string
  /** Begins a request that the simulator makes to itself, or one of its worlds to another. */
  toSelf(request: PlainRequest): Pending
  /** The option `remoteHost`: it answers instead of the network. */
  readonly standIn: ((call: OutboundCall) => RemoteReply | Promise<RemoteReply>) | undefined
  /** Makes a call that leaves the process, or asks the stand-in. */
  leave(call: OutboundCall, answered: (reply: RemoteReply) => void): void
  /** Does steps until one says that all are done, and others in between. */
  inSlices(step: () => boolean, done: () => void): void
}

/** The calls that the simulator itself makes, and the requests that wait for their answers. */
export class CallsOut {
  readonly #to: RemoteHosts

  constructor(to: RemoteHosts) {
    this.#to = to
  }

  /** Begins a call; the answer comes at once or later. */
  ask(call: OutboundCall, answered: (reply: RemoteReply) => void): void {
    if (call.lost) answered(lostOnItsWay)
    else if (this.isOwn(call)) this.finish(this.#ownReply(call), (reply) => answered(remoteAnswer(reply)))
    else this.#to.leave(call, answered)
  }

  /** Makes the calls that a request waits for, one after the other, and hands over its reply. */
  finish(outcome: Pending, done: (reply: PlainReply) => void): void {
    if (outcome instanceof Working)
      this.#to.inSlices(outcome.step, () => this.finish(outcome.outcome(), done))
    else if (outcome instanceof Paused)
      this.ask(outcome.call, (reply) => this.finish(outcome.goOn(reply), done))
    else done(outcome)
  }

  /** The reply without waiting: a call that cannot be answered at once counts as failed. */
  finishNow(begun: Pending): PlainReply {
    let outcome = atOnce(begun)
    while (outcome instanceof Paused) outcome = atOnce(outcome.goOn(this.#answerNow(outcome.call)))
    return outcome
  }

  #answerNow(call: OutboundCall): RemoteReply {
    if (this.isOwn(call)) return remoteAnswer(this.finishNow(this.#ownReply(call)))
    const answer = this.#to.standIn?.(call)
    return answer === undefined || 'then' in answer ? cannotWait : answer
  }

  /** True for a call to the simulator itself, or from one of its worlds to another. */
  isOwn({ url }: OutboundCall): boolean {
    return withoutStandardPort(url).startsWith(`${this.#to.ownUrl()}/`)
  }

  // What the simulator asks itself is answered at once, so that a job that asks it ends when it is due.
  #ownReply({ method, url, headers = {}, body }: OutboundCall): PlainReply | Paused {
    const own = withoutStandardPort(url).slice(this.#to.ownUrl().length)
    return atOnce(this.#to.toSelf({ method, url: own, headers: lowerNames(headers), body }))
  }
}

const cannotWait: RemoteReply = {
  reached: false,
  why: 'unreachable',
  message: '`handle` cannot wait for an answer: use `fetch`, or give the option `remoteHost`',
}

const lostOnItsWay: RemoteReply = { reached: false, why: 'lost', message: 'lost on its way (--hooks drop)' }

function remoteAnswer({ status, headers, body }: PlainReply): RemoteReply {
  const bytes = typeof body === 'string' ? utf8(body) : (body ?? new Uint8Array())
  return { reached: true, status, headers: lowerNames(headers), body: bytes }
}

function lowerNames(headers: { readonly [name: string]: string }): { readonly [name: string]: string } {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

function atOnce(begun: Pending): PlainReply | Paused {
  let pending = begun
  while (pending instanceof Working) {
    while (!pending.step());
    pending = pending.outcome()
  }
  return pending
}
