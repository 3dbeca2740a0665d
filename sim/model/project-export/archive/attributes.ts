import { validBranchName } from '../../../git/refs.ts'
import { topicsOf, valueFaults } from '../../projects/create-project.ts'
import {
  type ApprovalSettings,
  type CustomAttribute,
  type Feature,
  type FeatureLevel,
  features,
  type Project,
  type ProjectSettings,
  squashOptions,
} from '../../projects/project.ts'
import { defaultApprovals, defaultFeatures, defaultSettings } from '../../projects/project-defaults.ts'
import { nextId } from '../../world.ts'
import { Ending, type Field, type Fields, fieldsOf, InvalidArchiveRow, itemsOf } from './field.ts'
import type { Relation } from './relation.ts'
import { flag, flagOrNull, numberedWord, text, textOrNull, title, wholeNumber, word } from './types.ts'
import { visibilityLevel } from './visibility.ts'

/** The attributes of a project in an archive, without names and secrets. */
interface Attributes
  extends Pick<Project, 'description' | 'visibility' | 'archived' | 'defaultBranch' | 'topics'>,
    Omit<ProjectSettings, 'runnersToken' | 'groupRunners' | 'autoDevops'>,
    ApprovalSettings {}

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
  merge_requests_template: always(null),
  merge_requests_rebase_enabled: rebases,
  approvals_before_merge: column('approvalsBeforeMerge', wholeNumber(defaultApprovals.approvalsBeforeMerge)),
  reset_approvals_on_push: column('resetApprovalsOnPush', approval('resetApprovalsOnPush')),
  merge_requests_ff_only_enabled: {
    write: ({ mergeMethod }) => mergeMethod === 'ff',
    read: () => ({}),
  },
  issues_template: always(null),
  shared_runners_enabled: column('sharedRunners', setting('sharedRunners')),
  build_allow_git_fetch: always(true),
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
  auto_cancel_pending_pipelines: always('enabled'),
  service_desk_enabled: always(false),
  delete_error: always(null),
  disable_overriding_approvers_per_merge_request: column('disableOverriding', approval('disableOverriding')),
  resolve_outdated_diff_discussions: column(
    'resolveOutdatedDiffDiscussions',
    setting('resolveOutdatedDiffDiscussions'),
  ),
  jobs_cache_index: always(null),
  external_authorization_classification_label: always(null),
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
  ci_config_path: column('ciConfigPath', textOrNull),
  lfs_enabled: column('lfs', setting('lfs')),
  packages_enabled: column('packages', setting('packages')),
  emails_disabled: column('emailsDisabled', flagOrNull),
  topics,
}

/** The project itself. */
export const projectAttributes: Relation<Attributes, Project> = {
  name: 'project',
  shape: 'one',
  rows: (project) => [{ ...project, ...project.settings, ...project.approvals }],
  fields,
  put: (columns, { id }, { world }) => {
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
      topics: topicsOf(world, given.topics),
      settings,
      approvals,
      features: { ...defaultFeatures(visibility) },
    })
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

const ciCd = fieldsOf<Pick<ProjectSettings, 'groupRunners'>>()

export const ciCdSettings: Relation<Pick<ProjectSettings, 'groupRunners'>, Project> = {
  name: 'ci_cd_settings',
  shape: 'one',
  rows: ({ settings }) => [settings],
  fields: {
    group_runners_enabled: ciCd.column('groupRunners', setting('groupRunners')),
    default_git_depth: ciCd.always(20),
    merge_pipelines_enabled: ciCd.always(false),
  },
  put: (columns, { id }, { world }) => {
    const { settings } = world.projects.require(id)
    return world.projects.update(id, { settings: { ...settings, ...columns } }).settings
  },
}

const devops = fieldsOf<Pick<ProjectSettings, 'autoDevops'>>()

export const autoDevops: Relation<Pick<ProjectSettings, 'autoDevops'>, Project> = {
  name: 'auto_devops',
  shape: 'one',
  rows: ({ settings }) => [settings],
  fields: {
    enabled: devops.column('autoDevops', flagOrNull),
    deploy_strategy: devops.always('continuous'),
  },
  put: (columns, { id }, { world }) => {
    const { settings } = world.projects.require(id)
    return world.projects.update(id, { settings: { ...settings, ...columns } }).settings
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
