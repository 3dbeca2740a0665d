import { todoEntity } from '../../entities/todo.ts'
import type { Issuable } from '../../model/discussions/notes.ts'
import { type Todo, todoActions } from '../../model/issues/todo.ts'
import { addTodo, completeTodo } from '../../model/issues/todos.ts'
import type { User } from '../../model/users/user.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, oneOf, required, saidAs } from '../../protocol/params.ts'
import { Refusal, recordNotFound } from '../../protocol/refusal.ts'
import { EPIC, epicIid, epicNamed, ofEpics } from '../shared/epic-places.ts'
import { ofIssue, ofMergeRequest, type Place } from '../shared/issuable-places.ts'
import { todosOf } from './todo-list.ts'

/** Types of targets that the service knows; here only issues, merge requests and epics get to-do items. */
const targetTypes = [
  'Commit',
  'Issue',
  'WorkItem',
  'MergeRequest',
  'Epic',
  'DesignManagement::Design',
  'AlertManagement::Alert',
  'Namespace',
  'Project',
] as const

const filters = {
  action: oneOf(todoActions, { about: 'Action that created the to-do item' }),
  author_id: integer({ about: 'ID of the author of the action' }),
  project_id: integer(),
  group_id: integer({ about: 'Only projects of this group and its subgroups' }),
  state: oneOf(['pending', 'done'], { about: 'Default `pending`' }),
  type: oneOf(targetTypes, { about: 'Type of the target' }),
}

export const listTodos = operation(
  {
    method: 'GET',
    path: '/todos',
    summary: 'List to-do items',
    params: filters,
    answers: { many: todoEntity },
    beyond: true,
  },
  ({ params, view: { situation } }) => todosOf(situation, params),
)

export const markTodoAsDone = operation(
  {
    method: 'POST',
    path: '/todos/:todo_id/mark_as_done',
    summary: 'Mark a to-do item as done',
    params: saidAs('id', { todo_id: required(integer({ about: 'ID of the to-do item' })) }),
    answers: { status: 201, one: todoEntity },
    refuses: [404],
    beyond: true,
  },
  ({ world, caller, params, now }) => {
    const todo = world.todos.get(params.todo_id ?? 0)
    if (todo === undefined || todo.userId !== caller.user?.id) throw recordNotFound()
    return completeTodo(world, todo, now)
  },
)

export const markAllTodosAsDone = operation(
  {
    method: 'POST',
    path: '/todos/mark_as_done',
    summary: 'Mark all to-do items as done',
    answers: { status: 204 },
    beyond: true,
  },
  ({ world, now, view: { situation } }) => {
    const pending = [...todosOf(situation, {}).rows()]
    for (const todo of pending) completeTodo(world, todo, now)
  },
)

export const createIssueTodo = createTodo(ofIssue)
export const createMergeRequestTodo = createTodo(ofMergeRequest)

export const createEpicTodo = operation(
  {
    ...ofEpics,
    method: 'POST',
    path: `${EPIC}/todo`,
    summary: 'Create a to-do item for an epic (304 if it exists)',
    params: epicIid,
    answers: { status: 201, one: todoEntity },
    refuses: [304, 404],
  },
  ({ world, caller, group, params, now, view }) => {
    const by = caller.user as User
    const row = epicNamed(view.situation, group, params.epic_iid)
    return added(addTodo(world, { kind: 'Epic', row }, by.id, { action: 'marked', by }, now))
  },
)

function createTodo({ path, noun, hidden, iid, on }: Place) {
  return operation(
    {
      method: 'POST',
      path: `${path}/todo`,
      summary: `Create a to-do item for ${noun} (304 if it exists)`,
      // A merge request that the caller may not read is refused, not hidden (issues#todo-mark-hidden).
      subject: hidden.subject,
      ...(hidden.sees && { needs: hidden.sees }),
      params: iid,
      answers: { status: 201, one: todoEntity },
      refuses: [304],
      beyond: true,
    },
    ({ world, caller, now, ...rest }) => {
      const by = caller.user as User
      return added(addTodo(world, on(rest) as Issuable, by.id, { action: 'marked', by }, now))
    },
  )
}

function added(todo: Todo | undefined): Todo {
  if (todo === undefined) throw new Refusal(304, null, { text: '' })
  return todo
}
