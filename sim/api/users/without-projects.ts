import type { Group } from '../../model/groups/group.ts'
import type { Member, Share } from '../../model/members/member.ts'
import type { Project } from '../../model/projects/project.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { memberProjects } from '../../policy/member-projects.ts'
import { ancestorsAndSelf, projectLevel } from '../../policy/roles.ts'
import { type Followed, followed } from '../../store/orders.ts'
import { dayOf, type Instant } from '../../time/calendar.ts'
import { where } from '../shared/place-list.ts'
import type { RowFilter } from '../shared/row-filters.ts'

/** The users who have a role in no project. Roles end with a day. */
export function withoutProjects(world: World, now: Instant): RowFilter<User> {
  return where(
    { world, rows: world.users },
    `without projects on ${dayOf(now)}`,
    (user, world) => !memberProjects(world, user).some((it) => projectLevel(world, user, it, now) > 0),
    undefined,
    [members, shares, projects, groups],
  )
}

const members = followed<Member, World>(
  ({ members }) => members.state,
  ({ before, after }) => [before, after].flatMap((member) => member?.userId ?? []),
)

const shares = followed<Share, World>(
  ({ shares }) => shares.state,
  ({ before, after }, world) =>
    [before, after].flatMap((share) => (share === undefined ? [] : [...membersOf(world, share.groupId)])),
)

// Where a project comes, goes or moves: its owner, its members, and those of its groups and of the ones invited to it or to these.
const projects = followed<Project, World>(
  ({ projects }) => projects.state,
  ({ before, after }, world) =>
    before?.namespaceKind === after?.namespaceKind && before?.namespaceId === after?.namespaceId
      ? []
      : [before, after].flatMap((project) => (project === undefined ? [] : [...concerned(world, project)])),
)

function* concerned(world: World, { id, namespaceKind, namespaceId }: Project): Generator<number> {
  for (const { userId } of world.members.by('byPlace', 'project', id).list()) yield userId
  if (namespaceKind === 'user') {
    const owner = world.users.find('byNamespace', namespaceId)
    if (owner !== undefined) yield owner.id
  } else yield* membersOf(world, namespaceId)
  const invited = [world.shares.by('bySource', 'project', id)]
  if (namespaceKind === 'group')
    for (const group of ancestorsAndSelf(world, world.groups.get(namespaceId)))
      invited.push(world.shares.by('bySource', 'group', group.id))
  for (const run of invited) for (const { groupId } of run.list()) yield* membersOf(world, groupId)
}

function* membersOf(world: World, groupId: number): Generator<number> {
  for (const { id } of ancestorsAndSelf(world, world.groups.get(groupId)))
    for (const { userId } of world.members.by('byPlace', 'group', id).list()) yield userId
}

// A group that moves takes all that is below it along, which is seldom.
const groups: Followed<World> = followed<Group, World>(
  ({ groups }) => groups.state,
  ({ before, after }, { users }) =>
    before === undefined || before.parentId === after?.parentId ? [] : users.all().ids(),
)
