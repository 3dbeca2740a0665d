import fc, { type Arbitrary } from 'fast-check'
import type { Contract } from '../../sim/contract.ts'
import type { AnyCheck } from '../kit/check.ts'
import { masked } from '../kit/curl.ts'
import { Failure, type Finding, Skipped, Undecided } from '../kit/finding.ts'
import type { Target } from '../targets/target.ts'
import type { Recipe, Result, Undecidable } from './events.ts'
import { objectsOf } from './objects.ts'
import type { Observation } from './stage.ts'
import type { Lease, Stages } from './stages.ts'

/** At most this many further inputs are tried to make a failing one smaller. */
const shrinkBudget = 150

/** A check about to be run on a target. */
export interface Trial {
  readonly check: AnyCheck
  readonly target: Target
  readonly stages: Stages
  readonly contract: Contract
  readonly seed: number
  readonly runs: number
}

/** Runs one check with all its inputs. It never throws for what a target does. */
export async function settle(trial: Trial, observations: Observation[]): Promise<Result> {
  const rehearsal = createRehearsal(trial, (observation) => void observations.push(observation))
  try {
    return await perform(trial, rehearsal, observations)
  } catch (problem) {
    return judged(problem, trial, rehearsal, { counterexample: undefined, shrinks: 0 }, observations)
  } finally {
    await rehearsal.end()
  }
}

async function perform(trial: Trial, rehearsal: Rehearsal, observations: Observation[]): Promise<Result> {
  const { check, contract } = trial
  if (check.each !== undefined) return await performEach(trial, check.each(contract), rehearsal, observations)
  if (check.over === undefined) {
    await rehearsal.once(undefined)
    return passed(1, [])
  }
  const numRuns = Math.max(1, Math.round(trial.runs * (check.share ?? 1)))
  const { examples = [] } = check
  const inputs = { arbitrary: check.over(contract), examples, seed: seedOf(trial), numRuns }
  const details = await explore(inputs, (input) => rehearsal.once(input))
  if (details.problem === undefined) return passed(details.inputs, details.undecided)
  // The smallest input once more, so that the journal holds its calls and no others.
  const again = await rehearsal.once(details.input).then(
    () => details.problem,
    (problem: unknown) => problem,
  )
  const { counterexample, shrinks } = details
  return judged(again, trial, rehearsal, { counterexample, shrinks }, observations)
}

async function performEach(
  trial: Trial,
  inputs: readonly unknown[],
  rehearsal: Rehearsal,
  observations: Observation[],
): Promise<Result> {
  const undecided: string[] = []
  for (const input of inputs) {
    try {
      await rehearsal.once(input)
    } catch (problem) {
      if (problem instanceof Undecided) {
        undecided.push(problem.reason)
        continue
      }
      return judged(
        problem,
        trial,
        rehearsal,
        { counterexample: fc.stringify(input), shrinks: 0 },
        observations,
      )
    }
  }
  return passed(inputs.length, undecided)
}

/** Nothing failed: a pass if at least one input decided something. */
function passed(inputs: number, reasons: readonly string[]): Result {
  const counts = new Map<string, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const undecided: readonly Undecidable[] = [...counts].map(([reason, inputs]) => ({ reason, inputs }))
  const [first] = undecided
  if (first === undefined) return { kind: 'pass', inputs }
  const decided = inputs - reasons.length
  return decided > 0
    ? { kind: 'pass', inputs: decided, undecided }
    : { kind: 'skip', reason: first.reason, undecided }
}

interface Exploration {
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
}

async function explore(
  { arbitrary, examples, seed, numRuns }: Inputs,
  once: (input: unknown) => Promise<void>,
): Promise<Exploration> {
  let tried = -1
  let skipped: Skipped | undefined
  const undecided: string[] = []
  const property = fc.asyncProperty(arbitrary, async (input) => {
    if (skipped !== undefined) return
    if (tried >= 0 && ++tried > shrinkBudget) return
    try {
      await once(input)
    } catch (problem) {
      if (problem instanceof Undecided) undecided.push(problem.reason)
      else if (problem instanceof Skipped) skipped = problem
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
    inputs: details.numRuns,
    undecided,
    problem: details.failed ? details.errorInstance : undefined,
    input: details.counterexample?.[0],
    counterexample: fc.stringify(details.counterexample?.[0]),
    shrinks: details.numShrinks,
  }
}

/** One check on its stage, from the same beginning for each input. */
interface Rehearsal {
  once(input: unknown): Promise<void>
  readonly lease: () => Lease | undefined
  end(): Promise<void>
}

function createRehearsal({ check, stages }: Trial, observed: (observation: Observation) => void): Rehearsal {
  let lease: Lease | undefined
  let arrangement: unknown
  let used = false
  let hopeless: { readonly problem: unknown } | undefined

  async function begin(): Promise<Lease> {
    // What could not be arranged for one input cannot be for the next.
    if (hopeless !== undefined) throw hopeless.problem
    if (lease !== undefined && (!used || (await lease.again()) || check.readOnly || check.hardy)) return lease
    try {
      return await arrangeAnew()
    } catch (problem) {
      hopeless = { problem }
      throw problem
    }
  }

  async function arrangeAnew(): Promise<Lease> {
    await lease?.end()
    lease = undefined
    const shared = check.readOnly === true && check.arrange === undefined
    lease = await stages.lease(check.needs ?? {}, observed, shared)
    arrangement = await check.arrange?.(lease.stage)
    await lease.settle()
    return lease
  }

  return {
    once: async (input) => {
      const { stage } = await begin()
      used = true
      try {
        await check.holds(stage, input, arrangement)
      } catch (problem) {
        const reason = problem instanceof Failure ? stage.whyRefused(problem) : undefined
        throw reason === undefined ? problem : new Undecided(reason)
      }
    },
    lease: () => lease,
    end: async () => await lease?.end(),
  }
}

/** A thrown problem as a result. */
function judged(
  problem: unknown,
  trial: Trial,
  rehearsal: Rehearsal,
  smallest: { readonly counterexample: string | undefined; readonly shrinks: number },
  observations: Observation[],
): Result {
  if (problem instanceof Undecided) return passed(1, [problem.reason])
  if (problem instanceof Skipped) return { kind: 'skip', reason: problem.reason }
  if (!(problem instanceof Failure)) return { kind: 'broken', error: textOf(problem) }
  const { check } = trial
  const { title, expected, actual, operation } = problem
  if (check.level === 'observe') {
    observations.push({ what: title, seen: actual })
    return { kind: 'pass', inputs: 1 }
  }
  const finding: Finding = {
    title,
    expected,
    actual,
    severity: check.level,
    check: check.id,
    ...(operation === undefined ? {} : { operation }),
  }
  return { kind: 'fail', finding, recipe: recipeOf(trial, rehearsal, smallest) }
}

function recipeOf(
  { seed, runs, target }: Trial,
  rehearsal: Rehearsal,
  smallest: { readonly counterexample: string | undefined; readonly shrinks: number },
): Recipe {
  const lease = rehearsal.lease()
  const stage = lease?.stage
  const calls = stage?.calls ?? []
  const lines = calls.map((call) => stage?.curl(call) ?? '')
  const arranged = lease?.arrangedCalls() ?? 0
  const last = calls.at(-1)?.reply
  return {
    seed,
    runs,
    ...smallest,
    ...(stage?.looksAt === undefined ? {} : { project: stage.looksAt }),
    objects: stage === undefined ? [] : objectsOf(calls, stage, target.credentials),
    arrangement: lines.slice(0, arranged),
    calls: lines.slice(arranged),
    lastReply:
      last === undefined
        ? undefined
        : masked(`${last.status} ${last.body.slice(0, 1000)}`, target.credentials),
  }
}

function textOf(problem: unknown): string {
  return problem instanceof Error ? (problem.stack ?? problem.message) : String(problem)
}

// A check draws the same inputs whether it runs alone or among others.
function seedOf({ check, seed }: Trial): number {
  let hash = seed | 0
  for (const character of check.id) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0
  return hash
}
