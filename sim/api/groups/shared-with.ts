import { groupEntity } from '../../entities/group.ts'
import { groupRefEntity } from '../../entities/group-ref.ts'
import { listedProjectEntity } from '../../entities/project.ts'
import type { Group } from '../../model/groups/group.ts'
import { groupsAbove } from '../../model/groups/group-tree.ts'
import { accessLevels } from '../../model/members/access-level.ts'
import type { World } from '../../model/world.ts'
import type { Situation } from '../../policy/abilities.ts'
import { groupLevel } from '../../policy/roles.ts'
import type { Listing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { listOf, oneOf, type ParamsOf, string } from '../../protocol/params.ts'
import {
  allGroups,
  byGroupName,
  groupsWithWords,
  type Inviting,
  invitedTo,
  visibleGroups,
  withLevel,
  withoutGroups,
} from '../shared/group-filters.ts'
import { groupsToChoose } from '../shared/groups-to-choose.ts'
import { laterLimit } from '../shared/later-limits.ts'
import { projectsSharedWith } from '../shared/project-filters.ts'
import {
  projectList,
  projectListParams,
  projectListVariants,
  projectsCeiling,
} from '../shared/project-list.ts'
import { leftOut, listOfTable } from '../shared/table-list.ts'

const search = string({ about: 'Part of the name or path' })
const invitedParams = {
  relation: listOf(['direct', 'inherited'], {
    about: '`direct`: invited to it; `inherited`: invited to a group above it',
  }),
  search,
  min_access_level: oneOf([10, 20, 30, 40, 50], {
    about: 'Least role of the current user in the invited group',
  }),
}

export const listProjectInvitedGroups = operation(
  {
    method: 'GET',
    path: '/projects/:id/invited_groups',
    summary: 'List the groups invited to a project',
    auth: 'public',
    subject: 'project',
    rateLimit: laterLimit('groups#later-limits', 'project_invited_groups_api_limit'),
    params: invitedParams,
    answers: { many: groupRefEntity, unordered: true },
    beyond: true,
  },
  ({ world, project, params, view }) =>
    invitedGroups(view.situation, ['project', project.id], groupsAbove(world, project), params),
)

export const listGroupInvitedGroups = operation(
  {
    method: 'GET',
    path: '/groups/:id/invited_groups',
    summary: 'List the groups invited to a group',
    auth: 'public',
    subject: 'group',
    rateLimit: laterLimit('groups#later-limits', 'group_invited_groups_api_limit'),
    needs: 'read_group',
    params: invitedParams,
    answers: { many: groupEntity, unordered: true },
    beyond: true,
  },
  ({ world, group, params, view }) =>
    invitedGroups(view.situation, ['group', group.id], ancestorsOf(world, group), params),
)

export const listProjectShareLocations = operation(
  {
    method: 'GET',
    path: '/projects/:id/share_locations',
    summary: 'List the groups that a project can be shared with',
    subject: 'project',
    needs: 'admin_project',
    params: { search },
    answers: { many: groupRefEntity, unordered: true },
    beyond: true,
  },
  ({ world, project, params, view }) => {
    const { caller, now } = view.situation
    const { user } = caller
    const filters = [
      ...withoutGroups(Array.from(groupsAbove(world, project), ({ id }) => id)),
      leftOut(invitedTo(world, [['project', project.id]])),
      ...groupsWithWords(world, params.search),
    ]
    const isMember = (group: Group) =>
      user !== undefined && groupLevel(world, user, group, now) >= accessLevels.guest
    return groupsToChoose(view.situation, filters, isMember)
  },
)

export const listProjectsSharedWithGroup = operation(
  {
    method: 'GET',
    path: '/groups/:id/projects/shared',
    summary: 'List the projects shared with a group',
    auth: 'public',
    subject: 'group',
    needs: 'read_group',
    params: projectListParams,
    answers: { many: listedProjectEntity, ceiling: projectsCeiling, variants: projectListVariants },
    beyond: true,
  },
  ({ world, group, params, view }) => projectList(view, projectsSharedWith(world, group), params),
)

/** The groups invited to a project or group, or to a group above it, as far as the caller sees them. */
function invitedGroups(
  situation: Situation,
  place: Inviting,
  above: Iterable<Group>,
  params: ParamsOf<typeof invitedParams>,
): Listing<Group> {
  const { world } = situation
  const { search, min_access_level: least } = params
  const relations = params.relation ?? ['direct', 'inherited']
  const direct = relations.includes('direct') ? [place] : []
  const inherited = relations.includes('inherited')
    ? Array.from(above, ({ id }) => ['group', id] as const)
    : []
  return listOfTable({
    ...allGroups(world),
    ...byGroupName(world),
    direction: 'asc',
    filters: [
      invitedTo(world, [...direct, ...inherited]),
      ...visibleGroups(situation),
      ...(least == null ? [] : [withLevel(situation, least)]),
      ...groupsWithWords(world, search),
    ],
  })
}

function ancestorsOf(world: World, { parentId }: Group): Group[] {
  return parentId === null ? [] : groupsAbove(world, { namespaceKind: 'group', namespaceId: parentId })
}
