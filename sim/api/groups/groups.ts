import { groupDetailEntity } from '../../entities/group.ts'
import { changed, inDialect } from '../../lib/dialect.ts'
import { forEach, Pace, type Steps } from '../../lib/steps.ts'
import type { Group } from '../../model/groups/group.ts'
import {
  choicesIn,
  laterProjectCreationLevels,
  projectCreationLevels,
  sharedRunnersSettings,
  subgroupCreationLevels,
  wikiLevels,
} from '../../model/groups/group-choices.ts'
import { projectsBelow } from '../../model/groups/group-tree.ts'
import { changeGroup, defaultGroupVisibility, createGroup as openGroup } from '../../model/groups/groups.ts'
import { markGroupForDeletion, restoreGroup as restore } from '../../model/projects/delayed-deletion.ts'
import { deleteGroup as deleteAtOnce } from '../../model/projects/delete-project.ts'
import { visibilities } from '../../model/projects/visibility.ts'
import { changedLaterSetting, settingInForce } from '../../model/settings/in-force.ts'
import { mayCreateTopLevelGroups } from '../../model/users/rights-to-create.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import type { Caller } from '../../policy/caller.ts'
import { licensed } from '../../policy/tier.ts'
import { seesGroup } from '../../policy/visible.ts'
import { operation } from '../../protocol/operation.ts'
import {
  atLeastOneOf,
  boolean,
  integer,
  oneOf,
  type Params,
  type ParamsOf,
  required,
  string,
  withDefault,
} from '../../protocol/params.ts'
import { forbidden, message, notFound } from '../../protocol/refusal.ts'
import { refuseInvalidRowAsFailure, refuseInvalidRowOf } from '../../protocol/refuse-invalid-row.ts'
import { avatar, withAvatar } from '../shared/avatar-params.ts'
import {
  confirmImmediateDeletion,
  delayedEverywhere,
  immediateDeletion,
  restoringTier,
} from '../shared/immediate-deletion.ts'
import { laterLimit } from '../shared/later-limits.ts'
import { runnersToken } from '../shared/secrets.ts'

/** Defaults that a group sets for its projects. */
const projectDefaults = {
  project_creation_level: changed('groups#later-project-creation', {
    before: oneOf(projectCreationLevels),
    after: oneOf(laterProjectCreationLevels),
  }),
  default_branch_protection: changed('groups#later-initial-push', {
    before: oneOf([0, 1, 2, 3]),
    after: oneOf([0, 1, 2, 3, 4]),
  }),
} as const satisfies Params

/** Settings of the group itself. */
const choices = {
  subgroup_creation_level: oneOf(subgroupCreationLevels),
  share_with_group_lock: boolean({ about: 'Its projects cannot be shared with other groups' }),
  request_access_enabled: boolean(),
  require_two_factor_authentication: boolean(),
  two_factor_grace_period: integer({ atLeast: 0, about: 'In hours' }),
  lfs_enabled: boolean(),
  auto_devops_enabled: boolean(),
  emails_disabled: boolean(),
  mentions_disabled: boolean(),
  membership_lock: boolean({ tier: 'premium', about: 'Its projects cannot have members of their own' }),
  prevent_forking_outside_group: boolean({ tier: 'premium' }),
  prevent_sharing_groups_outside_hierarchy: boolean(),
  shared_runners_setting: oneOf(sharedRunnersSettings),
  wiki_access_level: oneOf(wikiLevels, { tier: 'premium' }),
  ip_restriction_ranges: string({ tier: 'premium', about: 'IP addresses or ranges, separated by commas' }),
  allowed_email_domains_list: string({ tier: 'premium', about: 'Domains, separated by commas' }),
  shared_runners_minutes_limit: integer({ tier: 'premium', only: 'admin', atLeast: 0 }),
  extra_shared_runners_minutes_limit: integer({ tier: 'premium', only: 'admin', atLeast: 0 }),
} as const satisfies Params

export const getGroup = operation(
  {
    method: 'GET',
    path: '/groups/:id',
    summary: 'Get a group',
    auth: 'public',
    subject: 'group',
    rateLimit: laterLimit('groups#later-limits', 'group_api_limit'),
    throttle: { family: 'deprecated_api', unlessFalse: 'with_projects' },
    params: {
      with_projects: withDefault(boolean({ about: 'Includes its projects' }), true),
      with_custom_attributes: withDefault(boolean({ only: 'admin' }), false),
    },
    answers: { one: groupDetailEntity },
    beyond: true,
  },
  ({ group }) => group,
)

export const createGroup = operation(
  {
    method: 'POST',
    path: '/groups',
    summary: 'Create a group (owned by the current user)',
    params: {
      parent_id: integer({ about: 'ID of the parent group' }),
      name: required(string()),
      path: required(string()),
      description: string(),
      visibility: oneOf(visibilities),
      avatar,
      ...projectDefaults,
      ...choices,
    },
    answers: { status: 201, one: groupDetailEntity },
    refuses: [404],
    beyond: true,
  },
  ({ world, caller, params, view, now, drawText }) => {
    const creator = caller.user as User
    const parent = parentOf(view.situation, params.parent_id)
    if (
      parent === undefined
        ? !mayAddTopLevelGroups(world, creator)
        : !can(view.situation, 'create_subgroup', parent)
    )
      throw forbidden()
    const { name, path, description, visibility } = params
    const values = {
      name: name ?? '',
      path: path ?? '',
      description: description ?? '',
      visibility: visibility ?? defaultGroupVisibility(world, parent),
      ...projectDefaultsFrom(world, caller, params),
      ...choicesFrom(undefined, params),
    }
    const made = refuseInvalidRowAsFailure('save group', () =>
      openGroup(world, { ...values, parent, creator, runnersToken: runnersToken(drawText) }, now),
    )
    return withAvatar(world, 'group', made, params.avatar)
  },
)

/** With this operation, which alone the installation can close to everybody (settings#later-18-0-likely). */
function mayAddTopLevelGroups(world: World, creator: User): boolean {
  const isClosed = changedLaterSetting(world, 'top_level_group_creation_enabled') === false
  return !isClosed && mayCreateTopLevelGroups(world, creator)
}

function parentOf({ world, caller, now }: Situation, id: number | null | undefined): Group | undefined {
  if (id == null) return undefined
  const parent = world.groups.get(id)
  if (parent === undefined || !seesGroup(world, caller, parent, now)) throw notFound('Group')
  return parent
}

// The protection of default branches can be reserved to administrators (groups#branch-protection-right).
function projectDefaultsFrom(world: World, { admin }: Caller, params: ParamsOf<typeof projectDefaults>) {
  const { project_creation_level: projectCreation, default_branch_protection: protection } = params
  const may =
    admin ||
    !licensed(world, 'premium') ||
    settingInForce(world, 'group_owners_can_manage_default_branch_protection')
  return {
    ...(projectCreation && { projectCreation }),
    ...(protection != null && may && { defaultBranchProtection: protection }),
  }
}

function choicesFrom(group: Group | undefined, params: ParamsOf<typeof choices>): Pick<Group, 'choices'> {
  const made = choicesIn(params)
  return Object.keys(made).length === 0 ? {} : { choices: { ...group?.choices, ...made } }
}

const changes = {
  name: string(),
  path: string(),
  description: string(),
  visibility: oneOf(visibilities),
  avatar,
  ...projectDefaults,
  ...choices,
} as const satisfies Params

export const updateGroup = operation(
  {
    method: 'PUT',
    path: '/groups/:id',
    summary: 'Update a group',
    subject: 'group',
    needs: 'admin_group',
    params: changes,
    rules: [atLeastOneOf(...Object.keys(changes))],
    answers: { one: groupDetailEntity },
    beyond: true,
  },
  function* ({ world, caller, group, params, now }) {
    const { name, path, description, visibility } = params
    const given = {
      ...(name != null && { name }),
      ...(path != null && { path }),
      ...(description !== undefined && { description: description ?? '' }),
      ...(visibility && { visibility }),
      ...projectDefaultsFrom(world, caller, params),
      ...choicesFrom(group, params),
    }
    const changed = yield* refuseInvalidRowOf(changeGroup(world, group, given, caller.user as User, now))
    if (params.shared_runners_setting && params.shared_runners_setting !== 'enabled')
      yield* withdrawSharedRunners(world, changed)
    return withAvatar(world, 'group', changed, params.avatar)
  },
)

/** When a group disables shared runners its projects lose them; some groups let projects enable them again. */
function* withdrawSharedRunners(world: World, group: Group): Steps<void> {
  yield* forEach([...projectsBelow(world, group)], new Pace(), ({ id, settings }) => {
    if (settings.sharedRunners) world.projects.update(id, { settings: { ...settings, sharedRunners: false } })
  })
}

export const deleteGroup = operation(
  {
    method: 'DELETE',
    path: '/groups/:id',
    summary: 'Delete a group (after a delay, at once on the free plan)',
    subject: 'group',
    needs: 'admin_group',
    unmodifiedSince: 'subject',
    params: immediateDeletion,
    decides: [delayedEverywhere],
    answers: {
      status: 202,
      value: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
    },
    beyond: true,
  },
  function* ({ world, caller, group, params, view, now }) {
    const by = caller.user as User
    const isEverywhere = inDialect<boolean>(delayedEverywhere, view.dialect)
    const isOn = licensed(world, 'premium') && settingInForce(world, 'delayed_group_deletion')
    const delayed = isEverywhere || isOn
    if (delayed && params.permanently_remove === true) {
      if (group.parentId === null)
        throw message(400, '`permanently_remove` option is only available for subgroups.')
      confirmImmediateDeletion('Group', group, params.full_path)
    } else if (delayed) return scheduleDeletion(world, group, by, now)
    yield* deleteAtOnce(world, group, by, now)
    return { message: '202 Accepted' }
  },
)

function scheduleDeletion(world: World, group: Group, by: User, now: number) {
  if (group.markedForDeletionOn != null) throw message(400, 'Group has been already marked for deletion')
  markGroupForDeletion(world, group, by, now)
  return { message: '202 Accepted' }
}

export const restoreGroup = operation(
  {
    method: 'POST',
    path: '/groups/:id/restore',
    summary: 'Restore a group marked for deletion',
    subject: 'group',
    needs: 'admin_group',
    tier: restoringTier,
    answers: { status: 201, one: groupDetailEntity },
    beyond: true,
  },
  ({ world, caller, group, now }) => {
    if (group.markedForDeletionOn == null) throw message(400, 'Group has not been marked for deletion')
    return restore(world, group, caller.user as User, now)
  },
)
