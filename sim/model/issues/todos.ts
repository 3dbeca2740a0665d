import type { Instant } from '../../time/calendar.ts'
import type { EpicTarget, Issuable } from '../discussions/notes.ts'
import type { User } from '../users/user.ts'
import { nextId, type World } from '../world.ts'
import type { Todo, TodoAction } from './todo.ts'

/** What to-do items are for. */
type TodoTarget = Issuable | EpicTarget

export interface TodoReason {
  readonly action: TodoAction
  readonly by: User
  readonly noteId?: number | undefined
}

/** Adds a to-do item; undefined where a pending one exists. */
export function addTodo(
  world: World,
  on: TodoTarget,
  userId: number,
  { action, by, noteId = undefined }: TodoReason,
  now: Instant,
): Todo | undefined {
  if (pending(world, on, userId).length > 0) return undefined
  return world.todos.insert({
    id: nextId(world, 'todos'),
    userId,
    authorId: by.id,
    ...(on.kind === 'Epic' ? { projectId: null, groupId: on.row.groupId } : { projectId: on.row.projectId }),
    target: on.kind,
    targetId: on.row.id,
    noteId: noteId ?? null,
    action,
    state: 'pending',
    createdAt: now,
    updatedAt: now,
  })
}

/** True when a user has a pending to-do item for an issue or merge request. */
export function hasTodo(world: World, on: TodoTarget, userId: number): boolean {
  return pending(world, on, userId).length > 0
}

/** Marks a user's to-do items for an issue, merge request or epic as done; false where there is none. */
export function completeTodos(world: World, on: TodoTarget, userId: number, now: Instant): boolean {
  const todos = pending(world, on, userId)
  for (const todo of todos) completeTodo(world, todo, now)
  return todos.length > 0
}

export function completeTodo(world: World, todo: Todo, now: Instant): Todo {
  return todo.state === 'done' ? todo : world.todos.put({ ...todo, state: 'done', updatedAt: now })
}

/** Deletes the to-do items of a deleted target. */
export function deleteTodos(world: World, target: Todo['target'], id: number): void {
  for (const todo of world.todos.by('byTarget', target, id).list()) world.todos.delete(todo.id)
}

function pending(world: World, { kind, row }: TodoTarget, userId: number): Todo[] {
  return world.todos.by('byTarget', kind, row.id, userId, 'pending').list()
}
