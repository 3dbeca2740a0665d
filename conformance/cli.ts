import { writeFile } from 'node:fs/promises'
import { contract, type Dialect, type Tier } from '../sim/contract.ts'
import type { AnyCheck } from './check.ts'
import { mutantNamed, mutants, mutated } from './mutants/index.ts'
import { select, wholePlan } from './plan.ts'
import { type ReportFormat, reporterFor } from './reporters/index.ts'
import { defaultRuns, defaultSeed, passed, run } from './runner.ts'
import { suite } from './suite.ts'
import { causeOf, liveTarget, variableOf } from './targets/live.ts'
import { simulatorTarget } from './targets/simulator.ts'
import { oddCallers, roles, type Target, type Who } from './targets/target.ts'

/** What `forgery conform` can be told. */
export interface ConformOptions {
  /** Checks to run, by id or by the beginning of it up to a slash: `milestones`, `laws/paging`. Default: all. */
  readonly ids?: readonly string[]
  /** Base URL of the service. Default: a fresh simulator in this process. */
  readonly url?: string | undefined
  /** Token of the caller who creates and owns what is checked. Default: `FORGERY_TOKEN`. */
  readonly token?: string | undefined
  /** Whole number that every input follows from. Default 1. */
  readonly seed?: number | undefined
  /** Inputs of each property. Default 25. */
  readonly runs?: number | undefined
  /** Dialect to hold the target to. Default: what a simulator tells, `specification` in process; either otherwise. */
  readonly dialect?: Dialect | undefined
  /** Plan of the target. Default: what a simulator tells, `ultimate` in process. */
  readonly tier?: Tier | undefined
  /** Prints the checks instead of running them. */
  readonly list?: boolean | undefined
  /** Default `text`. */
  readonly report?: ReportFormat | undefined
  /** File for the report. Default: standard output. */
  readonly output?: string | undefined
  /** Plants a fault, to see it caught; see `mutants/`. */
  readonly mutant?: string | undefined
  /** Where tokens of other callers are looked for: `FORGERY_GUEST_TOKEN` and so on. Default: `process.env`. */
  readonly environment?: { readonly [name: string]: string | undefined }
  /** Takes the report. Default: standard output. */
  readonly write?: (text: string) => void
  /** Takes complaints about the options. Default: standard error. */
  readonly complain?: (text: string) => void
}

/** 0: everything holds; 1: something does not; 2: it could not be tried. */
export type ExitStatus = 0 | 1 | 2

/**
 * Runs the conformance suite as the command line tells. Never rejects: what goes wrong is complained about.
 *
 * @example
 * process.exitCode = await runConform({ url: 'http://127.0.0.1:8080', ids: ['milestones'] })
 */
export async function runConform(options: ConformOptions = {}): Promise<ExitStatus> {
  const { complain = (text) => void process.stderr.write(text) } = options
  try {
    const target = await targetOf(options)
    const selection = select(wholePlan(suite, contract(target.dialect)), options.ids ?? [])
    if (!selection.ok)
      throw new Usage(
        `there is no check ${selection.unknown.join(', ')}; \`forgery conform --list\` shows them`,
      )
    if (options.list) return await listed(selection.checks, options)
    return await conformed(selection.checks, target, options)
  } catch (problem) {
    complain(`forgery conform: ${problem instanceof Error ? problem.message : String(problem)}\n`)
    return 2
  }
}

/** Something about the options that keeps the suite from running. */
class Usage extends Error {}

async function targetOf(options: ConformOptions): Promise<Target> {
  const { url, dialect, tier, mutant: name } = options
  const told = { ...(dialect === undefined ? {} : { dialect }), ...(tier === undefined ? {} : { tier }) }
  const plain = url === undefined ? simulatorTarget(told) : await reached(url, told, options)
  if (name === undefined) return plain
  const mutant = mutantNamed(name)
  if (mutant === undefined)
    throw new Usage(`there is no mutant ${name}; there are ${mutants.map((one) => one.name).join(', ')}`)
  return mutated(plain, mutant)
}

async function reached(
  url: string,
  told: { readonly dialect?: Dialect; readonly tier?: Tier },
  options: ConformOptions,
): Promise<Target> {
  if (!URL.canParse(url))
    throw new Usage(`${url} is no URL; give scheme and host, for example http://127.0.0.1:8080`)
  try {
    return await liveTarget({ url, tokens: tokensOf(options), ...told })
  } catch (problem) {
    throw new Usage(
      `nothing answers at ${url} (${causeOf(problem)}); start it, or leave --url out to check a simulator in this process`,
    )
  }
}

/** `--token`, and the tokens of further callers from the environment. */
function tokensOf({ token, environment = process.env }: ConformOptions): { readonly [who in Who]?: string } {
  const named = [...roles, ...oddCallers].map((who) => [who, environment[variableOf(who)]] as const)
  const found = named.filter(([who, value]) => value !== undefined && who !== 'anonymous')
  return { ...Object.fromEntries(found), ...(token === undefined ? {} : { owner: token }) }
}

async function listed(checks: readonly AnyCheck[], options: ConformOptions): Promise<ExitStatus> {
  await delivered(checks.map(({ id, says }) => `${id}  ${says}\n`).join(''), options)
  return 0
}

async function conformed(
  checks: readonly AnyCheck[],
  target: Target,
  options: ConformOptions,
): Promise<ExitStatus> {
  const { seed = defaultSeed, runs = defaultRuns, report = 'text', output } = options
  const reporter = reporterFor(report, { replay: (id) => replayCommand(id, options) })
  const whole: string[] = []
  let status: ExitStatus = 0
  for await (const event of run(checks, target, { seed, runs })) {
    const text = reporter.next(event)
    whole.push(text)
    if (output === undefined && text !== '') await delivered(text, options)
    if (event.type === 'ended' && !passed(event.counts)) status = 1
  }
  if (output !== undefined) await delivered(whole.join(''), options)
  return status
}

function replayCommand(id: string, { url, seed, runs, dialect, tier, mutant }: ConformOptions): string {
  const told = { url, seed: seed ?? defaultSeed, runs, dialect, tier, mutant }
  const flags = Object.entries(told).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${value}`],
  )
  return ['forgery conform', id, ...flags].join(' ')
}

async function delivered(
  text: string,
  { output, write = (part) => void process.stdout.write(part) }: ConformOptions,
): Promise<void> {
  if (output === undefined) write(text)
  else await writeFile(output, text)
}
