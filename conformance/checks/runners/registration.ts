import { contactRunner, enable, registrationToken, runner, secondProject } from '../../arrange/runners.ts'
import { check } from '../../kit/check.ts'
import {
  answers,
  equals,
  has,
  holds,
  lacks,
  numberIn,
  refuses,
  rowIn,
  says,
  textIn,
} from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import { noAccess } from '../../oracle/runners.ts'
import { expectArranged } from '../../run/stage.ts'

const settings = 'PUT /application/settings'

const admin = { as: 'admin' } as const

const register = 'POST /runners'

const read = 'GET /runners/:id'

export const registrationDisabled = check({
  id: 'runners/registration-disabled',
  says: 'Registration with a valid token answers 410 while the setting `allow_runner_registration_token` is off',
  source: 'runners#registration-off, settings#runner-registration',
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

export const registerDeprecatedParameters = check({
  id: 'runners/register-deprecated-parameters',
  says: 'Registration takes the deprecated parameters `active`, the opposite of `paused`, and `maintainer_note`, the old name of `maintenance_note`',
  source: 'runners#register-parameters, runners#active-and-paused',
  level: 'should',
  covers: ['POST /runners'],
  holds: async (stage) => {
    const { id } = await runner(stage, { active: false, maintainer_note: 'Handle with care' })
    const reply = await stage.call('GET /runners/:id', { id })
    has(reply.row(), { active: false, paused: true }, reply)
  },
})

export const registerNotesExclusive = check({
  id: 'runners/register-notes-exclusive',
  says: 'Registration with both `maintainer_note` and `maintenance_note` answers 400',
  source: 'runners#register-parameters',
  level: 'should',
  covers: ['POST /runners'],
  holds: async (stage) => {
    const notes = { maintainer_note: 'Old', maintenance_note: 'New' }
    const token = await registrationToken(stage)
    const reply = await stage.call(register, { token, ...notes }, { as: 'anonymous' })
    refuses(reply, 'maintainer_note, maintenance_note are mutually exclusive')
  },
})

export const createByUser = check<'project_type' | 'group_type'>({
  id: 'runners/create-by-user',
  says: 'A user who may administer a project or a group creates a runner for it and gets the token with which the runner verifies; others get 403',
  source: 'runners#create-runner, runners#verify, runners#later-created-at',
  level: 'should',
  covers: ['POST /user/runners'],
  needs: { in: 'group' },
  each: () => ['project_type', 'group_type'],
  holds: async (stage, runner_type) => {
    const place = { project_id: stage.project.id, group_id: stage.group.id }
    const named = { runner_type, description: 'Made', tag_list: ['made'], run_untagged: false }
    const guarded = { access_level: 'ref_protected' }
    const wish = { ...named, paused: true, locked: true, maximum_timeout: 700, ...guarded }
    const made = await stage.call('POST /user/runners', { ...wish, ...place })
    answers(made, 201)
    const id = numberIn(made.row(), 'id')
    const shown = await stage.call('GET /runners/:id', { id })
    has(shown.row(), wish, shown)
    await stage.changed('runners#later-created-at', {
      before: () => {
        if (stage.dialect !== undefined) lacks(shown.row(), ['created_by'], shown)
      },
      after: () => has(rowIn(shown.row(), 'created_by'), { id: stage.user('owner').id }, shown),
    })
    const token = textIn(made.row(), 'token')
    answers(await stage.call('POST /runners/verify', { token }, { as: 'anonymous' }), 200)
    const { project_id, group_id } = place
    const foreign = await stage.call(
      'POST /user/runners',
      { runner_type, project_id, group_id },
      { as: 'stranger' },
    )
    says(foreign, 403, '403 Forbidden - Insufficient permissions')
  },
})

export const registerCheck = check<'projects' | 'groups'>({
  id: 'runners/register',
  says: 'The registration token decides whether a runner belongs to a project or a group, and registering requires no user credentials',
  source:
    'runners#register, runners#registration-token-kind, runners#no-user-credentials, runners#token-forms',
  level: 'must',
  covers: [register, read],
  each: () => ['projects', 'groups'],
  holds: async (stage, kind) => {
    if (kind === 'groups' && !stage.inGroup) return
    // Once by the usual way, which knows what a target without registration answers.
    await runner(stage, {}, kind)
    const token = await registrationToken(stage, kind)
    holds(/^GR1348941.{20}$/.test(token), 'a registration token has its form', token.slice(0, 9))
    const reply = await stage.call(register, { token }, { as: 'anonymous' })
    answers(reply, 201)
    const id = numberIn(reply.row(), 'id')
    holds(textIn(reply.row(), 'token').length >= 20, 'the token is long', null, reply)
    const shown = await stage.call(read, { id })
    has(shown.row(), { runner_type: kind === 'projects' ? 'project_type' : 'group_type' }, shown)
    answers(await stage.call('DELETE /runners/:id', { id }), 204)
  },
})

export const registerRefused = check<readonly [params: Params, status: number, text: string]>({
  id: 'runners/register-refused',
  says: 'Registering a runner answers 403 without a valid registration token, and 400 to missing or invalid parameters',
  source:
    'runners#register-refused, runners#invalid-registration-token, runners#invalid-registration-token-text, runners#active-with-paused, runners#maximum-timeout, runners#untagged-without-tags, runners#invalid-access-level',
  level: 'must',
  covers: [register],
  each: () => [
    [{}, 400, 'token is missing'],
    [{ token: 'guessed' }, 403, '403 Forbidden'],
    [{ token: 'mine', run_untagged: false }, 400, 'tags_list'],
    [{ token: 'mine', maximum_timeout: 1 }, 400, 'needs to be at least 10 minutes'],
    [{ token: 'mine', access_level: 'open' }, 400, 'access_level does not have a valid value'],
    [{ token: 'mine', active: true, paused: true }, 400, 'active, paused are mutually exclusive'],
  ],
  holds: async (stage, [params, status, text]) => {
    await runner(stage)
    const mine = params.token === 'mine' ? { token: await registrationToken(stage) } : {}
    const reply = await stage.call(register, { ...params, ...mine }, { as: 'anonymous' })
    answers(reply, status)
    holds(reply.text.includes(text), `the refusal says \`${text}\``, reply.json, reply)
  },
})

export const verify = check({
  id: 'runners/verify',
  says: 'A runner is verified by its authentication token; another token answers 403, none 400',
  source: 'runners#verify, runners#later-verified',
  level: 'must',
  covers: ['POST /runners/verify'],
  holds: async (stage) => {
    const { call } = stage
    const { id, token } = await runner(stage)
    const reply = await call('POST /runners/verify', { token }, { as: 'anonymous' })
    answers(reply, 200)
    await stage.changed('runners#later-verified', {
      before: () => {
        if (stage.dialect !== undefined) equals('the body', reply.text, '200', reply)
      },
      after: () => has(reply.row(), { id, token }, reply),
    })
    const refused = await call('POST /runners/verify', { token: 'guessed' }, { as: 'anonymous' })
    answers(refused, 403, { message: '403 Forbidden' })
    refuses(await call('POST /runners/verify', {}, { as: 'anonymous' }), 'token is missing')
  },
})

export const deletedIsGone = check<'id' | 'token'>({
  id: 'runners/deleted-is-gone',
  says: 'A deleted runner answers 404, is in no list, and its token is refused',
  source: 'runners#deleted, runners#delete, runners#delete-by-token, runners#delete-unmodified',
  level: 'must',
  covers: ['DELETE /runners/:id', 'DELETE /runners', read],
  each: () => ['id', 'token'],
  holds: async (stage, by) => {
    const { call, project } = stage
    const { id, token } = await runner(stage)
    const headers = { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' }
    if (by === 'token')
      answers(await call('DELETE /runners', { token }, { as: 'anonymous', headers }), 412, {
        message: '412 Precondition Failed',
      })
    const reply =
      by === 'id'
        ? await call('DELETE /runners/:id', { id })
        : await call('DELETE /runners', { token }, { as: 'anonymous' })
    answers(reply, 204)
    answers(await call(read, { id }), 404, { message: '404 Not found' })
    const list = await call('GET /projects/:id/runners', { id: project.id, scope: 'specific' })
    equals(
      'the deleted runner in the list',
      list.rows().filter((row) => row.id === id),
      [],
      list,
    )
    answers(await call('POST /runners/verify', { token }, { as: 'anonymous' }), 403)
  },
})

export const deleteRefused = check({
  id: 'runners/delete-refused',
  says: 'Deleting a runner of several projects answers 403 but for administrators, and so does deleting a runner without rights over it',
  source: 'runners#delete, runners#update-rights',
  level: 'must',
  covers: ['DELETE /runners/:id'],
  holds: async (stage) => {
    const { call } = stage
    const made = await runner(stage)
    if (stage.has('developer'))
      answers(await call('DELETE /runners/:id', { id: made.id }, { as: 'developer' }), 403, {
        message: noAccess,
      })
    await enable(stage, await secondProject(stage), made)
    answers(await call('DELETE /runners/:id', { id: made.id }), 403, {
      message: '403 Forbidden - Runner associated with more than one project',
    })
    answers(await call(read, { id: made.id }), 200)
    if (!stage.has('admin')) return
    answers(await call('DELETE /runners/:id', { id: made.id }, { as: 'admin' }), 204)
    answers(await call(read, { id: made.id }), 404)
  },
})

export const authenticationTokenReset = check<'id' | 'token'>({
  id: 'runners/authentication-token-reset',
  says: 'Resetting the authentication token of a runner gives a new one, and the old one is refused',
  source: 'runners#reset-authentication-token, runners#delete-unmodified',
  level: 'must',
  covers: ['POST /runners/:id/reset_authentication_token', 'POST /runners/reset_authentication_token'],
  each: () => ['id', 'token'],
  holds: async (stage, by) => {
    const { call } = stage
    const { id, token } = await runner(stage)
    const headers = { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' }
    if (by === 'token')
      answers(await call('DELETE /runners', { token }, { as: 'anonymous', headers }), 412, {
        message: '412 Precondition Failed',
      })
    const reply =
      by === 'id'
        ? await call('POST /runners/:id/reset_authentication_token', { id })
        : await call('POST /runners/reset_authentication_token', { token }, { as: 'anonymous' })
    answers(reply, 201)
    answers(await call('POST /runners/verify', { token }, { as: 'anonymous' }), 403)
    await contactRunner(stage, { id, token: textIn(reply.row(), 'token') })
  },
})

export const registrationTokenReset = check<'projects' | 'groups'>({
  id: 'runners/registration-token-reset',
  says: 'Resetting a registration token shows the new token, and the old one is refused',
  source: 'runners#reset-registration-token, runners#registration-token-shown',
  level: 'must',
  covers: [
    'POST /projects/:id/runners/reset_registration_token',
    'POST /groups/:id/runners/reset_registration_token',
  ],
  each: () => ['projects', 'groups'],
  holds: async (stage, kind) => {
    if (kind === 'groups' && !stage.inGroup) return
    await runner(stage, {}, kind)
    const before = await registrationToken(stage, kind)
    const id = kind === 'projects' ? stage.project.id : stage.group.id
    const reply = await stage.call(`POST /${kind}/:id/runners/reset_registration_token`, { id })
    answers(reply, 201)
    equals('the token shown', await registrationToken(stage, kind), textIn(reply.row(), 'token'))
    answers(await stage.call(register, { token: before }, { as: 'anonymous' }), 403)
    await runner(stage, {}, kind)
  },
})

export const validRunnerRegistrars = check<'projects' | 'groups'>({
  id: 'runners/valid-runner-registrars',
  says: 'The registration token of a place that `valid_runner_registrars` does not list is refused with 403',
  source: 'runners#registrars, settings#valid-runner-registrars',
  level: 'should',
  covers: [register],
  needs: { in: 'group', rewinds: true },
  each: () => ['projects', 'groups'],
  holds: async (stage, kind) => {
    const { call } = stage
    await runner(stage, {}, kind)
    const token = await registrationToken(stage, kind)
    const others = kind === 'projects' ? 'group' : 'project'
    const setting = { valid_runner_registrars: [others] }
    expectArranged(await call('PUT /application/settings', setting, { as: 'admin' }))
    // What the settings were is remembered for a minute.
    await stage.wait(61)
    const reply = await call(register, { token }, { as: 'anonymous' })
    answers(reply, 403)
    says(reply, 403, '403 Forbidden')
    const other = await registrationToken(stage, kind === 'projects' ? 'groups' : 'projects')
    answers(await call(register, { token: other }, { as: 'anonymous' }), 201)
  },
})

export const duplicateTags = check({
  id: 'runners/duplicate-tags',
  says: 'A tag that is sent twice is stored once, on registration and on update',
  source: 'runners#tags',
  level: 'must',
  covers: [register, 'PUT /runners/:id'],
  holds: async (stage) => {
    const { id } = await runner(stage, { tag_list: 'b,a,b' })
    const tags = async () => {
      const { tag_list } = (await stage.call(read, { id })).row()
      return Array.isArray(tag_list) ? tag_list.map(String).sort() : []
    }
    equals('the tags', await tags(), ['a', 'b'])
    answers(await stage.call('PUT /runners/:id', { id, tag_list: ['c', 'd', 'c'] }), 200)
    equals('the changed tags', await tags(), ['c', 'd'])
  },
})
