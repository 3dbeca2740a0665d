import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Day, Instant } from '../../time/calendar.ts'

export const epicStates = ['opened', 'closed'] as const

/** An epic of a group. */
export interface Epic {
  readonly id: number
  readonly iid: number
  readonly groupId: number
  readonly parentId: number | null
  /** Its place among its siblings. */
  readonly position: number
  readonly title: string
  readonly description: string | null
  readonly state: (typeof epicStates)[number]
  readonly confidential: boolean
  readonly color: string
  readonly labelIds: readonly number[]
  readonly authorId: number
  readonly startDateFixed: Day | null
  readonly startDateIsFixed: boolean
  readonly dueDateFixed: Day | null
  readonly dueDateIsFixed: boolean
  readonly closedAt: Instant | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export const epicsTable = table<Epic>((it) => [it.title, it.description])('epics', {
  byGroup: index((it) => [it.groupId, it.createdAt]),
  byGroupUpdated: index((it) => [it.groupId, it.updatedAt]),
  byGroupTitle: index((it) => [it.groupId, it.title, it.createdAt]),
  byIid: index((it) => [it.groupId, it.iid]),
  byParent: index((it) => (it.parentId === null ? undefined : [it.parentId, it.position])),
  // By what decides who sees them.
  byParentPlace: index(({ parentId, groupId, confidential, position }) =>
    parentId === null ? undefined : [parentId, placeNumber(groupId, confidential), position],
  ),
})

/** Tells groups or projects apart, and in each what is confidential. */
export function placeNumber(id: number, isConfidential: boolean): number {
  return 2 * id + Number(isConfidential)
}

/** An issue as part of an epic; an issue is part of one at the most. */
export interface EpicIssue {
  readonly id: number
  readonly epicId: number
  readonly issueId: number
  readonly position: number
}

export const epicIssuesTable = table<EpicIssue>()('epicIssues', {
  byEpic: index((it) => [it.epicId, it.position]),
  byIssue: index((it) => [it.issueId]),
})
