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

/** What comes of a call that may answer with steps instead. */
export function* outcomeOf<T>(answer: T | Steps<T>): Steps<T> {
  return isSteps(answer) ? yield* answer : answer
}

function isSteps<T>(answer: T | Steps<T>): answer is Steps<T> {
  return Object.prototype.toString.call(answer) === '[object Generator]'
}

/** Bytes of work between two steps, and what an entry counts for besides. */
const STEP = 1024 * 1024
const EACH = 4096

/** Tells when so much was done that others may want a turn. */
export class Pace {
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
    return true
  }
}
