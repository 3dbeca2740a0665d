import { finished, Pace, type Steps } from '../lib/steps.ts'
import { type Pending, Working } from './calls-out.ts'

/** Short steps that are done at once: what is due before a request is seldom more. */
const AT_ONCE = 16

interface Entry {
  readonly begin: () => Steps<Pending>
  steps?: Steps<Pending>
  /** What came of it, or throws what it threw. */
  outcome?: () => Pending
}

/**
 * What waits for its turn in a world while something takes long, in the order in which it came. Whoever waits does the
 * steps of what comes before, so that nobody waits in vain and all are served in the same order however they wait.
 */
export class Queue {
  readonly #entries: Entry[] = []
  #stepping = false

  /** Whether something has begun that is not done, by somebody else than the caller. */
  get isBusy(): boolean {
    return this.#entries.length > 0 && !this.#stepping
  }

  /** Begins something once all before it is done: what comes of it, where that takes few steps. */
  add(begin: () => Steps<Pending>): Pending {
    const entry: Entry = { begin }
    // What somebody asks for in his own turn comes right after it.
    this.#entries.splice(this.#stepping ? 1 : this.#entries.length, 0, entry)
    if (!this.#stepping) this.#doSome(entry)
    return this.#pending(entry)
  }

  #pending(entry: Entry): Pending {
    if (entry.outcome !== undefined) return entry.outcome()
    return new Working(
      () => this.#step(entry),
      () => (entry.outcome as () => Pending)(),
    )
  }

  /** Takes steps when nothing else is half done, as `add` does; within a turn of somebody, to whom they belong, all of them. */
  take(steps: Steps<Pending>): Pending {
    if (this.#stepping) return finished(steps)
    const { told } = Pace
    // Most are done with their first step, and never stand in line.
    this.#stepping = true
    let first: IteratorResult<undefined, Pending>
    try {
      first = steps.next()
    } finally {
      this.#stepping = false
    }
    if (first.done) return first.value
    const entry: Entry = { begin: () => steps }
    this.#entries.unshift(entry)
    if (Pace.told === told) this.#doSome(entry)
    return this.#pending(entry)
  }

  /** Does all that has begun, unless it is that which asks. */
  finish(): void {
    if (this.#stepping) return
    for (let last = this.#entries.at(-1); last !== undefined; last = this.#entries.at(-1))
      while (!this.#step(last));
  }

  #doSome(entry: Entry): void {
    const { told } = Pace
    for (let i = 0; i < AT_ONCE && Pace.told === told; i++) if (this.#step(entry)) return
  }

  // Does the next step of the first that waits: true once this one is done.
  #step(entry: Entry): boolean {
    const [first] = this.#entries
    if (entry.outcome !== undefined || first === undefined) return true
    this.#stepping = true
    try {
      first.steps ??= first.begin()
      const { done, value } = first.steps.next()
      if (done) this.#end(first, () => value)
    } catch (error) {
      this.#end(first, () => {
        throw error
      })
    } finally {
      this.#stepping = false
    }
    return entry.outcome !== undefined
  }

  #end(first: Entry, outcome: () => Pending): void {
    first.outcome = outcome
    this.#entries.shift()
  }
}
