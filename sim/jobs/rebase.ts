import type { Steps } from '../lib/steps.ts'
import { endRebase, rebaseMergeRequest } from '../model/merge-requests/rebase-request.ts'
import type { World } from '../model/world.ts'
import type { Job } from '../time/schedule.ts'

/** Rebases the source branch of a merge request, in the name of whoever asked for it. */
export function* finishRebase(
  world: World,
  { mergeRequestId, userId }: Job['args'],
  now: number,
): Steps<void> {
  const mergeRequest = world.mergeRequests.get(Number(mergeRequestId))
  if (mergeRequest === undefined) return
  const waiting = endRebase(world, mergeRequest)
  const by = world.users.get(Number(userId))
  if (waiting.state === 'opened' && by !== undefined) yield* rebaseMergeRequest(world, waiting, by, now)
}
