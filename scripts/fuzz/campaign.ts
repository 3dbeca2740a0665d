import fc from 'fast-check'
import { longestTurn } from './turn.ts'

/** A campaign: what is drawn, and what must hold of it whatever was drawn. */
export interface Campaign<Input> {
  readonly name: string
  /** What it does, in a sentence. */
  readonly says: string
  readonly inputs: fc.Arbitrary<Input>
  /** How many inputs make a round of about a second. */
  readonly size: number
  /** Tries one input, from the same beginning every time. Resolves to what was wrong with it. */
  readonly attempt: (input: Input) => Promise<string | undefined> | string | undefined
  /** `free` where an input is more than one request, so that its turns may be long. Default: they are measured. */
  readonly turns?: 'free'
  /** Closes what the campaign has opened. */
  readonly close?: () => Promise<void>
}

/** Something that must not happen, and the smallest input for which it does. */
export interface Finding {
  readonly campaign: string
  readonly seed: number
  readonly says: string
  readonly input: string
}

/** Most milliseconds of processor time that one turn of the event loop may take. */
export const LONGEST_TURN = 250

/** Tries the inputs of a round, which its seed decides, and makes the first bad one smaller. */
export async function round<Input>(campaign: Campaign<Input>, seed: number): Promise<Finding | undefined> {
  let says = ''
  const property = fc.asyncProperty(campaign.inputs, async (input) => {
    const wrong = await wrongWith(campaign, input)
    if (wrong === undefined) return true
    says = wrong
    return false
  })
  const { failed, counterexample } = await fc.check(property, {
    seed,
    numRuns: campaign.size,
    // Making an input smaller must end too.
    interruptAfterTimeLimit: 60_000,
    markInterruptAsFailure: false,
  })
  if (!failed || counterexample === null) return undefined
  return { campaign: campaign.name, seed, says, input: fc.stringify(counterexample[0]) }
}

async function wrongWith<Input>(
  { attempt, turns }: Campaign<Input>,
  input: Input,
): Promise<string | undefined> {
  if (turns === 'free') return thrown(() => attempt(input))
  const first = await longestTurn(() => thrown(() => attempt(input)))
  if (first.result !== undefined || first.milliseconds <= LONGEST_TURN) return first.result
  // A turn may have been long for a reason of its own: code compiled for the first time, memory collected.
  const second = await longestTurn(() => thrown(() => attempt(input)))
  const milliseconds = Math.min(first.milliseconds, second.milliseconds)
  return milliseconds > LONGEST_TURN ? `a turn took ${Math.round(milliseconds)} ms` : second.result
}

async function thrown(work: () => Promise<string | undefined> | string | undefined) {
  try {
    return await work()
  } catch (error) {
    return `threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
  }
}
