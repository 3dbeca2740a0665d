import { groupDetailEntity } from '../../entities/group.ts'
import type { Group } from '../../model/groups/group.ts'
import {
  choicesIn,
  projectCreationLevels,
  sharedRunnersSettings,
  subgroupCreationLevels,
  wikiLevels,
} from '../../model/groups/group-choices.ts'
import { projectsBelow } from '../../model/groups/group-tree.ts'
import { changeGroup, defaultGroupVisibility, createGroup as openGroup } from '../../model/groups/groups.ts'
import { markForDeletion, restoreGroup as restore } from '../../model/projects/delayed-deletion.ts'
import { deleteGroup } from '../../model/projects/delete-project.ts'
import { visibilities } from '../../model/projects/visibility.ts'
import { settingInForce } from '../../model/settings/in-force.ts'
import type { User } from '../../model/users/user.ts'
import { mayOpenGroups } from '../../model/users/users.ts'
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
import { orFailTo, valid } from '../../protocol/valid.ts'
import { avatar, withAvatar } from '../shared/avatar-params.ts'
import { confirmHurry, hurry } from '../shared/immediate-deletion.ts'
import { runnersToken } from '../shared/secrets.ts'

/** What a group decides for the projects in it. */
const defaultsBelow = {
  project_creation_level: oneOf(projectCreationLevels),
  default_branch_protection: oneOf([0, 1, 2, 3]),
} as const satisfies Params

/** What it decides for itself. */
const choices = {
  subgroup_creation_level: oneOf(subgroupCreationLevels),
  share_with_group_lock: boolean({ about: 'Its projects cannot be opened to other groups' }),
  request_access_enabled: boolean(),
  require_two_factor_authentication: boolean(),
  two_factor_grace_period: integer({ atLeast: 0, about: 'Hours' }),
  lfs_enabled: boolean(),
  auto_devops_enabled: boolean(),
  emails_disabled: boolean(),
  mentions_disabled: boolean(),
  membership_lock: boolean({ tier: 'premium', about: 'Its projects have no members of their own' }),
  prevent_forking_outside_group: boolean({ tier: 'premium' }),
  prevent_sharing_groups_outside_hierarchy: boolean(),
  shared_runners_setting: oneOf(sharedRunnersSettings),
  wiki_access_level: oneOf(wikiLevels, { tier: 'premium' }),
  ip_restriction_ranges: string({ tier: 'premium', about: 'Addresses, with commas between them' }),
  allowed_email_domains_list: string({ tier: 'premium', about: 'Domains, with commas between them' }),
  shared_runners_minutes_limit: integer({ tier: 'premium', only: 'admin', atLeast: 0 }),
  extra_shared_runners_minutes_limit: integer({ tier: 'premium', only: 'admin', atLeast: 0 }),
} as const satisfies Params

export const getGroup = operation(
  {
    method: 'GET',
    path: '/groups/:id',
    summary: 'One group',
    auth: 'public',
    subject: 'group',
    throttle: { family: 'deprecated_api', unlessFalse: 'with_projects' },
    params: { with_projects: withDefault(boolean({ about: 'Includes its projects' }), true) },
    answers: { one: groupDetailEntity },
    beyond: true,
  },
  ({ group }) => group,
)

export const createGroup = operation(
  {
    method: 'POST',
    path: '/groups',
    summary: 'Create a group, which the caller then owns',
    params: {
      parent_id: integer({ about: 'The group that it goes into' }),
      name: required(string()),
      path: required(string()),
      description: string(),
      visibility: oneOf(visibilities),
      avatar,
      ...defaultsBelow,
      ...choices,
    },
    answers: { status: 201, one: groupDetailEntity },
    refuses: [404],
    beyond: true,
  },
  ({ world, caller, params, view, now, drawText }) => {
    const creator = caller.user as User
    const parent = parentOf(view.situation, params.parent_id)
    if (parent === undefined ? !mayOpenGroups(creator) : !can(view.situation, 'create_subgroup', parent))
      throw forbidden()
    const { name, path, description, visibility } = params
    const values = {
      name: name ?? '',
      path: path ?? '',
      description: description ?? '',
      visibility: visibility ?? defaultGroupVisibility(world, parent),
      ...belowFrom(world, caller, params),
      ...chosen(undefined, params),
    }
    const made = orFailTo('save group', () =>
      openGroup(world, { ...values, parent, creator, runnersToken: runnersToken(drawText) }, now),
    )
    return withAvatar(world, 'group', made, params.avatar)
  },
)

function parentOf({ world, caller, now }: Situation, id: number | null | undefined): Group | undefined {
  if (id == null) return undefined
  const parent = world.groups.get(id)
  if (parent === undefined || !seesGroup(world, caller, parent, now)) throw notFound('Group')
  return parent
}

// Administrators may keep the protection of branches to themselves (dossier 3, 8.2).
function belowFrom(world: World, { admin }: Caller, params: ParamsOf<typeof defaultsBelow>) {
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

function chosen(group: Group | undefined, params: ParamsOf<typeof choices>): Pick<Group, 'choices'> {
  const made = choicesIn(params)
  return Object.keys(made).length === 0 ? {} : { choices: { ...group?.choices, ...made } }
}

const changes = {
  name: string(),
  path: string(),
  description: string(),
  visibility: oneOf(visibilities),
  avatar,
  ...defaultsBelow,
  ...choices,
} as const satisfies Params

export const updateGroup = operation(
  {
    method: 'PUT',
    path: '/groups/:id',
    summary: 'Change a group',
    subject: 'group',
    needs: 'admin_group',
    params: changes,
    rules: [atLeastOneOf(...Object.keys(changes))],
    answers: { one: groupDetailEntity },
    beyond: true,
  },
  ({ world, caller, group, params, now }) => {
    const { name, path, description, visibility } = params
    const given = {
      ...(name != null && { name }),
      ...(path != null && { path }),
      ...(description !== undefined && { description: description ?? '' }),
      ...(visibility && { visibility }),
      ...belowFrom(world, caller, params),
      ...chosen(group, params),
    }
    const changed = valid(() => changeGroup(world, group, given, caller.user as User, now))
    if (params.shared_runners_setting && params.shared_runners_setting !== 'enabled')
      withdrawSharedRunners(world, changed)
    return withAvatar(world, 'group', changed, params.avatar)
  },
)

/** Projects of a group lose the runners that everybody shares when the group does; some may have them back. */
function withdrawSharedRunners(world: World, group: Group): void {
  for (const project of [...projectsBelow(world, group)])
    if (project.settings.sharedRunners)
      world.projects.update(project.id, { settings: { ...project.settings, sharedRunners: false } })
}

export const deleteGroupLater = operation(
  {
    method: 'DELETE',
    path: '/groups/:id',
    summary: 'Delete a group with everything in it: at once on the free plan, after some days on others',
    subject: 'group',
    needs: 'admin_group',
    unmodifiedSince: true,
    params: hurry,
    answers: {
      status: 202,
      value: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
    },
    beyond: true,
  },
  ({ world, caller, group, params, now }) => {
    const by = caller.user as User
    const delayed = licensed(world, 'premium') && settingInForce(world, 'delayed_group_deletion')
    if (delayed && params.permanently_remove === true) {
      if (group.parentId === null)
        throw message(400, '`permanently_remove` option is only available for subgroups.')
      confirmHurry('Group', group, params.full_path)
    } else if (delayed) return marked(world, group, by, now)
    deleteGroup(world, group, by, now)
    return { message: '202 Accepted' }
  },
)

function marked(world: World, group: Group, by: User, now: number) {
  if (group.markedForDeletionOn != null) throw message(400, 'Group has been already marked for deletion')
  markForDeletion(world, group, by, now)
  return { message: '202 Accepted' }
}

export const restoreGroup = operation(
  {
    method: 'POST',
    path: '/groups/:id/restore',
    summary: 'Keep a group whose deletion was asked for',
    subject: 'group',
    needs: 'admin_group',
    tier: 'premium',
    answers: { status: 201, one: groupDetailEntity },
    beyond: true,
  },
  ({ world, caller, group, now }) => {
    if (group.markedForDeletionOn == null) throw message(400, 'Group has not been marked for deletion')
    return restore(world, group, caller.user as User, now)
  },
)
