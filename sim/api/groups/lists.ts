import { groupEntity } from '../../entities/group.ts'
import { listedProjectEntity } from '../../entities/project.ts'
import type { Group } from '../../model/groups/group.ts'
import { groupsBelow } from '../../model/groups/group-tree.ts'
import { accessLevels } from '../../model/members/access-level.ts'
import { visibilities } from '../../model/projects/visibility.ts'
import { matcher } from '../../model/search/search.ts'
import type { Situation } from '../../policy/abilities.ts'
import { readsEverything } from '../../policy/auditors.ts'
import { groupLevel } from '../../policy/roles.ts'
import { seesGroup } from '../../policy/visible.ts'
import { indexListing, type Listing, listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import {
  boolean,
  integerList,
  oneOf,
  type ParamsOf,
  string,
  stringHash,
  withDefault,
} from '../../protocol/params.ts'
import { inNamespaces, projectsSharedWith } from '../shared/project-filters.ts'
import {
  projectList,
  projectListParams,
  projectListVariants,
  projectsCeiling,
} from '../shared/project-list.ts'
import { groupSimilarity } from '../shared/similarity.ts'
import { anyOf } from '../shared/table-list.ts'

const listParams = {
  skip_groups: integerList({ about: 'IDs of groups to leave out' }),
  all_available: boolean({
    about:
      'Includes groups that the current user is not a member of, as it is for administrators and without a user; ignored with `owned` or `min_access_level`',
  }),
  visibility: oneOf(visibilities),
  search: string({ about: 'Part of the name or path' }),
  owned: withDefault(boolean({ about: 'Only groups that the current user owns' }), false),
  order_by: withDefault(
    oneOf(['name', 'path', 'id', 'similarity'], { about: '`similarity` needs `search`; `name` without it' }),
    'name',
  ),
  sort: withDefault(oneOf(['asc', 'desc']), 'asc'),
  min_access_level: oneOf([10, 20, 30, 40, 50]),
  top_level_only: boolean(),
  statistics: withDefault(boolean({ only: 'admin', about: 'Includes sizes' }), false),
  custom_attributes: stringHash({ only: 'admin' }),
  with_custom_attributes: withDefault(boolean({ only: 'admin' }), false),
}

export const listGroups = operation(
  {
    method: 'GET',
    path: '/groups',
    summary: 'List the groups visible to the current user',
    auth: 'public',
    params: listParams,
    answers: {
      many: groupEntity,
      paging: 'both',
      // groups#list-anonymous: for anonymous callers.
      keyset: { by: 'cursor', orderBy: 'name', sort: 'asc', for: 'anonymous' },
      ceiling: 'Group',
    },
    refuses: [405],
    beyond: true,
  },
  ({ world, params, view }) => {
    const passes = filter(view.situation, params)
    const order = params.sort === 'asc' ? 'ascending' : 'descending'
    const { order_by: by, search } = params
    if (by === 'id') return indexListing(world.groups.all(), order, passes)
    // Among equals the older come first in either direction, which no index has descending.
    if (params.sort === 'desc' || (by === 'similarity' && search))
      return groupList(view.situation, world.groups.all().list(), params)
    return indexListing(by === 'path' ? world.groups.by('byPath') : world.groups.by('byName'), order, passes)
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
  const matches = matcher(search ?? '', 3)
  const onlyOwn = user !== undefined && all !== true && !readsEverything(world, caller)
  return (group) =>
    seesGroup(world, caller, onlyOwn ? { ...group, visibility: 'private' } : group, now) &&
    !skipped.includes(group.id) &&
    (!visibility || group.visibility === visibility) &&
    (!search || matches([group.name, group.path, group.fullPath])) &&
    Object.entries(caller.admin ? (given.custom_attributes ?? {}) : {}).every(
      ([key, value]) => world.ownedAttributes.find('byKey', 'group', key, value, group.id) !== undefined,
    ) &&
    (!given.top_level_only || group.parentId === null) &&
    (!owned || level(group) === accessLevels.owner) &&
    (least == null || level(group) >= least)
}

export const listSubgroups = operation(
  {
    method: 'GET',
    path: '/groups/:id/subgroups',
    summary: 'List the subgroups of a group',
    auth: 'public',
    subject: 'group',
    needs: 'read_group',
    params: listParams,
    answers: { many: groupEntity },
    beyond: true,
  },
  ({ world, group, params, view }) =>
    groupList(view.situation, world.groups.by('byParent', group.id).list(), params),
)

export const listDescendantGroups = operation(
  {
    method: 'GET',
    path: '/groups/:id/descendant_groups',
    summary: 'List the descendant groups of a group',
    auth: 'public',
    subject: 'group',
    needs: 'read_group',
    params: listParams,
    answers: { many: groupEntity },
    beyond: true,
  },
  ({ world, group, params, view }) => groupList(view.situation, groupsBelow(world, group), params),
)

function groupList(situation: Situation, groups: Iterable<Group>, given: Given): Listing<Group> {
  const rows = [...groups].filter(filter(situation, given))
  const { order_by: by, search } = given
  if (by === 'similarity' && search) return listingOf(bySimilarity(rows, search))
  const rank = (group: Group) => group[by === 'similarity' ? 'name' : by]
  const sign = given.sort === 'asc' ? 1 : -1
  return listingOf(
    rows.sort((a, b) => sign * (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0) || a.id - b.id),
  )
}

// Subgroups of later groups first, top-level groups last, among those that resemble the query as much.
function bySimilarity(groups: readonly Group[], query: string): Group[] {
  const likenesses = new Map(groups.map((group) => [group.id, groupSimilarity(group, query)]))
  const parent = ({ parentId }: Group) => parentId ?? 0
  return [...groups].sort(
    (a, b) =>
      (likenesses.get(b.id) ?? 0) - (likenesses.get(a.id) ?? 0) || parent(b) - parent(a) || b.id - a.id,
  )
}

export const listGroupProjects = operation(
  {
    method: 'GET',
    path: '/groups/:id/projects',
    summary: 'List the projects of a group',
    auth: 'public',
    subject: 'group',
    needs: 'read_group',
    params: {
      ...projectListParams,
      with_shared: withDefault(boolean({ about: 'Includes projects shared with the group' }), true),
      include_subgroups: withDefault(boolean({ about: 'Includes projects of subgroups' }), false),
    },
    answers: { many: listedProjectEntity, ceiling: projectsCeiling, variants: projectListVariants },
    beyond: true,
  },
  ({ world, group, params, view }) => {
    const below = params.include_subgroups ? [...groupsBelow(world, group)].map(({ id }) => id) : []
    const own = inNamespaces(world, [group.id, ...below])
    const shared = params.with_shared ? [projectsSharedWith(world, group)] : []
    return projectList(view, anyOf([own, ...shared]), params)
  },
)
