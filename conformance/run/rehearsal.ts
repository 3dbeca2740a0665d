import type { AnyCheck } from '../kit/check.ts'
import { again, Failure, Interrupted, serverFault, Unarranged, Undecided } from '../kit/finding.ts'
import type { SeenShapes } from './seen-shapes.ts'
import { type Spent, spentOn } from './spent.ts'
import type { Observation, Stage } from './stage.ts'
import { isShared, type Lease, type Stages } from './stages.ts'

/** One check on its stage, from the same beginning for each input. */
export interface Rehearsal {
  once(input: unknown): Promise<void>
  /** Calls so far that count as its cost, those that arranged stages for this check alone included. */
  spent(): number
  readonly lease: () => Lease | undefined
  end(): Promise<void>
}

interface Rehearsed {
  readonly check: AnyCheck
  readonly stages: Stages
  readonly shapes: SeenShapes
}

export function createRehearsal(
  { check, stages, shapes }: Rehearsed,
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
