import type { Instant } from '../../time/calendar.ts'
import { recordEventOn } from '../users/events.ts'
import type { User } from '../users/user.ts'
import type { World } from '../world.ts'
import type { MergeRequest } from './merge-request.ts'

/** Marks a merge request as merged whose commits were pushed to its target branch; no branch moves. */
export function markMergedByPush(
  world: World,
  mergeRequest: MergeRequest,
  by: User,
  now: Instant,
): MergeRequest {
  const merged = world.mergeRequests.update(mergeRequest.id, {
    state: 'merged',
    mergedById: by.id,
    mergedAt: now,
    mergeError: null,
    autoMerge: null,
    updatedAt: now,
  })
  recordEventOn(world, 'MergeRequest', merged, 'merged', by.id, now)
  return merged
}
