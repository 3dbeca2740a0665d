import { mergeRequestDetailEntity } from '../../entities/merge-request.ts'
import { MergeFailure, mergeMergeRequest as mergeBranches } from '../../model/merge-requests/merge.ts'
import type { MergeRequest } from '../../model/merge-requests/merge-request.ts'
import { headsOf, isReachable } from '../../model/merge-requests/mergeability.ts'
import { headPipeline, isActive } from '../../model/pipelines/head-pipeline.ts'
import type { Project } from '../../model/projects/project.ts'
import type { World } from '../../model/world.ts'
import type { Situation } from '../../policy/abilities.ts'
import { mayDelete, mayMerge } from '../../policy/branches.ts'
import { detailedMergeStatus } from '../../policy/merge-status.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, string } from '../../protocol/params.ts'
import { keepWrites, message, methodNotAllowed, unauthorized } from '../../protocol/refusal.ts'
import type { Instant } from '../../time/calendar.ts'
import { completeTodoItems } from '../shared/todo-items.ts'

export const mergeMergeRequest = operation(
  {
    method: 'PUT',
    path: '/projects/:id/merge_requests/:merge_request_iid/merge',
    summary: 'Merge a merge request',
    params: {
      merge_commit_message: string(),
      squash_commit_message: string(),
      should_remove_source_branch: boolean(),
      merge_when_pipeline_succeeds: boolean({ about: 'Merges once the pipeline succeeds, not now' }),
      sha: string({ about: 'Expected head of the source branch; 409 if it is another' }),
      squash: boolean(),
    },
    subject: 'merge_request',
    sees: 'read_merge_request',
    answers: { one: mergeRequestDetailEntity },
    refuses: [405, 409, 422],
    source: 'merge-requests#operations',
  },
  ({ world, project, mergeRequest, caller, params, view, now }) => {
    const { situation } = view
    if (!mayMerge(situation, project, mergeRequest.targetBranch)) throw unauthorized()
    const waits = params.merge_when_pipeline_succeeds === true
    refuseUnready(world, mergeRequest, waits, now)
    refuseUnmergeable(world, project, mergeRequest)
    if (params.sha && params.sha !== mergeRequest.sha)
      throw message(409, `SHA does not match HEAD of source branch: ${mergeRequest.sha}`)
    const by = caller.user as NonNullable<typeof caller.user>
    const updated = world.mergeRequests.update(mergeRequest.id, {
      squash: mergeRequest.squash || params.squash === true,
      ...(params.should_remove_source_branch == null
        ? {}
        : { removeOnMerge: params.should_remove_source_branch }),
    })
    const messages = {
      mergeCommitMessage: params.merge_commit_message ?? null,
      squashCommitMessage: params.squash_commit_message ?? null,
    }
    if (waits && isActive(headPipeline(world, updated)))
      return world.mergeRequests.update(updated.id, {
        autoMerge: { userId: by.id, sha: updated.sha ?? '', ...messages },
        updatedAt: now,
      })
    completeTodoItems(situation, { kind: 'MergeRequest', row: mergeRequest })
    return mergeOrRefuse(world, updated, () =>
      mergeBranches(
        world,
        updated,
        { by, ...messages, mayRemoveSource: mayRemoveSource(situation, updated) },
        now,
      ),
    )
  },
)

// The refusals come in the order of the service (merge-requests#merge-order).
function refuseUnready(world: World, mergeRequest: MergeRequest, waits: boolean, now: Instant): void {
  const status = detailedMergeStatus(world, mergeRequest, now)
  const pipeline = headPipeline(world, mergeRequest)
  const aboutPipeline = status === 'ci_still_running' || status === 'ci_must_pass'
  if (status !== 'mergeable' && !(waits && aboutPipeline)) throw methodNotAllowed()
  if (waits && !isActive(pipeline) && pipeline?.status !== 'success') throw methodNotAllowed()
}

function refuseUnmergeable(world: World, project: Project, mergeRequest: MergeRequest): void {
  if (project.settings.mergeMethod === 'merge') return
  const { source, target } = headsOf(world, mergeRequest)
  if (source === undefined || target === undefined || !isReachable(world, target, source))
    throw message(422, 'Branch cannot be merged')
}

function mayRemoveSource(situation: Situation, mergeRequest: MergeRequest): boolean {
  const source = situation.world.projects.get(mergeRequest.sourceProjectId)
  return source !== undefined && mayDelete(situation, source, mergeRequest.sourceBranch)
}

function mergeOrRefuse(world: World, mergeRequest: MergeRequest, merge: () => MergeRequest): MergeRequest {
  try {
    return merge()
  } catch (error) {
    if (!(error instanceof MergeFailure)) throw error
    world.mergeRequests.update(mergeRequest.id, { mergeError: error.message })
    throw keepWrites(message(422, 'Branch cannot be merged'))
  }
}
