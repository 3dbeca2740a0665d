import type { AnyCheck } from '../kit/check.ts'
import { ruleOf } from '../kit/finding.ts'
import { standIn } from '../targets/simulator.ts'
import type { Target } from '../targets/target.ts'
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
const OF_LAW = 3
const OF_FAMILY = 8

/**
 * What a run of these checks would take, without running them: they are rehearsed on a simulator in this process, which
 * is called as the target would be. Of the target only the callers and the time of a request are asked.
 */
export async function forecast(
  checks: readonly AnyCheck[],
  target: Target,
  { seed, runs, jobs = 1, rate }: ForecastOptions = {},
): Promise<Forecast> {
  const latency = await latencyOf(target)
  const inputs = { ...(seed === undefined ? {} : { seed }), ...(runs === undefined ? {} : { runs }) }
  const { callers, close } = await createSession(target, inputs)
  await close()
  const { requests, groups, projects } = await rehearsed(checks, await standIn(target, callers), inputs)
  const paced = rate === undefined ? 0 : (requests * 1000) / rate
  const side = target.mode === 'control' ? 1 : jobs
  return { requests, groups, projects, latency, milliseconds: Math.max((requests * latency) / side, paced) }
}

const LOOKS = 5

/** The middle of some. */
async function latencyOf(target: Target): Promise<number> {
  const door = await target.open()
  const times: number[] = []
  for (let i = 0; i < LOOKS; i++) {
    const began = performance.now()
    const token = target.credentials.owner?.token
    await door.send({
      method: 'GET',
      url: '/api/v4/user',
      headers: token === undefined ? {} : { 'private-token': token },
    })
    times.push(performance.now() - began)
  }
  await door.close()
  return times.sort((one, other) => one - other)[Math.floor(LOOKS / 2)] ?? 0
}

async function rehearsed(checks: readonly AnyCheck[], target: Target, inputs: RunOptions) {
  const session = await createSession(target, inputs)
  const sum = { requests: 0, groups: 0, projects: 0 }
  const add = (requests: number, groups: number, projects: number, times = 1) => {
    sum.requests += requests * times
    sum.groups += groups * times
    sum.projects += projects * times
  }
  for (const { check, times } of sampleOf(checks)) {
    const before = target.traffic.requests
    const { spent } = await session.perform(check)
    const requests = target.traffic.requests - before
    // What many share is arranged once, however many of its kind stand behind the one that came first.
    const shared = requests - spent.requests > MOST_REMOVALS ? requests - spent.requests : 0
    add(requests - shared, spent.groups, spent.projects, times)
    add(shared, shared > 0 ? 1 : 0, shared > 0 ? 1 : 0)
  }
  const before = target.traffic.requests
  await session.close()
  add(target.traffic.requests - before, 1, 0)
  return sum
}

/** More calls than a check takes to remove what it has created were of a stage that it shares. */
const MOST_REMOVALS = 60

interface Sample {
  readonly check: AnyCheck
  /** For how many it stands. */
  readonly times: number
}

/** Some checks of each law and family, evenly spread; all of them where there are few. */
function sampleOf(checks: readonly AnyCheck[]): readonly Sample[] {
  if (checks.length <= ALL) return checks.map((check) => ({ check, times: 1 }))
  const kinds = new Map<string, AnyCheck[]>()
  for (const check of checks) {
    const kind = kindOf(check)
    kinds.set(kind, [...(kinds.get(kind) ?? []), check])
  }
  return [...kinds].flatMap(([kind, all]) => {
    const count = Math.min(all.length, kind.startsWith('laws/') ? OF_LAW : OF_FAMILY)
    const step = all.length / count
    return Array.from({ length: count }, (_, i) => ({
      check: all[Math.floor((i + 0.5) * step)] as AnyCheck,
      times: step,
    }))
  })
}

function kindOf({ id, needs }: AnyCheck): string {
  const rule = ruleOf(id)
  return rule.startsWith('laws/') ? `${rule} ${needs?.writes === true}` : (id.split('/')[0] ?? id)
}
