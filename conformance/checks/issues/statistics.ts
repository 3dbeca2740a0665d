import { issue } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, has, rowIn } from '../../kit/expect.ts'

export const statistics = check({
  id: 'issues/statistics',
  says: 'Issue statistics count the open and closed issues that the list has for the same filters',
  source: 'issues#statistics',
  level: 'should',
  covers: ['GET /projects/:id/issues_statistics'],
  holds: async (stage) => {
    const { call, project } = stage
    for (const title of ['One', 'Two', 'Three']) await issue(stage, { title })
    const close = { id: project.id, issue_iid: 1, state_event: 'close' }
    answers(await call('PUT /projects/:id/issues/:issue_iid', close), 200)
    const counts = async (search?: string) => {
      const params = { id: project.id, ...(search !== undefined && { search }) }
      const reply = await call('GET /projects/:id/issues_statistics', params)
      return rowIn(rowIn(reply.row(), 'statistics'), 'counts')
    }
    has(await counts(), { all: 3, closed: 1, opened: 2 })
    has(await counts('Three'), { all: 1, closed: 0, opened: 1 })
  },
})
