import fc, { type Arbitrary } from 'fast-check'
import type { Contract } from '../../sim/contract.ts'
import { secretsOfCall } from '../kit/call-secrets.ts'
import type { AnyCheck } from '../kit/check.ts'
import type { Call } from '../kit/client.ts'
import { masked } from '../kit/curl.ts'
import {
  again,
  Failure,
  type Finding,
  Interrupted,
  Skipped,
  serverFault,
  Unarranged,
  Undecided,
} from '../kit/finding.ts'
import { withoutSecrets, withoutValues } from '../kit/secrets.ts'
import type { FailedCalls } from '../report/har.ts'
import { type Lag, LONG_LAG_MS, type Target } from '../targets/target.ts'
import { sorted } from './decisive.ts'
import type { Recipe, Result, Undecidable } from './events.ts'
import { objectsOf } from './objects.ts'
import { createRepeats } from './repeats.ts'
import type { SeenShapes } from './seen-shapes.ts'
import { type Spent, spentOn } from './spent.ts'
import type { Observation, Stage } from './stage.ts'
import { isShared, type Lease, type Stages } from './stages.ts'

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
    if (problem !== undefined) throw await confirmed(trial, rehearsal, undefined, problem)
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
  const repeated = await problemOf(() => rehearsal.once(details.input))
  const sure = await confirmed(trial, rehearsal, details.input, repeated)
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
    const problem = await problemOf(() => rehearsal.once(input))
    if (problem === undefined) continue
    if (problem instanceof Undecided) {
      undecided.push(problem.reason)
      continue
    }
    const sure = await confirmed(trial, rehearsal, input, problem)
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

async function problemOf(attempt: () => Promise<void>): Promise<unknown> {
  try {
    await attempt()
    return undefined
  } catch (problem) {
    return problem
  }
}

const MOST_CONFIRMED = 10
const confirmations = new WeakMap<Target, number>()

/**
 * What failed on a service that others use too is tried a few times more, with time left after each write. What holds then
 * cannot be told from replicas that lag behind, or from somebody else's doing. `problem` is undefined for what failed
 * and held when it was repeated.
 */
async function confirmed(
  { target, check }: Trial,
  rehearsal: Rehearsal,
  input: unknown,
  problem: unknown,
): Promise<unknown> {
  const { lag, mode } = target
  if (lag === undefined || check.races) return problem
  const before = confirmations.get(target) ?? 0
  const looks = mode === 'read' ? 3 : 2
  const once = () => rehearsal.once(input)
  if (problem === undefined)
    return (await failureAmong(looks, once)) ?? new Skipped('it failed, and held when it was repeated')
  // Where so many failed again and none held, time is not what they lack.
  if (!(problem instanceof Failure || problem instanceof Unarranged) || before >= MOST_CONFIRMED)
    return problem
  const repeated = await (mode === 'read'
    ? failureAmong(looks, once)
    : patiently(lag, () => failureAmong(looks, once)))
  const what =
    problem instanceof Failure ? `${problem.operation ?? 'a call'}: ${problem.title}` : problem.reason
  if (repeated === undefined) {
    confirmations.set(target, 0)
    const after =
      mode === 'read' ? 'when it was repeated' : `when ${LONG_LAG_MS / 1000} s were left after each write`
    return new Skipped(`it failed, and held ${after} (${what})`)
  }
  if (mode !== 'read') confirmations.set(target, before + 1)
  return repeated instanceof Failure || repeated instanceof Unarranged ? repeated : problem
}

// Others are checked meanwhile, and may be tried again as well: once none is, reads wait no longer than before.
async function patiently<T>(lag: Lag, work: () => Promise<T>): Promise<T> {
  lag.patient = (lag.patient ?? 0) + 1
  try {
    return await work()
  } finally {
    lag.patient -= 1
  }
}

// Who looks once more takes a service that is wrong now and then for one that is right.
async function failureAmong(most: number, attempt: () => Promise<void>): Promise<unknown> {
  for (let looks = 0; looks < most; looks++) {
    const problem = await problemOf(attempt)
    if (problem !== undefined) return problem
  }
  return undefined
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
  /** True when so many were drawn, and no further ones shall be. */
  readonly enough: (drawn: number) => boolean
  /** True for an input that needs no second trial. */
  readonly isRepeat: (input: unknown) => boolean
  /** Most further inputs to make a failing one smaller. */
  readonly shrinks: number
}

async function explore(
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

/** One check on its stage, from the same beginning for each input. */
interface Rehearsal {
  once(input: unknown): Promise<void>
  /** Calls so far that count as its cost, those that arranged stages for this check alone included. */
  spent(): number
  readonly lease: () => Lease | undefined
  end(): Promise<void>
}

function createRehearsal(
  { check, stages, shapes }: Trial,
  observed: (observation: Observation) => void,
  spent: Spent,
): Rehearsal {
  const shared = isShared(check)
  // Laws look at what they are answered themselves.
  const looksOn = !check.id.startsWith('laws/')
  let lease: Lease | undefined
  let arrangement: unknown
  let used = false
  /** Calls that count for how many inputs are drawn: those of an input after which the stage is as before do not. */
  let costly = 0
  let hopeless: { readonly problem: unknown } | undefined
  // Where the target cannot go back, inputs follow one another on a stage until one of them does not bear that.
  let bearsUse = true

  /** The stage for the next input; `worn` where another one has changed it. */
  async function begin(): Promise<{ readonly lease: Lease; readonly worn: boolean }> {
    // What could not be arranged for one input cannot be for the next.
    if (hopeless !== undefined) throw hopeless.problem
    if (lease !== undefined) {
      const before = lease.stage.calls.length
      const restored = !used || (await lease.again())
      spent.requests += before - lease.stage.calls.length
      if (restored || check.readOnly || check.hardy) return { lease, worn: false }
      if (bearsUse) return { lease, worn: true }
    }
    return { lease: await arrangeAnew(), worn: false }
  }

  async function arrangeAnew(): Promise<Lease> {
    await end()
    try {
      lease = await stages.lease(check.needs ?? {}, { level: check.level, observed }, shared)
      const { stage } = lease
      arrangement = await judging(stage, async () => await check.arrange?.(stage))
      // A stage is at its beginning already.
      if (check.arrange !== undefined) await lease.settle()
      used = false
      return lease
    } catch (problem) {
      // What is half arranged serves nobody.
      if (problem instanceof Interrupted) await end()
      else hopeless = { problem }
      throw problem
    }
  }

  async function end(): Promise<void> {
    const { requests, groups, projects } = spentHere()
    spent.requests += requests
    costly += requests
    spent.groups += groups
    spent.projects += projects
    await lease?.end()
    lease = undefined
  }

  // A stage that serves many is nobody's cost.
  function spentHere(): Spent {
    if (lease === undefined) return spentOn([])
    const { stage, before, arrangedCalls } = lease
    if (shared) return spentOn(stage.calls.slice(arrangedCalls()))
    const own = spentOn(stage.calls.slice(before.requests))
    return {
      requests: before.requests + own.requests,
      groups: before.groups + own.groups,
      projects: before.projects + own.projects,
    }
  }

  async function attempt({ stage }: Lease, input: unknown): Promise<void> {
    used = true
    const before = stage.calls.length
    await judging(stage, async () => {
      await check.holds(stage, input, arrangement)
      const wrong = looksOn ? shapes.wrongAmong(stage, stage.calls.slice(before)) : undefined
      if (wrong !== undefined) throw wrong
    })
  }

  return {
    // What was interrupted begins anew on a stage that nothing was changed on, so that its writes may be repeated.
    once: (input) =>
      againOrFault(async () => {
        const { lease: found, worn } = await begin()
        try {
          return await attempt(found, input)
        } catch (problem) {
          if (problem instanceof Interrupted) bearsUse = false
          if (!worn || problem instanceof Interrupted) throw problem
        }
        // It may be what the inputs before it have changed.
        bearsUse = false
        await attempt(await arrangeAnew(), input)
      }),
    spent: () => costly + spentHere().requests,
    lease: () => lease,
    end,
  }
}

const MOST_ATTEMPTS = 3

/** Tries again what was interrupted. What is so each time by the same call, while others are answered, is a failure. */
async function againOrFault(attempt: () => Promise<void>): Promise<void> {
  const met: Interrupted[] = []
  const noted = async () => {
    try {
      await attempt()
    } catch (problem) {
      if (problem instanceof Interrupted) met.push(problem)
      throw problem
    }
  }
  try {
    await again(noted, MOST_ATTEMPTS)
  } catch (problem) {
    throw (problem instanceof Interrupted ? faultIn(met) : undefined) ?? problem
  }
}

function faultIn(met: readonly Interrupted[]): Failure | undefined {
  const [first] = met
  const { operation, instead } = first ?? {}
  const same = met.every((one) => one.operation === operation && one.instead?.status === instead?.status)
  if (met.length < MOST_ATTEMPTS || instead === undefined || !same) return undefined
  return serverFault(instead, operation)
}

/** What was read of the target may tell why it refused something. */
async function judging<T>(stage: Stage, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (problem) {
    const refused = problem instanceof Failure ? stage.whyRefused(problem) : undefined
    if (refused !== undefined) throw new Undecided(refused)
    const unarranged = problem instanceof Unarranged ? stage.whyUnarranged(problem.reason) : undefined
    throw unarranged === undefined ? problem : new Unarranged(unarranged, { rightly: true })
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
  return { kind: 'fail', finding, recipe: recipeOf(trial, rehearsal, smallest, operation) }
}

// As much of a body as tells what it is; the last reply is mostly the one that is wrong.
const MOST_OF_REPLY = 200
const MOST_OF_LAST = 1000

function recipeOf(
  { seed, runs, target, check }: Trial,
  rehearsal: Rehearsal,
  smallest: { readonly counterexample: string | undefined; readonly shrinks: number },
  operation: string | undefined,
): Recipe {
  const lease = rehearsal.lease()
  const stage = lease?.stage
  const calls = stage?.calls ?? []
  const arranged = lease?.arrangedCalls() ?? 0
  const own = calls.slice(arranged)
  // Of calls at once each counts.
  const { before, decisive } = check.races ? { before: [], decisive: own } : sorted(own, operation)
  const lines = (some: readonly Call[]) => some.map((call) => withoutValues(stage?.curl(call) ?? '', secrets))
  const secrets = secretsOfCalls(calls)
  const told = ({ reply }: Call, most: number) => {
    const body = withoutSecrets(masked(reply.body, target.credentials), secrets)
    return `${reply.status} ${body.slice(0, most)}${body.length > most ? '…' : ''}`
  }
  const last = calls.at(-1)
  const lastReply = last === undefined ? undefined : told(last, MOST_OF_LAST)
  return {
    seed,
    runs,
    ...smallest,
    ...(stage?.looksAt === undefined ? {} : { project: stage.looksAt }),
    objects: stage === undefined ? [] : objectsOf(calls, stage, target.credentials),
    arrangement: lines([...calls.slice(0, arranged), ...before]),
    calls: lines(decisive),
    replies: decisive.map((call) => told(call, call === decisive.at(-1) ? MOST_OF_LAST : MOST_OF_REPLY)),
    lastReply,
  }
}

// Checks that read share their calls, so each is looked at once.
const found = new WeakMap<Call, readonly string[]>()

// Shorter ones are words of sentences, too: in calls and replies their names tell them.
function secretsOfCalls(calls: readonly Call[]): readonly string[] {
  const all = new Set<string>()
  for (const call of calls) {
    const secrets = found.get(call) ?? secretsOfCall(call).filter((secret) => secret.length >= 8)
    found.set(call, secrets)
    for (const secret of secrets) all.add(secret)
  }
  return [...all]
}

/** A result as reports may show it: its calls and replies are without secrets already. */
function redactedResult(result: Result, calls: readonly Call[], { credentials }: Target): Result {
  // Most checks pass, and have nothing to show.
  if (result.kind === 'pass') return result
  const secrets = secretsOfCalls(calls)
  const text = (plain: string) => withoutSecrets(masked(plain, credentials), secrets)
  switch (result.kind) {
    case 'fail': {
      const { finding, recipe } = result
      const { title, expected, actual } = finding
      const { counterexample, objects } = recipe
      return {
        ...result,
        finding: { ...finding, title: text(title), expected: text(expected), actual: text(actual) },
        recipe: {
          ...recipe,
          counterexample: counterexample === undefined ? undefined : text(counterexample),
          objects: objects.map((line) => withoutValues(line, secrets)),
        },
      }
    }
    case 'skip':
      return { ...result, reason: text(result.reason) }
    case 'broken':
      return { ...result, error: text(result.error) }
    case 'blocked':
      return 'cause' in result ? { ...result, cause: text(result.cause) } : result
    default:
      return result
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
