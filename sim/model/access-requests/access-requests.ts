import type { Instant } from '../../time/calendar.ts'
import type { MemberSource } from '../members/member.ts'
import type { User } from '../users/user.ts'
import { nextId, type World } from '../world.ts'
import type { AccessRequest } from './access-request.ts'

export function requestAccess(
  world: World,
  { source, sourceId }: Pick<AccessRequest, 'source' | 'sourceId'>,
  user: User,
  now: Instant,
): AccessRequest {
  const id = nextId(world, 'accessRequests')
  return world.accessRequests.insert({ id, source, sourceId, userId: user.id, createdAt: now })
}

/** Deletes the access request of a user who has become a member. */
export function deleteAccessRequest(
  world: World,
  source: MemberSource,
  sourceId: number,
  userId: number,
): void {
  const request = world.accessRequests.find('bySource', source, sourceId, userId)
  if (request !== undefined) world.accessRequests.delete(request.id)
}
