import { groupEntity } from '../../entities/group.ts'
import { listedProjectEntity } from '../../entities/project.ts'
import type { Group } from '../../model/groups/group.ts'
import { groupsBelow } from '../../model/groups/group-tree.ts'
import { accessLevels } from '../../model/members/access-level.ts'
import { visibilities } from '../../model/projects/visibility.ts'
import { matcher } from '../../model/search/search.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import type { Situation } from '../../policy/abilities.ts'
import { readsEverything } from '../../policy/auditors.ts'
import { ancestorsAndSelf, groupLevel, groupOf } from '../../policy/roles.ts'
import { seesGroup } from '../../policy/visible.ts'
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
import { Ids } from '../../store/id-set.ts'
import { laterLimit } from '../shared/later-limits.ts'
import { nothing, oneOfThese, where } from '../shared/place-list.ts'
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
  const place = { world, rows: world.groups }
  const filters: RowFilter<Group>[] = []
  if (skipped !== undefined && skipped !== null && skipped.length > 0) {
    const [set, left] = [Ids.of(skipped), new Set(skipped)]
    filters.push({ passes: ({ id }) => !left.has(id), members: () => ({ set, isLeftOut: true }) })
  }
  if (visibility) filters.push(where(place, visibility, (group) => group.visibility === visibility))
  if (search) {
    const matches = matcher(search, 3)
    filters.push(
      where(place, `words ${search}`, ({ name, path, fullPath }) => matches([name, path, fullPath])),
    )
  }
  for (const [key, value] of Object.entries(caller.admin ? (given.custom_attributes ?? {}) : {})) {
    const found = world.ownedAttributes.by('byKey', 'group', key, value).list()
    filters.push(oneOfThese(found.flatMap(({ ownerId }) => world.groups.get(ownerId) ?? [])))
  }
  if (given.top_level_only) filters.push(where(place, 'top', ({ parentId }) => parentId === null))
  const levels = [owned ? accessLevels.owner : undefined, least ?? undefined]
  for (const level of levels) if (level !== undefined) filters.push(withLevel(situation, level))
  const isOwn = user !== undefined && all !== true
  return [...filters, ...visibleGroups(situation, isOwn)]
}

// Without a filter these are all groups. Of their own are those that are not open to everybody, too.
function visibleGroups({ world, caller, now }: Situation, isOwn: boolean): RowFilter<Group>[] {
  if (readsEverything(world, caller)) return []
  const { user } = caller
  const sees = (group: Group) => seesGroup(world, caller, { ...group, visibility: 'private' }, now)
  const own =
    user === undefined
      ? nothing
      : anyOf([
          withLevel({ world, caller, now }, accessLevels.guest),
          oneOfThese(groupsAbovePlaces(world, user).filter(sees)),
        ])
  if (isOwn) return [own]
  const place = { world, rows: world.groups }
  const open =
    user === undefined || user.external
      ? where<Group>(place, 'public', ({ visibility }) => visibility === 'public')
      : where<Group>(place, 'not private', ({ visibility }) => visibility !== 'private')
  return [anyOf([open, own])]
}

/** The groups in which the caller has at least a level: all that lie in a group in which they have it. */
function withLevel({ world, caller, now }: Situation, least: number): RowFilter<Group> {
  const { user } = caller
  if (user === undefined) return nothing
  const direct = world.members.by('byUser', user.id, 'group').list()
  const shared = world.shares.all().list()
  const places = new Set([
    ...direct.map(({ sourceId }) => sourceId),
    ...shared.flatMap(({ source, sourceId }) => (source === 'group' ? sourceId : [])),
  ])
  const found = [...places].flatMap((id) => world.groups.get(id) ?? [])
  const paths = found
    .filter((group) => groupLevel(world, user, group, now) >= least)
    .map(({ fullPath }) => fullPath)
  const tops = new Set(paths)
  const isWithin = ({ fullPath }: Group) => {
    for (let end = fullPath.length; end > 0; end = fullPath.lastIndexOf('/', end - 1))
      if (tops.has(fullPath.slice(0, end))) return true
    return false
  }
  return where({ world, rows: world.groups }, `within ${paths}`, isWithin)
}

/** The groups above what a user is a member of. */
function groupsAbovePlaces(world: World, user: User): Group[] {
  const found = new Map<number, Group>()
  for (const { source, sourceId } of world.members.by('byUser', user.id).list()) {
    const project = source === 'project' ? world.projects.get(sourceId) : undefined
    const group = source === 'group' ? world.groups.get(sourceId) : project && groupOf(world, project)
    for (const above of ancestorsAndSelf(world, group)) found.set(above.id, above)
  }
  return [...found.values()]
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
      { world, rows: world.groups },
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
  const children = where({ world, rows: world.groups }, `in ${id}`, passes, () => run.list())
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
  name: ({ groups }: World) => ({ order: 'name', run: groups.by('byName'), rank: ({ name }: Group) => name }),
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
