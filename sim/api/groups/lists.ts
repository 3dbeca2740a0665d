import { groupEntity } from '../../entities/group.ts'
import { listedProjectEntity } from '../../entities/project.ts'
import type { Group } from '../../model/groups/group.ts'
import { groupsBelow } from '../../model/groups/group-tree.ts'
import { accessLevels } from '../../model/members/access-level.ts'
import { visibilities } from '../../model/projects/visibility.ts'
import type { World } from '../../model/world.ts'
import type { Situation } from '../../policy/abilities.ts'
import { type Listing, listingOf } from '../../protocol/listing.ts'
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
import {
  allGroups,
  byGroupName,
  groupsWithWords,
  visibleGroups,
  withLevel,
  withoutGroups,
} from '../shared/group-filters.ts'
import { laterLimit } from '../shared/later-limits.ts'
import { oneOfThese, where } from '../shared/place-list.ts'
import { inNamespaces, projectsSharedWith } from '../shared/project-filters.ts'
import {
  projectList,
  projectListParams,
  projectListVariants,
  projectsCeiling,
} from '../shared/project-list.ts'
import { BY_ID, ofRuns, type RowFilter } from '../shared/row-filters.ts'
import { groupSimilarity } from '../shared/similarity.ts'
import { anyOf, listOfTable } from '../shared/table-list.ts'

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
    rateLimit: laterLimit('groups#later-limits', 'groups_api_limit'),
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
  ({ params, view }) => groupList(view.situation, [], params),
)

type Given = ParamsOf<typeof listParams>

function filtersOf(situation: Situation, given: Given): RowFilter<Group>[] {
  const { world, caller } = situation
  const {
    visibility,
    search,
    owned,
    min_access_level: least,
    skip_groups: skipped,
    all_available: all,
  } = given
  const { user } = caller
  const place = allGroups(world)
  const filters = withoutGroups(skipped)
  if (visibility) filters.push(where(place, visibility, (group) => group.visibility === visibility))
  for (const [key, value] of Object.entries(caller.admin ? (given.custom_attributes ?? {}) : {})) {
    const found = world.ownedAttributes.by('byKey', 'group', key, value).list()
    filters.push(oneOfThese(found.flatMap(({ ownerId }) => world.groups.get(ownerId) ?? [])))
  }
  if (given.top_level_only) filters.push(where(place, 'top', ({ parentId }) => parentId === null))
  const levels = [owned ? accessLevels.owner : undefined, least ?? undefined]
  for (const level of levels) if (level !== undefined) filters.push(withLevel(situation, level))
  const isOwn = user !== undefined && all !== true
  return [...filters, ...groupsWithWords(world, search), ...visibleGroups(situation, isOwn)]
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
  ({ world, group, params, view }) => groupList(view.situation, [childrenOf(world, group)], params),
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
  ({ world, group, params, view }) => {
    const prefix = `${group.fullPath}/`
    const below = where(
      allGroups(world),
      `below ${prefix}`,
      ({ fullPath }) => fullPath.startsWith(prefix),
      () => groupsBelow(world, group),
    )
    return groupList(view.situation, [below], params)
  },
)

function childrenOf(world: World, { id }: Group): RowFilter<Group> {
  const run = world.groups.by('byParent', id)
  const passes = ({ parentId }: Group) => parentId === id
  const children = where(allGroups(world), `in ${id}`, passes, () => run.list())
  return { ...children, among: ofRuns([run]) }
}

/** The groups among some that are wanted; of equals the older come first in either direction. */
function groupList(situation: Situation, among: readonly RowFilter<Group>[], given: Given): Listing<Group> {
  const { world } = situation
  const { order_by: by, search, sort } = given
  const wanted = {
    world,
    rows: world.groups,
    filters: [...among, ...filtersOf(situation, given)],
    direction: sort === 'asc' ? 'asc' : 'desc',
    ties: 'oldest',
  } as const
  if (by === 'similarity' && search)
    return listingOf(bySimilarity([...listOfTable({ ...wanted, ...orders.name(world) }).rows()], search))
  return listOfTable({ ...wanted, ...orders[by === 'similarity' ? 'name' : by](world) })
}

const orders = {
  id: ({ groups }: World) => ({ order: BY_ID, run: groups.all(), rank: ({ id }: Group) => id }),
  name: byGroupName,
  path: ({ groups }: World) => ({ order: 'path', run: groups.by('byPath'), rank: ({ path }: Group) => path }),
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
    rateLimit: laterLimit('groups#later-limits', 'group_projects_api_limit'),
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
