import { isSubscribed } from '../../../model/discussions/discussion.ts'
import { emojiNamed, isEmojiName } from '../../../model/discussions/emoji.ts'
import { addAward } from '../../../model/discussions/notes.ts'
import { subscribe } from '../../../model/discussions/subscriptions.ts'
import { addTodo, completeTodos, hasTodo } from '../../../model/issues/todos.ts'
import { callerOf } from './named.ts'
import type { Action, ActionContext, ActionResult } from './quick-action.ts'

// Quick actions that everybody may run, since they concern nobody else.

export const ownActions: { readonly [name: string]: Action } = {
  todo: {
    by: 'all',
    afterwards: true,
    when: (it) => !hasTodo(it.situation.world, it.was, callerOf(it).id),
    run: (it) => {
      const by = callerOf(it)
      addTodo(it.situation.world, it.on, by.id, { action: 'marked', by }, it.situation.now)
      return { message: 'Added a to do.', changes: { todo_event: 'add' } }
    },
  },
  done: {
    by: 'all',
    afterwards: true,
    when: (it) => hasTodo(it.situation.world, it.was, callerOf(it).id),
    run: (it) => {
      completeTodos(it.situation.world, it.on, callerOf(it).id, it.situation.now)
      return { message: 'Marked to do as done.', changes: { todo_event: 'done' } }
    },
  },
  subscribe: subscribes(true),
  unsubscribe: subscribes(false),
  award: { by: 'all', afterwards: true, run: toggleAward },
}

function subscribes(wanted: boolean): Action {
  return {
    by: 'all',
    afterwards: true,
    when: (it) => isSubscribed(it.situation.world, it.was.kind, it.was.row, callerOf(it)) !== wanted,
    run: (it) => {
      subscribe(it.situation.world, it.on, callerOf(it), wanted)
      return {
        message: wanted ? 'Subscribed to notifications.' : 'Unsubscribed from notifications.',
        changes: { subscription_event: wanted ? 'subscribe' : 'unsubscribe' },
      }
    },
  }
}

function toggleAward(it: ActionContext): ActionResult | undefined {
  const { on, text, situation } = it
  const { world, now } = situation
  const [, name] = /^:([a-z0-9_+-]{1,64}):$/.exec(text) ?? []
  if (name === undefined || !isEmojiName(name)) return undefined
  const by = callerOf(it)
  const given = world.awards.find('byAwardable', on.kind, on.row.id, emojiNamed(name), by.id)
  if (given === undefined) addAward(world, on, name, by, now)
  else world.awards.delete(given.id)
  return { message: `Toggled :${name}: emoji award.`, changes: { emoji_award: name } }
}
