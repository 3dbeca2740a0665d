import { mergeMergeRequest } from '../../model/merge-requests/merge.ts'
import type { MergeRequest } from '../../model/merge-requests/merge-request.ts'
import { headPipeline, isActive } from '../../model/pipelines/head-pipeline.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import type { Situation } from '../../policy/abilities.ts'
import { mayDelete } from '../../policy/branches.ts'
import type { DetailedMergeStatus } from '../../policy/merge-status.ts'
import { completeTodoItems } from './todo-items.ts'

export interface MergeOrder {
  /** It is merged once its pipeline succeeds, where one is running. */
  readonly waits: boolean
  readonly squash?: boolean
  readonly removesSource?: boolean | null | undefined
  readonly mergeCommitMessage?: string | null
  readonly squashCommitMessage?: string | null
}

/** True when it can be merged now or, if it may wait, once its pipeline succeeds. */
export function isReadyToMerge(
  world: World,
  mergeRequest: MergeRequest,
  waits: boolean,
  status: DetailedMergeStatus,
): boolean {
  const pipeline = headPipeline(world, mergeRequest)
  const aboutPipeline = status === 'ci_still_running' || status === 'ci_must_pass'
  if (status !== 'mergeable' && !(waits && aboutPipeline)) return false
  return !waits || isActive(pipeline) || pipeline?.status === 'success'
}

/** Merges, or remembers to do so once the pipeline succeeds. Throws MergeFailure. */
export function mergeAsOrdered(
  situation: Situation,
  mergeRequest: MergeRequest,
  order: MergeOrder,
): MergeRequest {
  const { world, caller, now } = situation
  const by = caller.user as User
  const { mergeCommitMessage = null, squashCommitMessage = null } = order
  const messages = { mergeCommitMessage, squashCommitMessage }
  const updated = world.mergeRequests.update(mergeRequest.id, {
    squash: mergeRequest.squash || order.squash === true,
    ...(order.removesSource != null && { removeOnMerge: order.removesSource }),
  })
  if (order.waits && isActive(headPipeline(world, updated)))
    return world.mergeRequests.update(updated.id, {
      autoMerge: { userId: by.id, sha: updated.sha ?? '', ...messages },
      updatedAt: now,
    })
  completeTodoItems(situation, { kind: 'MergeRequest', row: mergeRequest })
  const mayRemoveSource = mayRemove(situation, updated)
  return mergeMergeRequest(world, updated, { by, ...messages, mayRemoveSource }, now)
}

function mayRemove(situation: Situation, { sourceProjectId, sourceBranch }: MergeRequest): boolean {
  const source = situation.world.projects.get(sourceProjectId)
  return source !== undefined && mayDelete(situation, source, sourceBranch)
}
