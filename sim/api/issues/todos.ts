import { todoEntity } from '../../entities/todo.ts'
import type { Discussed } from '../../model/discussions/notes.ts'
import type { Group } from '../../model/groups/group.ts'
import { type Todo, todoActions } from '../../model/issues/todo.ts'
import { finishTodo, giveTodo } from '../../model/issues/todos.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import type { Situation } from '../../policy/abilities.ts'
import { ancestorsAndSelf, groupOf } from '../../policy/roles.ts'
import { seesProject } from '../../policy/visible.ts'
import { listed } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, oneOf, type ParamsOf, required } from '../../protocol/params.ts'
import { Refusal, recordNotFound } from '../../protocol/refusal.ts'
import { ofIssue, ofMergeRequest, type Place } from '../shared/issuable-places.ts'

/** What the service has lists of; here issues and merge requests get onto them. */
const targetTypes = [
  'Commit',
  'Issue',
  'WorkItem',
  'MergeRequest',
  'DesignManagement::Design',
  'AlertManagement::Alert',
  'Namespace',
  'Project',
] as const

const filters = {
  action: oneOf(todoActions, { about: 'Why it is on the list' }),
  author_id: integer({ about: 'Whose doing it is' }),
  project_id: integer(),
  group_id: integer({ about: 'Those of projects in the group and below' }),
  state: oneOf(['pending', 'done'], { about: 'Pending unless said' }),
  type: oneOf(targetTypes, { about: 'What it is about' }),
}

export const listTodos = operation(
  {
    method: 'GET',
    path: '/todos',
    summary: 'List what the caller has to look at, the latest first',
    params: filters,
    answers: { many: todoEntity },
    beyond: true,
  },
  ({ params, view: { situation } }) => listed(found(situation, params)),
)

export const finishOne = operation(
  {
    method: 'POST',
    path: '/todos/:todo_id/mark_as_done',
    summary: 'Take something off the list',
    params: { todo_id: required(integer({ about: 'Id of the item' })) },
    answers: { status: 201, one: todoEntity },
    refuses: [404],
    beyond: true,
  },
  ({ world, caller, params, now }) => {
    const todo = world.todos.get(params.todo_id ?? 0)
    if (todo === undefined || todo.userId !== caller.user?.id) throw recordNotFound()
    return finishTodo(world, todo, now)
  },
)

export const finishAll = operation(
  {
    method: 'POST',
    path: '/todos/mark_as_done',
    summary: 'Take everything off the list',
    answers: { status: 204 },
    beyond: true,
  },
  ({ world, now, view: { situation } }) => {
    for (const todo of found(situation, {})) finishTodo(world, todo, now)
  },
)

export const markIssue = mark(ofIssue)
export const markMergeRequest = mark(ofMergeRequest)

function mark({ path, noun, hidden, iid, on }: Place) {
  return operation(
    {
      method: 'POST',
      path: `${path}/todo`,
      summary: `Put ${noun} on the caller's list; 304 where it stands there`,
      ...hidden,
      params: iid,
      answers: { status: 201, one: todoEntity },
      refuses: [304],
      beyond: true,
    },
    ({ world, caller, now, ...rest }) => {
      const by = caller.user as User
      const todo = giveTodo(world, on(rest) as Discussed, by.id, { action: 'marked', by }, now)
      if (todo === undefined) throw new Refusal(304, null, { text: '' })
      return todo
    },
  )
}

function found(situation: Situation, params: Partial<ParamsOf<typeof filters>>): Todo[] {
  const { world, caller, now } = situation
  const { action, author_id, project_id, group_id, state, type } = params
  const todos = world.todos.by('byUser', caller.user?.id ?? 0, state ?? 'pending').list()
  return todos
    .filter(
      (todo) =>
        (action == null || todo.action === action) &&
        (author_id == null || todo.authorId === author_id) &&
        (project_id == null || todo.projectId === project_id) &&
        (group_id == null || isBelow(world, todo, world.groups.get(group_id))) &&
        (type == null || todo.target === type) &&
        seesProject(world, caller, world.projects.require(todo.projectId), now),
    )
    .sort((one, other) => other.id - one.id)
}

function isBelow(world: World, { projectId }: Todo, group: Group | undefined): boolean {
  const own = groupOf(world, world.projects.require(projectId))
  return [...ancestorsAndSelf(world, own)].some(({ id }) => id === group?.id)
}
