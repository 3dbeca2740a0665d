import { registrationToken } from '../../arrange/runners.ts'
import { check } from '../../kit/check.ts'
import { answers, has, numberIn, says } from '../../kit/expect.ts'
import { keyNamed } from '../../oracle/ssh-keys.ts'
import { recordMissing } from '../../oracle/texts.ts'
import { arranged } from '../../run/stage.ts'

const source = 'dossier 2, section 13'
const settings = 'PUT /application/settings'
const admin = { as: 'admin' } as const
const issuing = ['personal_access_tokens', 'impersonation_tokens'].map((it) => `POST /users/:user_id/${it}`)

export const created = check({
  id: 'beyond/users',
  says: 'Administrators create users; an address or a user name that is taken answers 409',
  source,
  level: 'should',
  covers: ['POST /users'],
  needs: { project: 'none', writes: true, rewinds: true },
  holds: async ({ call, prefix }) => {
    const username = `${prefix}-user`
    const params = {
      username,
      email: `${username}@example.com`,
      name: 'Somebody',
      password: 'Sesame-open-42',
    }
    const made = await call('POST /users', params, admin)
    answers(made, 201)
    has(made.row(), { username, name: 'Somebody', state: 'active' }, made)
    const more = {
      ...{ admin: true, external: true, private_profile: true, can_create_group: false, projects_limit: 7 },
      ...{ bio: 'Writes', location: 'Here', organization: 'Theirs', job_title: 'Writer' },
    }
    const rest = { username: `${username}-rest`, email: `${username}-rest@example.com`, name: 'Another' }
    const whole = await call(
      'POST /users',
      { ...rest, ...more, public_email: rest.email, reset_password: true },
      admin,
    )
    answers(whole, 201)
    const { admin: is_admin, ...shown } = more
    has(whole.row(), { ...shown, is_admin }, whole)
    const drawn = { username: `${username}-drawn`, email: `${username}-drawn@example.com`, name: 'Drawn' }
    answers(await call('POST /users', { ...drawn, force_random_password: true }, admin), 201)
    const other = { ...params, username: `${username}-too` }
    says(await call('POST /users', other, admin), 409, 'Email has already been taken')
    const named = { ...params, email: `${username}-too@example.com` }
    says(await call('POST /users', named, admin), 409, 'Username has already been taken')
  },
})

export const tokens = check({
  id: 'beyond/tokens',
  says: 'Administrators issue tokens to users; where a longest life is set, a token has to end within it: 422 otherwise',
  source: 'dossier 3, 8.8 (max_personal_access_token_lifetime)',
  level: 'should',
  covers: issuing,
  needs: { project: 'none', writes: true, rewinds: true, tier: 'ultimate' },
  each: () => issuing,
  holds: async (stage, issue) => {
    const { call, user } = stage
    const params = { user_id: user('owner').id, name: 'Issued', scopes: ['api'] }
    const made = await call(issue, params, admin)
    answers(made, 201)
    const ending = await call(issue, { ...params, expires_at: '2030-01-01' }, admin)
    answers(ending, 201)
    has(ending.row(), { expires_at: '2030-01-01' }, ending)
    has(made.row(), { name: 'Issued', scopes: ['api'], user_id: params.user_id, active: true }, made)
    answers(await call(settings, { max_personal_access_token_lifetime: 30 }, admin), 200)
    await stage.wait(61)
    says(await call(issue, params, admin), 422, "Expires at can't be blank")
    says(await call(issue, { ...params, expires_at: '2090-01-01' }, admin), 422, 'Expires at is invalid')
  },
})

export const noToken = check({
  id: 'beyond/own-token',
  says: 'Whoever shows no personal access token has none that could be told of: 404',
  source,
  level: 'should',
  covers: ['GET /personal_access_tokens/self'],
  needs: { project: 'none', found: true },
  holds: async ({ call, token }) => {
    const bearer = { authorization: `Bearer ${token('oauth')?.token ?? ''}` }
    const reply = await call('GET /personal_access_tokens/self', {}, { as: 'anonymous', headers: bearer })
    answers(reply, recordMissing.status, recordMissing.body)
  },
})

export const ownKeys = check({
  id: 'beyond/own-keys',
  says: 'A key is read and deleted by whoever has it, and deleted by administrators; nobody else knows of it',
  source: 'dossier 2, section 8 and section 13',
  level: 'should',
  covers: [
    'GET /user/keys/:key_id',
    'DELETE /user/keys/:key_id',
    'POST /users/:user_id/keys',
    'DELETE /users/:user_id/keys/:key_id',
  ],
  needs: { project: 'none', writes: true, rewinds: true },
  holds: async ({ call, prefix, user }) => {
    const user_id = user('owner').id
    const body = { title: 'Owned', key: keyNamed(`${prefix} own`).line }
    const made = arranged(await call('POST /user/keys', body))
    const one = { key_id: numberIn(made, 'id'), user_id }
    const read = await call('GET /user/keys/:key_id', one)
    answers(read, 200)
    has(read.row(), { id: one.key_id, title: 'Owned' }, read)
    answers(await call('GET /user/keys/:key_id', one, { as: 'stranger' }), 404)
    answers(await call('DELETE /users/:user_id/keys/:key_id', one, { as: 'stranger' }), 403)
    answers(await call('DELETE /user/keys/:key_id', one), 204)
    answers(await call('DELETE /user/keys/:key_id', one), 404)
    const again = arranged(await call('POST /users/:user_id/keys', { ...body, user_id }, admin))
    const theirs = { user_id, key_id: numberIn(again, 'id') }
    answers(await call('DELETE /users/:user_id/keys/:key_id', theirs, admin), 204)
    answers(await call('DELETE /users/:user_id/keys/:key_id', theirs, admin), 404)
  },
})

export const noRegistration = check({
  id: 'beyond/registration-off',
  says: 'Where administrators switched registration by token off, a right token answers 410',
  source: 'dossier 2, 4.5; dossier 3, 8.8',
  level: 'should',
  covers: ['POST /runners'],
  needs: { rewinds: true },
  holds: async (stage) => {
    const token = await registrationToken(stage)
    const off = { allow_runner_registration_token: false }
    answers(await stage.call(settings, off, admin), 200)
    await stage.wait(61)
    const reply = await stage.call('POST /runners', { token }, { as: 'anonymous' })
    says(reply, 410, '410 Gone - runner registration disallowed')
  },
})
