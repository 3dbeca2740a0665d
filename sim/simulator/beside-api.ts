import { uploadedReply } from '../api/shared/uploaded-file.ts'
import { type Disturbance, disturbed, type Faults } from '../control/faults.ts'
import type { Journal, Past } from '../control/journal.ts'
import { AwaitingWork, type Worked, withWorkPutOff } from '../lib/long-work.ts'
import type { Steps } from '../lib/steps.ts'
import type { World } from '../model/world.ts'
import type { PlainReply, PlainRequest } from '../protocol/message.ts'
import { outsideReply } from '../protocol/outside.ts'
import { isGitRequest, type Prepared } from '../smart-http/index.ts'
import type { Instant } from '../time/calendar.ts'
import { isWebRequest, webReply } from '../web/index.ts'
import { type Pending, Working, workingOn } from './calls-out.ts'
import { gitTransaction, prepareGitTransaction } from './git-transaction.ts'
import { JournalLine } from './journal-line.ts'
import { lowerCased } from './squeeze/squeezed-reply.ts'
import type { Scene } from './transaction.ts'
import type { Turns } from './turns.ts'

/** How often a push is prepared again because others changed the repository meanwhile. */
const MOST_TRIES = 8

interface Host {
  world(): World
  now(): Instant
  seed(): number
  wayBack(): Past
  /** What a request takes place in that has this line. */
  scene(line: JournalLine, now: Instant): Scene
  readonly turns: Turns
  readonly journal: Journal
  readonly faults: Faults
  /** Whether it serves a legal but inconvenient world. */
  readonly squeezed: boolean
}

/** Serves what is no call of the API: git, uploaded files, downloads, and the pages that this double does not have. */
export class BesideApi {
  readonly #host: Host
  /** Requests that met a rule's eye: they are drawn for apart. */
  #drawn = 0

  constructor(host: Host) {
    this.#host = host
  }

  reply(request: PlainRequest): Pending {
    return this.#git(request) ?? this.#download(request) ?? this.#otherwise(request)
  }

  // How many requests a fetch or push takes is the client's affair: they neither move the clock nor count for what is
  // drawn, so that a test sees the same world whichever git it runs.
  #git(request: PlainRequest, tries = MOST_TRIES): Working | undefined {
    if (!isGitRequest(request)) return undefined
    const ahead = prepareGitTransaction(request, { world: this.#host.world(), now: this.#host.now() })
    let prepared: Prepared | undefined
    return new Working(
      () => {
        const { done, value } = ahead.next()
        prepared = value
        return done === true
      },
      () => {
        // What others changed may make it useless; then it is done anew, also step by step.
        const holds = prepared?.push?.fits(this.#host.world()) ?? true
        const again = holds || tries === 0 ? undefined : this.#git(request, tries - 1)
        return again ?? this.#host.turns.take((past) => this.#gitNow(request, past, prepared))
      },
    )
  }

  // Others may have been served meanwhile: what was done ahead counts as far as it still holds.
  *#gitNow(request: PlainRequest, past: Past, prepared: Prepared | undefined): Steps<Pending> {
    const now = this.#host.now()
    const line = new JournalLine(request, now, past)
    const fault = this.#faultOf(request, now)
    const reply = fault?.reply ?? (yield* gitTransaction(request, this.#host.scene(line, now), prepared))
    return this.#sent(line, reply ?? this.#pageFor(request), fault)
  }

  // Downloads change nothing, and like a clone they take no time.
  #download(request: PlainRequest): Pending | undefined {
    return isWebRequest(request) ? this.#host.turns.take((past) => this.#webReply(request, past)) : undefined
  }

  #webReply(request: PlainRequest, past: Past): Pending {
    const now = this.#host.now()
    const line = new JournalLine(request, now, past)
    const fault = this.#faultOf(request, now)
    if (fault?.reply !== undefined) return this.#sent(line, fault.reply, fault)
    const { world, onIdentified } = this.#host.scene(line, now)
    const attempt = (worked: Worked): Pending => {
      try {
        const reply = withWorkPutOff(worked, () => webReply({ world, now, onIdentified }, request))
        return this.#sent(line, reply ?? this.#pageFor(request), fault)
      } catch (error) {
        if (error instanceof AwaitingWork)
          return workingOn(error, (worked) => this.#host.turns.again(() => attempt(worked)))
        throw error
      }
    }
    return attempt(new Map())
  }

  // Whoever calls what is not there wants to see it.
  #otherwise(request: PlainRequest): PlainReply {
    const now = this.#host.now()
    const line = new JournalLine(request, now, this.#host.wayBack())
    const fault = this.#faultOf(request, now)
    return this.#sent(line, fault?.reply ?? this.#pageFor(request), fault)
  }

  #pageFor(request: PlainRequest): PlainReply {
    return uploadedReply(this.#host.world(), request) ?? outsideReply(request)
  }

  // These requests have no number of their own among those of the API: what is drawn there stays as it is.
  #faultOf(request: PlainRequest, now: Instant): Disturbance | undefined {
    const { faults } = this.#host
    if (faults.idle) return undefined
    return faults.match(request, { seed: this.#host.seed(), number: -++this.#drawn, now })
  }

  #sent(line: JournalLine, reply: PlainReply, fault: Disturbance | undefined): PlainReply {
    const { journal, squeezed } = this.#host
    const answer = fault?.alter === undefined ? reply : { ...reply, ...fault.alter(reply) }
    const sent = squeezed ? lowerCased(answer) : answer
    line.record(journal, sent, fault?.by)
    return disturbed(sent, fault?.transport)
  }
}
