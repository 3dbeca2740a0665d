import { validBranchName } from '../../../git/refs.ts'
import { valueFaults } from '../../projects/create-project.ts'
import {
  type ApprovalSettings,
  type ChosenSettings,
  type CustomAttribute,
  chosenDefaults,
  type ExpirationPolicy,
  type Feature,
  type FeatureLevel,
  features,
  type Project,
  type ProjectSettings,
  squashOptions,
  withChosen,
} from '../../projects/project.ts'
import { defaultApprovals, defaultFeatures, defaultSettings } from '../../projects/project-defaults.ts'
import { topicsOf } from '../../topics/topics.ts'
import { nextId, type World } from '../../world.ts'
import { Ending, type Field, type Fields, fieldsOf, InvalidArchiveRow, itemsOf } from './field.ts'
import type { Relation } from './relation.ts'
import {
  flag,
  flagOrNull,
  numberedWord,
  text,
  textOrNull,
  title,
  wholeNumber,
  wholeNumberOrNull,
  word,
} from './types.ts'
import { visibilityLevel } from './visibility.ts'

/** The attributes of a project in an archive, without names and secrets. */
interface Attributes
  extends Pick<Project, 'description' | 'visibility' | 'archived' | 'defaultBranch' | 'topics'>,
    Omit<ProjectSettings, 'runnersToken' | 'groupRunners' | 'autoDevops'>,
    Choices,
    ApprovalSettings {}

/** What is chosen for a project, or its default. */
type Choices = typeof chosenDefaults
const choicesOf = ({ chosen }: Project): Choices => ({ ...chosenDefaults, ...chosen })

/** Chooses what differs from the default. */
function choose(world: World, id: number, columns: Partial<Choices>): void {
  const { chosen, ...project } = world.projects.require(id)
  const different = Object.entries(columns).filter(
    ([name, value]) => name in chosenDefaults && value !== chosenDefaults[name as keyof Choices],
  )
  world.projects.put({ ...project, ...withChosen(chosen, Object.fromEntries(different) as ChosenSettings) })
}

const { column, always } = fieldsOf<Attributes>()
const setting = (name: keyof typeof defaultSettings) => flag(defaultSettings[name] as boolean)
const approval = (name: keyof ApprovalSettings) => flag(defaultApprovals[name] as boolean)

// One column of ours stands as two flags of theirs.
const rebases: Field<Attributes> = {
  write: ({ mergeMethod }) => mergeMethod !== 'merge',
  read: (given, _into, whole) => ({
    mergeMethod:
      whole.merge_requests_ff_only_enabled === true ? 'ff' : given === true ? 'rebase_merge' : 'merge',
  }),
}

const defaultBranch: Field<Attributes> = {
  write: (project) => project.defaultBranch,
  read: (given, into) => {
    const name = textOrNull.read(given, into)
    if (name === null || name === '') return {}
    if (!validBranchName(name)) throw new Ending('is invalid')
    return { defaultBranch: name }
  },
}

const topics: Field<Attributes> = {
  write: (project) => project.topics,
  read: (given, into) => ({ topics: itemsOf(given).map((topic) => title().read(topic, into)) }),
}

const fields: Fields<Attributes> = {
  description: column('description', textOrNull),
  visibility_level: column('visibility', visibilityLevel),
  archived: column('archived', flag(false)),
  merge_requests_template: column('mergeRequestsTemplate', textOrNull),
  merge_requests_rebase_enabled: rebases,
  approvals_before_merge: column('approvalsBeforeMerge', wholeNumber(defaultApprovals.approvalsBeforeMerge)),
  reset_approvals_on_push: column('resetApprovalsOnPush', approval('resetApprovalsOnPush')),
  merge_requests_ff_only_enabled: {
    write: ({ mergeMethod }) => mergeMethod === 'ff',
    read: () => ({}),
  },
  issues_template: column('issuesTemplate', textOrNull),
  shared_runners_enabled: column('sharedRunners', setting('sharedRunners')),
  build_allow_git_fetch: {
    write: ({ buildGitStrategy }) => buildGitStrategy === 'fetch',
    read: (given, into) => ({ buildGitStrategy: flag(true).read(given, into) ? 'fetch' : 'clone' }),
  },
  build_timeout: column('buildTimeout', wholeNumber(defaultSettings.buildTimeout)),
  pending_delete: always(false),
  public_builds: column('publicJobs', setting('publicJobs')),
  last_repository_check_failed: always(null),
  only_allow_merge_if_pipeline_succeeds: column(
    'onlyMergeIfPipelineSucceeds',
    setting('onlyMergeIfPipelineSucceeds'),
  ),
  has_external_issue_tracker: always(false),
  request_access_enabled: column('requestAccess', setting('requestAccess')),
  has_external_wiki: always(false),
  only_allow_merge_if_all_discussions_are_resolved: column(
    'onlyMergeIfDiscussionsResolved',
    setting('onlyMergeIfDiscussionsResolved'),
  ),
  printing_merge_request_link_enabled: column('printMergeRequestLink', setting('printMergeRequestLink')),
  auto_cancel_pending_pipelines: column('autoCancelPipelines', word(['enabled', 'disabled'], 'enabled')),
  service_desk_enabled: column('serviceDesk', flag(false)),
  delete_error: always(null),
  disable_overriding_approvers_per_merge_request: column('disableOverriding', approval('disableOverriding')),
  resolve_outdated_diff_discussions: column(
    'resolveOutdatedDiffDiscussions',
    setting('resolveOutdatedDiffDiscussions'),
  ),
  jobs_cache_index: always(null),
  external_authorization_classification_label: column('classification', text),
  pages_https_only: always(true),
  merge_requests_author_approval: column('authorApproval', approval('authorApproval')),
  merge_requests_disable_committers_approval: column(
    'disableCommittersApproval',
    approval('disableCommittersApproval'),
  ),
  require_password_to_approve: column('requirePassword', approval('requirePassword')),
  remove_source_branch_after_merge: column(
    'removeSourceBranchAfterMerge',
    setting('removeSourceBranchAfterMerge'),
  ),
  autoclose_referenced_issues: column('autocloseReferencedIssues', setting('autocloseReferencedIssues')),
  suggestion_commit_message: column('suggestionCommitMessage', textOrNull),
  allow_merge_on_skipped_pipeline: column('mergeOnSkippedPipeline', flagOrNull),
  squash_option: column('squashOption', word(squashOptions, defaultSettings.squashOption)),
  merge_commit_template: column('mergeCommitTemplate', textOrNull),
  squash_commit_template: column('squashCommitTemplate', textOrNull),
  default_branch: defaultBranch,
  // What follows is more than the service writes. It passes over keys that it does not know, and here they let a
  // project come back as it was.
  selective_code_owner_removals: column('selectiveCodeOwnerRemovals', approval('selectiveCodeOwnerRemovals')),
  issue_branch_template: column('issueBranchTemplate', textOrNull),
  lfs_enabled: column('lfs', setting('lfs')),
  packages_enabled: column('packages', setting('packages')),
  emails_disabled: column('emailsDisabled', flagOrNull),
  enforce_auth_checks_on_uploads: column('enforceAuthOnUploads', flag(true)),
  topics,
}

/** The project itself. */
export const projectAttributes: Relation<Attributes, Project> = {
  name: 'project',
  shape: 'one',
  rows: (project) => [{ ...project, ...project.settings, ...choicesOf(project), ...project.approvals }],
  fields,
  put: (columns, { id }, { world, now }) => {
    const given = columns as Attributes
    const project = world.projects.require(id)
    const picked = <T extends object>(names: readonly string[]) =>
      Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name))) as Partial<T>
    const settings = { ...project.settings, ...picked<ProjectSettings>(Object.keys(defaultSettings)) }
    const approvals = { ...project.approvals, ...picked<ApprovalSettings>(Object.keys(defaultApprovals)) }
    const { description, visibility, archived, defaultBranch: branch = project.defaultBranch } = given
    const [fault] = Object.entries(valueFaults({ description, settings, approvals }))
    if (fault !== undefined) throw new InvalidArchiveRow(`Validation failed: ${fault[0]} ${fault[1][0]}`)
    world.projects.update(id, {
      description,
      visibility,
      archived,
      defaultBranch: branch,
      topics: topicsOf(world, given.topics, now),
      settings,
      approvals,
      features: { ...defaultFeatures(visibility) },
    })
    choose(world, id, given)
    return given
  },
}

type Levels = Project['features']
const featureLevel = numberedWord<FeatureLevel>(
  { disabled: 0, private: 10, enabled: 20, public: 30 },
  'enabled',
)

function featureField(feature: Feature): Field<Levels> {
  return {
    write: (levels, out) => featureLevel.write(levels[feature], out),
    read: (given, into) =>
      given === undefined || given === null ? {} : { [feature]: featureLevel.read(given, into) },
  }
}

/** Who may use which part of a project. */
export const projectFeature: Relation<Levels, Project> = {
  name: 'project_feature',
  shape: 'one',
  rows: (project) => [project.features],
  fields: Object.fromEntries(
    features.map((feature) => [`${feature}_access_level`, featureField(feature)]),
  ) as Fields<Levels>,
  put: (columns, { id }, { world }) => {
    const levels = { ...world.projects.require(id).features, ...columns }
    world.projects.update(id, { features: levels })
    return levels
  },
}

interface CiCd extends Pick<ProjectSettings, 'groupRunners'>, Choices {}
const ciCd = fieldsOf<CiCd>()

export const ciCdSettings: Relation<CiCd, Project> = {
  name: 'ci_cd_settings',
  shape: 'one',
  rows: (project) => [{ ...project.settings, ...choicesOf(project) }],
  fields: {
    group_runners_enabled: ciCd.column('groupRunners', setting('groupRunners')),
    default_git_depth: ciCd.column('gitDepth', {
      ...wholeNumberOrNull,
      // Archives of older releases do not tell.
      read: (given, into) =>
        given === undefined ? chosenDefaults.gitDepth : wholeNumberOrNull.read(given, into),
    }),
    merge_pipelines_enabled: ciCd.column('mergePipelines', flag(false)),
    // These too are more than the service writes.
    merge_trains_enabled: ciCd.column('mergeTrains', flag(false)),
    only_allow_merge_if_all_status_checks_passed: ciCd.column('onlyMergeIfStatusChecksPass', flag(false)),
    forward_deployment_enabled: ciCd.column('forwardDeployment', flag(true)),
    separated_caches: ciCd.column('separatedCaches', flag(true)),
    allow_fork_pipelines_to_run_in_parent_project: ciCd.column('forkPipelinesInParent', flag(true)),
    keep_latest_artifact: ciCd.column('keepLatestArtifact', flag(true)),
    restrict_user_defined_variables: ciCd.column('restrictVariables', flag(false)),
  },
  put: (columns, { id }, { world }) => {
    const { groupRunners = true, ...choices } = columns
    const { settings } = world.projects.require(id)
    world.projects.update(id, { settings: { ...settings, groupRunners } })
    choose(world, id, choices)
    return columns as CiCd
  },
}

interface AutoDevops extends Pick<ProjectSettings, 'autoDevops'>, Choices {}
const devops = fieldsOf<AutoDevops>()

export const autoDevops: Relation<AutoDevops, Project> = {
  name: 'auto_devops',
  shape: 'one',
  rows: (project) => [{ ...project.settings, ...choicesOf(project) }],
  fields: {
    enabled: devops.column('autoDevops', flagOrNull),
    deploy_strategy: devops.column(
      'autoDevopsStrategy',
      word(['continuous', 'manual', 'timed_incremental'], 'continuous'),
    ),
  },
  put: (columns, { id }, { world }) => {
    const { settings } = world.projects.require(id)
    const { autoDevops: enabled = null, ...choices } = columns
    world.projects.update(id, { settings: { ...settings, autoDevops: enabled } })
    choose(world, id, choices)
    return columns as AutoDevops
  },
}

const policy = fieldsOf<ExpirationPolicy>()

/** Which images of the container registry are deleted with age; absent while nobody has chosen. */
export const expirationPolicy: Relation<ExpirationPolicy, Project> = {
  name: 'container_expiration_policy',
  shape: 'one',
  rows: (project) => {
    const { expiration } = choicesOf(project)
    return expiration === undefined ? [] : [expiration]
  },
  fields: {
    cadence: policy.column('cadence', word(['1d', '7d', '14d', '1month', '3month'], '1d')),
    enabled: policy.column('enabled', flag(false)),
    keep_n: policy.column('keepN', wholeNumberOrNull),
    older_than: policy.column('olderThan', textOrNull),
    name_regex: policy.column('nameRegex', textOrNull),
    name_regex_keep: policy.column('nameRegexKeep', textOrNull),
  },
  put: (columns, { id }, { world }) => {
    const expiration = columns as ExpirationPolicy
    choose(world, id, { expiration })
    return expiration
  },
}

const custom = fieldsOf<CustomAttribute>()

export const customAttributes: Relation<CustomAttribute, Project> = {
  name: 'custom_attributes',
  shape: 'many',
  rows: (project, { world }) => world.customAttributes.by('byProject', project.id).list(),
  fields: {
    project_id: custom.told(({ projectId }) => projectId),
    key: custom.column('key', title()),
    value: custom.column('value', text),
  },
  put: (columns, { id: projectId }, { world }) => {
    const { key, value } = columns as CustomAttribute
    const known = world.customAttributes.find('byProject', projectId, key)
    if (known !== undefined) return known
    return world.customAttributes.insert({ id: nextId(world, 'customAttributes'), projectId, key, value })
  },
}
