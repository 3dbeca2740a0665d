import { type Todo, todoActions } from '../model/issues/todo.ts'
import {
  entity,
  integer,
  one,
  oneOfTexts,
  serializeRow,
  text,
  timestamp,
  url,
  type View,
  when,
} from './entity.ts'
import { epicEntity } from './epic.ts'
import { issueEntity } from './issue.ts'
import { mergeRequestEntity } from './merge-request.ts'
import { namespaceBasicEntity } from './namespace.ts'
import { projectIdentityEntity } from './project-summary.ts'
import { userRefEntity } from './user-ref.ts'

/** A to-do item. */
export const todoEntity = entity<Todo>('Todo', {
  id: integer(({ id }) => id),
  project: when(
    ({ projectId }: Todo) => projectId !== null,
    one(projectIdentityEntity, ({ projectId }, { world }) => world.projects.require(Number(projectId))),
  ),
  group: when(
    ({ groupId }: Todo) => groupId !== undefined,
    one(namespaceBasicEntity, ({ groupId = 0 }, { world }) => ({
      kind: 'group' as const,
      group: world.groups.require(groupId),
    })),
  ),
  author: one(userRefEntity, ({ authorId }, { world }) => world.users.require(authorId)),
  action_name: oneOfTexts(todoActions, ({ action }) => action),
  target_type: oneOfTexts(['Issue', 'MergeRequest', 'Epic'], ({ target }) => target),
  target: {
    schema: {
      anyOf: ['Issue', 'MergeRequest', 'Epic'].map((name) => ({ $ref: `#/components/schemas/${name}` })),
    },
    write: ({ target, targetId }, view) => {
      const { issues, mergeRequests, epics } = view.world
      if (target === 'Issue') return serializeRow(issueEntity, issues.require(targetId), view)
      if (target === 'Epic') return serializeRow(epicEntity, epics.require(targetId), view)
      return serializeRow(mergeRequestEntity, mergeRequests.require(targetId), view)
    },
    uses: [issueEntity, mergeRequestEntity, epicEntity],
  },
  target_url: url(pageOf),
  body: text((todo, { world }) => world.notes.get(todo.noteId ?? 0)?.body ?? targetOf(todo, world).title),
  state: oneOfTexts(['pending', 'done'], ({ state }) => state),
  created_at: timestamp(({ createdAt }) => createdAt),
  updated_at: timestamp(({ updatedAt }) => updatedAt),
})

function targetOf({ target, targetId }: Todo, world: View['world']) {
  if (target === 'Epic') return world.epics.require(targetId)
  return target === 'Issue' ? world.issues.require(targetId) : world.mergeRequests.require(targetId)
}

const pages = { Issue: 'issues', MergeRequest: 'merge_requests', Epic: 'epics' } as const

function pageOf(todo: Todo, { world, url }: View): string {
  const kind = pages[todo.target]
  const { fullPath } =
    todo.projectId === null
      ? { fullPath: `groups/${world.groups.require(todo.groupId ?? 0).fullPath}` }
      : world.projects.require(todo.projectId)
  const anchor = todo.noteId === null ? '' : `#note_${todo.noteId}`
  return url(`${fullPath}/-/${kind}/${targetOf(todo, world).iid}${anchor}`)
}
