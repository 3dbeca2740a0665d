import { MergeFailure, mergeMergeRequest } from '../model/merge-requests/merge.ts'
import type { MergeRequest } from '../model/merge-requests/merge-request.ts'
import type { Pipeline } from '../model/pipelines/ci.ts'
import { headPipeline } from '../model/pipelines/head-pipeline.ts'
import type { World } from '../model/world.ts'
import type { Situation } from '../policy/abilities.ts'
import { mayDelete, mayMerge } from '../policy/branches.ts'
import { callerFor } from '../policy/caller.ts'
import { detailedMergeStatus } from '../policy/merge-status.ts'
import type { Instant } from '../time/calendar.ts'

/** Carries out the merges that waited for a pipeline. One that failed leaves them waiting. */
export function autoMerge(world: World, pipeline: Pipeline, now: Instant): void {
  if (pipeline.status !== 'success') return
  for (const mergeRequest of world.mergeRequests.by('byHead', pipeline.projectId, pipeline.sha).list())
    if (mergeRequest.autoMerge !== null && headPipeline(world, mergeRequest)?.id === pipeline.id)
      carryOut(world, mergeRequest, now)
}

function carryOut(world: World, mergeRequest: MergeRequest, now: Instant): void {
  const { autoMerge } = mergeRequest
  const by = world.users.get(autoMerge?.userId ?? 0)
  const project = world.projects.require(mergeRequest.projectId)
  const source = world.projects.get(mergeRequest.sourceProjectId)
  if (autoMerge === null || by === undefined || source === undefined) return
  const situation: Situation = { world, caller: callerFor(by), now }
  if (
    detailedMergeStatus(world, mergeRequest, now) !== 'mergeable' ||
    !mayMerge(situation, project, mergeRequest.targetBranch)
  )
    return
  const { mergeCommitMessage, squashCommitMessage } = autoMerge
  const mayRemoveSource = mayDelete(situation, source, mergeRequest.sourceBranch)
  try {
    mergeMergeRequest(
      world,
      mergeRequest,
      { by, mergeCommitMessage, squashCommitMessage, mayRemoveSource },
      now,
    )
  } catch (error) {
    if (!(error instanceof MergeFailure)) throw error
    world.mergeRequests.update(mergeRequest.id, { autoMerge: null, mergeError: error.message })
  }
}
