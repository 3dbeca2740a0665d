import { table } from '../../store/database.ts'
import type { Key } from '../../store/key.ts'
import { index, indexDerived, indexEach } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'
import { looksLikeDraft } from '../discussions/drafts.ts'
import { closedIssues } from '../issues/closing.ts'
import { NO_ID, orNone } from '../issues/issue.ts'
import { numbersIn } from '../issues/references.ts'

export const mergeRequestStates = ['opened', 'closed', 'locked', 'merged'] as const
export type MergeRequestState = (typeof mergeRequestStates)[number]

export interface MergeRequest {
  readonly id: number
  readonly iid: number
  /** The target project; `projectId` on the wire. */
  readonly projectId: number
  readonly sourceProjectId: number
  readonly title: string
  readonly description: string | null
  readonly state: MergeRequestState
  readonly authorId: number
  readonly assigneeIds: readonly number[]
  readonly reviewerIds: readonly number[]
  readonly labelIds: readonly number[]
  readonly milestoneId: number | null
  readonly sourceBranch: string
  readonly targetBranch: string
  /** Head of the source branch as last seen; null when the branch never existed. Frozen once merged or closed. */
  readonly sha: string | null
  /** Merge base of source and target at the last push. */
  readonly baseSha: string | null
  /** Target head at the last push. */
  readonly startSha: string | null
  readonly mergeCommitSha: string | null
  readonly squashCommitSha: string | null
  readonly squash: boolean
  /** `should_remove_source_branch`: what a merge call asked for. */
  readonly removeOnMerge: boolean | null
  /** `force_remove_source_branch`: what creation or update asked for. */
  readonly removeSourceBranch: boolean | null
  readonly allowCollaboration: boolean
  readonly discussionLocked: boolean | null
  readonly approvalsBeforeMerge: number | null
  readonly timeEstimate: number
  readonly timeSpent: number
  /** It cannot be merged before. */
  readonly mergeAfter?: Instant | null
  /** Set while the merge waits for its pipeline. */
  readonly autoMerge: AutoMerge | null
  readonly mergeError: string | null
  /** Its source branch is being rebased. */
  readonly rebasing?: true
  readonly mergedById: number | null
  readonly mergedAt: Instant | null
  readonly closedById: number | null
  readonly closedAt: Instant | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** The merge that runs when the pipeline succeeds. */
export interface AutoMerge {
  readonly userId: number
  readonly sha: string
  readonly mergeCommitMessage: string | null
  readonly squashCommitMessage: string | null
}

/** What drafts stand under; others are not in their index. */
export const MARKED = 1

export const mergeRequestsTable = table<MergeRequest>((it) => [it.title, it.description])('mergeRequests', {
  byProject: index((it) => [it.projectId, it.createdAt]),
  byIid: index((it) => [it.projectId, it.iid]),
  byCreated: index((it) => [it.createdAt]),
  byUpdated: index((it) => [it.updatedAt]),
  byTitle: index((it) => [it.title]),
  byMerged: index((it) => orNone(it.mergedAt, 0)),
  byAuthor: index((it) => [it.authorId, it.createdAt]),
  byAssignee: indexEach((it) => it.assigneeIds.map((id) => [id, it.createdAt])),
  byReviewer: indexEach((it) => it.reviewerIds.map((id) => [id, it.createdAt])),
  byOpenAssignee: indexEach((it) => (it.state === 'opened' ? it.assigneeIds.map((id) => [id]) : [])),
  byOpenReviewer: indexEach((it) => (it.state === 'opened' ? it.reviewerIds.map((id) => [id]) : [])),
  byLabel: indexEach((it) => it.labelIds.map((id) => [id, it.state, it.createdAt])),
  byMilestone: index((it) => (it.milestoneId === null ? undefined : [it.milestoneId, it.createdAt])),
  byMilestoneProject: index((it) => (it.milestoneId === null ? undefined : [it.milestoneId, it.projectId])),
  byClosing: indexDerived((it) => closedIssues(it.description).map((iid) => [it.projectId, iid, it.iid])),
  byNamedIssue: indexDerived((it) => namedIssues(it).map((iid) => [it.projectId, iid, it.iid])),
  bySource: index((it) => [it.sourceProjectId, it.sourceBranch, it.state]),
  byRoute: index((it) =>
    it.state === 'opened' ? [it.sourceProjectId, it.sourceBranch, it.projectId, it.targetBranch] : undefined,
  ),
  byHead: index((it) =>
    it.sha === null || it.state !== 'opened' ? undefined : [it.sourceProjectId, it.sha],
  ),
  byTargetHead: index((it) =>
    it.sha === null || it.sha === it.baseSha || it.state !== 'opened'
      ? undefined
      : [it.projectId, it.targetBranch, it.sha],
  ),
  // The orders of a project's list, and what it is filtered by.
  byState: index((it) => [it.projectId, it.state, it.createdAt]),
  byProjectUpdated: index((it) => [it.projectId, it.state, it.updatedAt]),
  byProjectTitle: index((it) => [it.projectId, it.state, it.title]),
  byProjectMerged: index((it) => [it.projectId, it.state, ...orNone(it.mergedAt, 0)]),
  byTarget: index((it) => [it.projectId, it.targetBranch, it.state, it.createdAt]),
  byProjectSource: index((it) => [it.projectId, it.sourceBranch, it.state, it.createdAt]),
  byProjectAuthor: index((it) => [it.projectId, it.authorId, it.state, it.createdAt]),
  byProjectMilestone: index((it) => [it.projectId, it.milestoneId ?? NO_ID, it.state, it.createdAt]),
  byProjectAssignee: indexEach((it) => eachOf(it, it.assigneeIds)),
  byProjectReviewer: indexEach((it) => eachOf(it, it.reviewerIds)),
  byProjectLabel: indexEach((it) => eachOf(it, it.labelIds)),
  byProjectDraft: index((it) =>
    looksLikeDraft(it.title) ? [it.projectId, MARKED, it.state, it.createdAt] : undefined,
  ),
  byProjectMerger: index((it) =>
    it.mergedById === null ? undefined : [it.projectId, it.mergedById, it.state, it.createdAt],
  ),
  byProjectFrom: index((it) => [it.projectId, it.sourceProjectId, it.state, it.createdAt]),
})

/** The issues that it names, or closes. */
function namedIssues({ title, description }: MergeRequest): readonly number[] {
  const named = numbersIn(`${title}\n${description ?? ''}`, '#')
  const closed = closedIssues(description)
  return closed.length === 0 ? named : [...new Set([...named, ...closed])]
}

function eachOf({ projectId, state, createdAt }: MergeRequest, ids: readonly number[]): Key[] {
  return (ids.length === 0 ? [NO_ID] : ids).map((id) => [projectId, id, state, createdAt])
}

/** An approval given by a user. */
export interface Approval {
  readonly id: number
  readonly mergeRequestId: number
  readonly userId: number
  readonly createdAt: Instant
}

export const approvalsTable = table<Approval>()('approvals', {
  byMergeRequest: index((approval) => [approval.mergeRequestId]),
  byUser: index((approval) => [approval.userId, approval.mergeRequestId]),
})

export const approvalRuleTypes = ['regular', 'any_approver', 'report_approver', 'code_owner'] as const

/** A rule of a project (`mergeRequestId` null) or of one merge request. */
export interface ApprovalRule {
  readonly id: number
  readonly projectId: number
  readonly mergeRequestId: number | null
  /** The project's rule from which a merge request's rule was copied. */
  readonly sourceRuleId: number | null
  readonly name: string
  readonly ruleType: (typeof approvalRuleTypes)[number]
  readonly reportType: 'license_scanning' | 'code_coverage' | null
  readonly section: string | null
  readonly approvalsRequired: number
  readonly userIds: readonly number[]
  readonly groupIds: readonly number[]
  readonly protectedBranchIds: readonly number[]
  readonly allProtectedBranches: boolean
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export const approvalRulesTable = table<ApprovalRule>()('approvalRules', {
  byProject: index((rule) => (rule.mergeRequestId === null ? [rule.projectId] : undefined)),
  byMergeRequest: index((rule) => (rule.mergeRequestId === null ? undefined : [rule.mergeRequestId])),
  // The rules of merge requests that can take the place of the project's.
  byOwnInProject: index(({ projectId, mergeRequestId, ruleType }) =>
    mergeRequestId !== null && (ruleType === 'regular' || ruleType === 'any_approver')
      ? [projectId, mergeRequestId]
      : undefined,
  ),
})
