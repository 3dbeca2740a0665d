import { type Contract, dialectOf, type Tier } from '../sim/contract.ts'
import type { AnyCheck } from './kit/check.ts'
import { show } from './kit/json.ts'
import { nearestAre } from './kit/nearest.ts'
import { mutantNamed, mutants, mutated } from './mutants/index.ts'
import { agree, type ConformOptions, Usage } from './options.ts'
import { deliver } from './report/deliver.ts'
import { type FailedCalls, harOf } from './report/har.ts'
import { createProgress } from './report/progress.ts'
import { readText } from './report/read-text.ts'
import type { ReporterOptions } from './report/reporter.ts'
import { sentencesToTry } from './report/sentences.ts'
import { writeText } from './report/write-text.ts'
import { openBaseline } from './run/baseline-file.ts'
import { cleaned } from './run/cleaning.ts'
import type { Event } from './run/events.ts'
import { forecast } from './run/forecast.ts'
import { createJudge, type ExitStatus } from './run/judge.ts'
import { createLimiter } from './run/limits.ts'
import { mergeReports } from './run/merge.ts'
import { planFor, wholePlan } from './run/plan.ts'
import { defaultSeed, run } from './run/runner.ts'
import type { ScopeOfRun } from './run/scope.ts'
import { inFull, isLaw, select } from './run/selection.ts'
import { inShard, parseShard } from './run/shard.ts'
import { listeningRemoteHost } from './servers/listen.ts'
import { suite } from './suite.ts'
import { contractFor, type Told } from './targets/accepted.ts'
import { connection } from './targets/connection.ts'
import { type LiveTargetOptions, liveTarget } from './targets/live.ts'
import { simulatorTarget } from './targets/simulator.ts'
import type { Target, Who } from './targets/target.ts'
import { playCassette, readCassette } from './twin/cassette.ts'

export type { ConformOptions, ExitStatus }

/**
 * Runs the conformance suite with the options of the command line. Never rejects: errors go to `complain`.
 *
 * @example
 * process.exitCode = await runConform({ url: 'http://127.0.0.1:8080', ids: ['milestones'] })
 */
export async function runConform(options: ConformOptions = {}): Promise<ExitStatus> {
  const { complain = (text) => void process.stderr.write(text) } = options
  const { bail, strict, maxTime, maxFailures = bail ? 1 : undefined } = options
  const limiter = createLimiter({ maxFailures, maxTime, strict }, options.signal)
  try {
    agree(options)
    if (options.ids?.[0] === 'merge') return await merged(options.ids.slice(1), { ...options, complain })
    const { signal } = limiter
    const target = await targetOf({ ...options, signal, ...(options.clean ? { mode: 'write' } : {}) })
    if (options.clean) return (await cleaned(target, (line) => delivered(line, options))) ? 0 : 1
    if (options.cassette !== undefined) return await played(options.cassette, target, options)
    const wanted = await wantedBy(options, target)
    const checks = selected(target, { ...options, operations: wanted?.operations ?? options.operations })
    if (options.list) return await listed(checks, options)
    if (options.plan) return await planned(checks, target, options)
    const told = { ...options, signal, heard: limiter.hear, complain }
    return wanted === undefined ? await conformed(checks, target, told) : await wanted.conformed(checks, told)
  } catch (problem) {
    complain(`forgery conform: ${problem instanceof Error ? problem.message : String(problem)}\n`)
    return 2
  } finally {
    limiter.end()
  }
}

/** What reports on a run needs to be told besides the options. */
type ToTry = Required<Pick<ReporterOptions, 'planned' | 'inFull' | 'sentences'>>

type Reporting = ConformOptions & {
  readonly complain: (text: string) => void
  readonly heard?: (event: Event) => void
}

function selected(target: Target, options: ConformOptions): readonly AnyCheck[] {
  const { scope, ids = [], operations = [], replay, shard } = options
  const agreed = contractFor(target)
  const wishes = { scope, ids: replay === undefined ? ids : [replay], operations }
  const near = select(planFor(suite, agreed, operations.length > 0 ? [] : wishes.ids), agreed, wishes)
  // What is wrong with a wish is told of the whole plan.
  const selection = near.ok ? near : select(wholePlan(suite, agreed), agreed, wishes)
  if (!selection.ok) throw new Usage(selection.complaint)
  const checks = remaining(selection.checks, agreed, options)
  return shard === undefined ? checks : inShard(checks, parseShard(shard))
}

function remaining(
  checks: readonly AnyCheck[],
  agreed: Contract,
  { exclude = [] }: ConformOptions,
): readonly AnyCheck[] {
  if (exclude.length === 0) return checks
  const left = select(wholePlan(suite, agreed), agreed, { scope: 'all', ids: exclude })
  if (!left.ok) throw new Usage(`--exclude: ${left.complaint}`)
  const ids = new Set(left.checks.map(({ id }) => id))
  const rest = checks.filter(({ id }) => !ids.has(id))
  if (rest.length === 0) throw new Usage('--exclude leaves nothing to run')
  return rest
}

/** What a client uses, where that is to be checked. */
async function wantedBy(options: ConformOptions, target: Target) {
  const { for: file, operations = [] } = options
  if (file === undefined) return undefined
  const { readClientContract, conformedFor } = await import('./client-contract/index.ts')
  const client = readClientContract(file, await readText(file))
  const agreed = contractFor(target)
  const known = new Set(agreed.operations.map(({ id }) => id))
  const used = client.operations.map(({ operation }) => operation).filter((id) => known.has(id))
  if (used.length === 0) throw new Usage(`${file} has no operation that there are checks for`)
  return {
    operations: [...operations, ...used],
    conformed: (checks: readonly AnyCheck[], told: Reporting) =>
      conformedFor({ file, client, agreed, target }, told, (reached, reporting) =>
        conformed(checks, reached, reporting),
      ),
  }
}

async function targetOf(options: ConformOptions): Promise<Target> {
  const { url, tier, mutant: name } = options
  const told = tier === undefined ? {} : { tier }
  const plain =
    url === undefined
      ? simulatorTarget({ ...told, ...simulated(options) })
      : await reached(url, { ...told, ...heldTo(options) }, options)
  if (name === undefined) return plain
  const mutant = mutantNamed(name)
  if (mutant === undefined) {
    const names = mutants.map((one) => one.name)
    throw new Usage(`there is no mutant "${name}"; ${nearestAre(name, names)}`)
  }
  return mutated(plain, mutant)
}

type Held = Pick<LiveTargetOptions, 'authority' | 'release'>

/** What a service is judged by. */
function heldTo({ dialect, release, against = release }: ConformOptions): Held {
  return {
    ...(dialect === undefined ? {} : { authority: dialect }),
    ...(against === undefined ? {} : { release: against }),
  }
}

/** What a simulator in this process speaks, and what it is judged by. */
function simulated({ dialect, release = '15.8', against = release }: ConformOptions) {
  const speaks = dialectOf(dialect, release)
  return { speaks, dialect: against === release ? speaks : dialectOf(dialect ?? 'real', against) }
}

async function reached(
  url: string,
  told: Held & { readonly tier?: Tier },
  options: ConformOptions,
): Promise<Target> {
  return await liveTarget({
    url,
    tokens: tokensOf(options),
    remote: listeningRemoteHost,
    ...connection(options),
    ...placed(options),
    ...told,
  })
}

function placed({ mode, project, group, installation }: ConformOptions) {
  const place = { ...(project === undefined ? {} : { project }), ...(group === undefined ? {} : { group }) }
  return {
    ...(mode === undefined ? {} : { mode }),
    ...(installation === undefined ? {} : { installation }),
    place,
  }
}

function tokensOf({ tokens = {} }: ConformOptions): { readonly [who in Who]?: string } {
  const given = Object.entries(tokens).filter(([, token]) => token !== undefined)
  return Object.fromEntries(given) as { readonly [who in Who]?: string }
}

async function listed(checks: readonly AnyCheck[], options: ConformOptions): Promise<ExitStatus> {
  await delivered(checks.map(({ id, says }) => `${id}  ${says}\n`).join(''), options)
  return 0
}

async function planned(
  checks: readonly AnyCheck[],
  target: Target,
  options: ConformOptions,
): Promise<ExitStatus> {
  const { jobs = 1, seed, runs, rate } = options
  const inputs = { ...(seed === undefined ? {} : { seed }), ...(runs === undefined ? {} : { runs }) }
  const told = await forecast(checks, target, { ...inputs, jobs, rate })
  const about = (count: number) => Number(count.toPrecision(2)).toLocaleString('en')
  const lines = [
    `Plan for ${target.name} (mode ${target.mode}, ${jobs} at a time); nothing was created`,
    `  checks    ${checks.length}`,
    `  requests  about ${about(told.requests)}`,
    ...(target.mode === 'write'
      ? [`  groups    about ${about(told.groups)}`, `  projects  about ${about(told.projects)}`]
      : []),
    `  time      about ${duration(told.milliseconds)}, at ${told.latency.toFixed(0)} ms a request`,
  ]
  await delivered(`${lines.join('\n')}\n`, options)
  return 0
}

function duration(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000))
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}

async function conformed(
  checks: readonly AnyCheck[],
  target: Target,
  options: Reporting,
): Promise<ExitStatus> {
  const { seed = defaultSeed, runs, jobs = 1, har } = options
  const failures: FailedCalls[] = []
  // Better now than when the run is over.
  if (har !== undefined) await writeText(har, '')
  const { signal } = options
  const events = run(checks, target, {
    seed,
    ...(runs === undefined ? {} : { runs }),
    jobs,
    signal,
    asked: asked(options),
    shard: options.shard === undefined ? undefined : parseShard(options.shard),
    failed: (failure) => failures.push(failure),
  })
  const status = await reported(events, options, toTry(checks, target))
  if (har !== undefined) await writeText(har, harOf(failures, harOptions(target, options)))
  return status
}

/** The scope as reports name it. */
function asked({ scope, ids = [], operations = [], replay, exclude }: ConformOptions) {
  const names = [...ids, ...operations, ...(replay === undefined ? [] : [replay])]
  const what: Pick<ScopeOfRun, 'name' | 'named'> =
    names.length === 0 ? { name: scope ?? 'specification' } : { name: 'chosen', named: names }
  return { ...what, ...(exclude === undefined ? {} : { without: exclude }) }
}

function harOptions({ origin, credentials }: Target, { header = [] }: ConformOptions) {
  return { origin, credentials, secretHeaders: header.map(([name]) => name) }
}

/** Holds the target to what another service answered when the cassette was recorded. */
async function played(file: string, target: Target, options: ConformOptions): Promise<ExitStatus> {
  const cassette = readCassette(file, await readText(file))
  if (cassette.project === undefined && target.mode === 'read')
    throw new Usage(
      `${file} has calls that change things: say --mode write, or control for a served simulator`,
    )
  let deviations = 0
  for await (const { take, call, operation, difference, calls } of playCassette(
    cassette,
    target,
    new Set(options.ignore),
  )) {
    deviations += 1
    const lines = [
      `DIFFERENT ${operation}, call ${call} of take ${take}`,
      `  at        ${difference.at}`,
      `  recorded  ${difference.left === undefined ? '(missing)' : show(difference.left)}`,
      `  seen      ${difference.right === undefined ? '(missing)' : show(difference.right)}`,
      ...calls.map((line) => `    ${line}`),
    ]
    await delivered(`${lines.join('\n')}\n`, options)
  }
  const { of, takes } = cassette
  await delivered(
    `${takes.length - deviations} of ${takes.length} takes of ${of} are answered alike\n`,
    options,
  )
  return deviations === 0 ? 0 : 1
}

/** Joins the JSON reports of shards, and reports on them as on one run. */
async function merged(files: readonly string[], options: Reporting): Promise<ExitStatus> {
  const reports = await Promise.all(files.map(async (name) => ({ name, text: await readText(name) })))
  const events = mergeReports(reports)
  const [started] = events
  const told = started?.type === 'started' ? { seed: started.seed, runs: started.runs } : {}
  const ended = events.flatMap((event) => (event.type === 'check-ended' ? [event] : []))
  const { dialect, version } = started?.type === 'started' ? started : {}
  return await reported(events, { ...options, ...told }, toTry(ended, { dialect, version }))
}

/** What a run of these checks is to try. */
function toTry(checks: readonly { readonly id: string }[], told: Told): ToTry {
  const planned = checks.map(({ id }) => id)
  // Without a law nothing is looked at in full.
  if (!checks.some(isLaw)) return { planned, inFull: new Set(), sentences: [] }
  const agreed = contractFor(told)
  const plan = wholePlan(suite, agreed)
  const ids = new Set(planned)
  const whole = inFull(ids, plan, agreed)
  return { planned, inFull: whole, sentences: sentencesToTry(ids, plan, agreed, whole) }
}

async function reported(
  events: Iterable<Event> | AsyncIterable<Event>,
  options: Reporting,
  whole: ToTry,
): Promise<ExitStatus> {
  const { report = 'text', output, progress, heard } = options
  const projects = new Map<string, string>()
  const again = (id: string) => {
    const project = options.project ?? projects.get(id)
    return replayCommand(id, project === undefined ? options : { ...options, project })
  }
  const wishes = typeof report === 'string' ? [{ kind: report }] : report
  const delivery = deliver(wishes, output, { replay: again, ...whole })
  const line = progress === undefined ? undefined : createProgress()
  for (const [file] of delivery.files()) await writeText(file, '')
  const judge = createJudge(options.strict === true)
  const baseline = await openBaseline(options)
  for await (const told of events) {
    const event = baseline.next(told)
    if (event.type === 'check-ended' && (event.result.kind === 'fail' || event.result.kind === 'known')) {
      const { project } = event.result.recipe
      if (project !== undefined) projects.set(event.id, project)
    }
    const text = delivery.next(event)
    judge.hear(event)
    heard?.(event)
    const shown = line?.next(event) ?? ''
    if (text !== '') {
      if (line !== undefined) progress?.(line.clear)
      await delivered(text, { ...options, output: undefined })
    }
    if (shown !== '') progress?.(shown)
  }
  for (const [file, text] of delivery.files()) await writeText(file, text)
  for (const line of await baseline.close()) options.complain(`forgery conform: ${line}\n`)
  const { status, warning } = judge.verdict()
  if (warning !== undefined) options.complain(`forgery conform: ${warning}\n`)
  return status
}

/** The flags that repeat a run, for one check; tokens are left to the environment. */
function replayCommand(id: string, options: ConformOptions): string {
  const {
    url,
    mode,
    project,
    group,
    installation,
    seed,
    runs,
    dialect,
    release,
    against,
    tier,
    mutant,
    ca,
    insecure,
    timeout,
    header = [],
  } = options
  const told = {
    url,
    mode,
    project,
    group,
    seed: seed ?? defaultSeed,
    runs,
    dialect,
    release,
    against,
    tier,
    mutant,
  }
  const flags = Object.entries(told).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${value}`],
  )
  const strict = options.strict === true ? ['--strict'] : []
  const spared = installation === false ? ['--no-installation'] : []
  const reached = [
    ...(ca === undefined ? [] : [`--ca ${ca}`]),
    ...(insecure ? ['--insecure'] : []),
    ...(timeout === undefined ? [] : [`--timeout ${timeout}ms`]),
    // As with tokens, values are left to whoever knows them.
    ...header.map(([name]) => `--header "${name}: $${name.replaceAll('-', '_').toUpperCase()}"`),
  ]
  return ['forgery conform --replay', id, ...flags, ...spared, ...strict, ...reached].join(' ')
}

async function delivered(
  text: string,
  { output, write = (part) => void process.stdout.write(part) }: ConformOptions,
): Promise<void> {
  if (output === undefined) write(text)
  else await writeText(output, text)
}
