import { createdUser, deleteUser } from '../../arrange/users.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, says, textIn } from '../../kit/expect.ts'
import { isRow, type Row } from '../../kit/json.ts'
import { arranged } from '../../run/stage.ts'

const needs = { project: 'none', role: 'admin', writes: true } as const

export const listFor = check({
  id: 'users/list-for-administrators',
  says: 'Users are listed by an identity for administrators alone, which takes provider and id together',
  source: 'users#list-more-filters',
  level: 'should',
  covers: ['GET /users'],
  needs,
  readOnly: true,
  holds: async ({ call }) => {
    const identity = { provider: 'saml', extern_uid: 'nobody-has-this' }
    equals('those found', (await call('GET /users', identity)).json, [])
    says(await call('GET /users', identity, { as: 'developer' }), 403, '403 Forbidden')
    says(await call('GET /users', identity, { as: 'anonymous' }), 401, '401 Unauthorized')
    for (const name of ['provider', 'extern_uid'] as const) {
      const { [name]: value } = identity
      answers(await call('GET /users', { [name]: value }), 400, {
        error: 'extern_uid, provider provide all or none of parameters',
      })
    }
  },
})

export const searchOrder = check({
  id: 'users/search-order',
  says: 'A user whose user name is the word that is searched for comes before those who have it in theirs',
  source: 'users#search-order',
  level: 'should',
  covers: ['GET /users'],
  needs,
  holds: async (stage) => {
    const first = await createdUser(stage, 'sought')
    const longer = await createdUser(stage, 'sought-too')
    const search = textIn(first, 'username')
    const found = (await stage.call('GET /users', { search }, { as: 'developer' })).rows()
    equals(
      'those found',
      found.map(({ id }) => id ?? null),
      [numberIn(first, 'id'), numberIn(longer, 'id')],
    )
    for (const user of [first, longer]) await deleteUser(stage, user)
  },
})

export const updateEdges = check({
  id: 'users/update-edges',
  says: 'An update of a user without attributes changes nothing, a new mail address waits for its confirmation, and what is too long or unknown is refused by attribute',
  source: 'users#update-nothing, users#reconfirmation, users#invalid',
  level: 'should',
  covers: ['PUT /users/:id'],
  needs,
  holds: async (stage) => {
    const user = await createdUser(stage, 'edges')
    const id = numberIn(user, 'id')
    const update = (params: Row) => stage.call('PUT /users/:id', { id, ...params } as never)
    const before = await stage.call('GET /users/:id', { id })
    answers(await update({}), 200)
    const email = `new-${textIn(user, 'email')}`
    has((await update({ email })).row(), { email: user.email ?? null })
    has((await update({ email, skip_reconfirmation: true })).row(), { email })
    has((await update({ private_profile: true })).row(), { private_profile: true })
    const byDefault = before.row().private_profile ?? null
    has((await update({ private_profile: null })).row(), { private_profile: byDefault })
    for (const params of [{ bio: 'g'.repeat(256) }, { theme_id: 50 }, { color_scheme_id: 50 }]) {
      const reply = await update(params)
      answers(reply, 400)
      const message = isRow(reply.json) ? reply.json.message : undefined
      equals('what is wrong', isRow(message) ? Object.keys(message) : [], Object.keys(params), reply)
    }
    for (const alone of [{ extern_uid: '1' }, { provider: 'saml' }]) answers(await update(alone), 400)
    await deleteUser(stage, user)
  },
})

export const followers = check({
  id: 'users/followers',
  says: 'The followers of a user are listed for those who signed in, and those of a private profile for the user and administrators',
  source: 'users#followers',
  level: 'should',
  covers: ['GET /users/:id/followers', 'GET /users/:id/following'],
  needs,
  holds: async (stage) => {
    const user = await createdUser(stage, 'followed')
    const id = numberIn(user, 'id')
    arranged(await stage.call('POST /users/:id/follow', { id }, { as: 'developer' }))
    const list = (as: 'admin' | 'developer' | 'anonymous') =>
      stage.call('GET /users/:id/followers', { id }, { as })
    equals(
      'the followers',
      (await list('developer')).rows().map((row) => row.id ?? null),
      [stage.user('developer').id],
    )
    says(await list('anonymous'), 403, '403 Forbidden - Not authorized!')
    arranged(await stage.call('PUT /users/:id', { id, private_profile: true }))
    says(await list('developer'), 404, '404 User Not Found')
    answers(await list('admin'), 200)
    const following = await stage.call('GET /users/:id/following', { id }, { as: 'developer' })
    says(following, 404, '404 User Not Found')
    await deleteUser(stage, user)
  },
})

export const decisions = check({
  id: 'users/approve-rights',
  says: 'Others than administrators are refused the approval and rejection of users, and counts of what others have',
  source: 'users#approve-rights, users#associations',
  level: 'should',
  covers: ['POST /users/:id/approve', 'POST /users/:id/reject', 'GET /users/:id/associations_count'],
  needs: { project: 'none' },
  holds: async (stage) => {
    const { id } = stage.user('owner')
    const as = { as: 'developer' } as const
    for (const verb of ['approve', 'reject'])
      says(
        await stage.call(`POST /users/:id/${verb}`, { id }, as),
        403,
        `You are not allowed to ${verb} a user`,
      )
    says(await stage.call('GET /users/:id/associations_count', { id }, as), 403, '403 Forbidden')
    const own = { id: stage.user('developer').id }
    answers(await stage.call('GET /users/:id/associations_count', own, as), 200)
  },
})

export const deactivateActive = check({
  id: 'users/deactivate-active',
  says: 'A user who was just active is not deactivated',
  source: 'users#deactivate-active',
  level: 'should',
  covers: ['POST /users/:id/deactivate'],
  needs: { role: 'admin', writes: true, rewinds: true },
  holds: async (stage) => {
    const { id } = stage.user('developer')
    arranged(
      await stage.call(
        'POST /projects/:id/issues',
        { id: stage.project.id, title: 'Busy' },
        { as: 'developer' },
      ),
    )
    const reply = await stage.call('POST /users/:id/deactivate', { id }, { as: 'admin' })
    const { deactivate_dormant_users_period: days } = (
      await stage.call('GET /application/settings', {}, { as: 'admin' })
    ).row()
    says(
      reply,
      403,
      `403 Forbidden - The user you are trying to deactivate has been active in the past ${days} days and cannot be deactivated`,
    )
  },
})

export const weakPasswords = check({
  id: 'users/weak-passwords',
  says: 'A password that is common, or has a part of the name, the user name or the mail address, is refused on creation and update',
  source: 'users#weak-password',
  level: 'should',
  covers: ['POST /users', 'PUT /users/:id'],
  needs,
  holds: async (stage) => {
    const user = await createdUser(stage, 'guessed')
    const weak = { password: ['must not contain commonly used combinations of words and letters'] }
    const word = textIn(user, 'username')
    for (const password of ['Password123', `7!x${word}`, `Gitlab-${word.length}-7!x`]) {
      says(await stage.call('PUT /users/:id', { id: numberIn(user, 'id'), password }), 400, weak)
      const other = { username: `${word}-2`, email: `${word}-2@example.com`, name: word, password }
      says(await stage.call('POST /users', other), 400, weak)
    }
    answers(
      await stage.call('PUT /users/:id', { id: numberIn(user, 'id'), password: 'Turnip-89-violin' }),
      200,
    )
    await deleteUser(stage, user)
  },
})

export const disableTwoFactor = check({
  id: 'users/disable-two-factor',
  says: 'The second factor of a user is disabled by administrators alone, not for administrators, and where there is one',
  source: 'users#two-factor',
  level: 'should',
  covers: ['PATCH /users/:id/disable_two_factor'],
  needs,
  holds: async (stage) => {
    const { call } = stage
    const user = await createdUser(stage, 'factor')
    const disable = (id: number, as: 'admin' | 'developer' = 'admin') =>
      call('PATCH /users/:id/disable_two_factor', { id }, { as })
    const none = '400 Bad request - Two-factor authentication is not enabled for this user'
    says(await disable(numberIn(user, 'id')), 400, none)
    says(await disable(numberIn(user, 'id'), 'developer'), 403, '403 Forbidden')
    says(await disable(987_654_321), 404, '404 User Not Found')
    const own = await disable(stage.user('admin').id)
    says(
      own,
      403,
      '403 Forbidden - Two-factor authentication for admins cannot be disabled via the API. Use the Rails console',
    )
    await deleteUser(stage, user)
  },
})
