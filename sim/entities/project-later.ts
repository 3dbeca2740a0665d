import { changed, since } from '../lib/dialect.ts'
import { paragraph } from '../model/installation/markdown.ts'
import { type FeatureLevel, featureLevels, type Project } from '../model/projects/project.ts'
import {
  type Field,
  type Fields,
  flag,
  integer,
  memoized,
  nullable,
  oneOfTexts,
  text,
  texts,
  timestamp,
  when,
} from './entity.ts'
import { administers, premium, ultimate } from './project-parts.ts'

type Shown = Field<Project>
const kept =
  <T>(name: string, fresh: T) =>
  (project: Project) =>
    (project.later?.[name] ?? fresh) as T
const on = (name: string): Shown => memoized(flag(kept(name, true)))
const off = (name: string): Shown => memoized(flag(kept(name, false)))
const words = (name: string): Shown => nullable(memoized(text(kept(name, null as unknown as string))))
const number = (name: string): Shown => nullable(memoized(integer(kept(name, null as unknown as number))))
const level = (name: string): Shown => oneOf(featureLevels, kept<FeatureLevel>(name, 'enabled'))

function oneOf<W extends string>(words: readonly W[], value: (project: Project) => W): Shown {
  return memoized(oneOfTexts(words, value))
}

/** Whether secrets are looked for in pushes, for those who may know. */
const pushProtection = (name: string) =>
  changed('projects#later-push-protection-shown', {
    before: when((project, view) => ultimate(project, view) && administers(project, view), off(name)),
    after: when(
      (project, view) => ultimate(project, view) && view.can('read_secret_push_protection', project),
      off(name),
    ),
  })

/** What newer releases show of a project. Nothing here follows from it: it is what was sent, or that of a fresh project. */
export const laterProjectFields: Fields<Project> = {
  allow_pipeline_trigger_approve_deployment: since(
    'projects#later-15-10',
    when(premium, off('allow_pipeline_trigger_approve_deployment')),
  ),
  ci_forward_deployment_rollback_allowed: since(
    'projects#later-16-3',
    changed('projects#later-maintainer-settings', {
      before: on('ci_forward_deployment_rollback_allowed'),
      after: when(administers, on('ci_forward_deployment_rollback_allowed')),
    }),
  ),
  merge_trains_skip_train_allowed: since(
    'projects#later-16-4-likely',
    when(premium, off('merge_trains_skip_train_allowed')),
  ),
  model_experiments_access_level: since('projects#later-16-5', level('model_experiments_access_level')),
  model_registry_access_level: since('projects#later-16-7', level('model_registry_access_level')),
  ci_restrict_pipeline_cancellation_role: since(
    'projects#later-16-7',
    when(
      (project, view) => premium(project, view) && administers(project, view),
      oneOf(
        ['developer', 'maintainer', 'no_one'],
        kept<'developer'>('ci_restrict_pipeline_cancellation_role', 'developer'),
      ),
    ),
  ),
  prevent_merge_without_jira_issue: since(
    'projects#later-16-7-likely',
    when(ultimate, off('prevent_merge_without_jira_issue')),
  ),
  warn_about_potentially_unwanted_characters: since(
    'projects#later-16-9',
    on('warn_about_potentially_unwanted_characters'),
  ),
  ci_pipeline_variables_minimum_override_role: since(
    'projects#later-17-1',
    when(
      administers,
      oneOf(
        ['owner', 'maintainer', 'developer', 'no_one_allowed'],
        kept<'developer'>('ci_pipeline_variables_minimum_override_role', 'developer'),
      ),
    ),
  ),
  ci_push_repository_for_job_token_allowed: since(
    'projects#later-17-2',
    when(administers, off('ci_push_repository_for_job_token_allowed')),
  ),
  ci_id_token_sub_claim_components: since(
    'projects#later-17-3-likely',
    when(
      administers,
      memoized(texts(kept('ci_id_token_sub_claim_components', ['project_path', 'ref_type', 'ref']))),
    ),
  ),
  pre_receive_secret_detection_enabled: since(
    'projects#later-17-3',
    pushProtection('pre_receive_secret_detection_enabled'),
  ),
  updated_at: since(
    'projects#later-17-5-likely',
    timestamp<Project>(({ updatedAt }) => updatedAt),
  ),
  ci_delete_pipelines_in_seconds: since(
    'projects#later-17-9',
    when(administers, number('ci_delete_pipelines_in_seconds')),
  ),
  max_artifacts_size: since('projects#later-17-9', number('max_artifacts_size')),
  description_html: since(
    'projects#later-17-9-likely',
    text<Project>(({ description }) => paragraph(description ?? '')),
  ),
  secret_push_protection_enabled: since(
    'projects#later-17-9-likely',
    pushProtection('secret_push_protection_enabled'),
  ),
  merge_request_title_regex: since('projects#later-17-11', words('merge_request_title_regex')),
  merge_request_title_regex_description: since(
    'projects#later-17-11',
    words('merge_request_title_regex_description'),
  ),
  package_registry_access_level: since(
    'projects#later-18-4',
    oneOf<'enabled' | 'disabled'>(['enabled', 'disabled'], ({ settings }) =>
      settings.packages ? 'enabled' : 'disabled',
    ),
  ),
  spp_repository_pipeline_access: since(
    'projects#later-18-3',
    when(ultimate, on('spp_repository_pipeline_access')),
  ),
  duo_remote_flows_enabled: since(
    'projects#later-18-4-likely',
    when(premium, on('duo_remote_flows_enabled')),
  ),
  duo_sast_fp_detection_enabled: since(
    'projects#later-18-5-likely',
    when(ultimate, on('duo_sast_fp_detection_enabled')),
  ),
  duo_foundational_flows_enabled: since(
    'projects#later-18-7-likely',
    when(premium, on('duo_foundational_flows_enabled')),
  ),
  duo_sast_vr_workflow_enabled: since(
    'projects#later-18-7-likely',
    when(ultimate, on('duo_sast_vr_workflow_enabled')),
  ),
  show_diff_preview_in_email: since('projects#later-18-4', on('show_diff_preview_in_email')),
  resource_group_default_process_mode: since(
    'projects#later-18-4',
    oneOf(
      ['unordered', 'oldest_first', 'newest_first', 'newest_ready_first'],
      kept<'unordered'>('resource_group_default_process_mode', 'unordered'),
    ),
  ),
}
