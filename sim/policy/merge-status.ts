import { changed, type Dialect, inDialect, isInForce } from '../lib/dialect.ts'
import { hasOpenThread } from '../model/discussions/discussion.ts'
import { isDraft } from '../model/discussions/drafts.ts'
import type { MergeRequest } from '../model/merge-requests/merge-request.ts'
import { brokenBy, type Heads, needsRebase } from '../model/merge-requests/mergeability.ts'
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
  'commits_status',
  'conflict',
  'need_rebase',
  'merge_time',
  'discussions_not_resolved',
  'ci_still_running',
  'ci_must_pass',
  'mergeable',
] as const
export type DetailedMergeStatus = (typeof detailedMergeStatuses)[number]

/**
 * The first reason for which a merge request cannot be merged now, or `mergeable` (merge-requests#detailed-merge-status):
 * as the dialect names it, which matters only to who shows it.
 */
export function detailedMergeStatus(
  world: World,
  mergeRequest: MergeRequest,
  now: Instant,
  dialect: Dialect = 'real',
  heads?: () => Heads,
): DetailedMergeStatus {
  if (mergeRequest.state !== 'opened') return 'not_open'
  if (!isApproved(world, mergeRequest, now)) return 'not_approved'
  if ((mergeRequest.mergeAfter ?? now) > now) return 'merge_time'
  if (isDraft(mergeRequest.title)) return 'draft_status'
  const broken = brokenBy(world, mergeRequest, heads)
  const statuses = inDialect(brokenStatuses, dialect)
  // A conflict is looked for behind the threads once it has a status of its own.
  if (broken !== undefined && statuses[broken] !== 'conflict') return statuses[broken]
  if (!discussionsResolved(world, mergeRequest)) return 'discussions_not_resolved'
  if (broken !== undefined) return statuses[broken]
  if (isInForce('merge-requests#later-rebase-status', dialect) && needsRebase(world, mergeRequest))
    return 'need_rebase'
  return pipelineHindrance(world, mergeRequest) ?? 'mergeable'
}

const brokenStatuses = changed('merge-requests#later-conflict-status', {
  before: { commits: 'broken_status', conflict: 'broken_status' },
  after: { commits: 'commits_status', conflict: 'conflict' },
})

/** The differences by which the status is decided. */
export const statusChanges = changed('merge-requests#later-conflict-status', {
  before: false,
  after: changed('merge-requests#later-rebase-status', { before: false, after: true }),
})

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
