import { addTodo, completeTodos } from '../../model/issues/todos.ts'
import type { User } from '../../model/users/user.ts'
import type { ActionContext, ActionResult } from './quick-action.ts'

export function addTodoItem({
  situation: { world, caller, now },
  on,
}: ActionContext): ActionResult | undefined {
  const by = caller.user as User
  if (addTodo(world, on, by.id, { action: 'marked', by }, now) === undefined) return undefined
  return { message: 'Added a to do.', changes: { todo_event: 'add' } }
}

export function completeTodoItems({ situation, on }: ActionContext): ActionResult | undefined {
  const { world, caller, now } = situation
  if (!completeTodos(world, on, (caller.user as User).id, now)) return undefined
  return { message: 'Marked to do as done.', changes: { todo_event: 'done' } }
}
