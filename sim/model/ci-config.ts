import { CORE_SCHEMA, loadAll, mergeTag, realMapTag } from 'js-yaml'
import { text } from '../lib/bytes.ts'
import { fileAt } from './files.ts'
import type { Project } from './project.ts'
import type { World } from './world.ts'

export const jobMoments = ['on_success', 'on_failure', 'always', 'manual'] as const
export type JobMoment = (typeof jobMoments)[number]

/** A job as the configuration of a pipeline describes it. */
export interface JobPlan {
  readonly name: string
  readonly stage: string
  /** The place of its stage among the stages. */
  readonly stageIndex: number
  readonly tags: readonly string[]
  readonly when: JobMoment
  readonly allowFailure: boolean
  /** Failures with one of these are allowed, whatever `allowFailure` says. */
  readonly allowedExitCodes: readonly number[]
  /** Names of the jobs that it waits for instead of for all earlier stages. */
  readonly needs: readonly string[] | undefined
  readonly script: readonly string[]
  readonly afterScript: readonly string[]
  readonly image: string | undefined
  readonly services: readonly string[]
  readonly variables: ReadonlyMap<string, string>
}

/** Thrown for a configuration that cannot be read; the message is the service's. */
export class CiConfigError extends Error {}

const DEFAULT_STAGES = ['build', 'test', 'deploy']
const FIRST = '.pre'
const LAST = '.post'

/** Words that name no job. */
const reserved = new Set([
  ...['default', 'include', 'stages', 'variables', 'workflow', 'image', 'services', 'cache'],
  ...['before_script', 'after_script', 'pages:deploy', 'spec'],
])

/** The jobs of a pipeline for a commit, as its configuration names them. Throws CiConfigError. */
export function plannedJobs(world: World, project: Project, sha: string): JobPlan[] {
  const file = fileAt(world, project, sha, project.settings.ciConfigPath || '.gitlab-ci.yml')
  return file === undefined ? [] : jobsIn(text(file.bytes))
}

/**
 * The jobs that a configuration describes: stages, scripts, tags, needs, variables, image, services, and when a job
 * runs and may fail. `include`, `rules`, `only` and `except` are not looked at: every job is part of every pipeline.
 */
export function jobsIn(yaml: string): JobPlan[] {
  const config = parsed(yaml)
  const given = config.get('stages')
  const stages = [FIRST, ...(given === undefined ? DEFAULT_STAGES : texts(given)), LAST]
  const common = new Map([...config, ...mapping(config.get('default'))])
  const whole = inherited(config)
  const plans: JobPlan[] = []
  for (const name of config.keys()) {
    if (typeof name !== 'string' || name.startsWith('.') || reserved.has(name)) continue
    const own = whole(name)
    // What has no script triggers or includes something: nothing that a runner could do.
    if (own.get('script') === undefined) continue
    plans.push(planOf(name, own, common, stages))
  }
  return plans
}

type Mapping = ReadonlyMap<unknown, unknown>

function parsed(yaml: string): Mapping {
  try {
    const schema = CORE_SCHEMA.withTags(realMapTag, mergeTag)
    const config: unknown = loadAll(yaml, { schema, json: true, maxAliases: 1000, maxDepth: 100 })[0] ?? null
    if (config instanceof Map) return config
  } catch {
    // What is no YAML is no configuration either.
  }
  throw new CiConfigError('Invalid configuration format')
}

const DEEPEST = 11

/** Jobs with what they take over from others by `extends`; each is put together once, and none from itself. */
function inherited(config: Mapping): (name: string) => Mapping {
  const known = new Map<string, Mapping>()
  const whole = (name: string, depth = 0): Mapping => {
    const before = known.get(name)
    if (before !== undefined) return before
    if (depth > DEEPEST) throw new CiConfigError(`${name}: nesting too deep in \`extends\``)
    const own = mapping(config.get(name))
    known.set(name, own)
    const from = texts(own.get('extends') ?? []).flatMap((other) => [...whole(other, depth + 1)])
    const merged = new Map([...from, ...own])
    known.set(name, merged)
    return merged
  }
  return whole
}

function planOf(name: string, own: Mapping, common: Mapping, stages: readonly string[]): JobPlan {
  const value = (key: string) => own.get(key) ?? common.get(key)
  const stage = String(own.get('stage') ?? 'test')
  const stageIndex = stages.indexOf(stage)
  if (stageIndex < 0)
    throw new CiConfigError(
      `${name} job: chosen stage does not exist; available stages are ${stages.join(', ')}`,
    )
  const when = jobMoments.find((moment) => moment === own.get('when')) ?? 'on_success'
  const allowed = own.get('allow_failure')
  const needs = own.get('needs')
  return {
    name,
    stage,
    stageIndex,
    tags: texts(value('tags') ?? []),
    when,
    allowFailure: typeof allowed === 'boolean' ? allowed : when === 'manual',
    allowedExitCodes: [mapping(allowed).get('exit_codes') ?? []].flat().map(Number),
    needs: Array.isArray(needs)
      ? needs.map((need) => String(need instanceof Map ? need.get('job') : need))
      : undefined,
    script: [...texts(value('before_script') ?? []), ...texts(own.get('script') ?? [])],
    afterScript: texts(value('after_script') ?? []),
    image: nameIn(value('image')),
    services: [value('services') ?? []].flat().flatMap((service) => nameIn(service) ?? []),
    variables: new Map([...variablesIn(common), ...variablesIn(own)]),
  }
}

function variablesIn(of: Mapping): [string, string][] {
  return [...mapping(of.get('variables'))].map(([key, value]) => {
    const plain = value instanceof Map ? value.get('value') : value
    return [String(key), String(plain ?? '')]
  })
}

/** `node:20`, or the name in `{ name: node:20 }`. */
function nameIn(value: unknown): string | undefined {
  const name = value instanceof Map ? value.get('name') : value
  return typeof name === 'string' ? name : undefined
}

function mapping(value: unknown): Mapping {
  return value instanceof Map ? value : new Map()
}

const MOST_TEXTS = 10_000

/** One text or many, nested ones too. What repeats itself by aliases ends where no sensible list does. */
function texts(value: unknown, into: string[] = []): string[] {
  if (!Array.isArray(value)) into.push(String(value))
  else for (const item of value) texts(item, into)
  if (into.length > MOST_TEXTS) throw new CiConfigError('Invalid configuration format')
  return into
}
