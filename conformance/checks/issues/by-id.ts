import { check } from '../../kit/check.ts'
import { answers, has, holds, numberIn } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

export const byIdAndRelated = check({
  id: 'issues/by-id-and-related',
  says: 'Administrators get an issue of any project by its id, and a merge request lists the issues that its comments mention',
  source: 'issues#by-id, issues#related-issues-of-merge-request',
  level: 'should',
  covers: ['GET /issues/:id', 'GET /projects/:id/merge_requests/:merge_request_iid/related_issues'],
  needs: {
    furnished: true,
    about: ['GET /projects/:id/issues/:issue_iid', 'GET /projects/:id/merge_requests/:merge_request_iid'],
  },
  holds: async (stage) => {
    const { call, project } = stage
    const named = { id: project.id, merge_request_iid: 1 }
    const row = (await call('GET /projects/:id/issues/:issue_iid', { id: project.id, issue_iid: 2 })).row()
    arranged(
      await call('POST /projects/:id/merge_requests/:merge_request_iid/notes', { ...named, body: 'See #2.' }),
    )
    const related = await call('GET /projects/:id/merge_requests/:merge_request_iid/related_issues', named)
    holds(
      related.rows().some(({ id }) => id === row.id),
      'the issue is related',
      related.json,
      related,
    )
    if (!stage.has('admin')) return
    const found = await call('GET /issues/:id', { id: numberIn(row, 'id') }, { as: 'admin' })
    answers(found, 200)
    has(found.row(), { id: row.id ?? null, iid: 2 }, found)
  },
})
