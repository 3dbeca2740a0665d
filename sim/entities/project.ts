import { changed, type Differs, differs, inEach, since, until } from '../lib/dialect.ts'
import { textInJson } from '../lib/json.ts'
import { withoutEnd } from '../lib/trim.ts'
import { avatarPath } from '../model/avatars/avatars.ts'
import { autoDevopsOf } from '../model/groups/group-settings.ts'
import { accessLevels } from '../model/members/access-level.ts'
import { freshPolicy } from '../model/projects/expiration-policy.ts'
import {
  type chosenDefaults,
  chosenSetting,
  type Feature,
  featureLevels,
  importStatuses,
  mergeMethods,
  type Project,
  type ProjectSettings,
  squashOptions,
} from '../model/projects/project.ts'
import { visibilities } from '../model/projects/visibility.ts'
import type { PullMirror } from '../model/remote-mirrors/remote-mirror.ts'
import { licenceOf } from '../model/repository/licence.ts'
import { isEmpty } from '../model/repository/new-commit.ts'
import { changedSetting, switchedOff } from '../model/settings/in-force.ts'
import type { User } from '../model/users/user.ts'
import { instanceOf, type World } from '../model/world.ts'
import { levelIn } from '../policy/abilities.ts'
import { isFeatureOn } from '../policy/visible.ts'
import { customAttributes } from './custom-attributes.ts'
import {
  constant,
  day,
  either,
  entity,
  type Field,
  type Fields,
  flag,
  integer,
  memoized,
  nullable,
  object,
  one,
  oneOfTexts,
  type Question,
  shownAt,
  text,
  texts,
  timestamp,
  url,
  type View,
  when,
} from './entity.ts'
import { laterProjectFields } from './project-later.ts'
import {
  administers,
  defaultHead,
  licenceEntity,
  licenceUrl,
  listedPermissions,
  namespace,
  ownerOf,
  permissions,
  premium,
  readmeUrl,
  sharedWithGroups,
  statistics,
  ultimate,
} from './project-parts.ts'
import { userRefEntity } from './user-ref.ts'

type Shown = Field<Project>
const seesCode = (project: Project, view: View) => view.can('read_code', project)
const asksForLicence = (_: Project, view: View) => view.asked('license') === true

const runnersToken = when(
  administers,
  text<Project>((project) => project.settings.runnersToken),
)

const basics: Fields<Project> = {
  id: integer((project) => project.id),
  description: nullable(text((project) => project.description as string)),
  name: text((project) => project.name),
  name_with_namespace: text((project) => project.fullName),
  path: text((project) => project.path),
  path_with_namespace: text((project) => project.fullPath),
  created_at: timestamp((project) => project.createdAt),
  default_branch: when(
    seesCode,
    text((project) => project.defaultBranch),
  ),
  tag_list: { ...texts<Project>((project) => [...project.topics].sort()), deprecated: true },
  topics: texts((project) => [...project.topics].sort()),
  ssh_url_to_repo: url((project, view) => `git@${host(view)}:${project.fullPath}.git`),
  http_url_to_repo: url((project, view) => cloneUrl(project, view)),
  web_url: url((project, view) => view.url(project.fullPath)),
  readme_url: when(seesCode, nullable(url((project, view) => readmeUrl(project, view)))),
  forks_count: when(
    seesCode,
    integer((project, { world }) => world.projects.by('byFork', project.id).count()),
  ),
  license_url: when(asksForLicence, nullable(url((project, view) => licenceUrl(project, view) as string))),
  license: when(
    asksForLicence,
    nullable(one(licenceEntity, (project: Project, { world }) => licenceOf(world, project))),
  ),
  avatar_url: nullable(url((project, view) => shownAt(avatarPath('project', project), view))),
  star_count: integer((project) => project.starCount),
  last_activity_at: timestamp((project) => project.lastActivityAt),
  namespace,
  custom_attributes: customAttributes((world, { id }: Project) =>
    world.customAttributes.by('byProject', id).list(),
  ),
}

const repositoryStorage = when(
  (_, view) => view.admin,
  memoized(text((project: Project) => project.repositoryStorage)),
)
const visibility: Field<Project> = memoized(oneOfTexts(visibilities, (project) => project.visibility))

/** What anonymous callers and `simple=true` get (projects#simple-form). */
export const basicProjectEntity = entity<Project>('BasicProject', {
  ...basics,
  visibility: since('projects#later-visibility', visibility),
  repository_storage: since('projects#later-simple-storage', repositoryStorage),
})

const ownerEntity = entity<User>('ProjectOwner', {
  ...userRefEntity.fields,
  created_at: timestamp((user) => user.createdAt),
})

const membership: Question = {
  says: 'belong to project',
  decide: (situation, id) => levelIn(situation, situation.world.projects.require(id)) >= accessLevels.guest,
}
/** True of projects that the caller belongs to, and of all to administrators. */
export const belongs = (project: Project, view: View) => view.holds(membership, project.id) || view.admin

function available(feature: Feature): Shown {
  const isOn = (belongs: boolean) =>
    memoized<Project>(flag((project) => isFeatureOn(project, feature, belongs)))
  return either(belongs, isOn(true), isOn(false))
}

function level(feature: Feature): Shown {
  return memoized(oneOfTexts(featureLevels, (project) => project.features[feature]))
}

type NamesOf<Values, Value> = {
  [name in keyof Values]: Values[name] extends Value ? name : never
}[keyof Values]

function setting(name: NamesOf<ProjectSettings, boolean | null>): Shown {
  return memoized(flag((project) => project.settings[name] as boolean))
}

function template(name: NamesOf<ProjectSettings, string | null>): Shown {
  return nullable(memoized(text((project) => project.settings[name] as string)))
}

type Chosen = typeof chosenDefaults

function chosen(name: NamesOf<Chosen, boolean>): Shown {
  return memoized(flag((project) => chosenSetting(project, name)))
}

function chosenText(name: NamesOf<Chosen, string | null>): Shown {
  return memoized(text((project) => chosenSetting(project, name) as string))
}

/** Whether the viewer may do something, where no more is shown of it. */
function holds(condition: (project: Project, view: View) => boolean): Shown {
  const is = (answer: boolean) => memoized<Project>(flag(() => answer))
  return either(condition, is(true), is(false))
}

const groupRunners = setting('groupRunners')
const deletionDay = changed('projects#later-deletion-everywhere', {
  before: when<Project>(premium, nullable(memoized(day((project) => project.markedForDeletionOn)))),
  after: nullable(memoized(day<Project>((project) => project.markedForDeletionOn))),
})

/** What was shown to everybody who is signed in (projects#later-maintainer-settings). */
function forMaintainers(field: Shown): Differs<Shown> {
  return changed('projects#later-maintainer-settings', { before: field, after: when(administers, field) })
}

const full: Fields<Project> = {
  container_registry_image_prefix: text(
    (project, view) => `registry.${host(view)}/${project.fullPath.toLowerCase()}`,
  ),
  _links: linksField(),
  packages_enabled: setting('packages'),
  empty_repo: flag(
    (project, view) => defaultHead(project, view) === undefined && isEmpty(view.world, project),
  ),
  archived: memoized(flag((project) => project.archived)),
  visibility,
  repository_storage: repositoryStorage,
  owner: when(
    (project) => project.namespaceKind === 'user',
    one(ownerEntity, (project, view) => ownerOf(project, view)),
  ),
  resolve_outdated_diff_discussions: setting('resolveOutdatedDiffDiscussions'),
  container_expiration_policy: expirationPolicy(),
  issues_enabled: available('issues'),
  merge_requests_enabled: available('merge_requests'),
  wiki_enabled: available('wiki'),
  jobs_enabled: available('builds'),
  snippets_enabled: available('snippets'),
  container_registry_enabled: { ...available('container_registry'), deprecated: true },
  service_desk_enabled: chosen('serviceDesk'),
  service_desk_address: when((project, view) => view.can('admin_issue', project), memoized(constant(null))),
  can_create_merge_request_in: holds((project, view) => view.can('create_merge_request_in', project)),
  issues_access_level: level('issues'),
  repository_access_level: level('repository'),
  merge_requests_access_level: level('merge_requests'),
  forking_access_level: level('forking'),
  wiki_access_level: level('wiki'),
  builds_access_level: level('builds'),
  snippets_access_level: level('snippets'),
  pages_access_level: level('pages'),
  operations_access_level: until('projects#later-without-operations', level('operations')),
  analytics_access_level: level('analytics'),
  container_registry_access_level: level('container_registry'),
  security_and_compliance_access_level: level('security_and_compliance'),
  releases_access_level: level('releases'),
  environments_access_level: level('environments'),
  feature_flags_access_level: level('feature_flags'),
  infrastructure_access_level: level('infrastructure'),
  monitor_access_level: level('monitor'),
  emails_disabled: changed('projects#later-emails-disabled', {
    before: nullable(setting('emailsDisabled')),
    after: memoized(flag<Project>((project) => project.settings.emailsDisabled === true)),
  }),
  emails_enabled: since(
    'projects#later-emails-enabled',
    memoized(flag<Project>((project) => project.settings.emailsDisabled !== true)),
  ),
  shared_runners_enabled: setting('sharedRunners'),
  group_runners_enabled: differs('S34', {
    specification: groupRunners,
    real: since('projects#later-15-9', forMaintainers(groupRunners)),
  }),
  repository_object_format: since(
    'projects#later-object-format',
    memoized(oneOfTexts<Project, 'sha1'>(['sha1'], () => 'sha1')),
  ),
  lfs_enabled: setting('lfs'),
  creator_id: integer((project) => project.creatorId),
  forked_from_project: when(
    isSeenFork,
    one(basicProjectEntity, (project, view) => seenParent(project, view)),
  ),
  mr_default_target_self: when(isSeenFork, chosen('targetsItself')),
  import_url: when(administers, nullable(url((project) => withoutCredentials(project.importUrl)))),
  import_type: when(administers, nullable(memoized(text((project) => project.importType as string)))),
  import_status: memoized(oneOfTexts(importStatuses, (project) => project.importStatus)),
  open_issues_count: when(
    (project, view) => view.can('read_issues', project),
    integer((project, { world }) => world.issues.by('byState', project.id, 'opened').count()),
  ),
  runners_token: changed('projects#later-runners-token', {
    before: runnersToken,
    after: when((_, view) => !switchedOff(view.world, 'allow_runner_registration_token'), runnersToken),
  }),
  ci_default_git_depth: forMaintainers(
    nullable(memoized(integer((project) => chosenSetting(project, 'gitDepth') as number))),
  ),
  ci_forward_deployment_enabled: forMaintainers(chosen('forwardDeployment')),
  ci_job_token_scope_enabled: forMaintainers(memoized(constant(false))),
  ci_separated_caches: forMaintainers(chosen('separatedCaches')),
  ci_opt_in_jwt: until('projects#later-without-operations', memoized(constant(false))),
  ci_allow_fork_pipelines_to_run_in_parent_project: forMaintainers(chosen('forkPipelinesInParent')),
  public_jobs: setting('publicJobs'),
  build_timeout: forMaintainers(memoized(integer((project) => project.settings.buildTimeout))),
  auto_cancel_pending_pipelines: forMaintainers(chosenText('autoCancelPipelines')),
  ci_config_path: when(seesCode, template('ciConfigPath')),
  shared_with_groups: sharedWithGroups,
  only_allow_merge_if_pipeline_succeeds: setting('onlyMergeIfPipelineSucceeds'),
  allow_merge_on_skipped_pipeline: nullable(setting('mergeOnSkippedPipeline')),
  restrict_user_defined_variables: forMaintainers(chosen('restrictVariables')),
  request_access_enabled: setting('requestAccess'),
  only_allow_merge_if_all_discussions_are_resolved: setting('onlyMergeIfDiscussionsResolved'),
  remove_source_branch_after_merge: setting('removeSourceBranchAfterMerge'),
  printing_merge_request_link_enabled: setting('printMergeRequestLink'),
  merge_method: memoized(oneOfTexts(mergeMethods, (project) => project.settings.mergeMethod)),
  squash_option: memoized(oneOfTexts(squashOptions, (project) => project.settings.squashOption)),
  enforce_auth_checks_on_uploads: chosen('enforceAuthOnUploads'),
  suggestion_commit_message: template('suggestionCommitMessage'),
  merge_commit_template: template('mergeCommitTemplate'),
  squash_commit_template: template('squashCommitTemplate'),
  issue_branch_template: template('issueBranchTemplate'),
  auto_devops_enabled: forMaintainers(flag((project, { world }) => autoDevopsOf(world, project))),
  auto_devops_deploy_strategy: forMaintainers(chosenText('autoDevopsStrategy')),
  autoclose_referenced_issues: setting('autocloseReferencedIssues'),
  keep_latest_artifact: forMaintainers(
    flag(
      (project, { world }) =>
        chosenSetting(project, 'keepLatestArtifact') && !switchedOff(world, 'keep_latest_artifact'),
    ),
  ),
  runner_token_expiration_interval: forMaintainers(memoized(constant(null))),
  approvals_before_merge: when(
    premium,
    memoized(integer((project) => project.approvals.approvalsBeforeMerge)),
  ),
  mirror: when(
    premium,
    flag((project, { world }) => mirrorOf(world, project) !== undefined),
  ),
  mirror_user_id: when(mirrored, nullable(integer(ofMirror(({ userId }) => userId ?? null)))),
  mirror_trigger_builds: when(mirrored, constant(false)),
  only_mirror_protected_branches: when(mirrored, flag(ofMirror(({ onlyProtected }) => onlyProtected))),
  mirror_overwrites_diverged_branches: when(
    mirrored,
    flag(ofMirror(({ overwritesDivergent }) => overwritesDivergent)),
  ),
  external_authorization_classification_label: when(premium, chosenText('classification')),
  marked_for_deletion_at: inEach(deletionDay, (field) => ({ ...field, deprecated: true as const })),
  marked_for_deletion_on: deletionDay,
  requirements_enabled: available('requirements'),
  requirements_access_level: level('requirements'),
  security_and_compliance_enabled: available('security_and_compliance'),
  compliance_frameworks: memoized(constant([])),
  issues_template: when(
    (project, view) => premium(project, view) && view.can('read_issues', project),
    nullable(chosenText('issuesTemplate')),
  ),
  merge_requests_template: when(
    (project, view) => premium(project, view) && view.can('read_merge_requests', project),
    nullable(chosenText('mergeRequestsTemplate')),
  ),
  merge_pipelines_enabled: when(premium, chosen('mergePipelines')),
  merge_trains_enabled: when(premium, chosen('mergeTrains')),
  only_allow_merge_if_all_status_checks_passed: when(ultimate, chosen('onlyMergeIfStatusChecksPass')),
  ...laterProjectFields,
  statistics: inEach(statistics, (field) =>
    when<Project>(
      (project, view) => view.asked('statistics') === true && view.can('read_statistics', project),
      field,
    ),
  ),
}

const importError = when(administers, nullable(text((project: Project) => project.importError as string)))

const single: Fields<Project> = {
  import_error: importError,
  build_git_strategy: when(administers, chosenText('buildGitStrategy')),
}

/** A project in a list for signed-in callers (projects#full-form). */
export const listedProjectEntity = entity<Project>('ListedProject', {
  ...basics,
  ...full,
  import_error: differs('S33', { specification: importError, real: undefined }),
  permissions: changed('projects#later-group-access', { before: listedPermissions, after: permissions }),
})

/** A project on its own. */
export const projectEntity = entity<Project>('Project', { ...basics, ...full, ...single, permissions })

/** A project as creation and update answer it. */
export const writtenProjectEntity = entity<Project>('WrittenProject', { ...basics, ...full, ...single })

function mirrorOf(world: World, { id }: Project): PullMirror | undefined {
  const mirror = world.pullMirrors.get(id)
  return mirror?.enabled === true ? mirror : undefined
}

function mirrored(project: Project, view: View): boolean {
  return premium(project, view) && mirrorOf(view.world, project) !== undefined
}

function ofMirror<Value>(read: (mirror: PullMirror) => Value) {
  return ({ id }: Project, { world }: View) => read(world.pullMirrors.require(id)) as NonNullable<Value>
}

function linksField(): Shown {
  const always = ['self', 'repo_branches', 'labels', 'events', 'members', 'cluster_agents']
  const properties = Object.fromEntries(
    [...always, 'issues', 'merge_requests'].map((name) => [name, { type: 'string' }]),
  )
  const write = (project: Project, view: View) => {
    const self = textInJson(view.url(`api/v4/projects/${project.id}`))
    const issues = view.can('read_issues', project) ? `,"issues":"${self}/issues"` : ''
    const requests = view.can('read_merge_requests', project)
      ? `,"merge_requests":"${self}/merge_requests"`
      : ''
    const repository = `,"repo_branches":"${self}/repository/branches","labels":"${self}/labels"`
    const people = `,"events":"${self}/events","members":"${self}/members"`
    return `{"self":"${self}"${issues}${requests}${repository}${people},"cluster_agents":"${self}/cluster_agents"}`
  }
  return { schema: { type: 'object', properties, required: always }, write }
}

const DAY = 86_400_000

function expirationPolicy(): Shown {
  const policy = (project: Project) => chosenSetting(project, 'expiration') ?? freshPolicy
  const fields = object<Project>({
    cadence: text((project) => policy(project).cadence),
    enabled: flag((project) => policy(project).enabled),
    keep_n: nullable(integer((project) => policy(project).keepN as number)),
    older_than: nullable(text((project) => policy(project).olderThan as string)),
    name_regex: nullable(text((project) => policy(project).nameRegex as string)),
    name_regex_delete: when(
      (project) => chosenSetting(project, 'expiration') !== undefined,
      nullable(text((project: Project) => policy(project).nameRegex as string)),
    ),
    name_regex_keep: nullable(text((project) => policy(project).nameRegexKeep as string)),
    next_run_at: timestamp((project) => project.createdAt + DAY),
  })
  return { ...fields, schema: { type: 'object' } }
}

function isSeenFork(project: Project, view: View): boolean {
  return seenParent(project, view) !== undefined
}

function seenParent(project: Project, view: View): Project | undefined {
  const parent = view.world.projects.get(project.forkedFromId ?? 0)
  return parent !== undefined && view.can('read_project', parent) ? parent : undefined
}

function withoutCredentials(address: string | null): string | null {
  return address === null ? null : address.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, '$1')
}

/** Host of the installation, without its port. */
function cloneUrl({ fullPath }: Project, view: View): string {
  const root = changedSetting(view.world, 'custom_http_clone_url_root')
  return root ? `${withoutEnd(root, '/')}/${fullPath}.git` : view.url(`${fullPath}.git`)
}

export function host({ world }: View): string {
  const { url } = instanceOf(world)
  if (url !== latest.url) latest = { url, host: url.replace(/^https?:\/\//, '').replace(/[:/].*$/, '') }
  return latest.host
}

// All rows that are shown at one time are of one installation.
let latest = { url: '', host: '' }
