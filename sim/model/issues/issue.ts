import { table } from '../../store/database.ts'
import type { Key } from '../../store/key.ts'
import { index, indexEach } from '../../store/table.ts'
import type { Day, Instant } from '../../time/calendar.ts'

export interface Issue {
  readonly id: number
  readonly iid: number
  readonly projectId: number
  readonly title: string
  readonly description: string | null
  readonly state: (typeof issueStates)[number]
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
  /** Where it was put in the manual order; unless said, its id. */
  readonly position?: number
  /** Of an incident. */
  readonly severity?: IssueSeverity
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

export const issueSeverities = ['unknown', 'low', 'medium', 'high', 'critical'] as const
export type IssueSeverity = (typeof issueSeverities)[number]

export const healthStatuses = ['on_track', 'needs_attention', 'at_risk'] as const
export type HealthStatus = (typeof healthStatuses)[number]

export const issueStates = ['opened', 'closed'] as const

/** Stands for a milestone, label or assignee that there is not. */
export const NO_ID = 0
export const NO_WEIGHT = -1

export const issuesTable = table<Issue>(({ title, description }) => [title, description])('issues', {
  byProject: index((issue) => [issue.projectId, issue.createdAt]),
  byCreated: index((issue) => [issue.createdAt]),
  // The orders of many projects at once.
  byUpdated: index((issue) => [issue.updatedAt]),
  byTitle: index((issue) => [issue.title]),
  byDue: index(({ dueDate }) => orNone(dueDate, '')),
  byWeight: index(({ weight }) => orNone(weight, 0)),
  byPosition: index(({ position, id }) => [position ?? id]),
  byIid: index((issue) => [issue.projectId, issue.iid]),
  byMilestone: index((issue) => (issue.milestoneId === null ? undefined : [issue.milestoneId])),
  byMilestoneProject: index((issue) =>
    issue.milestoneId === null ? undefined : [issue.milestoneId, issue.projectId, issue.confidential ? 1 : 0],
  ),
  byAuthor: index((issue) => [issue.authorId]),
  byAssignee: indexEach((issue) => issue.assigneeIds.map((id) => [id])),
  byOpenAssignee: indexEach(({ state, assigneeIds }) =>
    state === 'opened' ? assigneeIds.map((id) => [id]) : [],
  ),
  byLabel: indexEach((issue) => issue.labelIds.map((id) => [id, issue.state])),
  // The orders of a project's list, and what it is filtered by.
  byState: index((issue) => [issue.projectId, issue.state, issue.createdAt]),
  byProjectUpdated: index((issue) => [issue.projectId, issue.state, issue.updatedAt]),
  byProjectTitle: index((issue) => [issue.projectId, issue.state, issue.title]),
  byProjectDue: index(({ projectId, state, dueDate }) => [projectId, state, ...orNone(dueDate, '')]),
  byProjectWeight: index(({ projectId, state, weight }) => [projectId, state, ...orNone(weight, 0)]),
  byProjectPosition: index((issue) => [issue.projectId, issue.state, issue.position ?? issue.id]),
  byProjectAuthor: index((issue) => [issue.projectId, issue.authorId, issue.state, issue.createdAt]),
  byProjectMilestone: index((issue) => [
    issue.projectId,
    issue.milestoneId ?? NO_ID,
    issue.state,
    issue.createdAt,
  ]),
  byProjectWeightIs: index((it) => [it.projectId, it.weight ?? NO_WEIGHT, it.state, it.createdAt]),
  byProjectUndated: index((it) =>
    it.dueDate === null ? [it.projectId, NO_ID, it.state, it.createdAt] : undefined,
  ),
  byProjectConfidential: index((it) => [it.projectId, Number(it.confidential), it.state, it.createdAt]),
  byProjectType: index((it) => [it.projectId, it.type ?? 'issue', it.state, it.createdAt]),
  // Few issues have a health: the others cost nothing here.
  byProjectHealth: indexEach(({ projectId, state, createdAt, health }) =>
    health == null ? [] : [health, ANY_HEALTH].map((one) => [projectId, one, state, createdAt]),
  ),
  byProjectAssignee: indexEach((issue) => eachOf(issue, issue.assigneeIds)),
  byProjectLabel: indexEach((issue) => eachOf(issue, issue.labelIds)),
})

/** What all issues stand under that have a health, beside it. */
export const ANY_HEALTH = 'any'

/** Of rows that have a value and rows that have none, the first part of a key that tells them apart. */
export const WITH = 0
export const WITHOUT = 1

/** The last parts of a key that tells them apart. Keys of one length and type are sorted sooner, so something stands for no value. */
export function orNone<Value extends number | string>(value: Value | null, nothing: Value): Key {
  return value === null ? [WITHOUT, nothing] : [WITH, value]
}

function eachOf({ projectId, state, createdAt }: Issue, ids: readonly number[]): Key[] {
  return (ids.length === 0 ? [NO_ID] : ids).map((id) => [projectId, id, state, createdAt])
}

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
  byIssue: index((event) => [event.issueId, event.at]),
})
