/** Who goes side by side with others, and who goes alone. */
export interface Turns {
  /** Beside others who do not mind. */
  together<T>(work: () => Promise<T>): Promise<T>
  /** When everybody who has begun has ended, and nobody else begins. */
  alone<T>(work: () => Promise<T>): Promise<T>
}

export function createTurns(): Turns {
  // Ends when everybody who was let in has ended; those who come later wait for the last who goes alone.
  let gate: Promise<unknown> = Promise.resolve()
  let inside: Promise<unknown> = Promise.resolve()

  function entered<T>(after: Promise<unknown>, work: () => Promise<T>): Promise<T> {
    const working = after.then(work)
    inside = Promise.allSettled([inside, working])
    return working
  }

  return {
    together: (work) => entered(gate, work),
    alone: (work) => {
      const working = entered(inside, work)
      gate = working.catch(() => undefined)
      return working
    },
  }
}
