import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, says, textIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { arranged, type Stage } from '../../run/stage.ts'

const source = 'dossier 2, section 13; documentation of the service, Users API'
const needs = { project: 'none', role: 'admin', writes: true } as const

/** A user who goes with the check. */
async function somebody(stage: Stage, name: string): Promise<Row> {
  const username = `${stage.prefix}-${name}`.toLowerCase()
  const params = {
    username,
    name: 'Some Body',
    email: `${username}@example.com`,
    password: 'Correct-Horse-9',
  }
  return arranged(await stage.call('POST /users', params))
}

async function gone(stage: Stage, user: Row): Promise<void> {
  await stage.call('DELETE /users/:id', { id: numberIn(user, 'id'), hard_delete: true })
}

export const states = check({
  id: 'accounts/states',
  says: 'To block tells true once and null after it, to unblock true once and false after it, and bans work alike',
  source,
  level: 'should',
  covers: [
    'POST /users/:id/block',
    'POST /users/:id/unblock',
    'POST /users/:id/ban',
    'POST /users/:id/unban',
  ],
  needs,
  holds: async (stage) => {
    const user = await somebody(stage, 'blocked')
    const id = numberIn(user, 'id')
    for (const [verb, told, state] of [
      ['block', true, 'blocked'],
      ['block', null, 'blocked'],
      ['unblock', true, 'active'],
      ['unblock', false, 'active'],
      ['ban', true, 'banned'],
      ['unban', true, 'active'],
    ] as const) {
      answers(await stage.call(`POST /users/:id/${verb}`, { id }), 201, told)
      has((await stage.call('GET /users/:id', { id })).row(), { state })
    }
    await gone(stage, user)
  },
})

export const removed = check({
  id: 'accounts/removed',
  says: 'A user who was deleted is missing to every call that names them',
  source,
  level: 'should',
  covers: ['DELETE /users/:id', 'PUT /users/:id'],
  needs,
  holds: async (stage) => {
    const user = await somebody(stage, 'removed')
    const id = numberIn(user, 'id')
    answers(await stage.call('DELETE /users/:id', { id, hard_delete: true }), 204)
    says(await stage.call('GET /users/:id', { id }), 404, '404 User Not Found')
    says(await stage.call('PUT /users/:id', { id, bio: 'x' }), 404, '404 User Not Found')
    says(await stage.call('DELETE /users/:id', { id }), 404, '404 User Not Found')
  },
})

export const changed = check({
  id: 'accounts/changed',
  says: 'What an administrator changes of a user is changed, and everything else stays',
  source,
  level: 'should',
  covers: ['PUT /users/:id'],
  needs,
  each: () => [
    { bio: 'A bio' },
    { name: 'An Other' },
    { location: 'Here', job_title: 'Baker' },
    { can_create_group: false },
    { projects_limit: 7 },
    { note: 'Kept' },
  ],
  holds: async (stage, wish: Row) => {
    const user = await somebody(stage, 'changed')
    const id = numberIn(user, 'id')
    const before = (await stage.call('GET /users/:id', { id })).row()
    const reply = await stage.call('PUT /users/:id', { id, ...wish } as never)
    answers(reply, 200)
    has(reply.row(), wish, reply)
    const after = (await stage.call('GET /users/:id', { id })).row()
    for (const field of [
      'username',
      'email',
      'bio',
      'name',
      'location',
      'projects_limit',
      'can_create_group',
    ])
      if (!(field in wish)) equals(`field ${field}`, after[field], before[field])
    await gone(stage, user)
  },
})

export const tokens = check({
  id: 'accounts/token-life',
  says: 'A token opens what its user may do until it is revoked, and a renewed one takes its place',
  source: 'documentation of the service, Personal access tokens API; dossier 1, section 6',
  level: 'should',
  covers: [
    'POST /users/:user_id/personal_access_tokens',
    'POST /personal_access_tokens/:id/rotate',
    'DELETE /personal_access_tokens/:id',
  ],
  needs,
  holds: async (stage) => {
    const user = await somebody(stage, 'tokens')
    const id = numberIn(user, 'id')
    const opens = async (token: string) => {
      const headers = { 'PRIVATE-TOKEN': token }
      return (await stage.call('GET /user', {}, { as: 'anonymous', headers })).status
    }
    const issue = { user_id: id, name: 'conform', scopes: ['api'] }
    const first = (await stage.call('POST /users/:user_id/personal_access_tokens', issue)).row()
    equals('what the token answers', await opens(textIn(first, 'token')), 200)
    const renewed = await stage.call('POST /personal_access_tokens/:id/rotate', { id: numberIn(first, 'id') })
    answers(renewed, [200, 201])
    equals('what the renewed-away token answers', await opens(textIn(first, 'token')), 401)
    equals('what the new token answers', await opens(textIn(renewed.row(), 'token')), 200)
    answers(
      await stage.call('DELETE /personal_access_tokens/:id', { id: numberIn(renewed.row(), 'id') }),
      204,
    )
    equals('what the revoked token answers', await opens(textIn(renewed.row(), 'token')), 401)
    const list = await stage.call('GET /personal_access_tokens', { user_id: id, state: 'active' })
    holds(list.rows().length === 0, 'no token of the user is active', list.json, list)
    await gone(stage, user)
  },
})
