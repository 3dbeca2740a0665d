import { groupDetailEntity, groupEntity } from '../../entities/group.ts'
import { listedProjectEntity } from '../../entities/project.ts'
import { accessLevels } from '../../model/access-level.ts'
import { deleteGroup } from '../../model/delete-project.ts'
import type { Group } from '../../model/group.ts'
import { groupsBelow, projectsBelow } from '../../model/group-tree.ts'
import {
  changeGroup,
  markForDeletion,
  createGroup as openGroup,
  restoreGroup as restore,
} from '../../model/groups.ts'
import { matcher } from '../../model/search.ts'
import type { User } from '../../model/user.ts'
import { visibilities } from '../../model/visibility.ts'
import type { World } from '../../model/world.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { groupLevel } from '../../policy/roles.ts'
import { licensed } from '../../policy/tier.ts'
import { seesGroup } from '../../policy/visible.ts'
import { type Listing, listed, walked } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import {
  atLeastOneOf,
  boolean,
  integer,
  integerList,
  oneOf,
  type ParamsOf,
  required,
  string,
  withDefault,
} from '../../protocol/params.ts'
import { forbidden, message, notFound } from '../../protocol/refusal.ts'
import { projectList, projectListParams, projectListVariants } from './project-list.ts'
import { orFailTo, valid } from './valid.ts'

const listParams = {
  skip_groups: integerList({ about: 'Ids of groups that are left out' }),
  all_available: boolean({
    about: 'Also groups in which the caller has no role; not for `owned` or a least level',
  }),
  visibility: oneOf(visibilities),
  search: string({ about: 'Part of name or path' }),
  owned: withDefault(boolean({ about: 'Only groups that the caller owns' }), false),
  order_by: withDefault(oneOf(['name', 'path', 'id']), 'name'),
  sort: withDefault(oneOf(['asc', 'desc']), 'asc'),
  min_access_level: oneOf([10, 20, 30, 40, 50]),
  top_level_only: boolean(),
}

export const listGroups = operation(
  {
    method: 'GET',
    path: '/groups',
    summary: 'List groups that the caller can see',
    auth: 'public',
    params: listParams,
    answers: { many: groupEntity, ceiling: 'Group' },
    beyond: true,
  },
  ({ world, params, view }) => {
    const passes = filter(view.situation, params)
    const order = params.sort === 'asc' ? 'ascending' : 'descending'
    if (params.order_by === 'id') return walked(world.groups.all(), order, passes)
    return walked(
      params.order_by === 'path' ? world.groups.by('byPath') : world.groups.by('byName'),
      order,
      passes,
    )
  },
)

type Given = ParamsOf<typeof listParams>

function filter({ world, caller, now }: Situation, given: Given): (group: Group) => boolean {
  const {
    visibility,
    search,
    owned,
    min_access_level: least,
    skip_groups: skipped = [],
    all_available: all,
  } = given
  const { user } = caller
  const level = (group: Group) => (user === undefined ? 0 : groupLevel(world, user, group, now))
  const found = matcher(search ?? '', 3)
  const onlyOwn = all === false && !caller.admin
  return (group) =>
    seesGroup(world, caller, group, now) &&
    !skipped.includes(group.id) &&
    (!visibility || group.visibility === visibility) &&
    (!search || found([group.name, group.path, group.fullPath])) &&
    (!given.top_level_only || group.parentId === null) &&
    (!onlyOwn || level(group) >= accessLevels.guest) &&
    (!owned || level(group) === accessLevels.owner) &&
    (least == null || level(group) >= least)
}

export const listSubgroups = operation(
  {
    method: 'GET',
    path: '/groups/:id/subgroups',
    summary: 'List the groups directly below a group',
    auth: 'public',
    subject: 'group',
    needs: 'read_group',
    params: listParams,
    answers: { many: groupEntity },
    beyond: true,
  },
  ({ world, group, params, view }) =>
    below(view.situation, world.groups.by('byParent', group.id).list(), params),
)

export const listDescendantGroups = operation(
  {
    method: 'GET',
    path: '/groups/:id/descendant_groups',
    summary: 'List the groups below a group, at any depth',
    auth: 'public',
    subject: 'group',
    needs: 'read_group',
    params: listParams,
    answers: { many: groupEntity },
    beyond: true,
  },
  ({ world, group, params, view }) => below(view.situation, groupsBelow(world, group), params),
)

function below(situation: Situation, groups: Iterable<Group>, given: Given): Listing<Group> {
  const rank = (group: Group) => group[given.order_by]
  const turned = given.sort === 'asc' ? 1 : -1
  const rows = [...groups].filter(filter(situation, given))
  return listed(rows.sort((a, b) => turned * (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : a.id - b.id)))
}

export const getGroup = operation(
  {
    method: 'GET',
    path: '/groups/:id',
    summary: 'One group',
    auth: 'public',
    subject: 'group',
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
    },
    answers: { status: 201, one: groupDetailEntity },
    refuses: [404],
    beyond: true,
  },
  ({ world, caller, params, view, now }) => {
    const creator = caller.user as User
    const parent = parentOf(view.situation, params.parent_id)
    if (parent === undefined ? creator.external : !can(view.situation, 'create_subgroup', parent))
      throw forbidden()
    const { name, path, description, visibility } = params
    const values = {
      name: name ?? '',
      path: path ?? '',
      description: description ?? '',
      visibility: visibility ?? 'private',
    }
    return orFailTo('save group', () => openGroup(world, { ...values, parent, creator }, now))
  },
)

function parentOf({ world, caller, now }: Situation, id: number | null | undefined): Group | undefined {
  if (id == null) return undefined
  const parent = world.groups.get(id)
  if (parent === undefined || !seesGroup(world, caller, parent, now)) throw notFound('Group')
  return parent
}

export const updateGroup = operation(
  {
    method: 'PUT',
    path: '/groups/:id',
    summary: 'Change a group',
    subject: 'group',
    needs: 'admin_group',
    params: { name: string(), path: string(), description: string(), visibility: oneOf(visibilities) },
    rules: [atLeastOneOf('name', 'path', 'description', 'visibility')],
    answers: { one: groupDetailEntity },
    beyond: true,
  },
  ({ world, group, params, now }) => {
    const { name, path, description, visibility } = params
    const changes = {
      ...(name != null && { name }),
      ...(path != null && { path }),
      ...(description !== undefined && { description: description ?? '' }),
      ...(visibility && { visibility }),
    }
    return valid(() => changeGroup(world, group, changes, now))
  },
)

export const deleteGroupLater = operation(
  {
    method: 'DELETE',
    path: '/groups/:id',
    summary: 'Delete a group with everything in it: at once on the free plan, after a week on others',
    subject: 'group',
    needs: 'admin_group',
    unmodifiedSince: true,
    params: {
      permanently_remove: boolean({ tier: 'premium', about: 'Ends the week of a subgroup' }),
      full_path: string({ tier: 'premium', about: 'Confirms it' }),
    },
    answers: {
      status: 202,
      value: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
    },
    beyond: true,
  },
  ({ world, caller, group, params, now }) => {
    const by = caller.user as User
    const delayed = licensed(world, 'premium')
    if (delayed && params.permanently_remove === true) refuseToHurry(group, params.full_path)
    else if (delayed) return marked(world, group, by, now)
    deleteGroup(world, group, by, now)
    return { message: '202 Accepted' }
  },
)

function marked(world: World, group: Group, by: User, now: number) {
  if (group.markedForDeletionOn != null) throw message(400, 'Group has been already marked for deletion')
  markForDeletion(world, group, by, now)
  return { message: '202 Accepted' }
}

function refuseToHurry(group: Group, fullPath: string | null | undefined): void {
  if (group.parentId === null)
    throw message(400, '`permanently_remove` option is only available for subgroups.')
  if (group.markedForDeletionOn == null) throw message(400, 'Group must be marked for deletion first.')
  if (fullPath !== group.fullPath)
    throw message(400, '`full_path` is incorrect. You must enter the complete path for the subgroup.')
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
  ({ world, group }) => {
    if (group.markedForDeletionOn == null) throw message(400, 'Group has not been marked for deletion')
    return restore(world, group)
  },
)

export const listGroupProjects = operation(
  {
    method: 'GET',
    path: '/groups/:id/projects',
    summary: 'List the projects of a group, and those that are shared with it',
    auth: 'public',
    subject: 'group',
    needs: 'read_group',
    params: {
      ...projectListParams,
      with_shared: withDefault(boolean({ about: 'Includes projects shared with the group' }), true),
      include_subgroups: withDefault(boolean({ about: 'Includes projects of the groups below' }), false),
    },
    answers: { many: listedProjectEntity, ceiling: 'Project', variants: projectListVariants },
    beyond: true,
  },
  ({ world, group, params, view }) => {
    const own = params.include_subgroups
      ? projectsBelow(world, group)
      : world.projects.by('byNamespace', 'group', group.id).list()
    const shares = params.with_shared ? world.shares.by('byGroup', group.id).list() : []
    const shared = shares
      .filter(({ source }) => source === 'project')
      .map(({ sourceId }) => world.projects.require(sourceId))
    return projectList(view.situation, new Set([...own, ...shared]), params)
  },
)
