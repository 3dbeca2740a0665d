/** Work that is done step by step, so that whoever does it may do something else in between. */
export type Steps<T> = Generator<undefined, T>

/** Does it all at once. */
export function finished<T>(work: Generator<unknown, T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value
}
