import type { Steps } from './steps.ts'
import { finished } from './steps.ts'
import { Untraced } from './untraced.ts'

/** What came of work that took long, by what it was about: a function that answers it, or throws what it threw. */
export type Worked = ReadonlyMap<string, () => unknown>

/**
 * Thrown where a transaction cannot go on without what comes of work that takes long. Whoever runs it drops it, does the
 * steps while others are served, and runs it again with what came of them.
 */
export class AwaitingWork extends Untraced {
  readonly #key: string
  readonly #steps: Steps<unknown>
  readonly #worked: Worked

  constructor(key: string, steps: Steps<unknown>, worked: Worked) {
    super('work is not done yet')
    this.name = 'AwaitingWork'
    this.#key = key
    this.#steps = steps
    this.#worked = worked
  }

  /** Does the next step: what is worked out by then, once all are done. */
  step(): Worked | undefined {
    try {
      const { done, value } = this.#steps.next()
      return done ? this.#with(() => value) : undefined
    } catch (error) {
      return this.#with(() => {
        throw error
      })
    }
  }

  /** Does all steps. */
  finish(): Worked {
    for (;;) {
      const worked = this.step()
      if (worked !== undefined) return worked
    }
  }

  #with(outcome: () => unknown): Worked {
    return new Map(this.#worked).set(this.#key, outcome)
  }
}

/** Steps that are done at once: most work is no longer than that. */
const AT_ONCE = 2

let puttingOff: Worked | undefined

/** Whether work that takes long may be put off here: elsewhere it is all done at once. */
export function isWorkPutOff(): boolean {
  return puttingOff !== undefined
}

/** Runs something that may throw `AwaitingWork` where what comes of work that takes long is not among what is given. */
export function withWorkPutOff<T>(worked: Worked, run: () => T): T {
  const before = puttingOff
  puttingOff = worked
  try {
    return run()
  } finally {
    puttingOff = before
  }
}

/** Does steps, each of which may throw `AwaitingWork` likewise. */
export function* stepsWithWorkPutOff<T>(worked: Worked, steps: Steps<T>): Steps<T> {
  for (;;) {
    const { done, value } = withWorkPutOff(worked, () => steps.next())
    if (done) return value as T
    yield
  }
}

/**
 * What comes of steps. The key tells what they are about: the same key within a request means the same. They depend on
 * nothing that changes while others are served, as content by its id does not.
 */
export function workedOut<T>(key: string, begin: () => Steps<T>): T {
  if (puttingOff === undefined) return finished(begin())
  const known = puttingOff.get(key)
  if (known !== undefined) return known() as T
  const steps = begin()
  for (let i = 0; i < AT_ONCE; i++) {
    const step = steps.next()
    if (step.done) return step.value
  }
  throw new AwaitingWork(key, steps, puttingOff)
}
