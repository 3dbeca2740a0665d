import { type Differs, until } from '../../lib/dialect.ts'
import { buildTimeout } from '../../model/projects/create-project.ts'
import { freshPolicy } from '../../model/projects/expiration-policy.ts'
import {
  type ChosenSettings,
  type ExpirationPolicy,
  type Feature,
  type FeatureLevel,
  features,
  mergeMethods,
  type ProjectSettings,
  squashOptions,
} from '../../model/projects/project.ts'
import type { ProjectValues } from '../../model/projects/project-values.ts'
import { visibilities } from '../../model/projects/visibility.ts'
import {
  boolean,
  hash,
  integer,
  oneOf,
  type Param,
  type Params,
  type ParamsOf,
  string,
  stringList,
} from '../../protocol/params.ts'

type FeatureParam = Param<FeatureLevel | null>
type FeatureParams = {
  readonly [name in `${Feature}_access_level`]: FeatureParam | Differs<FeatureParam | undefined>
}

const levels = oneOf<FeatureLevel>(['disabled', 'private', 'enabled'])

const featureParams: FeatureParams = {
  issues_access_level: levels,
  repository_access_level: levels,
  merge_requests_access_level: levels,
  forking_access_level: levels,
  wiki_access_level: levels,
  builds_access_level: levels,
  snippets_access_level: levels,
  pages_access_level: oneOf<FeatureLevel>(['disabled', 'private', 'enabled', 'public']),
  operations_access_level: until(
    'projects#later-without-operations',
    oneOf<FeatureLevel>(['disabled', 'private', 'enabled'], { deprecated: true }),
  ),
  analytics_access_level: levels,
  container_registry_access_level: levels,
  security_and_compliance_access_level: levels,
  releases_access_level: levels,
  environments_access_level: levels,
  feature_flags_access_level: levels,
  infrastructure_access_level: levels,
  monitor_access_level: levels,
  requirements_access_level: levels,
}

/** The older parameters of features: on or off for everybody. */
const switches = {
  issues_enabled: 'issues',
  merge_requests_enabled: 'merge_requests',
  wiki_enabled: 'wiki',
  jobs_enabled: 'builds',
  snippets_enabled: 'snippets',
  container_registry_enabled: 'container_registry',
} as const satisfies { readonly [param: string]: Feature }

const settingColumns = {
  build_timeout: 'buildTimeout',
  ci_config_path: 'ciConfigPath',
  emails_disabled: 'emailsDisabled',
  shared_runners_enabled: 'sharedRunners',
  group_runners_enabled: 'groupRunners',
  resolve_outdated_diff_discussions: 'resolveOutdatedDiffDiscussions',
  remove_source_branch_after_merge: 'removeSourceBranchAfterMerge',
  lfs_enabled: 'lfs',
  public_builds: 'publicJobs',
  public_jobs: 'publicJobs',
  request_access_enabled: 'requestAccess',
  only_allow_merge_if_pipeline_succeeds: 'onlyMergeIfPipelineSucceeds',
  allow_merge_on_skipped_pipeline: 'mergeOnSkippedPipeline',
  only_allow_merge_if_all_discussions_are_resolved: 'onlyMergeIfDiscussionsResolved',
  printing_merge_request_link_enabled: 'printMergeRequestLink',
  merge_method: 'mergeMethod',
  suggestion_commit_message: 'suggestionCommitMessage',
  merge_commit_template: 'mergeCommitTemplate',
  squash_commit_template: 'squashCommitTemplate',
  issue_branch_template: 'issueBranchTemplate',
  auto_devops_enabled: 'autoDevops',
  autoclose_referenced_issues: 'autocloseReferencedIssues',
  packages_enabled: 'packages',
  squash_option: 'squashOption',
} as const satisfies { readonly [param: string]: keyof ProjectSettings }

/** Values that can be set at creation and updated later, in the order of the service's declaration. */
export const projectValues = {
  description: string(),
  build_timeout: integer({
    about: 'Timeout of jobs in seconds',
    atLeast: buildTimeout.least,
    atMost: buildTimeout.most,
  }),
  ci_config_path: string(),
  issues_enabled: boolean(),
  merge_requests_enabled: boolean(),
  wiki_enabled: boolean(),
  jobs_enabled: boolean(),
  snippets_enabled: boolean(),
  ...featureParams,
  emails_disabled: boolean(),
  shared_runners_enabled: boolean(),
  group_runners_enabled: boolean(),
  resolve_outdated_diff_discussions: boolean(),
  remove_source_branch_after_merge: boolean(),
  container_registry_enabled: boolean(),
  lfs_enabled: boolean(),
  visibility: oneOf(visibilities),
  public_builds: boolean({ about: 'Older name of `public_jobs`' }),
  public_jobs: boolean(),
  external_authorization_classification_label: string(),
  service_desk_enabled: boolean(),
  request_access_enabled: boolean(),
  only_allow_merge_if_pipeline_succeeds: boolean(),
  allow_merge_on_skipped_pipeline: boolean(),
  only_allow_merge_if_all_discussions_are_resolved: boolean(),
  tag_list: stringList({ about: 'Older name of `topics`' }),
  topics: stringList(),
  printing_merge_request_link_enabled: boolean(),
  merge_method: oneOf(mergeMethods),
  suggestion_commit_message: string(),
  merge_commit_template: string(),
  squash_commit_template: string(),
  issue_branch_template: string(),
  auto_devops_enabled: boolean(),
  autoclose_referenced_issues: boolean(),
  repository_storage: string({ only: 'admin' }),
  packages_enabled: boolean(),
  squash_option: oneOf(squashOptions),
  mr_default_target_self: boolean({
    about: 'Of a fork: new merge requests of the pages of the service go to itself',
  }),
  approvals_before_merge: integer({ tier: 'premium', atLeast: 0 }),
  auto_cancel_pending_pipelines: oneOf(['enabled', 'disabled']),
  auto_devops_deploy_strategy: oneOf(['continuous', 'manual', 'timed_incremental']),
  build_git_strategy: oneOf(['fetch', 'clone']),
  ci_default_git_depth: integer({
    about: 'Number of commits to fetch; 0 for the whole history',
    atLeast: 0,
    atMost: 1000,
  }),
  ci_forward_deployment_enabled: boolean(),
  ci_separated_caches: boolean(),
  ci_allow_fork_pipelines_to_run_in_parent_project: boolean(),
  keep_latest_artifact: boolean({ about: 'Artifacts of the latest pipeline of a branch do not expire' }),
  enforce_auth_checks_on_uploads: boolean(),
  restrict_user_defined_variables: boolean({ about: 'Only Maintainers may pass variables to pipelines' }),
  issues_template: string({ tier: 'premium' }),
  merge_requests_template: string({ tier: 'premium' }),
  merge_pipelines_enabled: boolean({ tier: 'premium' }),
  merge_trains_enabled: boolean({ tier: 'premium' }),
  only_allow_merge_if_all_status_checks_passed: boolean({ tier: 'ultimate' }),
  container_expiration_policy_attributes: hash({
    cadence: string({ about: '`1d`, `7d`, `14d`, `1month` or `3month`' }),
    enabled: boolean(),
    keep_n: integer(),
    older_than: string({ about: 'Age, such as `90d`' }),
    name_regex: string({ about: 'Older name of `name_regex_delete`' }),
    name_regex_delete: string(),
    name_regex_keep: string(),
  }),
} as const satisfies Params

const chosenColumns = {
  auto_cancel_pending_pipelines: 'autoCancelPipelines',
  auto_devops_deploy_strategy: 'autoDevopsStrategy',
  build_git_strategy: 'buildGitStrategy',
  ci_default_git_depth: 'gitDepth',
  ci_forward_deployment_enabled: 'forwardDeployment',
  ci_separated_caches: 'separatedCaches',
  ci_allow_fork_pipelines_to_run_in_parent_project: 'forkPipelinesInParent',
  keep_latest_artifact: 'keepLatestArtifact',
  external_authorization_classification_label: 'classification',
  service_desk_enabled: 'serviceDesk',
  enforce_auth_checks_on_uploads: 'enforceAuthOnUploads',
  mr_default_target_self: 'targetsItself',
  restrict_user_defined_variables: 'restrictVariables',
  issues_template: 'issuesTemplate',
  merge_requests_template: 'mergeRequestsTemplate',
  merge_pipelines_enabled: 'mergePipelines',
  merge_trains_enabled: 'mergeTrains',
  only_allow_merge_if_all_status_checks_passed: 'onlyMergeIfStatusChecksPass',
} as const satisfies { readonly [param: string]: keyof ChosenSettings }

const switchParams = pairsOf(switches)
const settingParams = pairsOf(settingColumns)
const chosenParams = pairsOf(chosenColumns)
const levelParams = features.map((feature) => [`${feature}_access_level`, feature] as const)

// Most updates send one parameter of a hundred: where none of a kind is sent, none is looked for.
const featureNames = namesIn([...switchParams, ...levelParams])
const settingNames = namesIn(settingParams)
const chosenNames = namesIn(chosenParams).add('container_expiration_policy_attributes')

function namesIn(pairs: readonly (readonly [name: string, column: string])[]): Set<string> {
  return new Set(pairs.map(([name]) => name))
}

function pairsOf<Name extends string, Column>(columns: { readonly [param in Name]: Column }) {
  return Object.entries(columns) as [Name, Column][]
}

/** Settings that null clears; for all others null is ignored. */
const CLEARABLE = new Set<string>([
  'ciConfigPath',
  'emailsDisabled',
  'mergeOnSkippedPipeline',
  'suggestionCommitMessage',
  'mergeCommitTemplate',
  'squashCommitTemplate',
  'issueBranchTemplate',
])

type Given = ParamsOf<typeof projectValues>

/** The columns of a project that the parameters set. Of the cleanup policy that it has they may set a part. */
export function valuesFrom(
  params: Given,
  admin: boolean,
  policy: ExpirationPolicy = freshPolicy,
): ProjectValues {
  const { description, visibility, topics = params.tag_list, repository_storage: storage } = params
  const { approvals_before_merge: approvalsBeforeMerge } = params
  const values: { -readonly [column in keyof ProjectValues]: ProjectValues[column] } = {
    features: sendsOneOf(featureNames, params) ? featuresFrom(params) : NOTHING,
    settings: sendsOneOf(settingNames, params) ? settingsFrom(params) : NOTHING,
    chosen: sendsOneOf(chosenNames, params) ? chosenFrom(params, policy) : NOTHING,
    approvals: approvalsBeforeMerge == null ? NOTHING : { approvalsBeforeMerge },
  }
  if (description !== undefined) values.description = description
  if (visibility) values.visibility = visibility
  if (topics !== undefined) values.topics = topics
  if (admin && storage) values.repositoryStorage = storage
  return values
}

const NOTHING = {}

function sendsOneOf(names: ReadonlySet<string>, params: Given): boolean {
  for (const name in params) if (names.has(name)) return true
  return false
}

function chosenFrom(params: Given, policy: ExpirationPolicy): ChosenSettings {
  const chosen: { [column: string]: unknown } = {}
  for (const [param, column] of chosenParams) {
    const value = params[param]
    const clears = column === 'gitDepth' || column === 'issuesTemplate' || column === 'mergeRequestsTemplate'
    if (value !== undefined && (value !== null || clears)) chosen[column] = value
  }
  const given = params.container_expiration_policy_attributes
  if (given == null) return chosen
  const { cadence, enabled, keep_n: keepN, older_than: olderThan, name_regex_keep: nameRegexKeep } = given
  const { name_regex: older, name_regex_delete: nameRegex = older } = given
  return {
    ...chosen,
    expiration: {
      ...policy,
      ...(cadence != null && { cadence }),
      ...(enabled != null && { enabled }),
      ...(keepN !== undefined && { keepN }),
      ...(olderThan !== undefined && { olderThan }),
      ...(nameRegex !== undefined && { nameRegex }),
      ...(nameRegexKeep !== undefined && { nameRegexKeep }),
    },
  }
}

function featuresFrom(params: Given) {
  const chosen: { [name in Feature]?: FeatureLevel } = {}
  for (const [param, feature] of switchParams) {
    const on = params[param]
    if (on != null) chosen[feature] = on ? 'enabled' : 'disabled'
  }
  for (const [param, feature] of levelParams) {
    const level = params[param]
    if (level != null) chosen[feature] = level
  }
  return chosen
}

function settingsFrom(params: Given): Partial<ProjectSettings> {
  const chosen: { [column: string]: unknown } = {}
  for (const [param, column] of settingParams) {
    const value = params[param]
    if (value !== undefined && (value !== null || CLEARABLE.has(column))) chosen[column] = value
  }
  return chosen
}
