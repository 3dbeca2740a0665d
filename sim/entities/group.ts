import { changed, since } from '../lib/dialect.ts'
import type { Json } from '../lib/json.ts'
import { avatarPath } from '../model/avatars/avatars.ts'
import type { Group } from '../model/groups/group.ts'
import {
  laterProjectCreationLevels,
  type ProjectCreation,
  projectCreationLevels,
  sharedRunnersSettings,
  subgroupCreationLevels,
  wikiLevels,
} from '../model/groups/group-choices.ts'
import { branchProtectionOf, choiceOf, projectCreationOf } from '../model/groups/group-settings.ts'
import { groupsBelow } from '../model/groups/group-tree.ts'
import { sharedRunnersOf } from '../model/groups/shared-runners.ts'
import type { Share } from '../model/members/member.ts'
import { type Project, storageOf } from '../model/projects/project.ts'
import { visibilities } from '../model/projects/visibility.ts'
import type { World } from '../model/world.ts'
import { licensed } from '../policy/tier.ts'
import { customAttributes } from './custom-attributes.ts'
import {
  constant,
  day,
  entity,
  type Field,
  type Fields,
  flag,
  integer,
  json,
  many,
  nullable,
  object,
  oneOfTexts,
  removedBy,
  shownAt,
  text,
  texts,
  timestamp,
  url,
  type View,
  when,
} from './entity.ts'
import { writtenProjectEntity } from './project.ts'

const premium = (_: unknown, { world }: View) => licensed(world, 'premium')

/** Bytes of the projects that are directly in a group. */
const statistics = object<Group>({
  storage_size: sized(storageOf),
  repository_size: sized(({ repository }) => repository),
  wiki_size: sized(({ wiki }) => wiki),
  lfs_objects_size: sized(({ lfsObjects }) => lfsObjects),
  job_artifacts_size: sized(({ jobArtifacts }) => jobArtifacts),
  pipeline_artifacts_size: sized(({ pipelineArtifacts }) => pipelineArtifacts),
  packages_size: sized(({ packages }) => packages),
  snippets_size: sized(({ snippets }) => snippets),
  uploads_size: sized(({ uploads }) => uploads),
})

/** Bytes of all projects in a topmost group and below. */
const rootStatistics = object<Group>({
  build_artifacts_size: sizedBelow(({ jobArtifacts }) => jobArtifacts),
  container_registry_size: constant(0),
  container_registry_size_is_estimated: constant(false),
  dependency_proxy_size: constant(0),
  lfs_objects_size: sizedBelow(({ lfsObjects }) => lfsObjects),
  packages_size: sizedBelow(({ packages }) => packages),
  pipeline_artifacts_size: sizedBelow(({ pipelineArtifacts }) => pipelineArtifacts),
  repository_size: sizedBelow(({ repository }) => repository),
  snippets_size: sizedBelow(({ snippets }) => snippets),
  storage_size: sizedBelow(storageOf),
  uploads_size: sizedBelow(({ uploads }) => uploads),
  wiki_size: sizedBelow(({ wiki }) => wiki),
})

function sizedBelow(read: (sizes: Project['sizes']) => number) {
  return integer<Group>((group, { world }) =>
    [group, ...groupsBelow(world, group)].reduce((sum, { id }) => sum + sizeIn(world, id, read), 0),
  )
}

function sized(read: (sizes: Project['sizes']) => number) {
  return integer<Group>(({ id }, { world }) => sizeIn(world, id, read))
}

function sizeIn(world: World, id: number, read: (sizes: Project['sizes']) => number): number {
  const projects = world.projects.by('byNamespace', 'group', id).list()
  return projects.reduce((sum, { sizes }) => sum + read(sizes), 0)
}

const sharedRunners = oneOfTexts(sharedRunnersSettings, (group: Group, { world }) =>
  sharedRunnersOf(world, group),
)

/** A protection by its number, in levels (groups#later-branch-protection). */
function creationLevel(group: Group, { world }: View): ProjectCreation {
  return projectCreationOf(world, group)
}

function protectionInLevels(protection: number): Json {
  const [push, merge] =
    protection === 0 ? [30, 30] : protection === 1 ? [30, 40] : protection === 3 ? [40, 30] : [40, 40]
  return {
    allowed_to_push: [{ access_level: push }],
    allowed_to_merge: [{ access_level: merge }],
    allow_force_push: protection === 0,
    ...((protection === 0 || protection === 4) && { code_owner_approval_required: false }),
    developer_can_initial_push: protection === 4,
  }
}

/** A group in lists and as an approver (groups#shape). */
export const groupEntity = entity<Group>('Group', {
  id: integer(({ id }) => id),
  web_url: url(({ fullPath }, view) => view.url(`groups/${fullPath}`)),
  name: text(({ name }) => name),
  path: text(({ path }) => path),
  description: text(({ description }) => description),
  visibility: oneOfTexts(visibilities, ({ visibility }) => visibility),
  share_with_group_lock: flag((group) => choiceOf(group, 'sharingLocked')),
  require_two_factor_authentication: flag((group) => choiceOf(group, 'twoFactorRequired')),
  two_factor_grace_period: integer((group) => choiceOf(group, 'twoFactorGrace')),
  project_creation_level: changed('groups#later-project-creation', {
    before: oneOfTexts<Group, ProjectCreation>(projectCreationLevels, creationLevel),
    after: oneOfTexts<Group, ProjectCreation>(laterProjectCreationLevels, creationLevel),
  }),
  auto_devops_enabled: nullable(flag((group) => choiceOf(group, 'autoDevops') as boolean)),
  subgroup_creation_level: oneOfTexts(subgroupCreationLevels, (group) => choiceOf(group, 'subgroupCreation')),
  emails_disabled: nullable(flag((group) => choiceOf(group, 'emailsOff') as boolean)),
  emails_enabled: since(
    'groups#later-emails-enabled',
    flag<Group>((group) => choiceOf(group, 'emailsOff') !== true),
  ),
  show_diff_preview_in_email: since(
    'groups#later-diff-preview',
    flag<Group>(() => true),
  ),
  archived: since(
    'groups#later-archived',
    flag<Group>(() => false),
  ),
  math_rendering_limits_enabled: since(
    'groups#later-math-rendering',
    flag<Group>(() => true),
  ),
  lock_math_rendering_limits_enabled: since(
    'groups#later-math-rendering',
    flag<Group>(() => false),
  ),
  default_branch: since('groups#later-default-branch', constant<Group>(null)),
  mentions_disabled: nullable(flag((group) => choiceOf(group, 'mentionsOff') as boolean)),
  lfs_enabled: flag((group) => choiceOf(group, 'lfs')),
  default_branch_protection: integer((group, { world }) => branchProtectionOf(world, group)),
  default_branch_protection_defaults: since(
    'groups#later-branch-protection',
    json<Group>({ type: 'object' }, (group, { world }) =>
      protectionInLevels(branchProtectionOf(world, group)),
    ),
  ),
  avatar_url: nullable(url((group, view) => shownAt(avatarPath('group', group), view))),
  request_access_enabled: flag((group) => choiceOf(group, 'requestsAccess')),
  full_name: text(({ fullName }) => fullName),
  full_path: text(({ fullPath }) => fullPath),
  created_at: timestamp(({ createdAt }) => createdAt),
  parent_id: nullable(integer(({ parentId }) => parentId as number)),
  organization_id: since('groups#later-organization', constant<Group>(1)),
  shared_runners_setting: since('groups#later-organization', sharedRunners),
  max_artifacts_size: since('groups#later-organization', constant<Group>(null)),
  custom_attributes: customAttributes((world, { id }: Group) =>
    world.ownedAttributes.by('byOwner', 'group', id).list(),
  ),
  statistics: when(wantsStatistics, statistics),
  root_storage_statistics: since(
    'groups#later-root-storage',
    when((group, view) => group.parentId === null && wantsStatistics(group, view), rootStatistics),
  ),
  ldap_cn: constant(null),
  ldap_access: constant(null),
  marked_for_deletion_on: when(
    premium,
    nullable(day(({ markedForDeletionOn }: Group) => markedForDeletionOn ?? null)),
  ),
  wiki_access_level: when(
    premium,
    oneOfTexts(wikiLevels, (group: Group) => choiceOf(group, 'wiki')),
  ),
  repository_storage: since(
    'groups#later-repository-storage',
    when(
      (group, view) => premium(group, view) && view.admin,
      nullable(text<Group>(({ id }, { world }) => storageOfWiki(world, id) as string)),
    ),
  ),
  duo_core_features_enabled: since(
    'groups#later-duo-core',
    when(
      (group, view) => premium(group, view) && owns(group, view),
      nullable(flag<Group>(() => null as unknown as boolean)),
    ),
  ),
  duo_features_enabled: since(
    'groups#later-duo',
    when(
      (group, view) => premium(group, view) && owns(group, view),
      flag<Group>(() => true),
    ),
  ),
  lock_duo_features_enabled: since(
    'groups#later-duo',
    when(
      (group, view) => premium(group, view) && owns(group, view),
      flag<Group>(() => false),
    ),
  ),
  duo_namespace_access_rules: since(
    'groups#later-duo-rules',
    when(
      (group, view) => group.parentId === null && owns(group, view),
      json<Group>({ type: 'array', items: { type: 'object' } }, () => []),
    ),
  ),
})

function wantsStatistics(_: Group, view: View): boolean {
  return view.admin && view.asked('statistics') === true
}

function owns(group: Group, view: View): boolean {
  return view.can('admin_group', group)
}

// The repository of a wiki is there once it has a page.
function storageOfWiki(world: World, id: number): string | null {
  return world.wikiPages.by('byGroup', id).first() === undefined ? null : 'default'
}

const { id, web_url, name } = groupEntity.fields

/** A group that may use the job tokens of a project. */
export const allowedGroupEntity = entity<Group>('AllowedGroup', {
  ...removedBy('pipelines#later-allowed-group', groupEntity.fields),
  ...({ id, web_url, name } as Fields<Group>),
})

const sharedGroupEntity = entity<Share>('SharedGroup', {
  group_id: integer(({ groupId }) => groupId),
  group_name: text(({ groupId }, { world }) => world.groups.require(groupId).name),
  group_full_path: text(({ groupId }, { world }) => world.groups.require(groupId).fullPath),
  group_access_level: integer(({ accessLevel }) => accessLevel),
  expires_at: nullable(day(({ expiresAt }) => expiresAt)),
})

/** Projects that a single group shows at most. */
const SHOWN = 100

/** What was for some alone, and is for everybody who sees the group in later releases. */
function shownToAll(
  before: (group: Group, view: View) => boolean,
  field: Field<Group>,
  licence?: (group: Group, view: View) => boolean,
) {
  return changed('groups#later-settings-for-all', {
    before: when(before, field),
    after: licence === undefined ? field : when(licence, field),
  })
}

/** Nothing here follows from these: they are those of a new group. */
const mergeChecks = Object.fromEntries(
  [
    'only_allow_merge_if_pipeline_succeeds',
    'allow_merge_on_skipped_pipeline',
    'only_allow_merge_if_all_discussions_are_resolved',
  ].map((name) => [
    name,
    since(
      'groups#later-merge-checks',
      when(
        premium,
        flag<Group>(() => false),
      ),
    ),
  ]),
)
const limitsDownloads = (group: Group, view: View) =>
  group.parentId === null && licensed(view.world, 'ultimate') && owns(group, view)
const downloadLimits = Object.fromEntries(
  (
    [
      ['unique_project_download_limit', integer<Group>(() => 0)],
      ['unique_project_download_limit_interval_in_seconds', integer<Group>(() => 0)],
      ['unique_project_download_limit_allowlist', texts<Group>(() => [])],
      [
        'unique_project_download_limit_alertlist',
        json<Group>({ type: 'array', items: { type: 'integer' } }, () => []),
      ],
      ['auto_ban_user_on_excessive_projects_download', flag<Group>(() => false)],
    ] as const
  ).map(([name, field]) => [name, since('groups#later-download-limits', when(limitsDownloads, field))]),
)

const detail: Fields<Group> = {
  shared_with_groups: many(sharedGroupEntity, ({ id }, view) =>
    view.world.shares
      .by('bySource', 'group', id)
      .list()
      .filter(({ groupId }) => view.sees('group', groupId)),
  ),
  runners_token: when(
    owns,
    text(({ runnersToken }) => runnersToken),
  ),
  enabled_git_access_protocol: since(
    'groups#later-git-protocol',
    when(
      (group, view) => group.parentId === null && owns(group, view),
      oneOfTexts<Group, 'all'>(['all'], () => 'all'),
    ),
  ),
  prevent_sharing_groups_outside_hierarchy: when(
    ({ parentId }) => parentId === null,
    flag((group: Group) => choiceOf(group, 'sharingOutsideLocked')),
  ),
  shared_runners_setting: sharedRunners,
  membership_lock: shownToAll(
    premium,
    flag((group: Group) => choiceOf(group, 'membershipLocked')),
  ),
  prevent_forking_outside_group: shownToAll(
    premium,
    flag((group: Group) => choiceOf(group, 'forkingLocked')),
  ),
  service_access_tokens_expiration_enforced: since(
    'groups#later-service-tokens',
    when(
      (group, view) => group.parentId === null && premium(group, view),
      flag<Group>(() => true),
    ),
  ),
  ip_restriction_ranges: shownToAll(
    (group, view) => premium(group, view) && owns(group, view),
    nullable(text((group: Group) => choiceOf(group, 'addresses') as string)),
    premium,
  ),
  allowed_email_domains_list: shownToAll(
    (group, view) => premium(group, view) && owns(group, view),
    nullable(text((group: Group) => choiceOf(group, 'mailDomains') as string)),
    premium,
  ),
  shared_runners_minutes_limit: shownToAll(
    (group, view) => premium(group, view) && view.admin,
    nullable(integer((group: Group) => choiceOf(group, 'runnerMinutes') as number)),
  ),
  extra_shared_runners_minutes_limit: shownToAll(
    (group, view) => premium(group, view) && view.admin,
    nullable(integer((group: Group) => choiceOf(group, 'extraRunnerMinutes') as number)),
  ),
  ...mergeChecks,
  ...downloadLimits,
  projects: when((_, view) => view.asked('with_projects') !== false, many(writtenProjectEntity, ownProjects)),
  shared_projects: when(
    (_, view) => view.asked('with_projects') !== false,
    many(writtenProjectEntity, sharedProjects),
  ),
}

// What lists came to show later keeps its place here.
const { shared_runners_setting: _later, ...listed } = groupEntity.fields

/** A group on its own. */
export const groupDetailEntity = entity<Group>('GroupDetail', { ...listed, ...detail })

function ownProjects({ id }: Group, view: View): Project[] {
  return visible(view, view.world.projects.by('byNamespace', 'group', id).list())
}

function sharedProjects({ id }: Group, view: View): Project[] {
  const shares = view.world.shares.by('byGroup', id).list()
  const ids = shares.filter(({ source }) => source === 'project').map(({ sourceId }) => sourceId)
  return visible(
    view,
    ids.map((sourceId) => view.world.projects.require(sourceId)),
  )
}

function visible(view: View, projects: readonly Project[]): Project[] {
  return projects.filter(({ id }) => view.sees('project', id)).slice(0, SHOWN)
}
