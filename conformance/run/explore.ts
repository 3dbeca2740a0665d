import fc, { type Arbitrary } from 'fast-check'
import { Interrupted, Skipped, Unarranged, Undecided } from '../kit/finding.ts'

/** What drawing inputs came to. */
export interface Exploration {
  readonly inputs: number
  /** Why some of them decided nothing. */
  readonly undecided: readonly string[]
  readonly problem: unknown
  readonly input: unknown
  readonly counterexample: string
  readonly shrinks: number
}

interface Inputs {
  readonly arbitrary: Arbitrary<unknown>
  readonly examples: readonly unknown[]
  readonly seed: number
  /** Beside the examples. */
  readonly numRuns: number
  /** True when so many were drawn, and no further ones shall be. */
  readonly enough: (drawn: number) => boolean
  /** True for an input that needs no second trial. */
  readonly isRepeat: (input: unknown) => boolean
  /** Most further inputs to make a failing one smaller. */
  readonly shrinks: number
}

/** Draws inputs and tries each; one that fails is made smaller. Throws what no other input would change. */
export async function explore(
  { arbitrary, examples, seed, numRuns, enough, isRepeat, shrinks }: Inputs,
  once: (input: unknown) => Promise<void>,
): Promise<Exploration> {
  let tried = -1
  let inputs = 0
  let skipped: Skipped | Interrupted | Unarranged | undefined
  const undecided: string[] = []
  const property = fc.asyncProperty(arbitrary, async (input) => {
    if (skipped !== undefined) return
    if (tried >= 0 && ++tried > shrinks) return
    if (tried < 0 && (enough(inputs - examples.length) || isRepeat(input))) return
    inputs += 1
    try {
      await once(input)
    } catch (problem) {
      if (problem instanceof Undecided) undecided.push(problem.reason)
      else if (endsCheck(problem)) skipped = problem
      else {
        tried = Math.max(tried, 0)
        throw problem
      }
    }
  })
  const details = await fc.check(property, {
    seed,
    numRuns: numRuns + examples.length,
    examples: examples.map((input): [unknown] => [input]),
  })
  if (skipped !== undefined) throw skipped
  return {
    inputs: details.failed ? details.numRuns : inputs,
    undecided,
    problem: details.failed ? details.errorInstance : undefined,
    input: details.counterexample?.[0],
    counterexample: fc.stringify(details.counterexample?.[0]),
    shrinks: details.numShrinks,
  }
}

/** True for what no other input would change. */
function endsCheck(problem: unknown): problem is Skipped | Interrupted | Unarranged {
  return problem instanceof Skipped || problem instanceof Interrupted || problem instanceof Unarranged
}
