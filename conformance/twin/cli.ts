import { type ClientContract, readClientContract } from '../client-contract/client-contract.ts'
import { show } from '../kit/json.ts'
import { readText } from '../report/read-text.ts'
import { writeText } from '../report/write-text.ts'
import { cleaned } from '../run/cleaning.ts'
import type { ExitStatus } from '../run/judge.ts'
import { createLimiter } from '../run/limits.ts'
import { runGroupPath } from '../run/run-group.ts'
import type { Scope } from '../run/scope.ts'
import { type ConnectionOptions, connection } from '../targets/connection.ts'
import { type LiveTargetOptions, liveTarget } from '../targets/live.ts'
import { agreeUrl } from '../targets/service-url.ts'
import type { Mode, Target } from '../targets/target.ts'
import { cassetteOf, printCassette } from './cassette.ts'
import { groupsOn } from './place.ts'
import type { Take } from './turn.ts'
import { type TwinResult, twin } from './twin.ts'
import { upgradeIn, upgradeText } from './upgrade.ts'

type Tokens = LiveTargetOptions['tokens']

/** Options of `forgery twin`. */
export interface RunTwinOptions extends ConnectionOptions {
  /** Base URLs of the two services, or two releases: what does an upgrade change? */
  readonly left?: string | undefined
  readonly right?: string | undefined
  /** What may be done on both. Default `read`; in the others groups and projects are created and removed. */
  readonly mode?: Mode | undefined
  /** Tokens by caller, for both. Default: those of the demo world. */
  readonly tokens?: Tokens
  /** Tokens by caller for the right service, where they differ. */
  readonly rightTokens?: Tokens
  /** The project to look at in the mode `read`. Default: the one with the latest activity that both have. */
  readonly project?: string | undefined
  /** The group to look at in the mode `read`; in the mode `write` the parent of the groups that are created. */
  readonly group?: string | undefined
  /** Families whose operations are called. Default: all. */
  readonly families?: readonly string[]
  /** Operations to call: `GET /projects/:id/milestones*`. With `families`, only what both select. */
  readonly operations?: readonly string[] | undefined
  /** The file of a contract: of two releases, only what that client uses is told. */
  readonly for?: string | undefined
  /** Operations to call unless they are named. Default `specification`. */
  readonly scope?: Scope | undefined
  /** Seed of the calls. Default 1. */
  readonly seed?: number | undefined
  /** Number of sequences of calls. Default 25. */
  readonly runs?: number | undefined
  /** Names of fields and headers that are not compared. */
  readonly ignore?: readonly string[] | undefined
  /** File for a recording of the replies of the left service. */
  readonly record?: string | undefined
  /** Compares nothing, and removes what killed comparisons left behind. */
  readonly clean?: boolean | undefined
  /** Milliseconds after which no sequence is begun. */
  readonly maxTime?: number | undefined
  readonly write?: (text: string) => void
  readonly complain?: (text: string) => void
}

type Told = RunTwinOptions & {
  readonly write: (text: string) => void
  readonly complain: (text: string) => void
}

/**
 * Plays the same drawn calls on two services and prints the first difference, as small as it gets; of two releases it
 * prints what is known to change between them. Gives 0 when there is none, 1 when there is one, 2 when it could not be
 * tried, 130 when it was stopped. Never rejects.
 */
export async function runTwin(options: RunTwinOptions): Promise<ExitStatus> {
  const {
    write = (text) => void process.stdout.write(text),
    complain = (text) => void process.stderr.write(text),
  } = options
  const limiter = createLimiter({ maxTime: options.maxTime }, options.signal)
  try {
    const told = { ...options, signal: limiter.signal, write, complain }
    const upgrade = upgradeIn(options)
    if (options.for !== undefined && upgrade === undefined)
      throw new RangeError(
        '--for tells what an upgrade changes for a client: --left and --right are releases then',
      )
    if (upgrade !== undefined) {
      const client = options.for === undefined ? undefined : await clientIn(options.for)
      const changed = upgradeText(upgrade, { ...options, client })
      write(changed === '' ? 'nothing is known to change\n' : changed)
      return changed === '' ? 0 : 1
    }
    const [left, right] = await twins(told)
    if (options.clean) return await bothCleaned([left, right], told)
    return await comparison(left, right, told)
  } catch (problem) {
    complain(`forgery twin: ${problem instanceof Error ? problem.message : String(problem)}\n`)
    return 2
  } finally {
    limiter.end()
  }
}

async function clientIn(file: string): Promise<ClientContract> {
  return readClientContract(file, await readText(file))
}

async function comparison(left: Target, right: Target, options: Told): Promise<ExitStatus> {
  const {
    seed = 1,
    runs = 25,
    ignore: ignored = [],
    families = [],
    record,
    signal,
    write,
    complain,
  } = options
  const takes: Take[] = []
  let project: string | undefined
  const looksAt = (path: string) => {
    project = path
    write(`reads only, with GET and HEAD: the project ${path} at ${left.name} and at ${right.name}\n`)
  }
  if (left.mode !== 'read') write(writes(left, right, seed))
  const recorded = (take: Take) => void takes.push(take)
  const { operations = [], scope } = options
  const result = await twin(left, right, {
    seed,
    runs,
    ignored,
    families,
    operations,
    scope,
    signal,
    recorded,
    looksAt,
  })
  if (record !== undefined)
    await writeText(
      record,
      printCassette(cassetteOf(left, takes, { project, groups: groupsOn([left, right]) })),
    )
  write(outcome(result, { left, right, seed, signal }))
  for (const path of result.remains) complain(`forgery twin: could not remove ${path}\n`)
  if (result.kind === 'different') return 1
  return signal?.aborted && signal.reason !== 'time' ? 130 : 0
}

function writes(left: Target, right: Target, seed: number): string {
  const where = `${left.name} and to ${right.name}`
  if (left.mode === 'control') return `writes to ${where}, and goes back to a snapshot of each\n`
  const group = runGroupPath(left, `${left.prefix}-${seed}`)
  return `writes to ${where}: creates the group ${group} and all else in it, and removes it again\n`
}

async function bothCleaned(targets: readonly Target[], { write }: Told): Promise<ExitStatus> {
  let clean = true
  for (const target of targets)
    if (!(await cleaned(target, async (line) => write(`${target.name}: ${line}`)))) clean = false
  return clean ? 0 : 1
}

/** Something about the options that keeps services from being compared. */
class Usage extends Error {}

async function twins(options: Told): Promise<readonly [Target, Target]> {
  const { left, right, clean, mode, project, tokens, rightTokens } = options
  if (left === undefined || right === undefined)
    throw new Usage('give the base URLs of both services: --left URL --right URL')
  if (clean && mode !== undefined && mode !== 'write')
    throw new Usage('--clean removes groups and projects: its mode is write')
  if (project !== undefined && mode !== undefined && mode !== 'read')
    throw new Usage(
      '--project is for the mode read; in the others projects are made, below --group if it is given',
    )
  return [await reached(left, tokens, options), await reached(right, { ...tokens, ...rightTokens }, options)]
}

async function reached(url: string, tokens: Tokens, options: Told): Promise<Target> {
  agreeUrl(url)
  const { mode = options.clean ? 'write' : 'read', project, group } = options
  const place = { ...(project === undefined ? {} : { project }), ...(group === undefined ? {} : { group }) }
  return await liveTarget({ url, mode, place, tokens: tokens ?? {}, ...connection(options) })
}

interface About {
  readonly left: Target
  readonly right: Target
  readonly seed: number
  readonly signal: AbortSignal | undefined
}

function outcome(result: TwinResult, { left, right, seed, signal }: About): string {
  const { sequences, unsteady } = result
  const odd = unsteady === 0 ? '' : `; ${unsteady} differed once, and not when they were repeated`
  const early = signal?.aborted ? '; the others were not tried' : ''
  if (result.kind === 'same')
    return `${left.name} and ${right.name} answer alike: ${sequences} sequences, seed ${seed}${odd}${early}\n`
  const { steps, difference, shrinks } = result
  const last = steps.at(-1)
  const after = shrinks === 0 ? '' : `, after ${shrinks} shrinks`
  return [
    `DIFFERENT ${last?.operation ?? ''} as ${last?.as ?? ''}, call ${steps.length} of the sequence (seed ${seed}${after})`,
    `  at     ${difference.at}`,
    `  left   ${shown(difference.left)}`,
    `  right  ${shown(difference.right)}`,
    `  calls to ${left.name}`,
    ...result.left.map((line) => `    ${line}`),
    `  calls to ${right.name}`,
    ...result.right.map((line) => `    ${line}`),
    '',
  ].join('\n')
}

function shown(json: Parameters<typeof show>[0] | undefined): string {
  return json === undefined ? '(missing)' : show(json)
}
