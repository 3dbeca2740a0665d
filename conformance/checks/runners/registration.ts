import { contact, enable, registrationToken, runner, secondProject } from '../../arrange/runners.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, refuses, textIn } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import { noAccess } from '../../oracle/runners.ts'
import { expectArranged } from '../../run/stage.ts'

const register = 'POST /runners'
const read = 'GET /runners/:id'
const source = 'dossier 2, 4.3 and 4.5'

export const registered = check<'projects' | 'groups'>({
  id: 'runners/register',
  says: 'The token that a runner registers with decides where it belongs, and nobody has to sign in for it',
  source,
  level: 'must',
  covers: [register, read],
  each: () => ['projects', 'groups'],
  holds: async (stage, kind) => {
    if (kind === 'groups' && !stage.inGroup) return
    // Once by the usual way, which knows what a target without registration answers.
    await runner(stage, {}, kind)
    const token = await registrationToken(stage, kind)
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
  says: 'Without the right token no runner registers, and a wrong value is told',
  source,
  level: 'must',
  covers: [register],
  each: () => [
    [{}, 400, 'token is missing'],
    [{ token: 'guessed' }, 403, 'invalid token supplied'],
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

export const verified = check({
  id: 'runners/verify',
  says: 'A runner is known by its token, and by nothing else',
  source,
  level: 'must',
  covers: ['POST /runners/verify'],
  holds: async (stage) => {
    const { call } = stage
    await contact(stage, await runner(stage))
    const refused = await call('POST /runners/verify', { token: 'guessed' }, { as: 'anonymous' })
    answers(refused, 403, { message: '403 Forbidden' })
    refuses(await call('POST /runners/verify', {}, { as: 'anonymous' }), 'token is missing')
  },
})

export const deletedIsGone = check<'id' | 'token'>({
  id: 'runners/deleted-is-gone',
  says: 'A deleted runner answers 404, is listed nowhere, and its token opens nothing',
  source,
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
  says: 'A runner of several projects is deleted by no member, and a runner of others by nobody',
  source,
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
  },
})

export const tokenReset = check<'id' | 'token'>({
  id: 'runners/token-reset',
  says: 'A new authentication token takes the place of the old one, which opens nothing any more',
  source,
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
    await contact(stage, { id, token: textIn(reply.row(), 'token') })
  },
})

export const registrationReset = check<'projects' | 'groups'>({
  id: 'runners/registration-reset',
  says: 'A new registration token takes the place of the old one, with which nothing registers any more',
  source,
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

export const registrars = check<'projects' | 'groups'>({
  id: 'runners/registrars',
  says: 'Where the settings let projects or groups register no runners, their tokens are refused as wrong ones are',
  source: 'dossier 3, 8.3 (`valid_runner_registrars`)',
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
    holds(reply.text.includes('invalid token supplied'), 'the token is called invalid', reply.json, reply)
    const other = await registrationToken(stage, kind === 'projects' ? 'groups' : 'projects')
    answers(await call(register, { token: other }, { as: 'anonymous' }), 201)
  },
})

export const tagsOnce = check({
  id: 'runners/tags-once',
  says: 'A tag that is given twice is kept once, when a runner registers and when it is changed',
  source,
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
