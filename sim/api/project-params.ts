import type { ProjectValues } from '../model/create-project.ts'
import {
  type ApprovalSettings,
  type Feature,
  type FeatureLevel,
  features,
  mergeMethods,
  type ProjectSettings,
  squashOptions,
} from '../model/project.ts'
import { visibilities } from '../model/visibility.ts'
import {
  boolean,
  integer,
  oneOf,
  type Param,
  type Params,
  type ParamsOf,
  string,
  stringList,
} from '../protocol/params.ts'

type FeatureParams = { readonly [name in `${Feature}_access_level`]: Param<FeatureLevel | null> }

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

/** The older switches of features: on or off for everybody. */
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

/** What can be chosen at creation and changed later, in the order of the service's declaration. */
export const projectValues = {
  description: string(),
  build_timeout: integer({ about: 'Seconds', atLeast: 600, atMost: 2_592_000 }),
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
  public_builds: boolean(),
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
  approvals_before_merge: integer({ tier: 'premium', atLeast: 0 }),
} as const satisfies Params

/** Settings whose null means something; for all others it is no value. */
const CLEARABLE = new Set<string>([
  'ciConfigPath',
  'emailsDisabled',
  'mergeOnSkippedPipeline',
  'suggestionCommitMessage',
  'mergeCommitTemplate',
  'squashCommitTemplate',
  'issueBranchTemplate',
])

/** Parameters as columns of a project. */
export function valuesFrom(params: ParamsOf<typeof projectValues>, admin: boolean): ProjectValues {
  const { description, visibility, topics = params.tag_list, repository_storage: storage } = params
  const { approvals_before_merge: approvalsBeforeMerge } = params
  const approvals: Partial<ApprovalSettings> = approvalsBeforeMerge == null ? {} : { approvalsBeforeMerge }
  return {
    ...(description !== undefined && { description }),
    ...(visibility && { visibility }),
    ...(topics !== undefined && { topics }),
    ...(admin && storage && { repositoryStorage: storage }),
    features: featuresFrom(params),
    settings: settingsFrom(params),
    approvals,
  }
}

function featuresFrom(params: ParamsOf<typeof projectValues>) {
  const chosen: { [name in Feature]?: FeatureLevel } = {}
  for (const [param, feature] of Object.entries(switches)) {
    const on = params[param as keyof typeof switches]
    if (on != null) chosen[feature] = on ? 'enabled' : 'disabled'
  }
  for (const feature of features) {
    const level = params[`${feature}_access_level`]
    if (level != null) chosen[feature] = level
  }
  return chosen
}

function settingsFrom(params: ParamsOf<typeof projectValues>): Partial<ProjectSettings> {
  const chosen: { [column: string]: unknown } = {}
  for (const [param, column] of Object.entries(settingColumns)) {
    const value = params[param as keyof typeof settingColumns]
    if (value !== undefined && (value !== null || CLEARABLE.has(column))) chosen[column] = value
  }
  return chosen
}
