import { issue } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { equals, has, numberIn } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'

export const types = check({
  id: 'issues/types',
  says: 'An issue has the `issue_type` that is sent, is found by it, and changes it on update',
  source: 'issues#types',
  level: 'should',
  covers: ['POST /projects/:id/issues', 'GET /projects/:id/issues'],
  holds: async (stage) => {
    const { id } = stage.project
    const wish = { id, title: 'Down', issue_type: 'incident' }
    const made = await stage.call('POST /projects/:id/issues', wish, { as: 'owner' })
    has(made.row(), { issue_type: 'incident' }, made)
    await stage.call('POST /projects/:id/issues', { id, title: 'Up' }, { as: 'owner' })
    const list = await stage.call('GET /projects/:id/issues', { id, issue_type: 'incident' }, { as: 'owner' })
    equals(
      'the incidents',
      list
        .rows()
        .map((row) => row.iid)
        .join(),
      String(made.row().iid),
    )
    const change = { id, issue_iid: numberIn(made.row(), 'iid'), issue_type: 'issue' }
    const changed = await stage.call('PUT /projects/:id/issues/:issue_iid', change, { as: 'owner' })
    has(changed.row(), { issue_type: 'issue' }, changed)
  },
})

export const filterByUsername = check({
  id: 'issues/filter-by-username',
  says: 'Issues are filtered by the usernames of author and assignee, and `not` leaves out the issues of these users',
  source: 'issues#filter-by-username',
  level: 'should',
  covers: ['GET /issues', 'GET /projects/:id/issues'],
  needs: { project: 'private' },
  each: () => ['GET /issues', 'GET /projects/:id/issues'],
  holds: async (stage, list) => {
    const { call, project } = stage
    const { id, username } = stage.user('owner')
    await issue(stage, { title: 'Assigned', assignee_ids: [id] })
    await issue(stage, { title: 'Alone' })
    const titles = async (params: Params) => {
      const reply = await call(list, { id: project.id, scope: 'all', per_page: 100, ...params })
      const rows = reply.rows().filter((row) => row.project_id === project.id)
      return rows.map(({ title }) => title ?? null).sort()
    }
    equals('by the author', await titles({ author_username: username }), ['Alone', 'Assigned'])
    equals('by the assignee', await titles({ assignee_username: username }), ['Assigned'])
    equals('of others', await titles({ not: { author_username: username } }), [])
    equals('of nobody', await titles({ not: { assignee_username: [username] } }), ['Alone'])
  },
})
