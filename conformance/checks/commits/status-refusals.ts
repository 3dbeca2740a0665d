import { commit } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, says } from '../../kit/expect.ts'

const STATUSES = 'GET /projects/:id/repository/commits/:sha/statuses'
const CREATE = 'POST /projects/:id/statuses/:sha'

export const statusRefusals = check({
  id: 'commits/status-refusals',
  says: 'Statuses are read by whoever signs in, and link to nothing but web pages',
  source: 'commits#status-sign-in, commits#status-address',
  level: 'should',
  covers: [STATUSES, CREATE],
  needs: { writes: true, project: 'public' },
  holds: async (stage) => {
    const { call, project } = stage
    const { id, branch } = project
    const sha = await commit(stage, { branch, path: 'tested.txt' })
    const blocked = { target_url: ['is blocked: Only allowed schemes are http, https'] }
    for (const target_url of ['invalid url', 'git://pages.example/build'])
      says(await call(CREATE, { id, sha, state: 'pending', target_url }), 400, blocked)
    const none = await call(STATUSES, { id, sha })
    equals('the statuses', none.rows().length, 0, none)
    answers(await call(CREATE, { id, sha, state: 'pending', target_url: 'https://pages.example/1' }), 201)
    answers(await call(STATUSES, { id, sha }, { as: 'reporter' }), 200)
    answers(await call(STATUSES, { id, sha }, { as: 'anonymous' }), 401)
  },
})
