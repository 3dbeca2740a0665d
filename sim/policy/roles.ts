import { append } from '../lib/lists.ts'
import type { Group } from '../model/groups/group.ts'
import { groupsBelow } from '../model/groups/group-tree.ts'
import { type AccessLevel, accessLevels } from '../model/members/access-level.ts'
import type { Member, MemberSource, Share } from '../model/members/member.ts'
import type { Project } from '../model/projects/project.ts'
import type { User } from '../model/users/user.ts'
import type { World } from '../model/world.ts'
import { type Instant, startOfDay } from '../time/calendar.ts'
import { Levels } from './levels.ts'

const levelsInGroups = new Levels<Group>(levelInGroup, (one, other) => one === other)
const levelsInProjects = new Levels<Project>(
  levelInProject,
  (one, other) => one.namespaceKind === other.namespaceKind && one.namespaceId === other.namespaceId,
)

/** The group, its parent, and so on up to the top. */
export function* ancestorsAndSelf(world: World, group: Group | undefined): Generator<Group> {
  for (
    let at = group;
    at !== undefined;
    at = at.parentId === null ? undefined : world.groups.get(at.parentId)
  )
    yield at
}

/** The group that a project lives in; undefined in a personal namespace. */
export function groupOf(world: World, project: Project): Group | undefined {
  return project.namespaceKind === 'group' ? world.groups.get(project.namespaceId) : undefined
}

export function directMember(
  world: World,
  source: MemberSource,
  sourceId: number,
  user: User,
): Member | undefined {
  return world.members.find('bySource', source, sourceId, user.id)
}

/** The highest membership in a group or any of its ancestors, shares included. */
export function groupLevel(world: World, user: User, group: Group | undefined, now: Instant): AccessLevel {
  return group === undefined ? accessLevels.none : levelsInGroups.of(world, user, group, now)
}

function levelInGroup(world: World, user: User, group: Group, now: Instant): AccessLevel {
  let level: AccessLevel = accessLevels.none
  for (const ancestor of ancestorsAndSelf(world, group)) {
    level = higher(level, directLevel(world, 'group', ancestor.id, user, now))
    level = higher(level, sharedLevel(world, 'group', ancestor.id, user, now))
  }
  return level
}

/** A user's effective access level in a project: direct, by group, by share, or as owner of the namespace. */
export function projectLevel(world: World, user: User, project: Project, now: Instant): AccessLevel {
  return levelsInProjects.of(world, user, project, now)
}

function levelInProject(world: World, user: User, project: Project, now: Instant): AccessLevel {
  if (project.namespaceKind === 'user' && project.namespaceId === user.namespaceId) return accessLevels.owner
  const own = directLevel(world, 'project', project.id, user, now)
  const inherited = groupLevel(world, user, groupOf(world, project), now)
  return higher(higher(own, inherited), sharedLevel(world, 'project', project.id, user, now))
}

function directLevel(
  world: World,
  source: MemberSource,
  sourceId: number,
  user: User,
  now: Instant,
): AccessLevel {
  const member = directMember(world, source, sourceId, user)
  return member === undefined || hasEnded(member, now) ? accessLevels.none : member.accessLevel
}

function sharedLevel(
  world: World,
  source: MemberSource,
  sourceId: number,
  user: User,
  now: Instant,
): AccessLevel {
  let level: AccessLevel = accessLevels.none
  for (const share of sharesFor(world, source, sourceId, user)) {
    if (hasEnded(share, now)) continue
    // Membership through a share does not travel on through the shares of the invited group.
    let invited: AccessLevel = accessLevels.none
    for (const group of ancestorsAndSelf(world, world.groups.get(share.groupId)))
      invited = higher(invited, directLevel(world, 'group', group.id, user, now))
    level = higher(level, invited < share.accessLevel ? invited : share.accessLevel)
  }
  return level
}

/** Of so few shares each is looked at. */
const FEW_SHARES = 20

// Of many, those with groups below which the user is no member say nothing: where fewer groups lie there, these are asked.
function sharesFor(world: World, source: MemberSource, sourceId: number, user: User): readonly Share[] {
  const all = world.shares.by('bySource', source, sourceId)
  let left = all.count()
  if (left <= FEW_SHARES) return all.list()
  const found: Share[] = []
  for (const membership of world.members.by('byUser', user.id, 'group').list()) {
    const group = world.groups.get(membership.sourceId)
    if (group === undefined) continue
    for (const invited of [group, ...groupsBelow(world, group)]) {
      if (--left < 0) return all.list()
      append(found, world.shares.by('byInvited', invited.id, source, sourceId).list())
    }
  }
  return found
}

/** True once a membership or a share has ended, which it does as its last day begins. */
export function hasEnded(row: Pick<Member | Share, 'expiresAt'>, now: Instant): boolean {
  return row.expiresAt !== null && (startOfDay(row.expiresAt) ?? 0) <= now
}

function higher(a: AccessLevel, b: AccessLevel): AccessLevel {
  return a > b ? a : b
}
