import { sshKeys, withKey } from '../../arrange/keys.ts'
import { createdUser } from '../../arrange/users.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, lacks, names, numberIn, rowIn, textIn } from '../../kit/expect.ts'
import { keyNamed, type SshKey } from '../../oracle/ssh-keys.ts'
import { recordMissing } from '../../oracle/texts.ts'
import { arranged, expectArranged } from '../../run/stage.ts'

const byId = 'GET /keys/:id'

const byFingerprint = 'GET /keys'

const needs = { project: 'none', role: 'admin' } as const

export const lookup = check({
  id: 'keys/lookup',
  says: 'A key is found by its ID and by both of its fingerprints, with the same answer',
  source: 'keys#by-id, keys#by-fingerprint, keys#fingerprint-computation, keys#sha256',
  level: 'must',
  covers: [byId, byFingerprint],
  needs,
  over: () => sshKeys,
  holds: async (stage, key: SshKey) => {
    const { call } = stage
    await withKey(stage, key, async (id) => {
      const reply = await call(byId, { id })
      answers(reply, 200)
      has(reply.row(), { id }, reply)
      const lower = key.sha256.replace('SHA256', 'sha256')
      for (const fingerprint of [key.md5, key.sha256, lower])
        answers(await call(byFingerprint, { fingerprint }), 200, reply.row())
    })
    for (const fingerprint of [key.md5, key.sha256])
      answers(await call(byFingerprint, { fingerprint }), 404, { message: '404 Key Not Found' })
  },
})

export const expiredKey = check({
  id: 'keys/expired-key',
  says: 'A key is found by its ID and by its fingerprints after it has expired, too',
  source: 'keys#by-id, keys#by-fingerprint, keys#expired-key',
  level: 'should',
  covers: [byId, byFingerprint],
  // Each call of the owner moves the day of his activity, which administrators are shown.
  needs: { ...needs, plainOwner: true },
  holds: async (stage) => {
    const { call } = stage
    if (!stage.movesClock) return stage.skip('nobody waits for a day')
    const key = keyNamed(`${stage.prefix} expiring`)
    const now = textIn((await call('GET /user', {}, { as: 'owner' })).row(), 'last_activity_on')
    const expires_at = new Date(Date.parse(now) + 3 * 86_400_000).toISOString()
    const wish = { title: 'Expiring', key: key.line, expires_at }
    const id = numberIn(arranged(await call('POST /user/keys', wish, { as: 'owner' })), 'id')
    const before = (await call(byId, { id })).row()
    await stage.wait(7 * 86_400)
    answers(await call(byId, { id }), 200, before)
    for (const fingerprint of [key.md5, key.sha256])
      answers(await call(byFingerprint, { fingerprint }), 200, before)
  },
})

export const keyOfBlockedUser = check({
  id: 'keys/key-of-blocked-user',
  says: 'A key of a blocked account is answered with its user, whose state is `blocked`',
  source: 'keys#by-id, keys#by-fingerprint, keys#user-blocked',
  level: 'should',
  covers: [byId, byFingerprint],
  needs: { ...needs, rewinds: true },
  holds: async (stage) => {
    const { call } = stage
    const user_id = numberIn(await createdUser(stage, 'locked-out'), 'id')
    const key = keyNamed(`${stage.prefix} of somebody blocked`)
    const wish = { user_id, title: 'Laptop', key: key.line }
    const id = numberIn(arranged(await call('POST /users/:id/keys', { ...wish, id: user_id })), 'id')
    const { user: _active, ...before } = (await call(byId, { id })).row()
    expectArranged(await call('POST /users/:id/block', { id: user_id }))
    for (const reply of [await call(byId, { id }), await call(byFingerprint, { fingerprint: key.sha256 })]) {
      answers(reply, 200)
      has(reply.row(), before, reply)
      has(rowIn(reply.row(), 'user'), { id: user_id, state: 'blocked' }, reply)
    }
  },
})

const accountFields = [
  ...['id', 'username', 'name', 'state', 'avatar_url', 'web_url', 'created_at', 'bio', 'location'],
  ...['public_email', 'linkedin', 'twitter', 'website_url', 'organization', 'last_sign_in_at'],
  ...['confirmed_at', 'last_activity_on', 'email', 'theme_id', 'color_scheme_id', 'projects_limit'],
  ...['current_sign_in_at', 'identities', 'can_create_group', 'can_create_project', 'two_factor_enabled'],
  ...['external', 'private_profile', 'shared_runners_minutes_limit', 'extra_shared_runners_minutes_limit'],
]

export const fields = check({
  id: 'keys/fields',
  says: "A key shows its user without the fields of administrators, and its comment is the user's name and the host",
  source: 'keys#object, keys#user, keys#key-text, users#later-skype',
  level: 'must',
  covers: [byId],
  needs,
  holds: async (stage) => {
    const { call } = stage
    const key = keyNamed(`${stage.prefix} form`)
    await withKey(stage, key, async (id) => {
      const reply = await call(byId, { id })
      const row = reply.row()
      names(row, ['id', 'title', 'key', 'created_at', 'expires_at', 'usage_type', 'user'], reply)
      has(row, { title: `${stage.prefix} key`, expires_at: null }, reply)
      lacks(row, ['deploy_keys_projects', 'fingerprint'], reply)
      const owner = stage.user('owner')
      const user = rowIn(row, 'user')
      has(user, { id: owner.id, username: owner.username, name: owner.name }, reply)
      names(user, accountFields, reply)
      await stage.changed('users#later-skype', {
        before: () => names(user, ['skype'], reply),
        after: () => lacks(user, ['skype'], reply),
      })
      lacks(user, ['is_admin', 'note'], reply)
      const text = textIn(row, 'key')
      // The host is that of all addresses.
      const { hostname } = new URL(textIn(user, 'web_url'))
      equals(
        'the key, with name and host for a comment',
        text,
        `${key.line} ${owner.name} (${hostname})`,
        reply,
      )
    })
  },
})

export const unknownId = check({
  id: 'keys/unknown-id',
  says: 'An unknown ID, or one that is not a number, answers 404',
  source: 'keys#by-id',
  level: 'must',
  covers: [byId],
  needs,
  readOnly: true,
  each: () => ['987654321', '0', 'abc'],
  holds: async ({ call }, id) => answers(await call(byId, { id }), recordMissing.status, recordMissing.body),
})
