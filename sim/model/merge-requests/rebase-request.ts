import { rebaseBranch } from '../../git/merge/merge.ts'
import type { Steps } from '../../lib/steps.ts'
import type { Instant } from '../../time/calendar.ts'
import { moveBranch, signatureOf } from '../repository/new-commit.ts'
import { objectsOf } from '../repository/repository.ts'
import type { User } from '../users/user.ts'
import { nextId, type World } from '../world.ts'
import type { MergeRequest } from './merge-request.ts'
import { headsOf } from './mergeability.ts'

const FAILED = 'Rebase failed: Rebase locally, resolve all conflicts, then push the branch.'

const REBASE_TAKES = 3000

/** Begins a rebase, which is done three seconds later. False where the merge request is not open or is being rebased. */
export function startRebase(world: World, mergeRequest: MergeRequest, by: User, now: Instant): boolean {
  if (mergeRequest.state !== 'opened' || mergeRequest.rebasing) return false
  world.mergeRequests.update(mergeRequest.id, { rebasing: true, mergeError: null })
  const args = { mergeRequestId: mergeRequest.id, userId: by.id }
  world.jobs.insert({ id: nextId(world, 'jobs'), kind: 'rebase', args, due: now + REBASE_TAKES })
  return true
}

/** The merge request, which is not being rebased any longer; with an error where that failed. */
export function endRebase(
  world: World,
  mergeRequest: MergeRequest,
  mergeError = mergeRequest.mergeError,
): MergeRequest {
  const { rebasing: _rebasing, ...rest } = mergeRequest
  return world.mergeRequests.put({ ...rest, mergeError })
}

/** Rebases the source branch of a merge request on its target, step by step; a failure is stored as its error. */
export function* rebaseMergeRequest(
  world: World,
  mergeRequest: MergeRequest,
  by: User,
  now: Instant,
): Steps<void> {
  const project = world.projects.get(mergeRequest.sourceProjectId)
  const { source, target } = headsOf(world, mergeRequest)
  if (project === undefined || source === undefined || target === undefined) return
  const committer = signatureOf(by, now)
  const rebased = yield* rebaseBranch(objectsOf(world), { onto: target, head: source, committer })
  if ('conflicts' in rebased) world.mergeRequests.update(mergeRequest.id, { mergeError: FAILED })
  else if (rebased.id !== source) moveBranch(world, project, mergeRequest.sourceBranch, rebased.id, now)
}
