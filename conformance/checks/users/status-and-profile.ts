import { check } from '../../kit/check.ts'
import { answers, has, says } from '../../kit/expect.ts'

export const status = check({
  id: 'users/status',
  says: 'The status of a user is shown to others as it was set: a PUT removes what it does not send, a PATCH keeps it',
  source: 'users#status, users#status-of-others',
  level: 'should',
  covers: ['PUT /user/status', 'PATCH /user/status', 'GET /user/status', 'GET /users/:user_id/status'],
  needs: { project: 'none', restores: true },
  holds: async (stage) => {
    const { call } = stage
    const user_id = stage.user('owner').id
    for (const [verb, params, expected] of [
      ['PUT', { emoji: 'coffee', message: 'Away' }, { emoji: 'coffee', message: 'Away' }],
      ['PATCH', { message: 'Back' }, { emoji: 'coffee', message: 'Back' }],
      ['PUT', { message: 'Here' }, { emoji: 'speech_balloon', message: 'Here' }],
    ] as const) {
      const changed = await call(`${verb} /user/status`, params)
      answers(changed, 200)
      has(changed.row(), expected, changed)
      has((await call('GET /user/status')).row(), expected)
      has((await call('GET /users/:user_id/status', { user_id }, { as: 'admin' })).row(), expected)
    }
  },
})

export const found = check({
  id: 'users/found',
  says: 'A user is found by username in any case of letters, is shown alone, and an unknown id answers 404',
  source: 'users#list, users#single',
  level: 'should',
  covers: ['GET /users', 'GET /users/:id', 'GET /user'],
  needs: { project: 'none' },
  readOnly: true,
  holds: async (stage) => {
    const { call } = stage
    const { id, username } = stage.user('owner')
    const listed = await call('GET /users', { username: username.toUpperCase() })
    answers(listed, 200)
    has(listed.rows()[0] ?? {}, { id, username }, listed)
    for (const [operation, params] of [
      ['GET /users/:id', { id }],
      ['GET /user', {}],
    ] as const) {
      const shown = await call(operation, params)
      answers(shown, 200)
      has(shown.row(), { id, username }, shown)
    }
    answers(await call('GET /users/:id', { id: 987_654_321 }), 404, { message: '404 User Not Found' })
  },
})

export const statusRefused = check({
  id: 'users/status-refused',
  says: 'A status with what is no name of an emoji, or with a message of more than 100 characters, is refused and changes nothing',
  source: 'users#status-invalid',
  level: 'should',
  covers: ['PUT /user/status', 'PATCH /user/status'],
  needs: { project: 'none', restores: true },
  holds: async ({ call }) => {
    answers(await call('PUT /user/status', { emoji: 'coffee', message: 'Away' }), 200)
    for (const verb of ['PUT', 'PATCH'] as const) {
      const wrong = await call(`${verb} /user/status`, { emoji: 'no emoji!' })
      says(wrong, 400, { emoji: ['is not a valid emoji name'] })
      const long = await call(`${verb} /user/status`, { message: 'x'.repeat(101) })
      says(long, 400, { message: ['is too long (maximum is 100 characters)'] })
    }
    has((await call('GET /user/status')).row(), { emoji: 'coffee', message: 'Away' })
  },
})
