// A thread that evaluates the instrumented simulator afresh for each change, beside the suite as it is.
import { createRequire } from 'node:module'
import { Script } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import type { AnyCheck } from '../../conformance/kit/check.ts'
import type { Session } from '../../conformance/run/runner.ts'
import type { Target } from '../../conformance/targets/target.ts'
import type { Tier } from '../../sim/contract.ts'
import { inRoot } from '../root.ts'
import { type Bundles, simulatorModule } from './bundles.ts'
import { type Setting, settings } from './settings.ts'

/** Families that are also tried without a plan. */
const withoutPlan = /^(?:approvals|dependencies|milestones|merge-requests|projects|runners|search)\//

export interface Told {
  readonly bundles: Bundles
  /** Checks of which it is known what they reach. */
  readonly measured: readonly string[]
}
/** Runs all checks with nothing changed, or some with one change until one fails. */
export type Task =
  | { readonly kind: 'cover'; readonly setting: number }
  | {
      readonly kind: 'try'
      readonly id: string
      readonly hitLimit: number
      readonly parts: readonly { readonly setting: number; readonly checks: readonly string[] }[]
    }
export type Answer =
  | {
      readonly kind: 'covered'
      readonly id: string
      readonly passed: boolean
      /** Whether it is about an operation of the specification. */
      readonly specified: boolean
      readonly hits: Uint32Array
      readonly counts: Uint32Array
      readonly milliseconds: number
    }
  | { readonly kind: 'beside'; readonly hits: Uint32Array }
  | { readonly kind: 'alive'; readonly at?: string }
  | { readonly kind: 'done'; readonly by?: string; readonly why?: string }

type Hits = { [id: string]: number }
interface Switches {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  hitCount?: number | undefined
  hitLimit?: number | undefined
  mutantCoverage?: { static: Hits; perTest: { [test: string]: Hits } }
}

type SimulatorModule = typeof import('../../sim/index.ts') & typeof import('../../sim/contract.ts')
type SuiteModule = Pick<typeof import('fast-check'), 'noShrink'> &
  typeof import('../../conformance/suite.ts') &
  typeof import('../../conformance/run/plan.ts') &
  typeof import('../../conformance/run/runner.ts') &
  typeof import('../../conformance/targets/simulator.ts')

const { bundles, measured } = workerData as Told
const known = new Set(measured)
const ordinary = createRequire(inRoot('package.json'))
const switches: Switches = {}
Object.assign(globalThis, { __stryker__: switches })
const scripts = {
  simulator: wrapped(bundles.simulator, 'simulator'),
  // Counting is for the first pass alone.
  quick: wrapped(bundles.simulator.replaceAll(/function stryCov_9fa48\S*\(\) \{/g, '$& return;'), 'quick'),
  suite: wrapped(bundles.suite, 'suite'),
}

function wrapped(code: string, name: string): Script {
  return new Script(`(function(exports, require, module) {${code}\n})`, { filename: `${name}.cjs` })
}

function evaluated(script: Script, given: { readonly [name: string]: unknown } = {}): unknown {
  const module = { exports: {} }
  const load = (name: string) => given[name] ?? ordinary(name)
  script.runInThisContext()(module.exports, load, module)
  return module.exports
}

function fresh(simulator: Script): { suite: SuiteModule; simulator: SimulatorModule } {
  const module = evaluated(simulator) as SimulatorModule
  return { simulator: module, suite: evaluated(scripts.suite, { [simulatorModule]: module }) as SuiteModule }
}

function say(answer: Answer): void {
  parentPort?.postMessage(answer)
}

function planOf({ suite, simulator }: ReturnType<typeof fresh>, { dialect, tier }: Setting, target: Target) {
  const around = aroundOf({ simulator }, { dialect })
  return (
    suite
      .wholePlan(suite.suite, simulator.contract(dialect))
      // Laws say the same of every operation; those of the specification are enough to tell.
      .filter(({ id, covers }) => !(id.startsWith('laws/') && covers.every((it) => around.has(it))))
      .filter((check) => suite.unfit(check, target) === undefined)
      .filter(({ id }) => (tier as Tier) !== 'free' || withoutPlan.test(id))
  )
}

/** Ids of the operations around the specification. */
function aroundOf(
  { simulator }: { readonly simulator: SimulatorModule },
  { dialect }: Pick<Setting, 'dialect'>,
): ReadonlySet<string> {
  return new Set(simulator.contract(dialect).operations.flatMap((it) => (it.beyond ? [it.id] : [])))
}

/** What each check reaches: its own calls, and those that arrange what it shares with others. */
async function cover(setting: Setting): Promise<void> {
  const modules = fresh(scripts.simulator)
  const plain = modules.suite.simulatorTarget(setting)
  let check: AnyCheck | undefined
  // Between the opening of a door and its first mark lies what checks with the same needs share.
  const target: Target = {
    ...plain,
    open: async () => {
      const door = await plain.open()
      if (check !== undefined) switches.currentTestId = stageOf(check)
      const mark = async () => {
        switches.currentTestId = check?.id
        return (await door.mark?.()) ?? (async () => undefined)
      }
      return { ...door, mark }
    },
  }
  const session = await modules.suite.createSession(target)
  const around = aroundOf(modules, setting)
  for (check of planOf(modules, setting, plain)) {
    switches.currentTestId = check.id
    const began = performance.now()
    const { result } = (await session.perform(check)).ended
    const milliseconds = performance.now() - began
    const perTest = switches.mutantCoverage?.perTest ?? {}
    const own = perTest[check.id] ?? {}
    delete perTest[check.id]
    const hits = new Set([...Object.keys(own), ...Object.keys(perTest[stageOf(check)] ?? {})])
    const ids = [...hits]
    say({
      kind: 'covered',
      id: check.id,
      passed: result.kind === 'pass',
      specified: check.covers.some((it) => !around.has(it)),
      hits: Uint32Array.from(ids, Number),
      counts: Uint32Array.from(ids, (id) => own[id] ?? 1),
      milliseconds,
    })
  }
  await session.close()
  say({ kind: 'beside', hits: Uint32Array.from(Object.keys(switches.mutantCoverage?.static ?? {}), Number) })
  say({ kind: 'done' })
}

function stageOf({ needs = {} }: AnyCheck): string {
  return `stage ${JSON.stringify([needs.project, needs.in, needs.repository, needs.furnished])}`
}

async function attempt(task: Extract<Task, { kind: 'try' }>): Promise<Answer> {
  Object.assign(switches, { activeMutant: task.id, currentTestId: undefined, hitLimit: task.hitLimit })
  switches.hitCount = 0
  for (const { setting, checks } of task.parts) {
    const failed = await firstFailed(settings[setting] as Setting, checks)
    if (failed !== undefined) return { kind: 'done', ...failed }
  }
  return { kind: 'done' }
}

/** Nobody will read the smallest input that fails. */
function withoutShrinking(check: AnyCheck, { noShrink }: SuiteModule): AnyCheck {
  const { over } = check
  const holds: AnyCheck['holds'] = (stage, input, arranged) => {
    say({ kind: 'alive', at: check.id })
    return check.holds(stage, input, arranged)
  }
  return { ...check, holds, over: over && ((contract) => noShrink(over(contract))) }
}

async function firstFailed(setting: Setting, ids: readonly string[]) {
  let session: Session
  let suite: SuiteModule
  let plan: Map<string, AnyCheck>
  try {
    const modules = fresh(scripts.quick)
    suite = modules.suite
    say({ kind: 'alive' })
    const target = modules.suite.simulatorTarget(setting)
    plan = new Map(planOf(modules, setting, target).map((check) => [check.id, check]))
    say({ kind: 'alive' })
    session = await modules.suite.createSession(target)
  } catch (problem) {
    return { by: 'the start', why: String(problem) }
  }
  const added = known.size === 0 ? [] : [...plan.keys()].filter((id) => !known.has(id))
  for (const id of [...ids, ...added]) {
    const check = plan.get(id)
    if (check === undefined) continue
    say({ kind: 'alive', at: id })
    switches.hitCount = 0
    const { result } = (await session.perform(withoutShrinking(check, suite))).ended
    const by = `${setting.name} ${id}`
    if (result.kind === 'fail') return { by, why: result.finding.title }
    if (result.kind === 'blocked' && 'cause' in result) return { by, why: result.cause }
    if (result.kind === 'broken') return { by: `${setting.name} ${id}`, why: result.error.slice(0, 300) }
  }
  await session.close()
  return undefined
}

parentPort?.on('message', (task: Task) => {
  const doing = task.kind === 'cover' ? cover(settings[task.setting] as Setting) : attempt(task).then(say)
  doing.catch((problem: unknown) => say({ kind: 'done', by: 'the runner', why: String(problem) }))
})
