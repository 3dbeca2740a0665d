import type { Authority, Release, Tier } from '../sim/contract.ts'
import type { ReportWish } from './report/deliver.ts'
import type { ReportFormat } from './report/index.ts'
import type { Scope } from './run/scope.ts'
import { parseShard } from './run/shard.ts'
import { agreeUrl } from './targets/service-url.ts'
import type { Mode, Who, WireClock } from './targets/target.ts'

/** Options of `forgery conform`. */
export interface ConformOptions {
  /**
   * Operations to check: those of the specification, or those around it as well. Default: `specification`, and what
   * `ids`, `operations` and `replay` name.
   */
  readonly scope?: Scope | undefined
  /**
   * Checks to run: a family (`milestones`, with the laws on its operations), ids, what ids begin with up to a slash
   * (`laws/paging`), or ids with `*` for any text. Default: those in the scope. After `merge` they are files of JSON reports to join.
   */
  readonly ids?: readonly string[]
  /** Operations whose checks and laws to run: `GET /projects/:id/pipelines*`. With `ids`, only what both select. */
  readonly operations?: readonly string[] | undefined
  /** File of what a client uses: its operations are checked, and replies must have the attributes that it reads. */
  readonly for?: string | undefined
  /** Checks to leave out, named as `ids` are. */
  readonly exclude?: readonly string[] | undefined
  /** Base URL of the service. Default: a fresh simulator in this process. */
  readonly url?: string | undefined
  /** What the checks may do at the URL. Default `read`. */
  readonly mode?: Mode | undefined
  /**
   * False leaves the installation and accounts alone. Default: in the mode `write` settings are changed for a moment and
   * put back, with the token of an administrator.
   */
  readonly installation?: boolean | undefined
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
  readonly dialect?: Authority | undefined
  /** Release of the target: of the simulator in process, 15.8 by default; otherwise what the service says. */
  readonly release?: Release | undefined
  /** Release by whose rules the target is judged, whatever it is. Default: its own. */
  readonly against?: Release | undefined
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
  /** Runs no checks, and removes what killed runs left behind. */
  readonly clean?: boolean | undefined
  /** Runs no checks, and tells what a run would take. */
  readonly plan?: boolean | undefined
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
  /** How time passes while the run waits for the service. Default: real time. */
  readonly clock?: WireClock
  /** Takes the report. Default: standard output. */
  readonly write?: (text: string) => void
  /** Takes a line of progress, for a terminal. Default: none. */
  readonly progress?: ((text: string) => void) | undefined
  /** Takes complaints about the options, and warnings. Default: standard error. */
  readonly complain?: (text: string) => void
}

/** Something about the options that keeps the suite from running. */
export class Usage extends Error {}

/**
 * Refuses options that contradict one another: one that is passed over would promise what does not happen. It loads
 * nothing of the suite, and throws an Error that says what would be right.
 */
export function agree(options: ConformOptions): void {
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
    scope,
    shard,
  } = options
  const merge = ids[0] === 'merge'
  for (const [selects, wished] of Object.entries({
    operation: operations.length > 0,
    for: options.for,
    scope,
  }))
    for (const [name, given] of Object.entries({ '--clean': clean, '--cassette': cassette, merge }))
      if (wished && given) throw new Usage(`--${selects} selects checks, and ${name} runs none`)
  refuseBaseline(options)
  if (merge) return
  if (url === undefined)
    for (const [name, value] of Object.entries({ mode, clean, plan, rate, timeout, header, ca, insecure }))
      if (value !== undefined && value !== false) throw new Usage(`--${name} needs --url`)
  if (project !== undefined && mode !== undefined && mode !== 'read')
    throw new Usage(
      '--project is for the mode read; in the others projects are made, below --group if it is given',
    )
  if (plan)
    for (const [name, given] of Object.entries({ clean, cassette, list: options.list }))
      if (given) throw new Usage(`--plan runs no checks; leave out --${name}`)
  if (clean && mode !== undefined && mode !== 'write')
    throw new Usage('--clean removes groups and projects: its mode is write')
  if (options.installation === false && mode !== 'write')
    throw new Usage('--no-installation is for --mode write; the other modes leave the installation as it is')
  if (url !== undefined) agreeUrl(url)
  if (shard !== undefined) parseShard(shard)
  if (replay !== undefined && options.for !== undefined)
    throw new Usage('--replay names the one check to run; leave out --for')
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
