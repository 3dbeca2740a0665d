import { mergeRequestDetailEntity } from '../../entities/merge-request.ts'
import { since } from '../../lib/dialect.ts'
import { MergeFailure } from '../../model/merge-requests/merge.ts'
import type { MergeRequest } from '../../model/merge-requests/merge-request.ts'
import { needsRebase } from '../../model/merge-requests/mergeability.ts'
import type { World } from '../../model/world.ts'
import { mayMerge } from '../../policy/branches.ts'
import { detailedMergeStatus } from '../../policy/merge-status.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, string } from '../../protocol/params.ts'
import { keepWrites, message, methodNotAllowed, unauthorized } from '../../protocol/refusal.ts'
import { isReadyToMerge, mergeAsOrdered } from '../shared/merging.ts'

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
      skip_merge_train: since(
        'merge-requests#later-skip-train',
        boolean({ about: 'Merges beside the merge train; there are none here' }),
      ),
      auto_merge: since(
        'merge-requests#later-auto-merge',
        boolean({ about: 'Merges once the pipeline succeeds, not now' }),
      ),
      sha: string({ about: 'Expected head of the source branch; 409 if it is another' }),
      squash: boolean(),
    },
    subject: 'merge_request',
    sees: 'read_merge_request',
    answers: { one: mergeRequestDetailEntity },
    refuses: [405, 409, 422],
    source: 'merge-requests#operations',
  },
  ({ world, project, mergeRequest, params, view, now }) => {
    const { situation } = view
    if (!mayMerge(situation, project, mergeRequest.targetBranch)) throw unauthorized()
    // The refusals come in the order of the service (merge-requests#merge-order).
    const waits = params.merge_when_pipeline_succeeds === true || params.auto_merge === true
    const status = detailedMergeStatus(world, mergeRequest, now, view.dialect)
    if (status === 'conflict') throw message(422, 'Branch cannot be merged')
    if (status !== 'need_rebase' && !isReadyToMerge(world, mergeRequest, waits, status))
      throw methodNotAllowed()
    if (needsRebase(world, mergeRequest)) throw message(422, 'Branch cannot be merged')
    if (params.sha && params.sha !== mergeRequest.sha)
      throw message(409, `SHA does not match HEAD of source branch: ${mergeRequest.sha}`)
    const order = {
      waits,
      squash: params.squash === true,
      removesSource: params.should_remove_source_branch,
      mergeCommitMessage: params.merge_commit_message ?? null,
      squashCommitMessage: params.squash_commit_message ?? null,
    }
    return mergeOrRefuse(world, mergeRequest, () => mergeAsOrdered(situation, mergeRequest, order))
  },
)

function mergeOrRefuse(world: World, mergeRequest: MergeRequest, merge: () => MergeRequest): MergeRequest {
  try {
    return merge()
  } catch (error) {
    if (!(error instanceof MergeFailure)) throw error
    world.mergeRequests.update(mergeRequest.id, { mergeError: error.message })
    throw keepWrites(message(422, 'Branch cannot be merged'))
  }
}
