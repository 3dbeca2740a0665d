import fc from 'fast-check'
import { type ContractOperation, contract as contractOf } from '../../sim/contract.ts'
import type { Stage } from '../run/stage.ts'
import { createStages, type Stages } from '../run/stages.ts'
import type { Target, Who } from '../targets/target.ts'
import { type Difference, firstDifference } from './difference.ts'
import { createNormaliser, type Normal } from './normalise.ts'
import { sideOn } from './side.ts'
import { comparable, type Step, sequences } from './step.ts'

export interface TwinOptions {
  /** Every sequence follows from it; default 1. */
  readonly seed?: number
  /** Sequences; default 25. */
  readonly runs?: number
  /** Families to draw calls from; default all. */
  readonly families?: readonly string[]
  /** Calls in one sequence, at most; default 12. */
  readonly length?: number
  /** Names of fields and headers that are not compared. */
  readonly ignored?: readonly string[]
  /** Told of each sequence with what the left side answered; those that were tried while shrinking are left out. */
  readonly recorded?: (take: Take) => void
}

/** A sequence, and what a service answered to each call of it; nothing where it was not asked. */
export interface Take {
  readonly steps: readonly Step[]
  readonly replies: readonly (Normal | null)[]
}

/** What became of a comparison. */
export type TwinResult =
  | { readonly kind: 'same'; readonly sequences: number }
  | {
      readonly kind: 'different'
      /** The smallest sequence that shows it; the last call is the one whose replies differ. */
      readonly steps: readonly Step[]
      readonly difference: Difference
      readonly shrinks: number
      /** The calls as `curl`, for each side. */
      readonly left: readonly string[]
      readonly right: readonly string[]
    }

/** Further sequences that are tried to make a differing one smaller. */
const SHRINK_BUDGET = 200

class Parting extends Error {
  readonly found: Found
  constructor(found: Found) {
    super(found.difference.at)
    this.found = found
  }
}
interface Found {
  readonly steps: readonly Step[]
  readonly difference: Difference
  readonly left: readonly string[]
  readonly right: readonly string[]
}

/** Plays drawn sequences of calls on both targets, and makes the first one that shows a difference as small as it gets. */
export async function twin(left: Target, right: Target, options: TwinOptions = {}): Promise<TwinResult> {
  const { seed = 1, runs = 25, length = 12, ignored = [], families = [], recorded } = options
  const operations = drawnFrom(left, right, families)
  // Both sides call what they make by the same names.
  const prefix = `${left.prefix}-${seed}`
  const [one, other] = [await createStages(left, prefix), await createStages(right, prefix)]
  let differs = false
  let tries = 0
  try {
    const property = fc.asyncProperty(sequences(operations, length), async (steps) => {
      if (differs && ++tries > SHRINK_BUDGET) return
      const found = await compared(
        steps,
        { target: left, stages: one },
        { target: right, stages: other },
        {
          ignored: new Set(ignored),
          recorded: differs ? undefined : recorded,
        },
      )
      if (found === undefined) return
      differs = true
      throw new Parting(found)
    })
    const details = await fc.check(property, { seed, numRuns: runs })
    if (!details.failed) return { kind: 'same', sequences: details.numRuns }
    if (!(details.errorInstance instanceof Parting)) throw details.errorInstance
    return { kind: 'different', shrinks: details.numShrinks, ...details.errorInstance.found }
  } finally {
    await one.close()
    await other.close()
  }
}

// Both sides are asked what the contract of the left one says, unless only the right one has a dialect.
function drawnFrom(left: Target, right: Target, families: readonly string[]): readonly ContractOperation[] {
  const all = comparable(contractOf(left.dialect ?? right.dialect))
  const known = new Set(all.map(({ family }) => family))
  const unknown = families.filter((family) => !known.has(family))
  if (unknown.length > 0)
    throw new RangeError(`there is no family ${unknown.join(', ')} to compare: use ${[...known].join(', ')}`)
  return families.length === 0 ? all : all.filter(({ family }) => families.includes(family))
}

interface Player {
  readonly target: Target
  readonly stages: Stages
}

async function compared(
  steps: readonly Step[],
  one: Player,
  other: Player,
  {
    ignored,
    recorded,
  }: { readonly ignored: ReadonlySet<string>; readonly recorded: TwinOptions['recorded'] },
): Promise<Found | undefined> {
  const [left, right] = [await begin(one), await begin(other)]
  const replies: (Normal | null)[] = []
  try {
    for (const [i, step] of steps.entries()) {
      const [here, there] = [await left.play(step), await right.play(step)]
      replies.push(here ?? null)
      // A caller whom only one side knows tells nothing.
      const difference =
        here === undefined || there === undefined ? undefined : firstDifference(here, there, ignored)
      if (difference !== undefined)
        return { steps: steps.slice(0, i + 1), difference, left: left.calls(), right: right.calls() }
    }
    recorded?.({ steps, replies })
    return undefined
  } finally {
    await left.end()
    await right.end()
  }
}

/** One side of one sequence: plays a call and tells the reply in common terms. */
export interface Turn {
  play(step: Step): Promise<Normal | undefined>
  calls(): readonly string[]
  end(): Promise<void>
}

export async function begin({ target, stages }: Player): Promise<Turn> {
  const lease = await stages.lease({ repository: true }, () => undefined, false)
  const { stage } = lease
  const normalise = createNormaliser({ origin: target.origin, prefix: stage.prefix, people: peopleOf(stage) })
  const side = sideOn(stage)
  const from = stage.calls.length
  return {
    play: async (step) => {
      const reply = await side.play(step)
      return reply === undefined ? undefined : normalise(reply)
    },
    calls: () => stage.calls.slice(from).map(stage.curl),
    end: () => lease.end(),
  }
}

function peopleOf(stage: Stage): { readonly [text: string]: string } {
  const people: { [text: string]: string } = {}
  for (const who of [
    'admin',
    'owner',
    'maintainer',
    'developer',
    'reporter',
    'guest',
    'stranger',
  ] satisfies Who[])
    if (stage.has(who)) {
      const { username, name } = stage.user(who)
      people[username] = `the ${who}`
      people[name] = `The ${who}`
    }
  return people
}
