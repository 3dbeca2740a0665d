/** Work that is done step by step, so that whoever does it may do something else in between. */
export type Steps<T> = Generator<undefined, T>

/** Does it all at once. */
export function finished<T>(work: Generator<unknown, T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value
}

/** Work that is done in one step, once somebody takes it. */
// biome-ignore lint/correctness/useYield: one step needs no pause.
export function* atOnce<T>(work: () => T): Steps<T> {
  return work()
}

/** Steps that are done already. */
export const DONE: Steps<void> = atOnce(() => {})
DONE.next()

/** What is there at once, or what comes of steps. Most requests are so short that steps would cost more than they do. */
export type Stepwise<T> = T | Steps<T>

const generators = Object.getPrototypeOf(function* () {}).prototype as object

export function isSteps<T>(outcome: Stepwise<T>): outcome is Steps<T> {
  return Object.prototype.isPrototypeOf.call(generators, outcome as object)
}

/** Does the first step: what comes of it where it was the only one, otherwise the steps that are left. */
export function begun<T>(steps: Steps<T>): Stepwise<T> {
  const { done, value } = steps.next()
  return done ? (value as T) : steps
}

/** Goes on with an outcome: at once where it is there. */
export function after<T, U>(outcome: Stepwise<T>, goOn: (value: T) => Stepwise<U>): Stepwise<U> {
  return isSteps(outcome) ? chained(outcome, goOn) : goOn(outcome)
}

function* chained<T, U>(steps: Steps<T>, goOn: (value: T) => Stepwise<U>): Steps<U> {
  return yield* stepsOf(goOn(yield* steps))
}

/** An outcome as steps. */
export function* stepsOf<T>(outcome: Stepwise<T>): Steps<T> {
  return isSteps(outcome) ? yield* outcome : outcome
}

/** Bytes that take as long to handle as a row takes to be written or removed. */
const EACH_ROW = 4096

/** Does something with each of many, step by step. What belongs together shares a pace, so that many short lists rest too. */
export function forEach<T>(
  all: Iterable<T>,
  pace: Pace,
  work: (one: T, i: number) => Stepwise<unknown>,
): Steps<void> {
  return Array.isArray(all) && all.length === 0 ? DONE : eachInTurn(all, pace, work)
}

function* eachInTurn<T>(
  all: Iterable<T>,
  pace: Pace,
  work: (one: T, i: number) => Stepwise<unknown>,
): Steps<void> {
  let i = 0
  for (const one of all) {
    const more = work(one, i++)
    if (isSteps(more)) yield* more
    if (pace.of(EACH_ROW)) yield
  }
}

/** Bytes of work between two steps, and what an entry counts for besides. */
const STEP = 1024 * 1024
const EACH = 4096

/** Tells when so much was done that others may want a turn. */
export class Pace {
  /** How often any has told so: steps that end with it are long, and are not done several at once. */
  static #told = 0
  static get told(): number {
    return Pace.#told
  }

  #done = 0

  /** Counts something done, of so many bytes; true when it is time for a step. */
  after(bytes: number): boolean {
    return this.of(bytes + EACH)
  }

  /** The same for something so small that only its bytes count. */
  of(bytes: number): boolean {
    this.#done += bytes
    if (this.#done < STEP) return false
    this.#done = 0
    Pace.#told += 1
    return true
  }
}
