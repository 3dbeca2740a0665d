import type { AnyCheck } from '../kit/check.ts'
import { apiRoot } from '../kit/client.ts'
import type { FailedCalls } from '../report/har.ts'
import { createLedger, type Ledger, within } from '../report/tried.ts'
import { contractFor } from '../targets/accepted.ts'
import type { Target, Who } from '../targets/target.ts'
import type { Misnamed, Refused } from './callers.ts'
import type { CheckEnded, Counts, Event, Result, StopReason } from './events.ts'
import { aloneLast, isAlone, unfit } from './plan.ts'
import { runGroupPath } from './run-group.ts'
import { ofSpecification, operationsOf, type ScopeOfRun, scopeOf, weighed } from './scope.ts'
import { createSeenShapes } from './seen-shapes.ts'
import { type Shard, shardName } from './shard.ts'
import type { Spent } from './spent.ts'
import type { Observation } from './stage.ts'
import { createStages, type Stages } from './stages.ts'
import { settle } from './trial.ts'
import { createTurns } from './turns.ts'

export interface RunOptions {
  /** Every input follows from it; default 1. */
  readonly seed?: number
  /** Inputs of each property; default 25. */
  readonly runs?: number
  /** Checks that run side by side; default 1. A target that goes back in time takes one after the other. */
  readonly jobs?: number
  /** Stops the run: nothing is begun any more, and what was made is removed. */
  readonly signal?: AbortSignal | undefined
  /** What was asked for, as reports name it. Default: the checks were chosen one by one. */
  readonly asked?: Pick<ScopeOfRun, 'name' | 'named' | 'without'> | undefined
  /** Which part of a run these checks are. Default: a whole one. */
  readonly shard?: Shard | undefined
  /** When the run begins, ISO 8601; now unless told. */
  readonly at?: string | undefined
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
  plan: readonly AnyCheck[],
  target: Target,
  options: RunOptions = {},
): AsyncGenerator<Event> {
  const { seed = defaultSeed, runs = defaultRuns, signal, clock = () => performance.now() } = options
  const began = clock()
  const counts: { -readonly [kind in keyof Counts]: number } = { ...nothingYet }
  const { name, dialect, tier, version, mode } = target
  const planned = plan.length
  const contract = contractFor(target)
  const ledger = createLedger(contract, apiRoot)
  const scope = scopeOf(plan, contract, options.asked ?? { name: 'chosen' })
  const session = await createSession(target, { ...options, planned: plan }, ledger)
  const { callers, refused, misnamed } = session
  const checks = target.mode === 'write' ? aloneLast(plan) : plan
  const side = target.mode === 'control' ? 1 : (options.jobs ?? 1)
  const untried = new Set(checks.map(({ id }) => id))
  const left: string[] = []
  let interrupted = 0
  const restoring = session.putsBack ? checks.filter(({ needs }) => needs?.restores).length : 0
  const creates = runGroupPath(target, prefixOf(target, seed))
  const told = { dialect, tier, version, mode, scope, callers, ...(restoring === 0 ? {} : { restoring }) }
  const { at = new Date().toISOString() } = options
  const group = creates === undefined ? {} : { creates }
  const closed = Object.keys(refused).length === 0 ? {} : { refused }
  const uncounted = Object.keys(misnamed).length === 0 ? {} : { misnamed }
  const part = options.shard === undefined ? {} : { shard: shardName(options.shard) }
  const plain = { seed, runs, planned, ...part, at }
  yield { type: 'started', target: name, ...told, ...closed, ...uncounted, ...group, ...plain }
  const underway = inParallel(session, checks, side)
  try {
    for (const [i, check] of checks.entries()) {
      if (signal?.aborted || interrupted >= GONE_AFTER) break
      untried.delete(check.id)
      yield { type: 'check-started', id: check.id }
      const { ended, observations } = await underway.performance(i)
      const { result } = ended
      counts[result.kind] += 1
      if (result.kind === 'broken' && result.interrupted) interrupted += 1
      else if (result.kind === 'pass' || result.kind === 'fail') interrupted = 0
      for (const observation of observations) yield { type: 'observed', id: check.id, observation }
      yield ended
    }
  } finally {
    await underway.end()
    left.push(...(await session.close()))
  }
  const traffic = { ...target.traffic }
  const tried = within(ledger.tried(), operationsOf(checks, contract))
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

/** Results are told in the order of the plan, so that many in a row may wait for a slow one. */
const AHEAD = 16

/** Begins checks in their order, so many at a time. One alone waits until it is asked for. */
function inParallel(session: Session, checks: readonly AnyCheck[], side: number) {
  const turns = createTurns()
  const begun: Promise<Performance>[] = []
  let asked = 0
  let working = 0
  let over = false

  function fill(): void {
    const ahead = side === 1 ? asked + 1 : asked + AHEAD * side
    while (!over && working < side && begun.length < Math.min(ahead, checks.length)) {
      const check = checks[begun.length] as AnyCheck
      working += 1
      const performing = turns.take(isAlone(check), () => session.perform(check))
      begun.push(performing)
      const next = () => {
        working -= 1
        fill()
      }
      performing.then(next, next)
    }
  }

  return {
    performance: (i: number): Promise<Performance> => {
      asked = i
      fill()
      return begun[i] as Promise<Performance>
    },
    end: async () => {
      over = true
      await Promise.allSettled(begun)
    },
  }
}

/** A run whose checks are asked for one by one, as a test framework does. */
export interface Session {
  /** Callers whose credentials open something. */
  readonly callers: readonly Who[]
  /** Callers whose credentials open nothing. */
  readonly refused: Refused
  /** Callers whose credentials are of a user who cannot stand for them, and whose they are. */
  readonly misnamed: Misnamed
  /** True where what outlasts the run is changed and put back. */
  readonly putsBack: boolean
  perform(check: AnyCheck): Promise<Performance>
  /** Removes what was made, and gives what could not be removed or put back. */
  close(): Promise<readonly string[]>
}
export interface Performance {
  readonly ended: CheckEnded
  readonly observations: readonly Observation[]
  /** What was called and created for this check alone. */
  readonly spent: Spent
}

export interface SessionOptions extends RunOptions {
  /** The checks that will be asked for, as far as that is known: they may share more of what they need then. */
  readonly planned?: readonly AnyCheck[] | undefined
}

/** `ledger` is told of each call. */
export async function createSession(
  target: Target,
  options: SessionOptions = {},
  ledger?: Ledger,
): Promise<Session> {
  const { seed = defaultSeed, signal, planned } = options
  const stages = await createStages(target, prefixOf(target, seed), { signal, ledger, planned })
  return sessionOf(target, options, new Map(), stages)
}

function prefixOf({ prefix }: Target, seed: number): string {
  return `${prefix}-${seed}`
}

/** What became of checks, or will become of those under way. */
type Outcomes = Map<string, Promise<Result>>

function sessionOf(target: Target, options: RunOptions, outcomes: Outcomes, stages: Stages): Session {
  const { seed = defaultSeed, runs = defaultRuns, clock = () => performance.now() } = options
  const contract = contractFor(target)
  const isSpecified = ofSpecification(contract)
  const shapes = createSeenShapes()
  const perform = async (given: AnyCheck): Promise<Performance> => {
    const check = weighed(given, isSpecified)
    const { id, says, source, level, covers } = check
    const started = clock()
    const observations: Observation[] = []
    const sparing = options.runs === undefined
    const trial = { check, target, stages, shapes, contract, seed, runs, sparing, failed: options.failed }
    const spent = { requests: 0, groups: 0, projects: 0 }
    const known = await verdict(check, target, outcomes)
    const result = known ?? (await settle(trial, observations, spent))
    const milliseconds = clock() - started
    const told = { id, says, source, level, covers }
    const ended: CheckEnded = { type: 'check-ended', ...told, result, milliseconds, requests: spent.requests }
    return { ended, observations: unique(observations), spent }
  }
  return {
    callers: stages.callers,
    refused: stages.refused,
    misnamed: stages.misnamed,
    putsBack: stages.putsBack,
    perform: (check) => {
      const performed = perform(check)
      outcomes.set(
        check.id,
        performed.then(({ ended }) => ended.result),
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
    if (outcome === undefined) continue
    const result = await outcome
    // What was not tried holds for all that is known, and tells nothing either.
    if (isUntried(result)) return { kind: 'skip', reason: `${by} could not be tried` }
    if (result.kind !== 'pass') return { kind: 'blocked', by }
  }
  return undefined
}

function isUntried(result: Result): boolean {
  if (result.kind === 'blocked') return 'cause' in result && result.rightly === true
  return result.kind === 'skip' || result.kind === 'disabled'
}

function unique(observations: readonly Observation[]): Observation[] {
  const seen = new Map(observations.map((observation) => [JSON.stringify(observation), observation]))
  return [...seen.values()]
}
