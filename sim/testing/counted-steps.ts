import type { Steps } from '../lib/steps.ts'

/** Does all steps: how many there were, and what came of them. */
export function countedSteps<T>(work: Steps<T>): { readonly steps: number; readonly value: T } {
  for (let steps = 1; ; steps++) {
    const { done, value } = work.next()
    if (done) return { steps, value }
  }
}
