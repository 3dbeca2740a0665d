import { changed, type Differs, since } from '../../lib/dialect.ts'
import type { Json } from '../../lib/json.ts'
import { type ChangeId, changes } from '../../lib/releases/changes.ts'
import { compareReleases } from '../../lib/releases/release.ts'
import { featureLevels } from '../../model/projects/project.ts'
import {
  atLeastOneOf,
  boolean,
  integer,
  oneOf,
  type Param,
  type Rule,
  string,
  stringList,
} from '../../protocol/params.ts'

const premium = { tier: 'premium' } as const
const cancelling = ['developer', 'maintainer', 'no_one'] as const
const overriding = ['owner', 'maintainer', 'developer', 'no_one_allowed'] as const
const modes = ['unordered', 'oldest_first', 'newest_first', 'newest_ready_first'] as const

/** What updates of a project take from a release on, by the change that brought it. */
const table: { readonly [name: string]: readonly [ChangeId, Param] } = {
  allow_pipeline_trigger_approve_deployment: ['projects#later-15-10', boolean(premium)],
  ci_forward_deployment_rollback_allowed: ['projects#later-16-3', boolean()],
  merge_trains_skip_train_allowed: ['projects#later-16-4-likely', boolean(premium)],
  model_experiments_access_level: ['projects#later-16-5', oneOf(featureLevels)],
  model_registry_access_level: ['projects#later-16-7', oneOf(featureLevels)],
  ci_restrict_pipeline_cancellation_role: ['projects#later-16-7', oneOf(cancelling, premium)],
  prevent_merge_without_jira_issue: ['projects#later-16-7-likely', boolean({ tier: 'ultimate' })],
  warn_about_potentially_unwanted_characters: ['projects#later-16-9', boolean()],
  ci_pipeline_variables_minimum_override_role: ['projects#later-17-1', oneOf(overriding)],
  ci_push_repository_for_job_token_allowed: ['projects#later-17-2', boolean()],
  ci_id_token_sub_claim_components: ['projects#later-17-3-likely', stringList()],
  ci_delete_pipelines_in_seconds: ['projects#later-17-9', integer()],
  max_artifacts_size: ['projects#later-17-9', integer({ about: 'In megabytes' })],
  spp_repository_pipeline_access: ['projects#later-18-3', boolean({ tier: 'ultimate' })],
  merge_request_title_regex: ['projects#later-17-11', string()],
  merge_request_title_regex_description: ['projects#later-17-11', string()],
  show_diff_preview_in_email: ['projects#later-18-4', boolean()],
  resource_group_default_process_mode: ['projects#later-18-4', oneOf(modes)],
  duo_remote_flows_enabled: ['projects#later-18-4-likely', boolean(premium)],
  duo_sast_fp_detection_enabled: ['projects#later-18-5-likely', boolean({ tier: 'ultimate' })],
  duo_sast_vr_workflow_enabled: ['projects#later-18-7-likely', boolean({ tier: 'ultimate' })],
}

/** Those that null clears. */
const clearable = new Set([
  'ci_delete_pipelines_in_seconds',
  'max_artifacts_size',
  'merge_request_title_regex',
  'merge_request_title_regex_description',
])

export const laterChanges: { readonly [name: string]: Differs<Param | undefined> } = Object.fromEntries(
  Object.entries(table).map(([name, [change, param]]) => [name, since(change, param)]),
)

/** At least one of these names, and of those that the release brought. */
export function atLeastOneChange(names: readonly string[]): Rule | Differs<Rule> {
  const ids = [...new Map(Object.values(table).map(([id]) => [changes[id].release as string, id])).values()]
  const inOrder = ids.sort((a, b) => compareReleases(changes[a].release, changes[b].release))
  const ruleAt = (id: ChangeId | undefined) => {
    const later = Object.entries(table).filter(
      ([, [change]]) =>
        id !== undefined && compareReleases(changes[change].release, changes[id].release) <= 0,
    )
    return atLeastOneOf(...[...names, ...later.map(([name]) => name)].sort())
  }
  return inOrder.reduceRight<Rule | Differs<Rule>>(
    (after, id, i) =>
      changed<Rule | Differs<Rule>>(id, { before: ruleAt(inOrder[i - 1]), after }) as Differs<Rule>,
    ruleAt(inOrder.at(-1)),
  )
}

/** The attributes of newer releases that are sent, as they are stored; undefined where there are none. */
export function laterIn(params: { readonly [name: string]: unknown }): { [name: string]: Json } | undefined {
  const sent = Object.keys(params).filter(
    (name) => Object.hasOwn(table, name) && (params[name] !== null || clearable.has(name)),
  )
  if (sent.length === 0) return undefined
  return Object.fromEntries(sent.map((name) => [name, params[name] as Json]))
}
