import { changed, since } from '../lib/dialect.ts'
import { paragraph } from '../model/installation/markdown.ts'
import { featureLevels, type Project } from '../model/projects/project.ts'
import { licensed } from '../policy/tier.ts'
import {
  type Field,
  type Fields,
  flag,
  integer,
  nullable,
  oneOfTexts,
  text,
  texts,
  timestamp,
  type View,
  when,
} from './entity.ts'

type Shown = Field<Project>
type Condition = (project: Project, view: View) => boolean

const administers: Condition = (project, view) => view.can('admin_project', project)
const premium: Condition = (_, { world }) => licensed(world, 'premium')
const ultimate: Condition = (project, view) => licensed(view.world, 'ultimate') && administers(project, view)

const on: Shown = flag(() => true)
const off: Shown = flag(() => false)
const none: Shown = nullable(text(() => null as unknown as string))
const noNumber: Shown = nullable(integer(() => null as unknown as number))
const enabled: Shown = oneOfTexts(featureLevels, () => 'enabled')

/** What newer releases show of a project; nothing here follows from it, so it has the value of a fresh project. */
export const laterProjectFields: Fields<Project> = {
  allow_pipeline_trigger_approve_deployment: since('projects#later-15-10', when(premium, off)),
  ci_forward_deployment_rollback_allowed: since(
    'projects#later-16-3',
    changed('projects#later-maintainer-settings', { before: on, after: when(administers, on) }),
  ),
  merge_trains_skip_train_allowed: since('projects#later-16-4-likely', when(premium, off)),
  model_experiments_access_level: since('projects#later-16-5', enabled),
  model_registry_access_level: since('projects#later-16-7', enabled),
  ci_restrict_pipeline_cancellation_role: since(
    'projects#later-16-7',
    when(
      premium,
      oneOfTexts(['developer', 'maintainer', 'no_one'], () => 'developer'),
    ),
  ),
  prevent_merge_without_jira_issue: since('projects#later-16-7-likely', when(ultimate, off)),
  warn_about_potentially_unwanted_characters: since('projects#later-16-9', on),
  ci_pipeline_variables_minimum_override_role: since(
    'projects#later-17-1',
    when(
      administers,
      oneOfTexts(['owner', 'maintainer', 'developer', 'no_one_allowed'], () => 'developer'),
    ),
  ),
  ci_push_repository_for_job_token_allowed: since('projects#later-17-2', when(administers, off)),
  ci_id_token_sub_claim_components: since(
    'projects#later-17-3-likely',
    when(
      administers,
      texts(() => ['project_path', 'ref_type', 'ref']),
    ),
  ),
  pre_receive_secret_detection_enabled: since('projects#later-17-3', when(ultimate, off)),
  updated_at: since(
    'projects#later-17-5-likely',
    timestamp<Project>(({ updatedAt }) => updatedAt),
  ),
  ci_delete_pipelines_in_seconds: since('projects#later-17-9', when(administers, noNumber)),
  max_artifacts_size: since('projects#later-17-9', noNumber),
  description_html: since(
    'projects#later-17-9-likely',
    text<Project>(({ description }) => paragraph(description ?? '')),
  ),
  secret_push_protection_enabled: since('projects#later-17-9-likely', when(ultimate, off)),
  merge_request_title_regex: since('projects#later-17-11', none),
  merge_request_title_regex_description: since('projects#later-17-11', none),
  package_registry_access_level: since(
    'projects#later-18-4',
    oneOfTexts<Project, 'enabled' | 'disabled'>(['enabled', 'disabled'], ({ settings }) =>
      settings.packages ? 'enabled' : 'disabled',
    ),
  ),
  show_diff_preview_in_email: since('projects#later-18-4', on),
  resource_group_default_process_mode: since(
    'projects#later-18-4',
    oneOfTexts(['unordered', 'oldest_first', 'newest_first', 'newest_ready_first'], () => 'unordered'),
  ),
}
