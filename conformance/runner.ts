import { contract as contractOf } from '../sim/contract.ts'
import type { AnyCheck } from './check.ts'
import type { CheckEnded, Counts, Event, Result } from './events.ts'
import { unfit } from './plan.ts'
import type { Observation } from './stage.ts'
import { createStages } from './stages.ts'
import type { Target } from './targets/target.ts'
import { settle } from './trial.ts'

export interface RunOptions {
  /** Every input follows from it; default 1. */
  readonly seed?: number
  /** Inputs of each property; default 25. */
  readonly runs?: number
  /** Milliseconds; real ones unless told. */
  readonly clock?: () => number
}

export const defaultSeed = 1
export const defaultRuns = 25

const nothingYet: Counts = { pass: 0, fail: 0, skip: 0, disabled: 0, blocked: 0, error: 0 }

/** Runs checks one after the other and tells what becomes of them. It never throws for what a target answers. */
export async function* run(
  checks: readonly AnyCheck[],
  target: Target,
  options: RunOptions = {},
): AsyncGenerator<Event> {
  const { seed = defaultSeed, runs = defaultRuns, clock = () => performance.now() } = options
  const began = clock()
  const counts: { -readonly [kind in keyof Counts]: number } = { ...nothingYet }
  yield { type: 'started', target: target.name, dialect: target.dialect, seed, runs, planned: checks.length }
  const session = await createSession(target, options)
  for (const check of checks) {
    yield { type: 'check-started', id: check.id }
    const { ended, observations } = await session.perform(check)
    counts[ended.result.kind] += 1
    for (const observation of observations) yield { type: 'observed', id: check.id, observation }
    yield ended
  }
  await session.close()
  yield { type: 'ended', counts, milliseconds: clock() - began }
}

/** A run whose checks are asked for one by one, as a test framework does. */
export interface Session {
  perform(check: AnyCheck): Promise<Performance>
  close(): Promise<void>
}
export interface Performance {
  readonly ended: CheckEnded
  readonly observations: readonly Observation[]
}

export async function createSession(target: Target, options: RunOptions = {}): Promise<Session> {
  const { seed = defaultSeed, runs = defaultRuns, clock = () => performance.now() } = options
  const contract = contractOf(target.dialect)
  const stages = await createStages(target, `${target.prefix}-${seed}`)
  const outcomes = new Map<string, Result['kind']>()
  return {
    perform: async (check) => {
      const { id, says, source, level } = check
      const started = clock()
      const observations: Observation[] = []
      const trial = { check, target, stages, contract, seed, runs }
      const result = verdict(check, target, outcomes) ?? (await settle(trial, observations))
      outcomes.set(id, result.kind)
      const milliseconds = clock() - started
      const ended: CheckEnded = { type: 'check-ended', id, says, source, level, result, milliseconds }
      return { ended, observations: unique(observations) }
    },
    close: stages.close,
  }
}

/** What can be told of a check without running it. */
function verdict(
  check: AnyCheck,
  target: Target,
  outcomes: ReadonlyMap<string, Result['kind']>,
): Result | undefined {
  const reason = unfit(check, target)
  if (reason !== undefined) return { kind: 'disabled', reason }
  const by = check.after?.find((id) => outcomes.has(id) && outcomes.get(id) !== 'pass')
  return by === undefined ? undefined : { kind: 'blocked', by }
}

function unique(observations: readonly Observation[]): Observation[] {
  const seen = new Map(observations.map((observation) => [JSON.stringify(observation), observation]))
  return [...seen.values()]
}

/** True when nothing failed and the suite itself did not go wrong. */
export function passed(counts: Counts): boolean {
  return counts.fail === 0 && counts.error === 0 && counts.blocked === 0
}
