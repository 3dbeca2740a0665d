import type { Group } from '../../model/groups/group.ts'
import { accessLevels } from '../../model/members/access-level.ts'
import type { MemberSource, Share } from '../../model/members/member.ts'
import { matcher } from '../../model/search/search.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import type { Situation } from '../../policy/abilities.ts'
import { readsEverything } from '../../policy/auditors.ts'
import { ancestorsAndSelf, groupLevel, groupOf } from '../../policy/roles.ts'
import { seesGroup } from '../../policy/visible.ts'
import { Ids } from '../../store/id-set.ts'
import { inAll } from '../../store/id-sets.ts'
import { idsIn } from '../../store/id-walks.ts'
import { followed } from '../../store/orders.ts'
import { nothing, oneOfThese, where } from './place-list.ts'
import { FEW, type RowFilter } from './row-filters.ts'
import { anyOf, setOf } from './table-list.ts'

type GroupFilter = RowFilter<Group>

/** What filters of groups look at. */
export function allGroups(world: World) {
  return { world, rows: world.groups }
}

/** The groups that are not to be skipped. */
export function withoutGroups(skipped: readonly number[] | null | undefined): GroupFilter[] {
  if (!skipped || skipped.length === 0) return []
  const [set, left] = [Ids.of(skipped), new Set(skipped)]
  return [{ passes: ({ id }) => !left.has(id), members: () => ({ set, isLeftOut: true }) }]
}

/** The groups whose name or path has the words of a search. */
export function groupsWithWords(world: World, search: string | null | undefined): GroupFilter[] {
  if (!search) return []
  const matches = matcher(search, 3)
  return [
    where(allGroups(world), `words ${search}`, ({ name, path, fullPath }) => matches([name, path, fullPath])),
  ]
}

/** The groups that the caller sees, or those of their own, open to everybody or not. Without a filter these are all. */
export function visibleGroups({ world, caller, now }: Situation, isOwn = false): GroupFilter[] {
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
  const place = allGroups(world)
  const open =
    user === undefined || user.external
      ? where<Group>(place, 'public', ({ visibility }) => visibility === 'public')
      : where<Group>(place, 'not private', ({ visibility }) => visibility !== 'private')
  return [anyOf([open, own])]
}

/** The groups in which the caller has at least a level: all that lie in a group in which they have it. */
export function withLevel({ world, caller, now }: Situation, least: number): GroupFilter {
  const { user } = caller
  if (user === undefined) return nothing
  const direct = world.members.by('byUser', user.id, 'group').list()
  const own = direct.flatMap(({ sourceId }) => world.groups.get(sourceId) ?? [])
  const places = new Set([...own, ...sharedWithMembers(world, own)])
  return within(
    world,
    [...places].filter((group) => groupLevel(world, user, group, now) >= least),
  )
}

/** The groups that lie in some groups, these included. */
function within(world: World, groups: readonly Group[]): GroupFilter {
  const paths = groups.map(({ fullPath }) => fullPath)
  const tops = new Set(paths)
  const isWithin = ({ fullPath }: Group) => {
    for (let end = fullPath.length; end > 0; end = fullPath.lastIndexOf('/', end - 1))
      if (tops.has(fullPath.slice(0, end))) return true
    return false
  }
  return where(allGroups(world), `within ${paths}`, isWithin)
}

// The groups that are shared with some groups or what lies in them, and perhaps others.
function sharedWithMembers(world: World, groups: readonly Group[]): Group[] {
  const { shares } = world
  const found =
    shares.size <= FEW
      ? shares.all().list()
      : [...idsIn(inAll([setOf(invitedAnywhere(world)), setOf(within(world, groups))]))].flatMap((id) =>
          shares.by('byInvited', id, 'group').list(),
        )
  return found.flatMap(({ source, sourceId }) =>
    source === 'group' ? (world.groups.get(sourceId) ?? []) : [],
  )
}

const byInvitedGroup = followed<Share, World>(
  ({ shares }) => shares.state,
  ({ before, after }) => [before, after].flatMap((share) => share?.groupId ?? []),
)

function invitedAnywhere(world: World): GroupFilter {
  const isInvited = ({ id }: Group, { shares }: World) => shares.find('byInvited', id, 'group') !== undefined
  return where(allGroups(world), 'invited to groups', isInvited, undefined, [byInvitedGroup])
}

/** What groups are invited to: a project or a group. */
export type Inviting = readonly [source: MemberSource, sourceId: number]

/** The groups that are invited to any of some places, with a level at least. */
export function invitedTo(world: World, places: readonly Inviting[], least = 0): GroupFilter {
  const runs = places.map((place) => world.shares.by('bySource', ...place))
  const invites = ({ accessLevel }: Share) => accessLevel >= least
  const isInvited = ({ id }: Group, { shares }: World) =>
    places.some((place) =>
      shares
        .by('byInvited', id, ...place)
        .list()
        .some(invites),
    )
  const rows = () =>
    runs.flatMap((run) => run.list().filter(invites)).map(({ groupId }) => world.groups.require(groupId))
  const spelled = places.map((place) => place.join(' '))
  return {
    ...where(allGroups(world), `invited to ${spelled} ${least}`, isInvited, rows, [byInvitedGroup]),
    among: { count: runs.reduce((sum, run) => sum + run.count(), 0), rows },
  }
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

/** Groups by their names. */
export function byGroupName({ groups }: World) {
  return { order: 'name', run: groups.by('byName'), rank: ({ name }: Group) => name }
}
