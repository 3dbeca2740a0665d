import { table } from '../../store/database.ts'
import { index, indexEach } from '../../store/table.ts'
import type { Day, Instant } from '../../time/calendar.ts'

export interface Issue {
  readonly id: number
  readonly iid: number
  readonly projectId: number
  readonly title: string
  readonly description: string | null
  readonly state: 'opened' | 'closed'
  readonly authorId: number
  readonly assigneeIds: readonly number[]
  readonly labelIds: readonly number[]
  readonly milestoneId: number | null
  readonly confidential: boolean
  readonly discussionLocked: boolean | null
  readonly dueDate: Day | null
  readonly weight: number | null
  /** The type of issue. */
  readonly type?: IssueType
  /** How well it goes. */
  readonly health?: HealthStatus | null
  readonly timeEstimate: number
  readonly timeSpent: number
  readonly closedAt: Instant | null
  readonly closedById: number | null
  /** The issue that it was moved to. */
  readonly movedToId?: number
  /** The issue that it was closed as a duplicate of. */
  readonly duplicateOfId?: number
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export const issueTypes = ['issue', 'incident', 'test_case', 'requirement', 'task'] as const
export type IssueType = (typeof issueTypes)[number]

export const healthStatuses = ['on_track', 'needs_attention', 'at_risk'] as const
export type HealthStatus = (typeof healthStatuses)[number]

export const issuesTable = table<Issue>(({ title, description }) => [title, description])('issues', {
  byProject: index((issue) => [issue.projectId, issue.createdAt], 1),
  byCreated: index((issue) => [issue.createdAt], 0),
  byIid: index((issue) => [issue.projectId, issue.iid], 1),
  byState: index((issue) => [issue.projectId, issue.state, issue.createdAt], 2),
  byMilestone: index((issue) => (issue.milestoneId === null ? undefined : [issue.milestoneId])),
  byAuthor: index((issue) => [issue.authorId]),
  byAssignee: indexEach((issue) => issue.assigneeIds.map((id) => [id])),
  byLabel: indexEach((issue) => issue.labelIds.map((id) => [id])),
})

export const stateChanges = ['created', 'closed', 'reopened'] as const

/** A change of an issue's state, kept for burndown charts. */
export interface StateEvent {
  readonly id: number
  readonly issueId: number
  readonly action: (typeof stateChanges)[number]
  readonly userId: number
  readonly at: Instant
}

export const stateEventsTable = table<StateEvent>()('stateEvents', {
  byIssue: index((event) => [event.issueId, event.at], 1),
})
