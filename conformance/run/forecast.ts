import type { Contract } from '../../sim/contract.ts'
import type { AnyCheck } from '../kit/check.ts'
import { apiRoot } from '../kit/client.ts'
import { ruleOf } from '../kit/finding.ts'
import { contractFor } from '../targets/accepted.ts'
import { standIn } from '../targets/simulator.ts'
import type { Target } from '../targets/target.ts'
import { isAlone } from './plan.ts'
import { createSession, type RunOptions } from './runner.ts'

/** What a run would take. */
export interface Forecast {
  readonly requests: number
  readonly groups: number
  readonly projects: number
  /** Milliseconds of one request of the target, as measured. */
  readonly latency: number
  /** Milliseconds of the whole run. */
  readonly milliseconds: number
}

export interface ForecastOptions extends RunOptions {
  /** Most requests a second. */
  readonly rate?: number | undefined
}

/** So many checks are rehearsed whole; of more, some of each kind stand for the others. */
const ALL = 150
const OF_LAW = 4
const OF_FAMILY = 12
/** Checks with more inputs than that stand for themselves alone. */
const MANY = 60

/**
 * What a run of these checks would take, without running them: they are rehearsed on a simulator in this process, which
 * is called as the target would be. Of the target only the callers and the time of some reads are asked.
 */
export async function forecast(
  checks: readonly AnyCheck[],
  target: Target,
  { seed, runs, jobs = 1, rate }: ForecastOptions = {},
): Promise<Forecast> {
  const side = target.mode === 'control' ? 1 : jobs
  const pace = await paceOf(target, side)
  const inputs = { ...(seed === undefined ? {} : { seed }), ...(runs === undefined ? {} : { runs }) }
  const { callers, close } = await createSession(target, inputs)
  await close()
  const took = await rehearsed(checks, await standIn(target, callers), inputs)
  const { requests, groups, projects } = took
  const paced = rate === undefined ? 0 : (requests * 1000) / rate
  const milliseconds = Math.max(timeOf(took, pace, side), paced)
  return { requests, groups, projects, latency: pace.alone, milliseconds }
}

/** Milliseconds of one request, when it is sent alone and when as many are under way as will be. */
interface Pace {
  readonly alone: number
  readonly beside: number
}

const asked = ['/user', '/projects', '/groups', '/merge_requests?scope=all', '/version']

async function paceOf(target: Target, side: number): Promise<Pace> {
  const door = await target.open()
  const token = target.credentials.owner?.token
  const headers: { [name: string]: string } = token === undefined ? {} : { 'private-token': token }
  const lane = async () => {
    for (const path of asked) await door.send({ method: 'GET', url: `${apiRoot}${path}`, headers })
  }
  const perRequest = async (lanes: number) => {
    const began = performance.now()
    await Promise.all(Array.from({ length: lanes }, lane))
    return (performance.now() - began) / asked.length
  }
  // The first one also connects.
  await perRequest(1)
  const alone = await perRequest(1)
  const beside = side === 1 ? alone : await perRequest(side)
  await door.close()
  return { alone, beside }
}

/** What a rehearsal took, of what runs alone and of the rest. */
export interface Took {
  readonly requests: number
  readonly groups: number
  readonly projects: number
  /** Requests of checks that run alone, of stages for which all that share them wait, and of the removal at the end. */
  readonly alone: number
  /** Milliseconds that were waited for the target, by checks that run alone and by the others. */
  readonly waited: { readonly alone: number; readonly beside: number }
  /** Milliseconds of this process for each request. */
  readonly own: number
}

/** Checks that run side by side wait side by side, and share one process. */
export function timeOf({ requests, alone, waited, own }: Took, pace: Pace, side: number): number {
  const beside = ((requests - alone) * pace.beside + waited.beside) / side
  return alone * pace.alone + waited.alone + beside + requests * own
}

async function rehearsed(checks: readonly AnyCheck[], target: Target, inputs: RunOptions): Promise<Took> {
  const session = await createSession(target, { ...inputs, planned: checks })
  const sum = { requests: 0, groups: 0, projects: 0, alone: 0 }
  const waited = { alone: 0, beside: 0 }
  const add = (requests: number, groups: number, projects: number, times = 1) => {
    sum.requests += requests * times
    sum.groups += groups * times
    sum.projects += projects * times
  }
  const { clock } = target
  const began = process.cpuUsage()
  for (const { check, times } of sampleOf(checks, contractFor(target))) {
    const before = { requests: target.traffic.requests, waited: clock?.now() ?? 0 }
    const { spent } = await session.perform(check)
    const requests = target.traffic.requests - before.requests
    // What many share is arranged once, however many of its kind stand behind the one that came first.
    const shared = requests - spent.requests > MOST_REMOVALS ? requests - spent.requests : 0
    add(requests - shared, spent.groups, spent.projects, times)
    add(shared, shared > 0 ? 1 : 0, shared > 0 ? 1 : 0)
    sum.alone += shared + (isAlone(check) ? (requests - shared) * times : 0)
    waited[isAlone(check) ? 'alone' : 'beside'] += ((clock?.now() ?? 0) - before.waited) * times
  }
  const before = target.traffic.requests
  await session.close()
  const removals = target.traffic.requests - before
  add(removals, 1, 0)
  sum.alone += removals
  // What others do on this machine meanwhile is no cost of the run.
  const { user, system } = process.cpuUsage(began)
  return { ...sum, waited, own: (user + system) / 1000 / Math.max(1, target.traffic.requests) }
}

/** More calls than a check takes to remove what it has created were of a stage that it shares. */
const MOST_REMOVALS = 60

interface Sample {
  readonly check: AnyCheck
  /** For how many it stands. */
  readonly times: number
}

/**
 * Some checks of each law and family, evenly spread, and those with very many inputs; all of them where there are few. What a
 * law takes grows with the inputs that it lists for an operation.
 */
export function sampleOf(checks: readonly AnyCheck[], contract: Contract): readonly Sample[] {
  if (checks.length <= ALL) return checks.map((check) => ({ check, times: 1 }))
  const inputs = new Map(checks.map((check) => [check, check.each?.(contract).length ?? 1]))
  const inputsOf = (some: readonly AnyCheck[]) =>
    some.reduce((sum, check) => sum + (inputs.get(check) ?? 1), 0)
  const kinds = new Map<string, AnyCheck[]>()
  const samples: Sample[] = []
  for (const check of checks) {
    const kind = kindOf(check)
    if (inputsOf([check]) > MANY) samples.push({ check, times: 1 })
    else kinds.set(kind, [...(kinds.get(kind) ?? []), check])
  }
  for (const [kind, all] of kinds) {
    const isLaw = kind.startsWith('laws/')
    const count = Math.min(all.length, isLaw ? OF_LAW : OF_FAMILY)
    const step = all.length / count
    const some = Array.from({ length: count }, (_, i) => all[Math.floor((i + 0.5) * step)] as AnyCheck)
    const times = isLaw ? inputsOf(all) / inputsOf(some) : step
    samples.push(...some.map((check) => ({ check, times })))
  }
  return samples
}

function kindOf({ id, needs }: AnyCheck): string {
  const rule = ruleOf(id)
  return rule.startsWith('laws/') ? `${rule} ${needs?.writes === true}` : (id.split('/')[0] ?? id)
}
