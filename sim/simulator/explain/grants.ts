import { accessLevels, type Role } from '../../model/members/access-level.ts'
import type { MemberSource } from '../../model/members/member.ts'
import type { User } from '../../model/users/user.ts'
import { nextId, type World } from '../../model/world.ts'
import type { Instant } from '../../time/calendar.ts'

/** Takes all roles from a user, and the administrator unless that is kept. What is the user's own stays. */
export function reduce(world: World, user: User, administrator: boolean): void {
  world.users.update(user.id, { admin: user.admin && administrator })
  for (const { id } of [
    ...world.members
      .by('byUser', user.id, 'project')
      .list()
      .filter(({ sourceId }) => !isOwn(world, user, sourceId)),
    ...world.members.by('byUser', user.id, 'group').list(),
  ])
    world.members.delete(id)
}

// Nobody can take the owner of a personal namespace out of its projects.
function isOwn(world: World, user: User, projectId: number): boolean {
  const { namespaceKind, namespaceId } = world.projects.get(projectId) ?? {}
  return namespaceKind === 'user' && namespaceId === user.namespaceId
}

/** Makes a user a member with a role. */
export function enrol(
  world: World,
  userId: number,
  source: MemberSource,
  sourceId: number,
  role: Exclude<Role, 'none'>,
  now: Instant,
): void {
  const known = world.members.find('bySource', source, sourceId, userId)
  world.members.put({
    id: known?.id ?? nextId(world, 'members'),
    source,
    sourceId,
    userId,
    accessLevel: accessLevels[role],
    notificationLevel: 3,
    expiresAt: null,
    createdById: null,
    createdAt: now,
  })
}
