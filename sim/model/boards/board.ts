import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

/** A board of issues in lists. */
export interface Board {
  readonly id: number
  /** One of the two is null. */
  readonly projectId: number | null
  readonly groupId: number | null
  readonly name: string
  readonly hidesBacklog: boolean
  readonly hidesClosed: boolean
  /** What the board is limited to: a milestone or one of the fixed numbers, somebody, labels, a weight. */
  readonly milestoneId?: number | null
  readonly assigneeId?: number | null
  readonly labelIds?: readonly number[]
  readonly weight?: number | null
  readonly createdAt: Instant
  readonly updatedAt?: Instant
}

export const boardsTable = table<Board>()('boards', {
  byProject: index((it) => (it.projectId === null ? undefined : [it.projectId, it.name.toLowerCase()])),
  byGroup: index((it) => (it.groupId === null ? undefined : [it.groupId, it.name.toLowerCase()])),
})

/** The issues of one label, assignee or milestone on a board: one of the three ids is a number. */
export interface BoardList {
  readonly id: number
  readonly boardId: number
  readonly projectId: number | null
  readonly groupId: number | null
  readonly labelId: number | null
  readonly assigneeId?: number | null
  readonly milestoneId?: number | null
  /** From 0 on, without gaps. */
  readonly position: number
  readonly updatedAt?: Instant
}

export const boardListsTable = table<BoardList>()('boardLists', {
  byBoard: index((it) => [it.boardId, it.position]),
  byLabel: index((it) => (it.labelId === null ? undefined : [it.labelId])),
  byProject: index((it) => (it.projectId === null ? undefined : [it.projectId])),
  byGroup: index((it) => (it.groupId === null ? undefined : [it.groupId])),
})
