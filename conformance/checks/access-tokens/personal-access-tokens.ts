import { createdUser, deleteUser } from '../../arrange/users.ts'
import { nextWeek } from '../../arrange/variables-and-tokens.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, says, textIn } from '../../kit/expect.ts'
import { recordMissing } from '../../oracle/texts.ts'
import { arranged } from '../../run/stage.ts'
import type { Role } from '../../targets/target.ts'

const needs = { project: 'none', role: 'admin', writes: true } as const

const settings = 'PUT /application/settings'

const admin = { as: 'admin' } as const

const issuing = ['personal_access_tokens', 'impersonation_tokens'].map((it) => `POST /users/:user_id/${it}`)

export const rotateAndRevoke = check({
  id: 'access-tokens/rotate-and-revoke',
  says: 'A personal access token authenticates its user until it is revoked, and rotating it replaces it by a new one',
  source: 'access-tokens#rotate, access-tokens#revoke',
  level: 'should',
  covers: [
    'POST /users/:user_id/personal_access_tokens',
    'POST /personal_access_tokens/:id/rotate',
    'DELETE /personal_access_tokens/:id',
  ],
  needs,
  holds: async (stage) => {
    const user = await createdUser(stage, 'tokens')
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
    await deleteUser(stage, user)
  },
})

export const revokedByOthers = check({
  id: 'access-tokens/revoked-by-owner',
  says: 'Another user cannot revoke a personal access token, nor a user the impersonation token that stands for them: 400; an unknown one is 404',
  source: 'access-tokens#revoke-not-permitted',
  level: 'must',
  covers: ['DELETE /personal_access_tokens/:id', 'DELETE /personal_access_tokens/self'],
  needs: { project: 'none', role: 'admin', plainOwner: true, rewinds: true },
  holds: async ({ call, user }) => {
    const wish = { user_id: user('owner').id, name: 'Kept', scopes: ['api'] }
    const revoke = (id: number, as: Role) => call('DELETE /personal_access_tokens/:id', { id }, { as })
    const made = await call('POST /users/:user_id/personal_access_tokens', wish, admin)
    const id = numberIn(made.row(), 'id')
    says(await revoke(id, 'developer'), 400, '400 Bad request')
    says(await revoke(2_000_000_000, 'developer'), 404, '404 Not found')
    const standing = await call('POST /users/:user_id/impersonation_tokens', wish, admin)
    says(await revoke(numberIn(standing.row(), 'id'), 'owner'), 400, '400 Bad request')
    const headers = { 'private-token': textIn(standing.row(), 'token') }
    const itself = await call('DELETE /personal_access_tokens/self', {}, { as: 'anonymous', headers })
    says(itself, 400, '400 Bad request')
    answers(await revoke(id, 'owner'), 204)
    answers(await revoke(numberIn(standing.row(), 'id'), 'admin'), 204)
  },
})

export const shownToOwner = check({
  id: 'access-tokens/shown-to-owner',
  says: 'A personal access token is shown to its user and to administrators; to others it is as one that does not exist',
  source: 'access-tokens#get, access-tokens#personal-shape',
  level: 'must',
  covers: ['GET /personal_access_tokens/:id'],
  needs: { project: 'none', role: 'admin', rewinds: true },
  holds: async ({ call, user }) => {
    const wish = { user_id: user('owner').id, name: 'Shown', scopes: ['read_api'] }
    const made = arranged(await call('POST /users/:user_id/personal_access_tokens', wish, admin))
    const one = { id: numberIn(made, 'id') }
    for (const as of ['owner', 'admin'] as const) {
      const reply = await call('GET /personal_access_tokens/:id', one, { as })
      answers(reply, 200)
      has(reply.row(), { ...one, ...wish, revoked: false, active: true }, reply)
    }
    for (const { id } of [one, { id: 987_654_321 }])
      says(await call('GET /personal_access_tokens/:id', { id }, { as: 'stranger' }), 401, '401 Unauthorized')
  },
})

export const createForUsers = check({
  id: 'access-tokens/create-for-users',
  says: 'Administrators create personal and impersonation tokens for users, and while a maximum lifetime is set a token that outlives it, or never expires (before 16.0), is refused: a personal one with 422, an impersonation token with 400',
  source:
    'access-tokens#create-for-user, access-tokens#impersonation-create, access-tokens#impersonation-invalid, access-tokens#maximum-lifetime, access-tokens#later-expiry, access-tokens#later-longest',
  level: 'should',
  covers: issuing,
  needs: { project: 'none', writes: true, rewinds: true, tier: 'ultimate' },
  each: () => issuing,
  holds: async (stage, issue) => {
    const { call, user } = stage
    const params = { user_id: user('owner').id, name: 'Issued', scopes: ['api'] }
    const made = await call(issue, params, admin)
    answers(made, 201)
    const expires_at = await nextWeek(stage)
    const ending = await call(issue, { ...params, expires_at }, admin)
    answers(ending, 201)
    has(ending.row(), { expires_at }, ending)
    has(made.row(), { name: 'Issued', scopes: ['api'], user_id: params.user_id, active: true }, made)
    answers(await call(settings, { max_personal_access_token_lifetime: 30 }, admin), 200)
    await stage.wait(61)
    const personal = issue.includes('personal')
    const refused = async (day: string | undefined, text: string) => {
      const reply = await call(issue, { ...params, expires_at: day }, admin)
      if (personal) says(reply, 422, `Expires at ${text}`)
      else says(reply, 400, { expires_at: [text] })
    }
    await stage.changed('access-tokens#later-expiry', {
      before: () => refused(undefined, "can't be blank"),
      after: async () => answers(await call(issue, params, admin), 201),
    })
    await stage.changed('access-tokens#later-longest', {
      before: () => refused('2090-01-01', 'is invalid'),
      after: async () => {
        const late = await call(issue, { ...params, expires_at: '2090-01-01' }, admin)
        holds(late.status === 400 || late.status === 422, 'it is refused', late.status, late)
      },
    })
  },
})

export const selfWithoutPersonalToken = check({
  id: 'access-tokens/self-without-personal-token',
  says: '`GET /personal_access_tokens/self` answers 404 to a caller who is authenticated by an OAuth token',
  source: 'access-tokens#self',
  level: 'should',
  covers: ['GET /personal_access_tokens/self'],
  needs: { project: 'none', found: true },
  holds: async ({ call, token }) => {
    const bearer = { authorization: `Bearer ${token('oauth')?.token ?? ''}` }
    const reply = await call('GET /personal_access_tokens/self', {}, { as: 'anonymous', headers: bearer })
    answers(reply, recordMissing.status, recordMissing.body)
  },
})

export const selfOfProject = check({
  id: 'access-tokens/self-of-project',
  says: 'The access token of a project shows and revokes itself, whatever its scope',
  source: 'access-tokens#self, access-tokens#self-revoke-scopes',
  level: 'should',
  covers: ['GET /personal_access_tokens/self', 'DELETE /personal_access_tokens/self'],
  needs: { project: 'private', in: 'group' },
  holds: async (stage) => {
    const wish = { name: 'reader', scopes: ['read_repository'], expires_at: await nextWeek(stage) }
    const made = arranged(
      await stage.call('POST /projects/:id/access_tokens', { id: stage.project.id, ...wish }),
    )
    const headers = { 'private-token': textIn(made, 'token') }
    const own = (method: 'GET' | 'DELETE') =>
      stage.call(`${method} /personal_access_tokens/self`, {}, { as: 'anonymous', headers })
    const shown = await own('GET')
    answers(shown, 200)
    has(shown.row(), { id: numberIn(made, 'id'), name: 'reader', scopes: ['read_repository'] }, shown)
    answers(await own('DELETE'), 204)
    answers(await own('GET'), 401)
  },
})

export const impersonationScopes = check({
  id: 'access-tokens/impersonation-scopes',
  says: 'An impersonation token without scopes, or with one that does not exist, is refused with the errors by attribute',
  source: 'access-tokens#impersonation-scopes',
  level: 'should',
  covers: ['POST /users/:user_id/impersonation_tokens'],
  needs: { project: 'none', writes: true },
  holds: async ({ call, user }) => {
    const issue = (scopes: string[]) =>
      call(
        'POST /users/:user_id/impersonation_tokens',
        { user_id: user('owner').id, name: 'As', scopes },
        admin,
      )
    says(await issue(['no_such_scope']), 400, { scopes: ['can only contain available scopes'] })
    says(await issue([]), 400, { scopes: ["can't be blank"] })
  },
})
