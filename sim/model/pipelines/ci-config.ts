import { Pace, type Steps } from '../../lib/steps.ts'
import { resolveExtends, resolveReferences } from './ci-config/expand.ts'
import { layered, type Variables } from './ci-config/expression.ts'
import { type Files, resolveIncludes } from './ci-config/include.ts'
import { parallelJobs } from './ci-config/parallel.ts'
import {
  artifactsIn,
  cachesIn,
  environmentIn,
  expandVariables,
  imageIn,
  type JobMoment,
  type JobPlan,
  jobMoments,
  serviceIn,
  triggerIn,
  variablesIn,
} from './ci-config/plan.ts'
import { releaseCommandIn } from './ci-config/release.ts'
import { retryIn } from './ci-config/retry.ts'
import { durationOf, isSelectedByOnlyExcept, matchingRule, type Occasion } from './ci-config/rules.ts'
import { shownExcept, shownOnly } from './ci-config/shown-policy.ts'
import {
  asMapping,
  CiConfigError,
  type Mapping,
  textList,
  tooBig,
  type YamlBounds,
} from './ci-config/yaml.ts'

export type { Files } from './ci-config/include.ts'
export {
  type CachePlan,
  type ImagePlan,
  type JobMoment,
  type JobPlan,
  jobMoments,
  type ServicePlan,
} from './ci-config/plan.ts'
export type { Occasion } from './ci-config/rules.ts'
export { CiConfigError } from './ci-config/yaml.ts'

/** Variables of which is known how many there are. */
export type Given = Variables & { readonly size: number }

/** The context in which a configuration is read; without an occasion every job is included. */
export interface ConfigContext {
  readonly files?: Files
  readonly occasion?: Occasion
  /** Variables from settings and requests, which win over those of the configuration. */
  readonly given?: Given
  /** Default: as large as an installation allows whose settings nobody changed. */
  readonly bounds?: YamlBounds
}

export interface PipelinePlan {
  readonly jobs: readonly JobPlan[]
  /** The name that `workflow:name` gives to pipelines. */
  readonly name: string | undefined
  /** False where `workflow:rules` wants none. */
  readonly wanted: boolean
}

const DEFAULT_STAGES = ['build', 'test', 'deploy']
const FIRST = '.pre'
const LAST = '.post'

/** Most values of all jobs together, each with the variables and defaults that it takes over. */
const MOST_PLANNED = 500_000

/** Predefined variables are fewer. */
const MOST_PREDEFINED = 100

/** Reserved keys, which name no job. */
const reserved = new Set([
  ...['default', 'include', 'stages', 'types', 'variables', 'workflow', 'image', 'services', 'cache'],
  ...['before_script', 'after_script', 'pages:deploy', 'spec'],
])

const jobKeys = new Set([
  ...['script', 'stage', 'extends', 'rules', 'only', 'except', 'when', 'start_in', 'allow_failure'],
  ...['needs', 'dependencies', 'tags', 'variables', 'image', 'services', 'before_script', 'after_script'],
  ...['environment', 'artifacts', 'cache', 'parallel', 'trigger', 'resource_group', 'interruptible'],
  ...['timeout', 'retry', 'coverage', 'inherit', 'secrets', 'id_tokens', 'release', 'identity', 'hooks'],
  ...['type', 'pages', 'publish', 'run', 'manual_confirmation', 'dast_configuration', 'inputs'],
])

const common = ['image', 'services', 'cache', 'before_script', 'after_script', 'tags', 'artifacts'] as const
const more = ['retry', 'timeout', 'interruptible'] as const

/**
 * The pipeline that a configuration describes for an occasion, or all its jobs, whichever pipeline they would be part
 * of. Throws CiConfigError.
 */
export function* planPipeline(
  yaml: string,
  { files, occasion, given = new Map<string, string>(), bounds }: ConfigContext,
): Steps<PipelinePlan> {
  const predefined = occasion?.variables ?? new Map()
  const before = layered(predefined, given)
  const config = yield* resolveIncludes(
    yaml,
    files,
    (rules) => occasion === undefined || isWanted(matchingRule([rules].flat(), occasion, before)),
    bounds,
  )
  const put = resolveReferences(config)
  const workflow = asMapping(put(config.get('workflow')))
  const known = layered(predefined, new Map(variablesIn(config)), given)
  const rule =
    occasion !== undefined && workflow.has('rules')
      ? matchingRule([workflow.get('rules')].flat(), occasion, known)
      : undefined
  const wanted = occasion === undefined || !workflow.has('rules') || isWanted(rule)
  const ruled = variablesIn(rule ?? new Map())
  const name = workflow.get('name')
  const variables = layered(known, new Map(ruled), given)
  const context = {
    given,
    variables,
    stages: stagesOf(config),
    defaults: new Map(
      [...config, ...asMapping(config.get('default'))].map(([key, value]) => [key, put(value)]),
    ),
    shared: [...variablesIn(config), ...ruled],
    occasion,
    governed: workflow.has('rules'),
  }
  return {
    jobs: wanted ? named(yield* jobsOf(config, context)) : [],
    name:
      name === undefined ? undefined : expandVariables(String(name), variables).slice(0, 255) || undefined,
    wanted,
  }
}

const isWanted = (rule: Mapping | undefined) => rule !== undefined && rule.get('when') !== 'never'

function stagesOf(config: Mapping): string[] {
  const given = config.get('stages') ?? config.get('types')
  const own = (given === undefined ? DEFAULT_STAGES : textList(given)).filter(
    (name) => name !== FIRST && name !== LAST,
  )
  return [FIRST, ...own, LAST]
}

interface Context {
  readonly given: Given
  readonly variables: Variables
  readonly stages: readonly string[]
  readonly defaults: Mapping
  readonly shared: readonly (readonly [string, string])[]
  readonly occasion: Occasion | undefined
  /** `workflow:rules` says which pipelines there are, so a job without rules is part of all of them. */
  readonly governed: boolean
}

/** Jobs with their name in the configuration, which others may need them by. */
type Described = readonly [base: string, plan: JobPlan]

function* jobsOf(config: Mapping, context: Context): Steps<Described[]> {
  const whole = resolveExtends(config)
  const described: Described[] = []
  const shared = context.shared.length + listed(context.defaults)
  const most = MOST_PREDEFINED + context.shared.length + context.given.size
  // Counting variables works all of them out: it matters where there may be too many.
  let counted: number | undefined
  const isTooMuch = (values: number, copied: number): boolean => {
    if (values + copied * most <= MOST_PLANNED) return false
    counted ??= [...context.variables.keys()].length
    return values + copied * counted > MOST_PLANNED
  }
  let values = 0
  let copied = 0
  let visible = 0
  const pace = new Pace()
  for (const key of config.keys()) {
    const name = String(key)
    if (name.startsWith('.') || reserved.has(name)) continue
    if (!(config.get(key) instanceof Map))
      throw new CiConfigError(`root config contains unknown keys: ${name}`)
    const own = whole(name)
    refuseOdd(name, own, config)
    visible++
    const copies = parallelJobs(name, own.get('parallel'))
    for (const copy of copies) {
      values += shared + own.size + listed(own)
      if (isTooMuch(values, ++copied)) throw tooBig()
      const plan = planOf(copy.name, own, { ...context, shared: [...context.shared, ...copy.variables] })
      if (plan !== undefined) described.push([name, plan])
      if (pace.after(0)) yield
    }
  }
  if (visible === 0) throw new CiConfigError('jobs config should contain at least one visible job')
  return described
}

/** Entries of what a job says, or what counts for all jobs. */
function listed(of: Mapping): number {
  let count = 0
  for (const key of jobKeys) {
    const value = of.get(key)
    count += Array.isArray(value) ? value.length : value instanceof Map ? value.size : 1
  }
  return count
}

function refuseOdd(name: string, own: Mapping, config: Mapping): void {
  const unknown = [...own.keys()].filter((key) => !jobKeys.has(String(key)))
  if (unknown.length > 0)
    throw new CiConfigError(`jobs:${name} config contains unknown keys: ${unknown.join(', ')}`)
  if (
    own.get('script') == null &&
    own.get('trigger') == null &&
    own.get('run') == null &&
    own.get('pages') == null
  )
    throw new CiConfigError(`jobs:${name} config should implement the script:, run:, or trigger: keyword`)
  if (own.has('rules') && (own.has('only') || own.has('except')))
    throw new CiConfigError(
      `jobs:${name} config key may not be used with \`rules\`: ${own.has('only') ? 'only' : 'except'}`,
    )
  for (const { job } of needsIn(own) ?? [])
    if (!config.has(job) && !job.includes(' ')) throw new CiConfigError(`${name} job: undefined need: ${job}`)
}

/** Needs by the names that jobs go by in the pipeline; one that is not there must be optional. */
function named(described: readonly Described[]): JobPlan[] {
  const there = new Map<string, string[]>()
  for (const [base, { name }] of described)
    for (const known of new Set([base, name])) {
      const names = there.get(known)
      if (names === undefined) there.set(known, [name])
      else names.push(name)
    }
  let values = 0
  return described.map(([, plan]) => {
    if (plan.needs === undefined) return plan
    for (const need of plan.needs)
      if (!there.has(need) && !plan.optionalNeeds.includes(need))
        throw new CiConfigError(
          `'${plan.name}' job needs '${need}' job, but '${need}' does not exist in the pipeline. This might be because of the only, except, or rules keywords. To need a job that sometimes does not exist in the pipeline, use needs:optional.`,
        )
    for (const need of plan.needs) values += there.get(need)?.length ?? 0
    if (values > MOST_PLANNED) throw tooBig()
    return { ...plan, needs: plan.needs.flatMap((need) => there.get(need) ?? []) }
  })
}

interface Need {
  readonly job: string
  readonly optional: boolean
  readonly artifacts: boolean
}

function needsIn(own: Mapping): Need[] | undefined {
  const needs = own.get('needs')
  if (!Array.isArray(needs)) return undefined
  return needs.flatMap((need) => {
    const given = need instanceof Map ? need : new Map<unknown, unknown>([['job', need]])
    // Needs from other pipelines are not waited for here.
    if (!given.has('job') || given.has('pipeline') || given.has('project')) return []
    return [
      {
        job: String(given.get('job')),
        optional: given.get('optional') === true,
        artifacts: given.get('artifacts') !== false,
      },
    ]
  })
}

function planOf(name: string, own: Mapping, context: Context): JobPlan | undefined {
  const { stages, defaults } = context
  const inherit = asMapping(own.get('inherit'))
  const value = (key: (typeof common)[number] | (typeof more)[number]) =>
    own.get(key) ?? (takes(inherit.get('default'), key) ? defaults.get(key) : undefined)
  const stage = String(own.get('stage') ?? own.get('type') ?? 'test')
  const stageIndex = stages.indexOf(stage)
  if (stageIndex < 0)
    throw new CiConfigError(
      `${name} job: chosen stage does not exist; available stages are ${stages.join(', ')}`,
    )
  const shared = context.shared.filter(([key]) => takes(inherit.get('variables'), key))
  const plain = new Map([...shared, ...variablesIn(own)])
  const known = layered(context.variables, plain, context.given)
  const rule = ruleOf(own, context, known)
  if (rule === undefined) return undefined
  const variables = new Map([...plain, ...variablesIn(rule)])
  const all = layered(known, new Map(variablesIn(rule)), context.given, new Map([['CI_JOB_NAME', name]]))
  const when = momentOf(name, rule.get('when') ?? own.get('when'))
  const allowed = rule.get('allow_failure') ?? own.get('allow_failure')
  const needs = needsIn(rule.has('needs') ? rule : own)
  const timeout = value('timeout')
  const group = own.get('resource_group')
  const coverage = own.get('coverage')
  const base = nameBeforeParallel(name)
  const beforeScript = textList(value('before_script') ?? [])
  return {
    name,
    stage,
    stageIndex,
    tags: textList(value('tags') ?? []).map((tag) => expandVariables(tag, all)),
    when,
    startIn:
      when === 'delayed'
        ? durationOf(rule.get('start_in') ?? own.get('start_in') ?? '', `jobs:${base} config start in`)
        : undefined,
    // A manual job of rules blocks the pipeline, unless it says otherwise.
    allowFailure: typeof allowed === 'boolean' ? allowed : when === 'manual' && !own.has('rules'),
    allowedExitCodes: [asMapping(allowed).get('exit_codes') ?? []].flat().map(Number),
    needs: needs?.map(({ job }) => job),
    optionalNeeds: needs?.flatMap(({ job, optional }) => (optional ? [job] : [])) ?? [],
    needsWithoutArtifacts: needs?.flatMap(({ job, artifacts }) => (artifacts ? [] : [job])) ?? [],
    script: [...beforeScript, ...textList(own.get('script') ?? [])],
    beforeScript,
    afterScript: textList(value('after_script') ?? []),
    image: imageIn(value('image')),
    services: [value('services') ?? []].flat().flatMap((service) => serviceIn(service) ?? []),
    variables,
    environment: environmentIn(own.get('environment'), base, all),
    artifacts: artifactsIn(value('artifacts'), base),
    caches: cachesIn(value('cache')),
    trigger: triggerIn(own.get('trigger'), base),
    resourceGroup: group === undefined ? undefined : expandVariables(String(group), all),
    interruptible: value('interruptible') === true,
    timeout: timeout === undefined ? undefined : durationOf(timeout, `jobs:${base} timeout`),
    retry: retryIn(value('retry')),
    releaseCommand: releaseCommandIn(own.get('release'), base),
    only: shownOnly(own.get('only'), own.has('rules') || context.governed),
    except: shownExcept(own.get('except')),
    coverage: coverage === undefined ? undefined : String(coverage),
    dependencies: own.has('dependencies') ? textList(own.get('dependencies') ?? []) : undefined,
  }
}

/** The name in the configuration of a job that `parallel` made: `test` of `test 1/3` and of `test: [linux, arm]`. */
export function nameBeforeParallel(name: string): string {
  const matrix = name.endsWith(']') ? name.indexOf(': [') : -1
  return matrix >= 0 ? name.slice(0, matrix) : name.replace(/ \d{1,3}\/\d{1,3}$/, '')
}

const nothing: Mapping = new Map()

/** What the matching rule adds to a job; undefined where none matches. */
function ruleOf(own: Mapping, { occasion, governed }: Context, variables: Variables): Mapping | undefined {
  if (occasion === undefined) return nothing
  const rules = own.get('rules')
  if (rules !== undefined) {
    const rule = matchingRule([rules].flat(), occasion, variables)
    return isWanted(rule) ? rule : undefined
  }
  const [only, except] = [own.get('only'), own.get('except')]
  if (only === undefined && except === undefined && governed) return nothing
  return isSelectedByOnlyExcept(only, except, occasion, variables) ? nothing : undefined
}

/** `inherit: { default: [image] }` takes some, `false` none, and what is not said all. */
function takes(inherit: unknown, key: string): boolean {
  return Array.isArray(inherit) ? inherit.map(String).includes(key) : inherit !== false
}

function momentOf(name: string, value: unknown): JobMoment {
  const moment = jobMoments.find((candidate) => candidate === (value ?? 'on_success'))
  if (moment === undefined)
    throw new CiConfigError(`jobs:${name} when should be one of: ${jobMoments.join(', ')}`)
  return moment
}
