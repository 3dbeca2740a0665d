import type { Past } from '../control/journal.ts'
import { isSteps, type Steps, type Stepwise, stepsOf } from '../lib/steps.ts'
import type { PlainReply } from '../protocol/message.ts'
import type { Instant } from '../time/calendar.ts'
import type { Clock } from '../time/clock.ts'
import type { Pending } from './calls-out.ts'
import { Queue } from './queue.ts'

/** Something that is served in its turn, with the way back to the moment before it. */
export type Serve = (past: Past) => Stepwise<Pending>

/** What comes of something whose caller looks at nothing. */
const NOTHING: PlainReply = { status: 204, headers: {}, body: null }

/** Whose turns they are. */
interface Host {
  readonly clock: Clock
  /** The way back to the present moment. */
  wayBack(): Past
  /** Whether jobs are due until a moment. */
  isDue(moment: Instant): boolean
  runDue(moment: Instant): Steps<unknown>
}

/** Serves requests one behind the other: each sees what those before it did, and the jobs that were due before it. */
export class Turns {
  readonly queue = new Queue()
  readonly #host: Host

  constructor(host: Host) {
    this.#host = host
  }

  /** Serves at once, unless something is half done or due: then in the order in which requests came. */
  take(serve: Serve, ticks = false): Pending {
    if (this.queue.isBusy) return this.queue.add(() => this.#turn(serve, ticks))
    const { clock } = this.#host
    const past = this.#host.wayBack()
    if (ticks) clock.tick()
    return this.#host.isDue(clock.now())
      ? this.queue.take(this.#afterDue(past, serve))
      : this.#goOn(serve(past))
  }

  /** Goes on with what waited for somebody else, or for work that took long, when nothing is half done. */
  again(serve: () => Stepwise<Pending>): Pending {
    return this.queue.isBusy ? this.queue.add(() => stepsOf(serve())) : this.#goOn(serve())
  }

  /** Does steps whose caller looks at nothing, when nothing is half done. */
  add(begin: () => Steps<void>): Pending {
    return this.queue.add(function* () {
      yield* begin()
      return NOTHING
    })
  }

  // What takes no steps never waits.
  #goOn(outcome: Stepwise<Pending>): Pending {
    return isSteps(outcome) ? this.queue.take(outcome) : outcome
  }

  *#turn(serve: Serve, ticks: boolean): Steps<Pending> {
    const past = this.#host.wayBack()
    if (ticks) this.#host.clock.tick()
    return yield* this.#afterDue(past, serve)
  }

  *#afterDue(past: Past, serve: Serve): Steps<Pending> {
    yield* this.#host.runDue(this.#host.clock.now())
    return yield* stepsOf(serve(past))
  }
}
