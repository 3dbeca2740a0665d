import { check } from '../../kit/check.ts'
import { answers, has, numberIn } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const AGENT = 'GET /projects/:id/snippets/:snippet_id/user_agent_detail'

export const userAgentDetails = check({
  id: 'issues/user-agent-details',
  says: 'Administrators see the user agent that created a snippet, and others are refused with 403',
  source: 'issues#user-agent-details, issues#later-user-agent-details',
  level: 'should',
  covers: [AGENT],
  holds: async (stage) => {
    const { call, project } = stage
    if (!stage.has('admin')) return stage.skip('there is no administrator')
    const { id } = project
    const snippet = { id, title: 'Made', file_name: 'a.txt', content: 'a', visibility: 'private' }
    const headers = { 'user-agent': 'conformance' }
    const made = arranged(await call('POST /projects/:id/snippets', snippet, { headers }))
    const place = { id, snippet_id: numberIn(made, 'id') }
    const told = await call(AGENT, place, { as: 'admin' })
    await stage.changed('issues#later-user-agent-details', {
      before: () => {
        answers(told, 200)
        has(told.row(), { user_agent: 'conformance', akismet_submitted: false }, told)
      },
      after: () => answers(told, 404, { message: '404 UserAgentDetail Not Found' }),
    })
    if (!stage.user('owner').admin) answers(await call(AGENT, place), 403)
  },
})
