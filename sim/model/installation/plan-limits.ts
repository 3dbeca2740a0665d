import type { ChangeId } from '../../lib/releases/changes.ts'
import type { World } from '../world.ts'

/** The default plan. */
export const DEFAULT_PLAN = 'default'

const GIGABYTE = 1_073_741_824

/** Limits of a plan, as a new installation has them; 0 is no limit. */
export const planLimits = {
  ci_pipeline_size: 0,
  ci_active_jobs: 0,
  ci_active_pipelines: 0,
  ci_project_subscriptions: 2,
  ci_pipeline_schedules: 10,
  ci_needs_size_limit: 50,
  ci_registered_group_runners: 1000,
  ci_registered_project_runners: 1000,
  conan_max_file_size: 3 * GIGABYTE,
  generic_packages_max_file_size: 5 * GIGABYTE,
  helm_max_file_size: 5_242_880,
  maven_max_file_size: 3 * GIGABYTE,
  npm_max_file_size: 524_288_000,
  nuget_max_file_size: 524_288_000,
  pipeline_hierarchy_size: 1000,
  pypi_max_file_size: 3 * GIGABYTE,
  terraform_module_max_file_size: GIGABYTE,
  storage_size_limit: 0,
} as const satisfies { readonly [name: string]: number }
export type PlanLimitName = keyof typeof planLimits

/** Limits that releases brought, with the change that did. */
export const laterPlanLimits = {
  ci_instance_level_variables: { change: 'installation#later-plan-limits', limit: 25 },
  enforcement_limit: { change: 'installation#later-storage-limits', limit: 0 },
  notification_limit: { change: 'installation#later-storage-limits', limit: 0 },
  dotenv_variables: { change: 'installation#later-dotenv-limits', limit: 20 },
  dotenv_size: { change: 'installation#later-dotenv-limits', limit: 5120 },
  web_hook_calls: { change: 'installation#later-webhook-limits', limit: 0 },
  web_hook_calls_low: { change: 'installation#later-webhook-limits', limit: 0 },
  web_hook_calls_mid: { change: 'installation#later-webhook-limits', limit: 0 },
} as const satisfies { readonly [name: string]: { readonly change: ChangeId; readonly limit: number } }
export type LaterPlanLimitName = keyof typeof laterPlanLimits

/** The value of a limit in force. */
export function limitOf(world: World, name: PlanLimitName): number {
  return world.planLimits.get(DEFAULT_PLAN)?.values[name] ?? planLimits[name]
}
