import { failureReasons } from '../failure-reason.ts'
import { CiConfigError, textList } from './yaml.ts'

/** How often a job is run again by itself, and after which failures. */
export interface RetryPlan {
  /** Undefined where only the reasons are given. */
  readonly max: number | undefined
  readonly when: readonly string[]
}

const MOST = 2

const reasons: ReadonlySet<string> = new Set([
  'always',
  ...failureReasons,
  ...['protected_environment_failure', 'pipeline_loop_detected', 'invalid_bridge_trigger'],
  ...['downstream_bridge_project_not_found', 'upstream_bridge_project_not_found'],
  ...['insufficient_bridge_permissions', 'insufficient_upstream_permissions'],
  ...['bridge_pipeline_is_child_pipeline', 'secrets_provider_not_found'],
  ...['reached_max_descendant_pipelines_depth', 'reached_max_pipeline_hierarchy_size'],
  ...['ip_restriction_failure', 'failed_outdated_deployment_job'],
])

/** `retry: 2`, or `retry: { max: 2, when: [script_failure] }`. Throws CiConfigError. */
export function retryIn(value: unknown): RetryPlan | undefined {
  if (value === undefined || value === null) return undefined
  if (Number.isInteger(value)) return { max: maxIn(value, 'retry config'), when: ['always'] }
  if (!(value instanceof Map)) throw new CiConfigError('retry config has to be either an integer or a hash')
  const unknown = [...value.keys()].filter((key) => key !== 'max' && key !== 'when')
  if (unknown.length > 0) throw new CiConfigError(`retry config contains unknown keys: ${unknown.join(', ')}`)
  return { max: maxIn(value.get('max'), 'retry max'), when: whenIn(value.get('when')) }
}

function maxIn(value: unknown, what: string): number | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number') throw new CiConfigError(`${what} is not a number`)
  if (!Number.isInteger(value)) throw new CiConfigError(`${what} must be an integer`)
  if (value < 0) throw new CiConfigError(`${what} must be greater than or equal to 0`)
  if (value > MOST) throw new CiConfigError(`${what} must be less than or equal to ${MOST}`)
  return value
}

function whenIn(value: unknown): readonly string[] {
  if (value === undefined || value === null) return ['always']
  if (![value].flat().every((reason) => typeof reason === 'string'))
    throw new CiConfigError('retry when should be an array of strings or a string')
  const given = textList(value)
  const unknown = given.filter((reason) => !reasons.has(reason))
  if (unknown.length === 0) return given
  throw new CiConfigError(
    Array.isArray(value)
      ? `retry when contains unknown values: ${unknown.join(', ')}`
      : 'retry when is not included in the list',
  )
}
