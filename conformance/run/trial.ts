import fc from 'fast-check'
import type { Contract } from '../../sim/contract.ts'
import type { AnyCheck } from '../kit/check.ts'
import { Failure, type Finding, Interrupted, Skipped, Unarranged, Undecided } from '../kit/finding.ts'
import type { FailedCalls } from '../report/har.ts'
import type { Target } from '../targets/target.ts'
import { confirmed, problemOf } from './confirm.ts'
import type { Result, Undecidable } from './events.ts'
import { explore } from './explore.ts'
import { recipeOf, redactedResult, type Smallest } from './recipe.ts'
import { createRehearsal, type Rehearsal } from './rehearsal.ts'
import { createRepeats } from './repeats.ts'
import type { SeenShapes } from './seen-shapes.ts'
import type { Spent } from './spent.ts'
import type { Observation } from './stage.ts'
import type { Stages } from './stages.ts'

/** At most this many further inputs are tried to make a failing one smaller; fewer where each may cost a project. */
const shrinkBudget = { back: 150, anew: 15 } as const

/** Where nothing can be put back, a property draws no further inputs once those before have cost so many calls. */
const MOST_CALLS = 8
/** So many are drawn in any case. */
const LEAST_DRAWN = 2
/** Nor does one that costs little draw more where the number of requests is limited. */
const MOST_DRAWN = 16

/** A check about to be run on a target. */
export interface Trial {
  readonly check: AnyCheck
  readonly target: Target
  readonly stages: Stages
  readonly shapes: SeenShapes
  readonly contract: Contract
  readonly seed: number
  readonly runs: number
  /** Draws fewer inputs where they cost many calls. */
  readonly sparing: boolean
  /** Told of the calls behind a failure. */
  readonly failed?: ((failure: FailedCalls) => void) | undefined
}

/**
 * Runs one check with all its inputs. It never throws for what a target does. `spent` is what it has called and created so
 * far, on stages of its own and on those that it shares.
 */
export async function settle(trial: Trial, observations: Observation[], spent: Spent): Promise<Result> {
  const observed = (observation: Observation) => void observations.push(observation)
  const rehearsal = createRehearsal(trial, observed, spent)
  const told = (result: Result) => redactedResult(result, rehearsal.lease()?.stage.calls ?? [], trial.target)
  try {
    return told(await perform(trial, rehearsal, observations))
  } catch (problem) {
    return told(judged(problem, trial, rehearsal, { counterexample: undefined, shrinks: 0 }, observations))
  } finally {
    await rehearsal.end()
  }
}

async function perform(trial: Trial, rehearsal: Rehearsal, observations: Observation[]): Promise<Result> {
  const { check, contract } = trial
  if (check.each !== undefined) return await performEach(trial, check.each(contract), rehearsal, observations)
  if (check.over === undefined) {
    const problem = await problemOf(() => rehearsal.once(undefined))
    if (problem !== undefined) throw await confirmed(trial, () => rehearsal.once(undefined), problem)
    return passed(1, [])
  }
  const numRuns = Math.max(1, Math.round(trial.runs * (check.share ?? 1)))
  const { examples = [] } = check
  const { goesBack } = trial.stages
  const most = trial.target.mode === 'write' ? MOST_DRAWN : numRuns
  const enough = (drawn: number) =>
    trial.sparing && !goesBack && (drawn >= most || (drawn >= LEAST_DRAWN && rehearsal.spent() >= MOST_CALLS))
  const shrinks = goesBack ? shrinkBudget.back : shrinkBudget.anew
  // From the same beginning the same input is answered the same.
  const isRepeat = goesBack ? createRepeats() : () => false
  const drawn = { arbitrary: check.over(contract), examples, seed: seedOf(trial), numRuns }
  const inputs = { ...drawn, enough, isRepeat, shrinks }
  const details = await explore(inputs, (input) => rehearsal.once(input))
  if (details.problem === undefined) return passed(details.inputs, details.undecided)
  // The smallest input once more, so that the journal holds its calls and no others.
  const once = () => rehearsal.once(details.input)
  const sure = await confirmed(trial, once, await problemOf(once))
  const smallest = { counterexample: details.counterexample, shrinks: details.shrinks }
  return judged(sure ?? details.problem, trial, rehearsal, smallest, observations)
}

async function performEach(
  trial: Trial,
  inputs: readonly unknown[],
  rehearsal: Rehearsal,
  observations: Observation[],
): Promise<Result> {
  const undecided: string[] = []
  for (const input of inputs) {
    const once = () => rehearsal.once(input)
    const problem = await problemOf(once)
    if (problem === undefined) continue
    if (problem instanceof Undecided) {
      undecided.push(problem.reason)
      continue
    }
    const sure = await confirmed(trial, once, problem)
    const smallest = { counterexample: fc.stringify(input), shrinks: 0 }
    return judged(sure, trial, rehearsal, smallest, observations)
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

/** A thrown problem as a result. */
function judged(
  problem: unknown,
  trial: Trial,
  rehearsal: Rehearsal,
  smallest: Smallest,
  observations: Observation[],
): Result {
  if (problem instanceof Undecided) return passed(1, [problem.reason])
  if (problem instanceof Skipped) return { kind: 'skip', reason: problem.reason }
  if (problem instanceof Interrupted) return { kind: 'broken', error: problem.reason, interrupted: true }
  if (problem instanceof Unarranged)
    return { kind: 'blocked', cause: problem.reason, ...(problem.rightly ? { rightly: true } : {}) }
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
  trial.failed?.({ check: check.id, title, calls: [...(rehearsal.lease()?.stage.calls ?? [])] })
  return { kind: 'fail', finding, recipe: recipeOf(trial, rehearsal.lease(), smallest, operation) }
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
