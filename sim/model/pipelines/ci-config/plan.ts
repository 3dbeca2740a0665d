import type { Variables } from './expression.ts'
import type { RetryPlan } from './retry.ts'
import { durationOf } from './rules.ts'
import type { ShownPolicy } from './shown-policy.ts'
import { asMapping, CiConfigError, type Mapping, textList } from './yaml.ts'

export const jobMoments = ['on_success', 'on_failure', 'always', 'manual', 'delayed'] as const
export type JobMoment = (typeof jobMoments)[number]

export const environmentActions = ['start', 'prepare', 'stop', 'verify', 'access'] as const

/** The environment that a job deploys to. */
export interface EnvironmentPlan {
  readonly name: string
  readonly url: string | undefined
  readonly action: (typeof environmentActions)[number]
  /** The job that stops it. */
  readonly onStop: string | undefined
  readonly tier: string | undefined
  readonly autoStopIn: number | undefined
}

/** The artifacts of a job. */
export interface ArtifactsPlan {
  readonly name: string | undefined
  readonly paths: readonly string[]
  readonly exclude: readonly string[]
  readonly untracked: boolean
  readonly when: 'on_success' | 'on_failure' | 'always'
  /** As it is written, such as `1 week` or `never`; undefined where the installation says how long. */
  readonly expireIn: string | undefined
  /** Paths of reports, by kind. */
  readonly reports: ReadonlyMap<string, readonly string[]>
}

/** The image of a job. */
export interface ImagePlan {
  readonly name: string
  readonly entrypoint: readonly string[] | undefined
  readonly pullPolicy: readonly string[] | undefined
}

/** A container beside that of a job. */
export interface ServicePlan extends ImagePlan {
  readonly alias: string | undefined
  readonly command: readonly string[] | undefined
  readonly variables: readonly (readonly [key: string, value: string])[]
}

/** A pipeline that a job starts instead of running something. */
export interface TriggerPlan {
  /** Path of another project; undefined for one of the same project. */
  readonly project: string | undefined
  readonly branch: string | undefined
  /** Files that configure a pipeline of the same project. */
  readonly include: readonly string[]
  /** The job ends as that pipeline does. */
  readonly depend: boolean
}

export interface CachePlan {
  readonly key: string
  readonly paths: readonly string[]
  readonly untracked: boolean
  readonly policy: string
  readonly when: string
}

/** A job as the configuration of a pipeline describes it. */
export interface JobPlan {
  readonly name: string
  readonly stage: string
  /** The place of its stage among the stages. */
  readonly stageIndex: number
  readonly tags: readonly string[]
  readonly when: JobMoment
  /** Milliseconds that a delayed job waits. */
  readonly startIn: number | undefined
  readonly allowFailure: boolean
  /** Failures with one of these are allowed, whatever `allowFailure` says. */
  readonly allowedExitCodes: readonly number[]
  /** Names of the jobs that it waits for instead of for all earlier stages. */
  readonly needs: readonly string[] | undefined
  /** Of those the ones that need not be there. */
  readonly optionalNeeds: readonly string[]
  /** Of those the ones whose artifacts it does not take. */
  readonly needsWithoutArtifacts: readonly string[]
  readonly script: readonly string[]
  /** Its commands at the beginning of `script` that are those of `before_script`. */
  readonly beforeScript: readonly string[]
  readonly afterScript: readonly string[]
  readonly image: ImagePlan | undefined
  readonly services: readonly ServicePlan[]
  readonly variables: ReadonlyMap<string, string>
  readonly environment: EnvironmentPlan | undefined
  readonly artifacts: ArtifactsPlan | undefined
  readonly caches: readonly CachePlan[]
  readonly trigger: TriggerPlan | undefined
  readonly resourceGroup: string | undefined
  readonly interruptible: boolean
  readonly timeout: number | undefined
  readonly retry: RetryPlan | undefined
  /** Creates the release that it describes, once its script has succeeded. */
  readonly releaseCommand: string | undefined
  readonly only: ShownPolicy | null
  readonly except: ShownPolicy | null
  /** A pattern that finds coverage in what it prints. */
  readonly coverage: string | undefined
  /** Jobs whose artifacts it takes; undefined for all before it. */
  readonly dependencies: readonly string[] | undefined
}

/** `node:20`, or the name in `{ name: node:20 }`. */
export function nameIn(value: unknown): string | undefined {
  const name = value instanceof Map ? value.get('name') : value
  return typeof name === 'string' ? name : undefined
}

export function imageIn(value: unknown): ImagePlan | undefined {
  const name = nameIn(value)
  if (name === undefined) return undefined
  const given = asMapping(value)
  return { name, entrypoint: listIn(given, 'entrypoint'), pullPolicy: listIn(given, 'pull_policy') }
}

export function serviceIn(value: unknown): ServicePlan | undefined {
  const image = imageIn(value)
  if (image === undefined) return undefined
  const given = asMapping(value)
  const alias = given.get('alias')
  return {
    ...image,
    alias: alias === undefined ? undefined : String(alias),
    command: listIn(given, 'command'),
    variables: variablesIn(given),
  }
}

function listIn(given: Mapping, key: string): readonly string[] | undefined {
  const value = given.get(key)
  return value == null ? undefined : textList(value)
}

export function variablesIn(of: Mapping): [string, string][] {
  return [...asMapping(of.get('variables'))].map(([key, value]) => {
    const plain = value instanceof Map ? value.get('value') : value
    return [String(key), String(plain ?? '')]
  })
}

/** Replaces variables in a text by their values; an unknown one becomes empty. */
export function expandVariables(text: string, variables: Variables): string {
  return text.replace(/\$(?:(\w+)|\{(\w+)\})/g, (_, plain, braced) => variables.get(plain ?? braced) ?? '')
}

export function environmentIn(
  value: unknown,
  job: string,
  variables: Variables,
): EnvironmentPlan | undefined {
  const name = nameIn(value)
  if (name === undefined) return undefined
  const given = asMapping(value)
  const text = (key: string) => {
    const found = given.get(key)
    return found === undefined ? undefined : expandVariables(String(found), variables)
  }
  const stopsIn = given.get('auto_stop_in')
  return {
    name: expandVariables(name, variables),
    url: text('url'),
    action: environmentActions.find((action) => action === given.get('action')) ?? 'start',
    onStop: text('on_stop'),
    tier: text('deployment_tier'),
    autoStopIn:
      stopsIn === undefined || stopsIn === 'never'
        ? undefined
        : durationOf(stopsIn, `jobs:${job}:environment auto stop in`),
  }
}

export function artifactsIn(value: unknown, job: string): ArtifactsPlan | undefined {
  if (!(value instanceof Map)) return undefined
  const list = (key: string) => textList(value.get(key) ?? [])
  const expires = value.get('expire_in')
  const name = value.get('name')
  const reports = [...asMapping(value.get('reports'))].map(([kind, paths]) => {
    // `coverage_report` tells its format and one path.
    if (paths instanceof Map)
      return [String(paths.get('coverage_format') ?? kind), textList(paths.get('path') ?? [])] as const
    return [String(kind), textList(paths ?? [])] as const
  })
  if (expires !== undefined && expires !== 'never') durationOf(expires, `jobs:${job}:artifacts expire in`)
  return {
    name: name === undefined ? undefined : String(name),
    paths: list('paths'),
    exclude: list('exclude'),
    untracked: value.get('untracked') === true,
    when: (['on_failure', 'always'] as const).find((when) => when === value.get('when')) ?? 'on_success',
    expireIn: expires === undefined ? undefined : String(expires),
    reports: new Map(reports),
  }
}

export function cachesIn(value: unknown): CachePlan[] {
  return [value ?? []]
    .flat()
    .filter((cache) => cache instanceof Map)
    .map((cache: Mapping) => ({
      key: typeof cache.get('key') === 'string' ? (cache.get('key') as string) : 'default',
      paths: textList(cache.get('paths') ?? []),
      untracked: cache.get('untracked') === true,
      policy: String(cache.get('policy') ?? 'pull-push'),
      when: String(cache.get('when') ?? 'on_success'),
    }))
}

export function triggerIn(value: unknown, job: string): TriggerPlan | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return { project: value, branch: undefined, include: [], depend: false }
  if (!(value instanceof Map))
    throw new CiConfigError(`jobs:${job}:trigger config should be a hash or a string`)
  const branch = value.get('branch')
  const include = [value.get('include') ?? []]
    .flat()
    .map((entry) => String(entry instanceof Map ? (entry.get('local') ?? '') : entry))
    .filter((path) => path !== '')
  return {
    project: value.has('project') ? String(value.get('project')) : undefined,
    branch: branch === undefined ? undefined : String(branch),
    include,
    depend: value.get('strategy') === 'depend' || value.get('strategy') === 'mirror',
  }
}
