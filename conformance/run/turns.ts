/** Lets some work run side by side, and other work alone. */
export interface Turns {
  /** Runs work once nothing runs beside it that must not. */
  take<T>(alone: boolean, work: () => Promise<T>): Promise<T>
}

/** In the order in which they ask: whoever wants to be alone waits for those before, and all after wait for that one. */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  let beside: Promise<unknown>[] = []
  return {
    take: async (alone, work) => {
      const before = alone ? Promise.allSettled([last, ...beside]) : last
      const done = before.then(work)
      const settled = done.catch(() => undefined)
      if (alone) {
        last = settled
        beside = []
      } else beside.push(settled)
      return await done
    },
  }
}
