import { type Todo, todoActions } from '../model/issues/todo.ts'
import { entity, integer, one, oneOfTexts, serializeRow, text, timestamp, url, type View } from './entity.ts'
import { issueEntity } from './issue.ts'
import { mergeRequestEntity } from './merge-request.ts'
import { projectIdentityEntity } from './project-summary.ts'
import { userRefEntity } from './user-ref.ts'

/** A to-do item. */
export const todoEntity = entity<Todo>('Todo', {
  id: integer(({ id }) => id),
  project: one(projectIdentityEntity, ({ projectId }, { world }) => world.projects.require(projectId)),
  author: one(userRefEntity, ({ authorId }, { world }) => world.users.require(authorId)),
  action_name: oneOfTexts(todoActions, ({ action }) => action),
  target_type: oneOfTexts(['Issue', 'MergeRequest'], ({ target }) => target),
  target: {
    schema: {
      anyOf: [{ $ref: '#/components/schemas/Issue' }, { $ref: '#/components/schemas/MergeRequest' }],
    },
    write: ({ target, targetId }, view) =>
      target === 'Issue'
        ? serializeRow(issueEntity, view.world.issues.require(targetId), view)
        : serializeRow(mergeRequestEntity, view.world.mergeRequests.require(targetId), view),
    uses: [issueEntity, mergeRequestEntity],
  },
  target_url: url(pageOf),
  body: text((todo, { world }) => world.notes.get(todo.noteId ?? 0)?.body ?? targetOf(todo, world).title),
  state: oneOfTexts(['pending', 'done'], ({ state }) => state),
  created_at: timestamp(({ createdAt }) => createdAt),
  updated_at: timestamp(({ updatedAt }) => updatedAt),
})

function targetOf({ target, targetId }: Todo, world: View['world']) {
  return target === 'Issue' ? world.issues.require(targetId) : world.mergeRequests.require(targetId)
}

function pageOf(todo: Todo, { world, url }: View): string {
  const { fullPath } = world.projects.require(todo.projectId)
  const kind = todo.target === 'Issue' ? 'issues' : 'merge_requests'
  const anchor = todo.noteId === null ? '' : `#note_${todo.noteId}`
  return url(`${fullPath}/-/${kind}/${targetOf(todo, world).iid}${anchor}`)
}
