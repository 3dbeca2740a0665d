import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Day, Instant } from '../../time/calendar.ts'

export interface Milestone {
  readonly id: number
  readonly iid: number
  /** Exactly one of the two is set. */
  readonly projectId: number | null
  readonly groupId: number | null
  readonly title: string
  readonly description: string | null
  readonly state: 'active' | 'closed'
  readonly dueOn: Day | null
  readonly startOn: Day | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export const milestonesTable = table<Milestone>((it) => [it.title, it.description])('milestones', {
  byProject: index((it) => (it.projectId === null ? undefined : [it.projectId])),
  byGroup: index((it) => (it.groupId === null ? undefined : [it.groupId])),
  byProjectState: index((it) => (it.projectId === null ? undefined : [it.projectId, it.state])),
  byProjectTitle: index((it) => (it.projectId === null ? undefined : [it.projectId, it.title])),
  byGroupTitle: index((it) => (it.groupId === null ? undefined : [it.groupId, it.title])),
  byTitle: index((it) => [it.title]),
  byGroupIid: index((it) => (it.groupId === null ? undefined : [it.groupId, it.iid])),
  // What has no due date comes last.
  byProjectDue: index((it) => (it.projectId === null ? undefined : [it.projectId, it.dueOn ?? '~'])),
  byGroupDue: index((it) => (it.groupId === null ? undefined : [it.groupId, it.dueOn ?? '~'])),
  byProjectIid: index((it) => (it.projectId === null ? undefined : [it.projectId, it.iid])),
  byCreated: index((it) => [it.createdAt]),
  byProjectCreated: index((it) => (it.projectId === null ? undefined : [it.projectId, it.createdAt])),
  byProjectUpdated: index((it) => (it.projectId === null ? undefined : [it.projectId, it.updatedAt])),
})
