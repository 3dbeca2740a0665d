import type { MergeRequest } from '../merge-requests/merge-request.ts'
import type { World } from '../world.ts'
import { ACTIVE, type Pipeline } from './ci.ts'

/** The head pipeline of a merge request: the latest for its head, on its branch or made for it. */
export function headPipeline(world: World, mergeRequest: MergeRequest): Pipeline | undefined {
  if (mergeRequest.sha === null) return undefined
  const candidates = world.pipelines.by('bySha', mergeRequest.sourceProjectId, mergeRequest.sha)
  for (const pipeline of candidates.descending())
    if (pipeline.mergeRequestId === mergeRequest.id || pipeline.ref === mergeRequest.sourceBranch)
      return pipeline
  return undefined
}

/** True for a pipeline that may still change its outcome by itself. */
export function isActive(pipeline: Pipeline | undefined): boolean {
  return pipeline !== undefined && ACTIVE.includes(pipeline.status)
}
