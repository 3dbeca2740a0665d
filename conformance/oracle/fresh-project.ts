import type { Row } from '../kit/json.ts'

const levels =
  'issues repository merge_requests forking wiki builds snippets operations analytics container_registry releases environments feature_flags infrastructure monitor requirements'
const on =
  'packages_enabled issues_enabled merge_requests_enabled wiki_enabled jobs_enabled snippets_enabled container_registry_enabled ' +
  'can_create_merge_request_in shared_runners_enabled lfs_enabled ci_forward_deployment_enabled ci_separated_caches ' +
  'ci_allow_fork_pipelines_to_run_in_parent_project public_jobs request_access_enabled remove_source_branch_after_merge ' +
  'printing_merge_request_link_enabled enforce_auth_checks_on_uploads autoclose_referenced_issues keep_latest_artifact requirements_enabled ' +
  'security_and_compliance_enabled'
const off =
  'archived resolve_outdated_diff_discussions service_desk_enabled ci_job_token_scope_enabled ci_opt_in_jwt restrict_user_defined_variables ' +
  'only_allow_merge_if_pipeline_succeeds only_allow_merge_if_all_discussions_are_resolved mirror merge_pipelines_enabled merge_trains_enabled'
const nothing =
  'avatar_url emails_disabled ci_config_path allow_merge_on_skipped_pipeline suggestion_commit_message merge_commit_template squash_commit_template ' +
  'issue_branch_template runner_token_expiration_interval import_url import_type service_desk_address issues_template merge_requests_template ' +
  'marked_for_deletion_at marked_for_deletion_on'

function each(names: string, value: boolean | string | null, suffix = ''): Row {
  return Object.fromEntries(names.split(' ').map((name) => [`${name}${suffix}`, value]))
}

/** What a fresh private project shows to its owner, on an installation with every feature (projects#full-form). */
export const freshProject: Row = {
  ...each(levels, 'enabled', '_access_level'),
  ...each(on, true),
  ...each(off, false),
  ...each(nothing, null),
  visibility: 'private',
  pages_access_level: 'private',
  security_and_compliance_access_level: 'private',
  star_count: 0,
  forks_count: 0,
  topics: [],
  tag_list: [],
  open_issues_count: 0,
  import_status: 'none',
  ci_default_git_depth: 20,
  build_timeout: 3600,
  auto_cancel_pending_pipelines: 'enabled',
  shared_with_groups: [],
  merge_method: 'merge',
  squash_option: 'default_off',
  auto_devops_deploy_strategy: 'continuous',
  approvals_before_merge: 0,
  external_authorization_classification_label: '',
  compliance_frameworks: [],
}

/** The policy that a fresh project cleans its containers by; the time of the next run is its own. */
export const freshExpirationPolicy: Row = {
  cadence: '1d',
  enabled: false,
  keep_n: 10,
  older_than: '90d',
  name_regex: '.*',
  name_regex_keep: null,
}

/** What Maintainers alone see from 17.1 on (projects#later-maintainer-settings). */
export const maintainerSettings =
  'ci_default_git_depth ci_forward_deployment_enabled ci_job_token_scope_enabled ci_separated_caches ci_allow_fork_pipelines_to_run_in_parent_project keep_latest_artifact restrict_user_defined_variables runner_token_expiration_interval auto_cancel_pending_pipelines build_timeout auto_devops_enabled auto_devops_deploy_strategy'.split(
    ' ',
  )
