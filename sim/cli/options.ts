import type { FaultRule } from '../control/fault-rule.ts'
import { parseHooks } from '../control/hook-delivery.ts'
import { parseLatency } from '../control/latency.ts'
import { scriptKinds } from '../control/script/script-kind.ts'
import { releases } from '../lib/releases/release.ts'
import { hostName } from '../lib/url.ts'
import { duration, instant, parseClockMode } from '../time/clock.ts'
import { breakageList, breakageNames, faultAtRule } from './each-fault/breakage.ts'
import { remarkKinds } from './hygiene/remark.ts'
import { type Option, option } from './option.ts'
import {
  httpAddress,
  itself,
  oneOf,
  onOff,
  port,
  readable,
  remarkKindList,
  reportWish,
  rule,
  size,
  statusOrClass,
  text,
  wholeNumber,
  worldChoice,
} from './option-values.ts'
import { runOptions } from './run-options.ts'

export const logKinds = ['pretty', 'json', 'silent'] as const

/** Everything that `serve` and `exec` can be told. The table of sim/guide/configuration.md is made from this. */
const serverOptions = {
  port: option({
    value: 'PORT',
    about: 'port to listen on, 0 for any free one',
    byDefault: { serve: '8080', exec: '0', judge: '0' },
    read: port,
  }),
  host: option({ value: 'HOST', about: 'address to listen on', byDefault: '127.0.0.1', read: text }),
  world: option<string, true>({
    value: 'WORLD',
    about:
      'world to begin with: demo, empty, a file (a description in JSON or YAML, or a saved snapshot), or a folder of descriptions; repeatable, for a world of several',
    byDefault: 'demo',
    read: worldChoice,
    repeatable: true,
  }),
  save: option({
    value: 'FILE',
    about: 'writes the world to a file at the end, and every minute in which it changed',
    read: text,
    writes: itself,
  }),
  seed: option({
    value: 'N',
    about: 'seed of everything that is generated',
    byDefault: '1',
    read: wholeNumber(-2147483648),
  }),
  scale: option({
    value: 'N',
    about: 'factor for the size of the generated part of the demo world',
    byDefault: '1',
    read: wholeNumber(0, 1000),
  }),
  tier: option({
    value: 'TIER',
    about: 'plan of the installation: free, premium or ultimate',
    byDefault: { serve: 'ultimate', conform: 'what the service shows' },
    read: oneOf('free', 'premium', 'ultimate'),
  }),
  dialect: option({
    value: 'DIALECT',
    about: 'what is followed where the specification and the real service disagree: specification or real',
    byDefault: {
      serve: 'specification',
      conform: 'the dialect of a simulator; otherwise either passes',
      judge: 'either passes',
    },
    read: oneOf('specification', 'real'),
  }),
  release: option({
    value: 'RELEASE',
    about:
      'release of the service that is imitated: 15.8 (that of the specification), 16.11, 17.11 or 18.9; a newer one implies the dialect real',
    byDefault: { serve: '15.8', conform: 'what the service says', judge: '15.8' },
    read: oneOf(...releases),
  }),
  clock: option({
    value: 'MODE',
    about:
      'how virtual time moves: tick (one second a request), tick:DURATION, real, xN (N times as fast as real time) or frozen',
    byDefault: 'tick',
    read: readable(parseClockMode),
  }),
  start: option({
    value: 'TIME',
    about: 'virtual time at the start, ISO 8601',
    byDefault: '2024-01-01T00:00:00Z',
    read: readable(instant),
  }),
  latency: option({
    value: 'TIME',
    about:
      'delay of every reply: a time (200ms), a range (50ms..200ms), or a profile (lan, wan, mobile, slow)',
    byDefault: '0',
    read: readable(parseLatency),
  }),
  fault: option<FaultRule, true>({
    value: 'RULE',
    about:
      "adds a fault, for example 'GET /projects/* 503' or 'GET /projects/1 patch={\"archived\":true}'; repeatable",
    read: rule,
    repeatable: true,
  }),
  rateLimits: option({
    value: 'ON|OFF',
    about: 'enforces the rate limits of the service',
    byDefault: 'off',
    read: onOff,
  }),
  impersonation: option({
    value: 'ON|OFF',
    about: 'whether impersonation tokens let anybody in',
    byDefault: 'on',
    read: onOff,
  }),
  settingsCache: option({
    value: 'TIME',
    about: 'how long a changed setting of the installation takes to come into force',
    byDefault: '60s',
    read: readable(duration),
  }),
  outbound: option({
    value: 'POLICY',
    about: 'hosts that the simulator itself may call, for webhooks and imports: loopback, off (none) or any',
    byDefault: 'loopback',
    read: oneOf('loopback', 'off', 'any'),
  }),
  hooks: option({
    value: 'HOW',
    about:
      'how webhooks are delivered, by seed: delay=1s..1h, duplicate=0.1, drop=0.05, shuffle (out of order), disable (those that fail), separated by commas',
    byDefault: 'at once, once, in order',
    read: readable(parseHooks),
  }),
  squeeze: option({
    about:
      'serves a legal but inconvenient world, by seed: two rows a page, nulls, emoji and long texts, odd times, large ids, unknown attributes',
    read: onOff,
  }),
  upstreamToken: option({
    value: 'TOKEN',
    about: 'token that --upstream is asked with; credentials of clients are not passed on',
    read: text,
  }),
  upstreamReads: option({
    value: 'WHICH',
    about: 'what --upstream is asked for: missing (what the simulator answers 404) or all (GET and HEAD)',
    byDefault: 'missing',
    read: oneOf('missing', 'all'),
  }),
  upstreamWrites: option({
    about:
      'passes on to --upstream also what writes, where the simulator answers 404: it changes the service',
    read: onOff,
  }),
  upstreamAllow: option<string, true>({
    value: 'PATH',
    about: "path below /api/v4 that --upstream may be asked for, such as '/projects/*'; repeatable",
    byDefault: 'all',
    read: text,
    repeatable: true,
  }),
  s3Endpoint: option({
    value: 'URL',
    about: 'object store that imports from S3 read instead of the cloud',
    read: httpAddress,
  }),
  maxPush: option({
    value: 'SIZE',
    about: 'most bytes that a git client may push at once, for example 64M or 1G; more is answered with 413',
    byDefault: '256M',
    read: size,
  }),
  maxHistory: option({
    value: 'SIZE',
    about: 'most bytes deleted or overwritten since a request for which it can still be gone back to',
    byDefault: '64M',
    read: size,
  }),
  publicUrl: option({
    value: 'URL',
    about: 'base URL of links in replies, for clients behind a proxy',
    byDefault: 'the address listened on',
    read: httpAddress,
  }),
  tls: option({ about: 'serves over TLS, with a certificate generated at the start', read: onOff }),
  tlsCert: option({
    value: 'PATH',
    about: 'writes that certificate to a file, for clients to trust',
    read: text,
    writes: itself,
  }),
  watch: option({ about: 'reloads the world whenever the file of --world changes', read: onOff }),
  control: option({ about: 'switches off the control API at /_forgery', read: onOff, negated: true }),
  autoWorlds: option({
    about:
      'begins a world with the first request whose header X-Forgery-World names it, as the default one stands',
    read: onOff,
  }),
  hints: option({
    about: 'tells the reason of a refusal in a header X-Forgery-Hint: of 400, 401, 403, 404 and 405',
    read: onOff,
  }),
  controlToken: option({ value: 'TOKEN', about: 'token that the control API requires', read: text }),
  allowedHost: option<string, true>({
    value: 'NAME',
    about:
      'host name for which the control API is served, and whose pages may call it, besides addresses, localhost and the hosts of --host and --public-url; repeatable',
    read: hostName,
    repeatable: true,
  }),
  log: option({
    value: 'KIND',
    about: 'log of requests: pretty, json (one object a line) or silent',
    byDefault: { serve: 'pretty', exec: 'silent' },
    read: oneOf(...logKinds),
  }),
  readyFile: option({
    value: 'PATH',
    about: 'writes the base URL to a file once connections are accepted',
    read: text,
    writes: itself,
  }),
} as const

/** Callers of whom `conform` may be given a token, with what each is. */
export const tokenCallers = {
  owner: 'the same as --token',
  admin: 'token of an administrator',
  maintainer: 'token of a maintainer',
  developer: 'token of a developer',
  reporter: 'token of a reporter',
  guest: 'token of a guest',
  stranger: 'token of a user who is a member of nothing',
  reader: 'token of the owner with the scope read_api',
  plainAdmin: 'token of an administrator without the scope sudo',
  expired: 'expired token of the owner',
  revoked: 'revoked token of the owner',
  blocked: 'token of a blocked user',
  oauth: 'OAuth token of the owner',
  impersonation: 'impersonation token of the developer',
  deploy: 'deploy token of the project',
  job: 'token of a running job',
  session: 'session cookie of the owner',
} as const
type TokenCaller = keyof typeof tokenCallers

function tokenOption(caller: TokenCaller) {
  return option({ value: 'TOKEN', about: tokenCallers[caller], read: text })
}
type TokenOptions = {
  readonly [caller in TokenCaller as `token${Capitalize<caller>}`]: ReturnType<typeof tokenOption>
}
const tokenOptions = Object.fromEntries(
  Object.keys(tokenCallers).map((caller) => [tokenName(caller), tokenOption(caller as TokenCaller)]),
) as unknown as TokenOptions

type RightTokenOptions = {
  readonly [caller in TokenCaller as `rightToken${Capitalize<caller>}`]: ReturnType<typeof tokenOption>
}
const rightTokenOptions = Object.fromEntries(
  Object.keys(tokenCallers).map((caller) => [rightTokenName(caller), tokenOption(caller as TokenCaller)]),
) as unknown as RightTokenOptions

/** `tokenPlainAdmin` */
export function tokenName(caller: string): string {
  return `token${caller.charAt(0).toUpperCase()}${caller.slice(1)}`
}

/** `rightTokenPlainAdmin` */
export function rightTokenName(caller: string): string {
  return `rightToken${caller.charAt(0).toUpperCase()}${caller.slice(1)}`
}

type ReportWish = ReturnType<
  ReturnType<
    typeof reportWish<'text' | 'json' | 'junit' | 'markdown' | 'html' | 'sarif' | 'github' | 'contract'>
  >
>

/** What `conform` can be told besides `seed`, `dialect`, `release` and `tier`. */
const conformOptions = {
  against: option({
    value: 'RELEASE',
    about: 'judges by the rules of that release, whatever the service is: would it pass after an upgrade?',
    read: oneOf(...releases),
  }),
  url: option({
    value: 'URL',
    about:
      'base URL of the service to check, of the one in files to judge, of the simulator whose journal is printed, or of the server that is to be ready',
    byDefault: {
      serve: 'a fresh simulator in this process',
      judge: 'the one with the most calls in the files',
      journal: 'http://127.0.0.1:8080',
      ready: 'http://127.0.0.1:8080',
    },
    read: text,
  }),
  mode: option({
    value: 'MODE',
    about:
      'what may be done there: read (only GET and HEAD), write (create groups and projects and remove them) or control (of a served simulator: also move its clock and take snapshots)',
    byDefault: 'read',
    read: oneOf('read', 'write', 'control'),
  }),
  installation: option({
    about:
      'in the mode write, leaves settings of the installation and of accounts alone, which are otherwise changed for a moment and put back',
    read: onOff,
    negated: true,
  }),
  token: option({
    value: 'TOKEN',
    about: 'token of the owner: of the project to check or to read, or of what the mode write creates',
    read: text,
  }),
  ...tokenOptions,
  project: option({
    value: 'PROJECT',
    about: 'project to check in the mode read, or to read with --from, by id or path',
    byDefault: {
      serve: 'the one with the latest activity',
      twin: 'the one with the latest activity that both have',
    },
    read: text,
  }),
  group: option({
    value: 'GROUP',
    about: 'group to check in the mode read; parent of the groups that the mode write creates',
    byDefault: "the project's; none",
    read: text,
  }),
  rate: option({
    value: 'N',
    about: 'maximum of requests a second',
    byDefault: 'no limit',
    read: wholeNumber(1, 100_000),
  }),
  jobs: option({
    value: 'N',
    about:
      'number of checks, or of runs of --each-fault, that run in parallel; always one in the mode control',
    byDefault: '1',
    read: wholeNumber(1, 64),
  }),
  runs: option({
    value: 'N',
    about: 'number of inputs for each property, or of sequences of calls',
    byDefault: '25',
    read: wholeNumber(1, 1_000_000),
  }),
  scope: option({
    value: 'SCOPE',
    about:
      'operations to check or to compare: specification (those of the specification) or all (those around it as well); what is named is checked in any case',
    byDefault: 'specification',
    read: oneOf('specification', 'all'),
  }),
  operation: option<string, true>({
    value: 'OPERATION',
    about:
      "runs the checks of an operation and the laws on it, or with twin calls it, for example 'GET /projects/:id/pipelines*' (* is any text, the method may be left out); next to ids or families only what both select; repeatable",
    read: text,
    repeatable: true,
  }),
  for: option({
    value: 'FILE',
    about:
      'runs the checks of what a client uses, and looks for the attributes that it reads, or with twin tells of two releases only what that client uses: the file of exec --report contract',
    read: text,
  }),
  exclude: option<string, true>({
    value: 'ID',
    about: 'leaves out a family, checks whose ids begin with it, or one check; repeatable',
    read: text,
    repeatable: true,
  }),
  shard: option({
    value: 'I/N',
    about: 'runs part I of N; the part of a check depends on its id alone',
    read: text,
  }),
  replay: option({
    value: 'ID',
    about: 'repeats one check, with the --seed of the run that it failed in',
    read: text,
  }),
  strict: option({ about: "also fails when a check of the level 'should' fails", read: onOff }),
  baseline: option({
    value: 'FILE',
    about: 'file of known findings, which do not fail; new ones do, and those that are gone are named',
    read: text,
    writes: (file, { updateBaseline }) => (updateBaseline ? file : undefined),
  }),
  updateBaseline: option({ about: 'writes the findings of this run to the file of --baseline', read: onOff }),
  plan: option({
    about:
      'runs no checks, creates nothing, and tells how many requests, groups and projects a run takes, and how long',
    read: onOff,
  }),
  clean: option({
    about: 'checks or compares nothing, and removes what killed runs left behind',
    read: onOff,
  }),
  cassette: option({
    value: 'FILE',
    about:
      'runs no checks, and compares the service with a recording of another one (twin --record); with serve and exec the replies of --upstream: recorded where there is no such file, played without network where there is',
    read: text,
    writes: (file, { upstream }) => (upstream === undefined ? undefined : file),
  }),
  ignore: option<string, true>({
    value: 'NAME',
    about: 'field or header that is not compared, by twin or with --cassette; repeatable',
    read: text,
    repeatable: true,
  }),
  list: option({ about: 'prints the checks and runs none', read: onOff }),
  report: option<ReportWish, true>({
    value: 'KIND',
    about:
      'format of the report: text, json, junit, markdown (for a comment), html (one page), sarif or github (annotations), alone or with a file (junit=report.xml); repeatable; with exec text, json, markdown, html, junit or contract (what conform --for reads)',
    byDefault: { serve: 'text', exec: 'none; text without a value' },
    withoutValue: 'text',
    read: reportWish('text', 'json', 'junit', 'markdown', 'html', 'sarif', 'github', 'contract'),
    writes: ({ file }) => file,
    repeatable: true,
  }),
  output: option({
    value: 'PATH',
    about: 'writes the report, or the script, to a file',
    byDefault: 'standard output',
    read: text,
    writes: itself,
  }),
  ...runOptions,
  mutant: option({
    value: 'NAME',
    about: 'plants a fault in the service that is checked, to see it caught',
    read: text,
  }),
} as const

/** What `docs` can be told. */
const docsOptions = {
  to: option({
    value: 'FOLDER',
    about: 'writes the pages below a folder, and overwrites nothing',
    byDefault: 'standard output',
    read: text,
  }),
} as const

/** What `serve` can be told besides. */
const serveOptions = {
  exitWithParent: option({
    about: 'ends when standard input is closed, as it is once the process that started the server is gone',
    read: onOff,
  }),
} as const

/** What `ready` can be told besides the address. */
const readyOptions = {
  wait: option({
    value: 'TIME',
    about: 'how long a server that is not ready is asked again',
    byDefault: '0',
    read: readable(duration),
  }),
} as const

/** What `exec` can be told besides. */
const execOptions = {
  explain: option({
    value: 'STATUS',
    about:
      'explains the requests that were answered with a status (404) or a class of them (4xx), when the command has ended',
    read: statusOrClass,
  }),
  failOn: option({
    value: 'KINDS',
    about: `fails where the client did what is told, kinds with commas between them: ${remarkKinds.join(', ')}; or any`,
    read: remarkKindList,
  }),
  eachFault: option({
    value: 'KINDS',
    about: `runs the command once for each request and each of these, with commas between them: ${breakageNames.join(', ')}; and tells after which it neither recovered nor failed cleanly`,
    read: breakageList,
  }),
  faultAt: option({
    value: 'N:KIND',
    about: 'lets the N-th request fail in one of these ways, for example 17:reset',
    read: faultAtRule,
  }),
  least: option({
    about:
      'tells the least token that the command needed: role, scopes and plan, and the calls that forced it',
    read: onOff,
  }),
  asLeast: option({
    about: 'runs the command twice, the second time with no more than the least token of the first',
    read: onOff,
  }),
  runTimeout: option({
    value: 'TIME',
    about: 'time after which a run of --each-fault is ended and counts as hanging',
    byDefault: '60s',
    read: readable(duration),
  }),
  again: option({
    about:
      'runs what has not recovered in --each-fault a second time in the same world, and tells what that does not mend',
    read: onOff,
  }),
} as const

/** What `twin` can be told besides options of `conform`. */
const twinOptions = {
  left: option({
    value: 'URL',
    about: 'base URL of one service, or a release (15.8): what does an upgrade from it change?',
    read: text,
  }),
  right: option({ value: 'URL', about: 'base URL of the other service, or the newer release', read: text }),
  rightToken: option({
    value: 'TOKEN',
    about: 'token of the owner at the right service, where it differs (others: --right-token-ROLE)',
    byDefault: 'that of --token',
    read: text,
  }),
  ...rightTokenOptions,
  record: option({
    value: 'FILE',
    about: 'records the replies of the left service, for conform --cassette',
    read: text,
    writes: itself,
  }),
} as const

/** What `judge` can be told besides options of `serve` and `conform`. */
const judgeOptions = {
  proxy: option({
    about: 'judges what passes through a proxy, until Ctrl-C, instead of files',
    read: onOff,
  }),
  upstream: option({
    value: 'URL',
    about:
      'base URL of the service behind the proxy; with serve and exec of the one that answers what the simulator does not have',
    read: httpAddress,
  }),
} as const

export const worldFormats = ['json', 'yaml', 'json-server'] as const

/** What `world` can be told besides options of the world. */
const printOptions = {
  as: option({
    value: 'KIND',
    about: `what runs the script: ${scriptKinds.join(', ')}`,
    byDefault: 'vitest',
    read: oneOf(...scriptKinds),
  }),
  from: option({
    value: 'URL',
    about: 'reads the world from a deployment: the project of --project, with --token if that takes one',
    read: httpAddress,
  }),
  anonymise: option({
    about: 'replaces names, addresses and texts of what --from reads, the same by the same',
    read: onOff,
  }),
  format: option({
    value: 'FORMAT',
    about: 'json, yaml, or json-server (tables, as its db.json)',
    byDefault: 'json',
    read: oneOf(...worldFormats),
  }),
} as const

export const options = {
  ...serverOptions,
  ...serveOptions,
  ...conformOptions,
  ...execOptions,
  ...twinOptions,
  ...judgeOptions,
  ...printOptions,
  ...readyOptions,
  ...docsOptions,
}

export type ServerOptionName = keyof typeof serverOptions | 'upstream' | 'cassette'
export type OptionName = keyof typeof options
type ValueOf<O> = O extends Option<infer T, infer Repeats> ? (true extends Repeats ? readonly T[] : T) : never

/** The names of what `world` can be told. */
export const worldOptionNames = [
  'format',
  'from',
  'project',
  'token',
  'anonymise',
  'world',
  'seed',
  'scale',
  'tier',
  'start',
] as const satisfies readonly OptionName[]
/** The names of what `openapi` can be told. */
export const openapiOptionNames = [
  'dialect',
  'release',
  'host',
  'port',
] as const satisfies readonly OptionName[]

/** The names of what `ready` can be told. */
export const readyOptionNames = ['url', 'wait'] as const satisfies readonly OptionName[]

/** The names of what `journal` can be told. */
export const journalOptionNames = [
  'as',
  'url',
  'controlToken',
  'output',
] as const satisfies readonly OptionName[]

/** The names of what `docs` can be told. */
export const docsOptionNames = Object.keys(docsOptions) as (keyof typeof docsOptions)[]

/** The names of what `twin` can be told. */
export const twinOptionNames = [
  'left',
  'right',
  'mode',
  'token',
  ...(Object.keys(tokenOptions) as (keyof typeof tokenOptions)[]),
  'rightToken',
  ...(Object.keys(rightTokenOptions) as (keyof typeof rightTokenOptions)[]),
  'project',
  'group',
  'scope',
  'operation',
  'for',
  'seed',
  'runs',
  'rate',
  'ignore',
  'record',
  'clean',
  'maxTime',
  'timeout',
  'header',
  'ca',
  'insecure',
] as const satisfies readonly OptionName[]

/** The names of what `judge` can be told. */
export const judgeOptionNames = [
  'proxy',
  'upstream',
  'port',
  'host',
  'readyFile',
  'ca',
  'insecure',
  'url',
  'dialect',
  'release',
  'strict',
  'baseline',
  'updateBaseline',
  'report',
  'output',
] as const satisfies readonly OptionName[]

/** What was told; whatever nobody said is missing. */
export type AllSettings = { readonly [name in OptionName]?: ValueOf<(typeof options)[name]> }
/** What `serve` was told. */
export type ServeSettings = Pick<AllSettings, (typeof serveOptionNames)[number]>
/** What `serve` and `exec` were told. */
export type Settings = Pick<AllSettings, ServerOptionName>
/** What `exec` was told. */
export type ExecSettings = Pick<AllSettings, (typeof execOptionNames)[number]>
/** What `conform` was told. */
export type ConformSettings = Pick<AllSettings, (typeof conformOptionNames)[number]>
/** What `twin` was told. */
export type TwinSettings = Pick<AllSettings, (typeof twinOptionNames)[number]>
/** What `judge` was told. */
export type JudgeSettings = Pick<AllSettings, (typeof judgeOptionNames)[number]>
/** What `world` was told. */
export type WorldSettings = Pick<AllSettings, (typeof worldOptionNames)[number]>
/** What `journal` was told. */
export type JournalSettings = Pick<AllSettings, (typeof journalOptionNames)[number]>
/** What `ready` was told. */
export type ReadySettings = Pick<AllSettings, (typeof readyOptionNames)[number]>
/** What `docs` was told. */
export type DocsSettings = Pick<AllSettings, (typeof docsOptionNames)[number]>
/** What `openapi` was told. */
export type OpenapiSettings = Pick<AllSettings, (typeof openapiOptionNames)[number]>

/** What a command does with an option that nobody gave it; undefined when nothing. */
export function defaultOf(name: OptionName, command: string): string | undefined {
  const { byDefault } = options[name] as Option<unknown>
  if (byDefault === undefined || typeof byDefault === 'string') return byDefault
  const own = ['exec', 'conform', 'twin', 'judge', 'journal', 'ready'] as const
  const named = own.find((name) => name === command)
  return (named === undefined ? undefined : byDefault[named]) ?? byDefault.serve
}

/** The names of what `serve` and `exec` can be told. */
export const optionNames = [
  ...(Object.keys(serverOptions) as (keyof typeof serverOptions)[]),
  'upstream',
  'cassette',
] as const satisfies readonly OptionName[]
/** The names of what `serve` can be told. */
export const serveOptionNames = [...optionNames, 'exitWithParent'] as const satisfies readonly OptionName[]
/** The names of what `exec` can be told. */
export const execOptionNames = [
  ...optionNames,
  'report',
  'output',
  'explain',
  'failOn',
  'eachFault',
  'faultAt',
  'least',
  'asLeast',
  'jobs',
  'runTimeout',
  'bail',
  'again',
] as const satisfies readonly OptionName[]
/** The names of all options of all commands: the keys that a configuration file may have. */
export const allOptionNames = Object.keys(options) as OptionName[]
/** The names of what `conform` can be told. */
export const conformOptionNames = [
  ...(Object.keys(conformOptions) as (keyof typeof conformOptions)[]),
  'seed',
  'dialect',
  'release',
  'tier',
] as const satisfies readonly OptionName[]

/** `ready-file`: in flags and configuration files. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

export function flagOf(name: OptionName): string {
  return `--${(options[name] as Option<unknown>).negated ? 'no-' : ''}${kebab(name)}`
}

/** `FORGERY_READY_FILE` */
export function variableOf(name: string): string {
  return `FORGERY_${kebab(name).replaceAll('-', '_').toUpperCase()}`
}
