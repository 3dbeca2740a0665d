import { hasOpenThread } from '../model/discussions/discussion.ts'
import { isDraft } from '../model/discussions/drafts.ts'
import type { MergeRequest } from '../model/merge-requests/merge-request.ts'
import { isBroken } from '../model/merge-requests/mergeability.ts'
import { headPipeline, isActive } from '../model/pipelines/head-pipeline.ts'
import type { World } from '../model/world.ts'
import type { Instant } from '../time/calendar.ts'
import { isApproved } from './approvals.ts'

export const detailedMergeStatuses = [
  'checking',
  'unchecked',
  'not_open',
  'not_approved',
  'policies_denied',
  'merge_request_blocked',
  'status_checks_must_pass',
  'draft_status',
  'broken_status',
  'discussions_not_resolved',
  'ci_still_running',
  'ci_must_pass',
  'mergeable',
] as const
export type DetailedMergeStatus = (typeof detailedMergeStatuses)[number]

/** The first reason for which a merge request cannot be merged now, or `mergeable` (merge-requests#detailed-merge-status). */
export function detailedMergeStatus(
  world: World,
  mergeRequest: MergeRequest,
  now: Instant,
): DetailedMergeStatus {
  if (mergeRequest.state !== 'opened') return 'not_open'
  if (!isApproved(world, mergeRequest, now)) return 'not_approved'
  if (isDraft(mergeRequest.title)) return 'draft_status'
  if (isBroken(world, mergeRequest)) return 'broken_status'
  if (!discussionsResolved(world, mergeRequest)) return 'discussions_not_resolved'
  return pipelineHindrance(world, mergeRequest) ?? 'mergeable'
}

/** True unless the project demands resolved threads and one is open. */
export function discussionsResolved(world: World, mergeRequest: MergeRequest): boolean {
  const { onlyMergeIfDiscussionsResolved } = world.projects.require(mergeRequest.projectId).settings
  return !onlyMergeIfDiscussionsResolved || !hasOpenThread(world, 'MergeRequest', mergeRequest.id)
}

function pipelineHindrance(
  world: World,
  mergeRequest: MergeRequest,
): 'ci_still_running' | 'ci_must_pass' | undefined {
  const { onlyMergeIfPipelineSucceeds, mergeOnSkippedPipeline } = world.projects.require(
    mergeRequest.projectId,
  ).settings
  if (!onlyMergeIfPipelineSucceeds) return undefined
  const pipeline = headPipeline(world, mergeRequest)
  if (isActive(pipeline)) return 'ci_still_running'
  if (pipeline?.status === 'success' || (pipeline?.status === 'skipped' && mergeOnSkippedPipeline === true))
    return undefined
  return 'ci_must_pass'
}
