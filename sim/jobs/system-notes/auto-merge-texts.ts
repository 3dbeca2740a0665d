import { branchHead } from '../../git/repository.ts'
import type { MergeRequest } from '../../model/merge-requests/merge-request.ts'
import { headPipeline } from '../../model/pipelines/head-pipeline.ts'
import { repositoryOf } from '../../model/repository/repository.ts'
import type { World } from '../../model/world.ts'

/** What became of an automatic merge: it was ordered, canceled, or aborted by something else that was done. */
export function autoMergeTexts(
  before: World,
  after: World,
  was: MergeRequest,
  is: MergeRequest,
): readonly string[] {
  if (was.autoMerge === null)
    return is.autoMerge === null
      ? []
      : [
          `enabled an automatic merge when the pipeline for ${headPipeline(after, is)?.sha ?? is.sha} succeeds`,
        ]
  if (is.autoMerge !== null || is.state === 'merged') return []
  const reason = reasonToAbort(before, after, was, is)
  return [
    reason === undefined ? 'canceled the automatic merge' : `aborted the automatic merge because ${reason}`,
  ]
}

function reasonToAbort(before: World, after: World, was: MergeRequest, is: MergeRequest): string | undefined {
  if (is.state === 'closed') return 'merge request was closed'
  if (was.targetBranch !== is.targetBranch) return 'target branch was changed'
  if (was.sha !== is.sha) return 'source branch was updated'
  return targetHead(before, is) === targetHead(after, is) ? undefined : 'target branch was updated'
}

function targetHead(world: World, { projectId, targetBranch }: MergeRequest): string | undefined {
  return branchHead(repositoryOf(world, world.projects.require(projectId)), targetBranch)
}
