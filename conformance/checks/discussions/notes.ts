import { discussables } from '../../arrange/discussables.ts'
import { check } from '../../kit/check.ts'
import { answers, has } from '../../kit/expect.ts'
import { lifecycle } from '../../kit/lifecycle.ts'

export const notesLifecycle = lifecycle(
  {
    id: 'discussions/notes-lifecycle',
    says: 'A comment on an issue, a merge request or a snippet is listed and shown as it was created and updated, and a deleted one answers 404',
    source:
      'discussions#note-create, discussions#note-list, discussions#note-update, discussions#note-delete',
    needs: { repository: true },
  },
  discussables.slice(0, 3).map(([path, place]) => ({
    record: `${path}/notes/:note_id`,
    place,
    values: { body: 'One' },
    changes: { body: 'Two' },
  })),
)

export const commitComments = check({
  id: 'discussions/commit-comments',
  says: 'A comment on a commit is listed as it was created',
  source: 'commits#comments',
  level: 'should',
  covers: ['GET', 'POST'].map((verb) => `${verb} /projects/:id/repository/commits/:sha/comments`),
  needs: { repository: true, writes: true },
  holds: async ({ call, project: { id, branch } }) => {
    const comments = '/projects/:id/repository/commits/:sha/comments'
    const created = await call(`POST ${comments}`, { id, sha: branch, note: 'Well done' })
    answers(created, 201)
    has(created.row(), { note: 'Well done' }, created)
    answers(await call(`GET ${comments}`, { id, sha: branch }), 200, [created.json ?? null])
  },
})
