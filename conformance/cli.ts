import { readFile, writeFile } from 'node:fs/promises'
import { type Contract, contract, type Dialect, type Tier } from '../sim/contract.ts'
import type { AnyCheck } from './kit/check.ts'
import { show } from './kit/json.ts'
import { nearestAre } from './kit/nearest.ts'
import { mutantNamed, mutants, mutated } from './mutants/index.ts'
import { deliver, type ReportWish } from './report/deliver.ts'
import { type FailedCalls, harOf } from './report/har.ts'
import type { ReportFormat } from './report/index.ts'
import { createProgress } from './report/progress.ts'
import { openBaseline } from './run/baseline-file.ts'
import { clean } from './run/clean.ts'
import type { Event } from './run/events.ts'
import { forecast } from './run/forecast.ts'
import { createJudge, type ExitStatus } from './run/judge.ts'
import { createLimiter } from './run/limits.ts'
import { mergeReports } from './run/merge.ts'
import { wholePlan } from './run/plan.ts'
import { defaultSeed, run } from './run/runner.ts'
import { inFull, select } from './run/selection.ts'
import { inShard, parseShard } from './run/shard.ts'
import { listeningFarSide } from './servers/listen.ts'
import { suite } from './suite.ts'
import { liveTarget } from './targets/live.ts'
import { trustingFetch } from './targets/node-fetch.ts'
import { simulatorTarget } from './targets/simulator.ts'
import type { Mode, Target, Who } from './targets/target.ts'
import { playCassette, readCassette } from './twin/cassette.ts'

export type { ExitStatus }

/** Options of `forgery conform`. */
export interface ConformOptions {
  /**
   * Checks to run: a family (`milestones`, with the laws on its operations), ids, what ids begin with up to a slash
   * (`laws/paging`), or ids with `*` for any text. Default: all. After `merge` they are files of JSON reports to join.
   */
  readonly ids?: readonly string[]
  /** Operations whose checks and laws to run: `GET /projects/:id/pipelines*`. With `ids`, only what both select. */
  readonly operations?: readonly string[] | undefined
  /** Checks to leave out, named as `ids` are. */
  readonly exclude?: readonly string[] | undefined
  /** Base URL of the service. Default: a fresh simulator in this process. */
  readonly url?: string | undefined
  /** What the checks may do at the URL. Default `read`. */
  readonly mode?: Mode | undefined
  /** Tokens by caller. The owner has the project that is checked, or creates it. */
  readonly tokens?: { readonly [who in Who]?: string | undefined }
  /** The project to check in the mode `read`, by id or path. Default: the owner's with the latest activity. */
  readonly project?: string | undefined
  /** The group to check in the mode `read`; in the mode `write` the parent of the groups that are created. */
  readonly group?: string | undefined
  /** Maximum of requests a second. Default: no limit. */
  readonly rate?: number | undefined
  /** Number of checks that run in parallel. Default 1. */
  readonly jobs?: number | undefined
  /** Seed of every input, a whole number. Default 1. */
  readonly seed?: number | undefined
  /** Number of inputs for each property. Default 25. */
  readonly runs?: number | undefined
  /** Runs one part of the checks: `2/5`. */
  readonly shard?: string | undefined
  /** Id of the one check to repeat. */
  readonly replay?: string | undefined
  /** Dialect that the target must follow. Default: that of a simulator, `specification` in process; otherwise either passes. */
  readonly dialect?: Dialect | undefined
  /** Plan of the target. Default: what the target shows, `ultimate` in process. */
  readonly tier?: Tier | undefined
  /** Also fails when a check of the level `should` fails. */
  readonly strict?: boolean | undefined
  /** File of known findings, which do not fail. */
  readonly baseline?: string | undefined
  /** Writes the findings of this run to the file of `baseline`. */
  readonly updateBaseline?: boolean | undefined
  /** Prints the checks and runs none. */
  readonly list?: boolean | undefined
  /** Runs no checks, and tells what a run would take. */
  readonly plan?: boolean | undefined
  /** Runs no checks, and removes what killed runs left behind. */
  readonly clean?: boolean | undefined
  /** Runs no checks, and compares the target with a recording of another service. */
  readonly cassette?: string | undefined
  /** Names of fields and headers that are not compared with the recording. */
  readonly ignore?: readonly string[] | undefined
  /** Default `text`. Several kinds, all but one with a file; when all have one, the text goes to standard output. */
  readonly report?: ReportFormat | readonly ReportWish[] | undefined
  /** File for the report that names none. Default: standard output. */
  readonly output?: string | undefined
  /** Stops at the first failure. */
  readonly bail?: boolean | undefined
  /** Number of failures after which the run stops. */
  readonly maxFailures?: number | undefined
  /** Milliseconds after which no check is begun. */
  readonly maxTime?: number | undefined
  /** Milliseconds allowed for a reply. Default 30,000. */
  readonly timeout?: number | undefined
  /** Headers of every request, by name in lower case. */
  readonly header?: readonly (readonly [name: string, value: string])[] | undefined
  /** PEM file of a certificate authority to trust. */
  readonly ca?: string | undefined
  /** Trusts any certificate. */
  readonly insecure?: boolean | undefined
  /** File for the calls behind failures, as HAR. */
  readonly har?: string | undefined
  /** Plants a fault in the target, to see it caught; see `mutants/`. */
  readonly mutant?: string | undefined
  /** Stops the run, which then removes what it has created. */
  readonly signal?: AbortSignal
  /** Takes the report. Default: standard output. */
  readonly write?: (text: string) => void
  /** Takes a line of progress, for a terminal. Default: none. */
  readonly progress?: ((text: string) => void) | undefined
  /** Takes complaints about the options, and warnings. Default: standard error. */
  readonly complain?: (text: string) => void
}

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
    if (options.clean) return await cleaned(target, options)
    if (options.cassette !== undefined) return await played(options.cassette, target, options)
    const checks = selected(target, options)
    if (options.list) return await listed(checks, options)
    if (options.plan) return await planned(checks, target, options)
    return await conformed(checks, target, { ...options, signal, heard: limiter.hear, complain })
  } catch (problem) {
    complain(`forgery conform: ${problem instanceof Error ? problem.message : String(problem)}\n`)
    return 2
  } finally {
    limiter.end()
  }
}

/** What reports on a run needs to be told besides the options. */
type Reporting = ConformOptions & {
  readonly complain: (text: string) => void
  readonly heard?: (event: Event) => void
}

/** Something about the options that keeps the suite from running. */
class Usage extends Error {}

// Options that contradict one another are refused: one that is passed over would promise what does not happen.
function agree(options: ConformOptions): void {
  const {
    url,
    mode,
    project,
    clean,
    plan,
    rate,
    replay,
    cassette,
    timeout,
    header,
    ca,
    insecure,
    ids = [],
    operations = [],
  } = options
  const merge = ids[0] === 'merge'
  if (operations.length > 0)
    for (const [name, given] of Object.entries({ '--clean': clean, '--cassette': cassette, merge }))
      if (given) throw new Usage(`--operation selects checks, and ${name} runs none`)
  refuseBaseline(options)
  if (merge) return
  if (cassette !== undefined && url !== undefined && (mode === undefined || mode === 'read'))
    throw new Usage(
      '--cassette plays calls that change things: say --mode write, or control for a served simulator',
    )
  if (url === undefined)
    for (const [name, value] of Object.entries({ mode, clean, plan, rate, timeout, header, ca, insecure }))
      if (value !== undefined && value !== false) throw new Usage(`--${name} needs --url`)
  if (project !== undefined && mode !== undefined && mode !== 'read')
    throw new Usage(
      '--project is for the mode read; in the others projects are made, below --group if it is given',
    )
  if (clean && mode !== undefined && mode !== 'write')
    throw new Usage('--clean removes groups and projects: its mode is write')
  if (plan)
    for (const [name, given] of Object.entries({ clean, cassette, list: options.list, baseline: options.baseline }))
      if (given) throw new Usage(`--plan runs no checks; leave out --${name}`)
  if (replay !== undefined && ids.length + operations.length > 0)
    throw new Usage('--replay names the one check to run; name no others')
}

function refuseBaseline({ baseline, updateBaseline, list, clean, cassette }: ConformOptions): void {
  if (updateBaseline && baseline === undefined)
    throw new Usage('--update-baseline needs --baseline FILE, the file to write')
  if (baseline !== undefined)
    for (const [name, given] of Object.entries({ list, clean, cassette }))
      if (given) throw new Usage(`--baseline is about findings, and --${name} runs no checks`)
}

function selected(target: Target, options: ConformOptions): readonly AnyCheck[] {
  const { ids = [], operations = [], replay, shard } = options
  const agreed = contract(target.dialect)
  const wishes = { ids: replay === undefined ? ids : [replay], operations }
  const selection = select(wholePlan(suite, agreed), agreed, wishes)
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
  const left = select(wholePlan(suite, agreed), agreed, { ids: exclude })
  if (!left.ok) throw new Usage(`--exclude: ${left.complaint}`)
  const ids = new Set(left.checks.map(({ id }) => id))
  const rest = checks.filter(({ id }) => !ids.has(id))
  if (rest.length === 0) throw new Usage('--exclude leaves nothing to run')
  return rest
}

async function targetOf(options: ConformOptions): Promise<Target> {
  const { url, dialect, tier, mutant: name } = options
  const told = { ...(dialect === undefined ? {} : { dialect }), ...(tier === undefined ? {} : { tier }) }
  const plain = url === undefined ? simulatorTarget(told) : await reached(url, told, options)
  if (name === undefined) return plain
  const mutant = mutantNamed(name)
  if (mutant === undefined) {
    const names = mutants.map((one) => one.name)
    throw new Usage(`there is no mutant "${name}"; ${nearestAre(name, names)}`)
  }
  return mutated(plain, mutant)
}

async function reached(
  url: string,
  told: { readonly dialect?: Dialect; readonly tier?: Tier },
  options: ConformOptions,
): Promise<Target> {
  if (!URL.canParse(url))
    throw new Usage(`${url} is no URL; give scheme and host, for example http://127.0.0.1:8080`)
  return await liveTarget({
    url,
    tokens: tokensOf(options),
    far: listeningFarSide,
    ...connection(options),
    ...placed(options),
    ...told,
  })
}

function connection({ signal, timeout, header, ca, insecure }: ConformOptions) {
  return {
    ...(signal === undefined ? {} : { signal }),
    ...(timeout === undefined ? {} : { timeout }),
    ...(header === undefined ? {} : { headers: Object.fromEntries(header) }),
    ...(ca === undefined && !insecure ? {} : { fetch: trustingFetch({ ca, insecure }) }),
  }
}

function placed({ mode, project, group, rate }: ConformOptions) {
  const place = { ...(project === undefined ? {} : { project }), ...(group === undefined ? {} : { group }) }
  return { ...(mode === undefined ? {} : { mode }), ...(rate === undefined ? {} : { rate }), place }
}

function tokensOf({ tokens = {} }: ConformOptions): { readonly [who in Who]?: string } {
  const given = Object.entries(tokens).filter(([, token]) => token !== undefined)
  return Object.fromEntries(given) as { readonly [who in Who]?: string }
}

async function cleaned(target: Target, options: ConformOptions): Promise<ExitStatus> {
  const verbs = { removed: 'removed', marked: 'marked for deletion', left: 'could not remove' } as const
  const counts = { removed: 0, marked: 0, left: 0 }
  for await (const leftover of clean(target))
    if (leftover === 'taken back')
      await delivered('took the world back to where a killed run found it\n', options)
    else {
      counts[leftover.became] += 1
      await delivered(`${verbs[leftover.became]}: ${leftover.kind} ${leftover.path}\n`, options)
    }
  const later = counts.marked === 0 ? '' : `${counts.marked} marked and deleted by the service later, `
  await delivered(`${counts.removed} removed, ${later}${counts.left} left\n`, options)
  return counts.left === 0 ? 0 : 1
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
  if (har !== undefined) await writeFile(har, '')
  const { signal } = options
  const events = run(checks, target, {
    seed,
    ...(runs === undefined ? {} : { runs }),
    jobs,
    signal,
    failed: (failure) => failures.push(failure),
  })
  const status = await reported(events, options, lookedAtInFull(checks, target.dialect))
  if (har !== undefined) await writeFile(har, harOf(failures, harOptions(target, options)))
  return status
}

function harOptions({ origin, credentials }: Target, { header = [] }: ConformOptions) {
  return { origin, credentials, secretHeaders: header.map(([name]) => name) }
}

/** Holds the target to what another service answered when the cassette was recorded. */
async function played(file: string, target: Target, options: ConformOptions): Promise<ExitStatus> {
  const cassette = readCassette(file, await readFile(file, 'utf8'))
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
  const reports = await Promise.all(files.map(async (name) => ({ name, text: await readFile(name, 'utf8') })))
  const events = mergeReports(reports)
  const [started] = events
  const told = started?.type === 'started' ? { seed: started.seed, runs: started.runs } : {}
  const ended = events.flatMap((event) => (event.type === 'check-ended' ? [event] : []))
  const dialect = started?.type === 'started' ? started.dialect : undefined
  return await reported(events, { ...options, ...told }, lookedAtInFull(ended, dialect))
}

function lookedAtInFull(checks: readonly { readonly id: string }[], dialect: Dialect | undefined) {
  const agreed = contract(dialect)
  return inFull(new Set(checks.map(({ id }) => id)), wholePlan(suite, agreed), agreed)
}

async function reported(
  events: Iterable<Event> | AsyncIterable<Event>,
  options: Reporting,
  whole: ReadonlySet<string>,
): Promise<ExitStatus> {
  const { report = 'text', output, progress, heard } = options
  const projects = new Map<string, string>()
  const again = (id: string) => {
    const project = options.project ?? projects.get(id)
    return replayCommand(id, project === undefined ? options : { ...options, project })
  }
  const wishes = typeof report === 'string' ? [{ kind: report }] : report
  const delivery = deliver(wishes, output, { replay: again, inFull: whole })
  const line = progress === undefined ? undefined : createProgress()
  for (const [file] of delivery.files()) await writeFile(file, '')
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
  for (const [file, text] of delivery.files()) await writeFile(file, text)
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
    seed,
    runs,
    dialect,
    tier,
    mutant,
    ca,
    insecure,
    timeout,
    header = [],
  } = options
  const told = { url, mode, project, group, seed: seed ?? defaultSeed, runs, dialect, tier, mutant }
  const flags = Object.entries(told).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${value}`],
  )
  const strict = options.strict === true ? ['--strict'] : []
  const reached = [
    ...(ca === undefined ? [] : [`--ca ${ca}`]),
    ...(insecure ? ['--insecure'] : []),
    ...(timeout === undefined ? [] : [`--timeout ${timeout}ms`]),
    // As with tokens, values are left to whoever knows them.
    ...header.map(([name]) => `--header "${name}: $${name.replaceAll('-', '_').toUpperCase()}"`),
  ]
  return ['forgery conform --replay', id, ...flags, ...strict, ...reached].join(' ')
}

async function delivered(
  text: string,
  { output, write = (part) => void process.stdout.write(part) }: ConformOptions,
): Promise<void> {
  if (output === undefined) write(text)
  else await writeFile(output, text)
}
