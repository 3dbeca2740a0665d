import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

/** Why a to-do item exists. */
export const todoActions = [
  'assigned',
  'mentioned',
  'build_failed',
  'marked',
  'approval_required',
  'unmergeable',
  'directly_addressed',
  'merge_train_removed',
  'review_requested',
  'member_access_requested',
] as const
export type TodoAction = (typeof todoActions)[number]

/** A to-do item. */
export interface Todo {
  readonly id: number
  readonly userId: number
  /** Who caused it. */
  readonly authorId: number
  /** Null of an epic, which is in a group. */
  readonly projectId: number | null
  readonly groupId?: number
  readonly target: 'Issue' | 'MergeRequest' | 'Epic'
  readonly targetId: number
  /** The comment that mentions them. */
  readonly noteId: number | null
  readonly action: TodoAction
  readonly state: 'pending' | 'done'
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** A number for the project, or for the group of an epic: below zero. */
export function placeOfTodo({ projectId, groupId = 0 }: Todo): number {
  return projectId ?? 0 - groupId
}

export const todosTable = table<Todo>()('todos', {
  byUser: index((it) => [it.userId, it.state]),
  byPlace: index((it) => [it.userId, it.state, placeOfTodo(it)]),
  byAuthor: index((it) => [it.userId, it.state, it.authorId]),
  byTarget: index((it) => [it.target, it.targetId, it.userId, it.state]),
  byProject: index((it) => [it.projectId ?? 0]),
})
