// A thread that runs checks of the suite, as it is, against the simulator with changes switched on.
import { createRequire } from 'node:module'
import { Script } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import type { AnyCheck } from '../../conformance/kit/check.ts'
import type { Session } from '../../conformance/run/runner.ts'
import type { Target } from '../../conformance/targets/target.ts'
import type { Tier } from '../../sim/contract.ts'
import { inRoot } from '../root.ts'
import { type Bundles, simulatorModule, withSwitches } from './bundles.ts'
import { type Setting, settings } from './settings.ts'

/** Families that are also tried without a plan. */
const withoutPlan = /^(?:approvals|dependencies|milestones|merge-requests|projects|runners|search)\//

export interface Told {
  readonly bundles: Bundles
  /** Numbers of the changes that can be switched on. */
  readonly changes: readonly number[]
}
/** What is made anew with the changes switched on; `calls`: nothing, they are switched on for the checks' calls alone. */
export type Anew = 'calls' | 'stages' | 'modules'
/** Runs all checks with nothing changed, or some with changes switched on until one fails. */
export type Task = { readonly kind: 'cover'; readonly setting: number } | Trial
export interface Trial {
  readonly kind: 'try'
  readonly changes: readonly number[]
  readonly anew: Anew
  readonly setting: number
  readonly checks: readonly string[]
  /** Changes may be passed so often during a check. */
  readonly hitLimit: number
  /** Begins no further check after so many. */
  readonly milliseconds: number
}
export type Answer =
  | {
      readonly kind: 'covered'
      readonly id: string
      readonly passed: boolean
      readonly stage: string
      readonly hits: Uint32Array
      readonly counts: Uint32Array
      readonly milliseconds: number
    }
  | { readonly kind: 'arranged'; readonly stage: string; readonly hits: Uint32Array }
  | { readonly kind: 'beside'; readonly when: 'loaded' | 'founded' | 'specified'; readonly hits: Uint32Array }
  | { readonly kind: 'alive'; readonly at?: string }
  | ({ readonly kind: 'done' } & Outcome)
export interface Outcome {
  /** What noticed the changes. */
  readonly by?: string
  readonly why?: string
  /** The check that failed. */
  readonly at?: string
  /** The check that came to no verdict, and its reason: where none failed, a run would have told this. */
  readonly skipped?: string
}

type Hits = { [id: string]: number }
interface Switches {
  currentTestId?: string | undefined
  mutantCoverage?: { static: Hits; perTest: { [test: string]: Hits } }
}

type SimulatorModule = typeof import('../../sim/index.ts') & typeof import('../../sim/contract.ts')
type SuiteModule = Pick<typeof import('fast-check'), 'noShrink'> &
  typeof import('../../conformance/mutants/systematic/calls.ts') &
  typeof import('../../conformance/suite.ts') &
  typeof import('../../conformance/run/plan.ts') &
  typeof import('../../conformance/run/runner.ts') &
  typeof import('../../conformance/targets/simulator.ts')
interface Modules {
  readonly suite: SuiteModule
  readonly simulator: SimulatorModule
}

const { bundles, changes } = workerData as Told
const ordinary = createRequire(inRoot('package.json'))
const switches: Switches = {}
Object.assign(globalThis, { __stryker__: switches })
const scripts = {
  counting: wrapped(bundles.simulator, 'simulator'),
  quick: wrapped(withSwitches(bundles.simulator, new Set(changes.map(String))), 'quick'),
  suite: wrapped(bundles.suite, 'suite'),
}

const switched = new Uint8Array(Math.max(0, ...changes) + 1)
const passes = { count: 0, limit: Number.POSITIVE_INFINITY }

function isChanged(number: number): boolean {
  if (switched[number] !== 1) return false
  passes.count += 1
  if (passes.count > passes.limit) throw new Error('the change is passed without an end')
  return true
}

function wrapped(code: string, name: string): Script {
  const head = '(function(exports, require, module, isChanged) {'
  return new Script(`${head}${code}\n})`, { filename: `${name}.cjs` })
}

function evaluated(script: Script, given: { readonly [name: string]: unknown } = {}): unknown {
  const module = { exports: {} }
  const load = (name: string) => given[name] ?? ordinary(name)
  script.runInThisContext()(module.exports, load, module, isChanged)
  return module.exports
}

function fresh(script: Script): Modules {
  const simulator = evaluated(script) as SimulatorModule
  return { simulator, suite: evaluated(scripts.suite, { [simulatorModule]: simulator }) as SuiteModule }
}

function say(answer: Answer): void {
  parentPort?.postMessage(answer)
}

function planOf({ suite, simulator }: Modules, { dialect, tier }: Setting, target: Target): AnyCheck[] {
  const { operations } = simulator.contract(dialect)
  const around = new Set(operations.flatMap(({ id, beyond }) => (beyond ? [id] : [])))
  return (
    suite
      .wholePlan(suite.suite, simulator.contract(dialect))
      // Laws say the same of every operation; those of the specification are enough to tell.
      .filter(({ id, covers }) => !(id.startsWith('laws/') && covers.every((it) => around.has(it))))
      .filter((check) => suite.unfit(check, target) === undefined)
      .filter(({ id }) => (tier as Tier) !== 'free' || withoutPlan.test(id))
  )
}

/** What each check reaches by its own calls, and what is reached to arrange what it shares with others. */
async function cover(setting: Setting): Promise<void> {
  const modules = fresh(scripts.counting)
  const beside = () => Uint32Array.from(Object.keys(switches.mutantCoverage?.static ?? {}), Number)
  say({ kind: 'beside', when: 'loaded', hits: beside() })
  if (switches.mutantCoverage !== undefined) switches.mutantCoverage.static = {}
  const plain = modules.suite.simulatorTarget(setting)
  const contract = modules.simulator.contract(setting.dialect)
  let check: AnyCheck | undefined
  let doing: string | undefined
  // Between the opening of a door and its first mark lies what checks with the same needs share.
  const target: Target = {
    ...plain,
    open: async () => {
      const door = await plain.open()
      if (check !== undefined) doing = stageOf(check)
      switches.currentTestId = doing
      return {
        ...door,
        send: (request) => {
          const operation = modules.suite.operationOf(contract, request)
          const specified = operation !== undefined && !operation.beyond
          if (doing !== undefined) switches.currentTestId = specified ? doing + SPECIFIED : doing
          return door.send(request)
        },
        mark: async () => {
          doing = check?.id
          switches.currentTestId = doing
          return (await door.mark?.()) ?? (async () => undefined)
        },
      }
    },
  }
  const session = await modules.suite.createSession(target)
  say({ kind: 'beside', when: 'founded', hits: beside() })
  const take = (test: string): Hits => {
    const perTest = switches.mutantCoverage?.perTest ?? {}
    const { [test]: plainly = {}, [test + SPECIFIED]: specified = {} } = perTest
    delete perTest[test]
    delete perTest[test + SPECIFIED]
    say({ kind: 'beside', when: 'specified', hits: Uint32Array.from(Object.keys(specified), Number) })
    const hits = { ...plainly }
    for (const [id, count] of Object.entries(specified)) hits[id] = (hits[id] ?? 0) + count
    return hits
  }
  for (check of planOf(modules, setting, plain)) {
    doing = check.id
    switches.currentTestId = doing
    const began = performance.now()
    const { result } = (await session.perform(check)).ended
    const milliseconds = performance.now() - began
    const stage = stageOf(check)
    const arranged = take(stage)
    say({ kind: 'arranged', stage, hits: Uint32Array.from(Object.keys(arranged), Number) })
    const own = Object.entries(take(check.id))
    say({
      kind: 'covered',
      id: check.id,
      passed: result.kind === 'pass',
      stage,
      hits: Uint32Array.from(own, ([id]) => Number(id)),
      counts: Uint32Array.from(own, ([, count]) => count),
      milliseconds,
    })
  }
  await session.close()
  say({ kind: 'done' })
}

const SPECIFIED = ' (specified)'

function stageOf({ needs = {} }: AnyCheck): string {
  const { project, in: place, repository, furnished, neighbour } = needs
  return `stage ${JSON.stringify([project, place, repository, furnished, neighbour])}`
}

/** A simulator with all checks for it, and a session with what was arranged so far. */
interface Realm {
  readonly modules: Modules
  readonly target: Target
  readonly plan: ReadonlyMap<string, AnyCheck>
  readonly session: Session
  /** Stages that were arranged. */
  readonly stages: Set<string>
}

/** By their setting, those that were made with nothing changed. */
const realms = new Map<number, Realm>()

async function createRealm(setting: Setting): Promise<Realm> {
  const modules = fresh(scripts.quick)
  say({ kind: 'alive' })
  const target = modules.suite.simulatorTarget(setting)
  const plan = planOf(modules, setting, target).map((check) => [check.id, asked(check, modules)] as const)
  say({ kind: 'alive' })
  const session = await modules.suite.createSession(target)
  return { modules, target, plan: new Map(plan), session, stages: new Set() }
}

/** Nobody reads the smallest input that fails, and what another check came to under another change means nothing. */
function asked(check: AnyCheck, { suite }: Modules): AnyCheck {
  const { over, after: _, ...rest } = check
  const holds: AnyCheck['holds'] = (stage, input, arranged) => {
    say({ kind: 'alive', at: check.id })
    return check.holds(stage, input, arranged)
  }
  return { ...rest, holds, over: over && ((contract) => suite.noShrink(over(contract))) } as AnyCheck
}

async function realmOf(setting: number): Promise<Realm> {
  const realm = realms.get(setting) ?? (await createRealm(settings[setting] as Setting))
  realms.set(setting, realm)
  return realm
}

async function changed<T>({ changes, hitLimit }: Trial, work: () => Promise<T>): Promise<T> {
  Object.assign(passes, { count: 0, limit: hitLimit })
  for (const number of changes) switched[number] = 1
  try {
    return await work()
  } finally {
    switched.fill(0)
    passes.limit = Number.POSITIVE_INFINITY
  }
}

/** Runs checks one after the other until one does not hold. */
async function attempt(trial: Trial): Promise<Outcome> {
  const until = performance.now() + trial.milliseconds
  const isLate = () => performance.now() > until
  if (trial.anew === 'modules') return changed(trial, () => attemptAnew(trial, isLate))
  let skipped: string | undefined
  for (const id of trial.checks) {
    if (isLate()) break
    const outcome = trial.anew === 'stages' ? await attemptArranged(trial, id) : await attemptCalls(trial, id)
    if (outcome.by !== undefined) return outcome
    skipped ??= outcome.skipped
  }
  return skipped === undefined ? {} : { skipped }
}

async function attemptAnew({ setting, checks }: Trial, isLate: () => boolean): Promise<Outcome> {
  let realm: Realm
  try {
    realm = await createRealm(settings[setting] as Setting)
  } catch (problem) {
    return { by: 'the start', why: String(problem) }
  }
  for (const id of checks) {
    const check = realm.plan.get(id)
    if (check === undefined) continue
    if (isLate()) break
    const outcome = await perform(realm.session, check, setting)
    if (outcome.by !== undefined) return outcome
  }
  return {}
}

/** In a session that arranges its stages with the changes switched on, and is the same until another check fails. */
let arranged: { readonly key: string; readonly session: Session } | undefined

async function attemptArranged(trial: Trial, id: string, isAgain = false): Promise<Outcome> {
  const { modules, target, plan } = await realmOf(trial.setting)
  const check = plan.get(id)
  if (check === undefined) return {}
  const key = `${trial.setting} ${trial.changes}`
  if (arranged?.key !== key) arranged = { key, session: await modules.suite.createSession(target) }
  const { session } = arranged
  const outcome = await changed(trial, () => perform(session, check, trial.setting))
  if (outcome.by === undefined) return outcome
  arranged = undefined
  const again = await perform(await modules.suite.createSession(target), check, trial.setting)
  if (again.by === undefined) return outcome
  realms.delete(trial.setting)
  return isAgain ? outcome : attemptArranged(trial, id, true)
}

async function attemptCalls(trial: Trial, id: string, isAgain = false): Promise<Outcome> {
  const realm = await realmOf(trial.setting)
  const check = realm.plan.get(id)
  if (check === undefined) return {}
  const stage = stageOf(check)
  if (!realm.stages.has(stage)) {
    const before = await perform(realm.session, check, trial.setting)
    if (before.by !== undefined) return {}
    realm.stages.add(stage)
  }
  const outcome = await changed(trial, () => perform(realm.session, check, trial.setting))
  if (outcome.by === undefined) return outcome
  // What fails with nothing changed, too, found what an earlier change left in a table of the simulator.
  const again = await perform(realm.session, check, trial.setting)
  if (again.by === undefined) return outcome
  realms.delete(trial.setting)
  return isAgain ? outcome : attemptCalls(trial, id, true)
}

async function perform(session: Session, check: AnyCheck, setting: number): Promise<Outcome> {
  say({ kind: 'alive', at: check.id })
  passes.count = 0
  const { result } = (await session.perform(check)).ended
  const outcome = { by: `${settings[setting]?.name} ${check.id}`, at: check.id }
  if (result.kind === 'fail') return { ...outcome, why: result.finding.title }
  if (result.kind === 'blocked' && 'cause' in result) return { ...outcome, why: result.cause }
  if (result.kind === 'broken') return { ...outcome, why: result.error.slice(0, 300) }
  // Only checks that pass with nothing changed are tried: this is no failure, and yet something was noticed.
  if (result.kind === 'skip') return { skipped: `${check.id}: ${result.reason}` }
  return {}
}

parentPort?.on('message', (task: Task) => {
  const doing =
    task.kind === 'cover'
      ? cover(settings[task.setting] as Setting)
      : attempt(task).then((outcome) => say({ kind: 'done', ...outcome }))
  doing.catch((problem: unknown) => say({ kind: 'done', by: 'the runner', why: String(problem) }))
})
