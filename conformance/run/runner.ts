import { contract as contractOf } from '../../sim/contract.ts'
import type { AnyCheck } from '../kit/check.ts'
import { apiRoot } from '../kit/client.ts'
import type { FailedCalls } from '../report/har.ts'
import { createLedger, type Ledger } from '../report/tried.ts'
import type { Target, Who } from '../targets/target.ts'
import type { CheckEnded, Counts, Event, Result, StopReason } from './events.ts'
import { unfit } from './plan.ts'
import type { Observation } from './stage.ts'
import { createStages, type Stages } from './stages.ts'
import { settle } from './trial.ts'

export interface RunOptions {
  /** Every input follows from it; default 1. */
  readonly seed?: number
  /** Inputs of each property; default 25. */
  readonly runs?: number
  /** Checks that run side by side; default 1. A target that goes back in time takes one after the other. */
  readonly jobs?: number
  /** Stops the run: nothing is begun any more, and what was made is removed. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds; real ones unless told. */
  readonly clock?: () => number
  /** Told of the calls behind each failure. */
  readonly failed?: ((failure: FailedCalls) => void) | undefined
}

export const defaultSeed = 1
export const defaultRuns = 25

const nothingYet: Counts = {
  pass: 0,
  fail: 0,
  known: 0,
  skip: 0,
  disabled: 0,
  blocked: 0,
  broken: 0,
}

/** Runs checks and tells in their order what becomes of them. It never throws for what a target answers. */
export async function* run(
  checks: readonly AnyCheck[],
  target: Target,
  options: RunOptions = {},
): AsyncGenerator<Event> {
  const { seed = defaultSeed, runs = defaultRuns, signal, clock = () => performance.now() } = options
  const began = clock()
  const counts: { -readonly [kind in keyof Counts]: number } = { ...nothingYet }
  const { name, dialect, tier, version, mode } = target
  const planned = checks.length
  const ledger = createLedger(contractOf(dialect), apiRoot)
  const sessions = await createSessions(target, options, ledger)
  const callers = sessions[0]?.callers ?? []
  const untried = new Set(checks.map(({ id }) => id))
  const left: string[] = []
  let interrupted = 0
  yield { type: 'started', target: name, dialect, tier, version, mode, callers, seed, runs, planned }
  try {
    const underway: Promise<Performance>[] = []
    for (const [i, check] of checks.entries()) {
      if (signal?.aborted || interrupted >= GONE_AFTER) break
      untried.delete(check.id)
      yield { type: 'check-started', id: check.id }
      for (let next = underway.length; next < Math.min(i + sessions.length, planned); next++)
        underway.push(perform(sessions, checks, next))
      const { ended, observations } = await (underway[i] as Promise<Performance>)
      const { result } = ended
      counts[result.kind] += 1
      if (result.kind === 'broken' && result.interrupted) interrupted += 1
      else if (result.kind === 'pass' || result.kind === 'fail') interrupted = 0
      for (const observation of observations) yield { type: 'observed', id: check.id, observation }
      yield ended
    }
    await Promise.all(underway)
  } finally {
    for (const session of sessions) left.push(...(await session.close()))
  }
  const [traffic, tried] = [{ ...target.traffic }, ledger.tried()]
  const why = reasonOf(signal, interrupted, untried.size)
  const early = why === undefined ? {} : { why, untried: [...untried] }
  yield {
    type: 'ended',
    counts,
    stopped: why !== undefined,
    ...early,
    ...(left.length === 0 ? {} : { left: [...new Set(left)] }),
    traffic,
    tried,
    milliseconds: clock() - began,
  }
}

/** So many checks in a row without any reply: the service is gone, and the rest would tell the same. */
const GONE_AFTER = 5

function reasonOf(
  signal: AbortSignal | undefined,
  interrupted: number,
  untried: number,
): StopReason | undefined {
  if (signal?.aborted && !isReason(signal.reason)) return 'signal'
  if (untried === 0) return undefined
  if (signal?.aborted) return signal.reason as StopReason
  return interrupted >= GONE_AFTER ? 'gone' : undefined
}

function isReason(reason: unknown): reason is StopReason {
  return reason === 'failures' || reason === 'time'
}

// A session takes every so manieth check, so that it is free when the next of them begins.
function perform(sessions: readonly Session[], checks: readonly AnyCheck[], i: number): Promise<Performance> {
  const session = sessions[i % sessions.length] as Session
  return session.perform(checks[i] as AnyCheck)
}

/** A run whose checks are asked for one by one, as a test framework does. */
export interface Session {
  /** Callers whose credentials open something. */
  readonly callers: readonly Who[]
  perform(check: AnyCheck): Promise<Performance>
  /** Removes what was made, and gives what could not be removed or put back. */
  close(): Promise<readonly string[]>
}
export interface Performance {
  readonly ended: CheckEnded
  readonly observations: readonly Observation[]
}

/** `ledger` is told of each call. */
export async function createSession(
  target: Target,
  options: RunOptions = {},
  ledger?: Ledger,
): Promise<Session> {
  const [session] = await createSessions(target, { ...options, jobs: 1 }, ledger)
  return session as Session
}

function prefixOf({ prefix }: Target, seed: number): string {
  return `${prefix}-${seed}`
}

async function createSessions(
  target: Target,
  options: RunOptions,
  ledger: Ledger | undefined,
): Promise<readonly Session[]> {
  const { seed = defaultSeed, jobs = 1, signal } = options
  const outcomes: Outcomes = new Map()
  const stages = await createStages(target, prefixOf(target, seed), { signal, ledger })
  const count = target.mode === 'control' ? 1 : jobs
  return Array.from({ length: count }, () => sessionOf(target, options, outcomes, stages))
}

/** What became of checks, or will become of those under way. */
type Outcomes = Map<string, Promise<Result['kind']>>

function sessionOf(target: Target, options: RunOptions, outcomes: Outcomes, stages: Stages): Session {
  const { seed = defaultSeed, runs = defaultRuns, clock = () => performance.now() } = options
  const contract = contractOf(target.dialect)
  const perform = async (check: AnyCheck): Promise<Performance> => {
    const { id, says, source, level, covers } = check
    const started = clock()
    const observations: Observation[] = []
    const sparing = options.runs === undefined
    const trial = { check, target, stages, contract, seed, runs, sparing, failed: options.failed }
    const result = (await verdict(check, target, outcomes)) ?? (await settle(trial, observations))
    const milliseconds = clock() - started
    const told = { id, says, source, level, covers }
    const ended: CheckEnded = { type: 'check-ended', ...told, result, milliseconds }
    return { ended, observations: unique(observations) }
  }
  return {
    callers: stages.callers,
    perform: (check) => {
      const performed = perform(check)
      outcomes.set(
        check.id,
        performed.then(({ ended }) => ended.result.kind),
      )
      return performed
    },
    close: stages.close,
  }
}

/** What can be told of a check without running it. */
async function verdict(check: AnyCheck, target: Target, outcomes: Outcomes): Promise<Result | undefined> {
  const reason = unfit(check, target)
  if (reason !== undefined) return { kind: 'disabled', reason }
  for (const by of check.after ?? []) {
    const outcome = outcomes.get(by)
    const kind = outcome === undefined ? 'pass' : await outcome
    // What was not tried holds for all that is known, and tells nothing either.
    if (kind === 'skip' || kind === 'disabled') return { kind: 'skip', reason: `${by} could not be tried` }
    if (kind !== 'pass') return { kind: 'blocked', by }
  }
  return undefined
}

function unique(observations: readonly Observation[]): Observation[] {
  const seen = new Map(observations.map((observation) => [JSON.stringify(observation), observation]))
  return [...seen.values()]
}
