import type { Instant } from '../../time/calendar.ts'
import type { MergeRequest } from '../merge-requests/merge-request.ts'
import { addSystemNote } from '../merge-requests/merge-requests.ts'
import { recordEventOn } from '../users/events.ts'
import type { User } from '../users/user.ts'
import { nextId, type World } from '../world.ts'

/** Adds a user's approval. */
export function approve(world: World, mergeRequest: MergeRequest, user: User, now: Instant): MergeRequest {
  const id = nextId(world, 'approvals')
  world.approvals.insert({ id, mergeRequestId: mergeRequest.id, userId: user.id, createdAt: now })
  addSystemNote(world, mergeRequest, user.id, 'approved this merge request', now)
  recordEventOn(world, 'MergeRequest', mergeRequest, 'approved', user.id, now)
  return world.mergeRequests.update(mergeRequest.id, { updatedAt: now })
}

/** Removes a user's approval. Undefined when there is none. */
export function unapprove(
  world: World,
  mergeRequest: MergeRequest,
  user: User,
  now: Instant,
): MergeRequest | undefined {
  const approval = world.approvals.find('byUser', user.id, mergeRequest.id)
  if (approval === undefined) return undefined
  world.approvals.delete(approval.id)
  addSystemNote(world, mergeRequest, user.id, 'unapproved this merge request', now)
  return world.mergeRequests.update(mergeRequest.id, { updatedAt: now })
}

/** Removes all approvals, or those of some users. */
export function removeApprovals(
  world: World,
  { id }: MergeRequest,
  whose: (userId: number) => boolean = () => true,
): void {
  for (const approval of world.approvals.by('byMergeRequest', id).list())
    if (whose(approval.userId)) world.approvals.delete(approval.id)
}
