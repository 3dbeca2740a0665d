import { withKey } from '../../arrange/keys.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, rowIn, textIn } from '../../kit/expect.ts'
import { isRows } from '../../kit/json.ts'
import { hasLater } from '../../kit/later.ts'
import { keyNamed } from '../../oracle/ssh-keys.ts'
import { arranged } from '../../run/stage.ts'

const byId = 'GET /keys/:id'

const create = 'POST /user/keys'

const ownKey = '/user/keys/:key_id'

export const expiryAndUsage = check({
  id: 'keys/expiry-and-usage',
  says: 'A key shows the day on which it expires and what it may be used for, as they were sent',
  source: 'keys#usage-type, keys#object, keys#user-keys, keys#later-last-used-at',
  level: 'must',
  covers: [byId, create],
  needs: { project: 'none', role: 'admin' },
  holds: async (stage) => {
    const { call, prefix } = stage
    const key = keyNamed(`${prefix} expiring`)
    const wish = { title: 'Expiring', key: key.line, expires_at: '2099-02-03', usage_type: 'signing' }
    const made = arranged(await call(create, wish, { as: 'owner' }))
    const id = numberIn(made, 'id')
    try {
      for (const reply of [await call(byId, { id }), await call('GET /keys', { fingerprint: key.sha256 })]) {
        answers(reply, 200)
        has(reply.row(), { id, title: 'Expiring', usage_type: 'signing' }, reply)
        equals('the day', textIn(reply.row(), 'expires_at').slice(0, 10), '2099-02-03', reply)
        const later = { 'keys#later-last-used-at': { last_used_at: ['time', 'null'] } } as const
        await hasLater(stage, reply.row(), later, reply)
      }
    } finally {
      await call(`DELETE ${ownKey}`, { key_id: id }, { as: 'owner' })
    }
  },
})

const account = {
  ...{ bio: 'Writes', location: 'Here', organization: 'Theirs', website_url: 'https://somebody.example' },
  ...{ linkedin: 'somelinkedin', twitter: 'sometwitter' },
  // Who is external has no projects of their own, whatever is asked for.
  ...{ external: true, private_profile: true, can_create_group: false, projects_limit: 0 },
  ...{ theme_id: 2, color_scheme_id: 3 },
}

export const accountShown = check<boolean>({
  id: 'keys/account',
  says: 'The user of a key is shown with everything that was said of the account',
  source: 'keys#user',
  level: 'must',
  covers: [byId, 'GET /keys'],
  needs: { project: 'none', role: 'admin', writes: true, rewinds: true },
  each: () => [false, true],
  holds: async ({ call, prefix }, admin) => {
    const username = `${prefix}-keys`
    const email = `${username}@example.com`
    const identity = { provider: 'saml', extern_uid: `${username}-there` }
    const person = { username, email, name: 'Some Body', password: 'Correct-Horse-9', ...identity }
    const user = arranged(
      await call('POST /users', { ...person, ...account, admin, skip_confirmation: true }),
    )
    const user_id = numberIn(user, 'id')
    const public_email = admin ? email : ''
    if (admin) arranged(await call('PUT /users/:id', { id: user_id, public_email }))
    const key = keyNamed(`${prefix} of somebody`)
    const wish = { user_id, title: 'Theirs', key: key.line }
    const id = numberIn(arranged(await call('POST /users/:user_id/keys', wish)), 'id')
    for (const reply of [await call(byId, { id }), await call('GET /keys', { fingerprint: key.sha256 })]) {
      answers(reply, 200)
      const shown = rowIn(reply.row(), 'user')
      has(shown, { username, email, name: 'Some Body', state: 'active', public_email, ...account }, reply)
      has(shown, { can_create_project: false, two_factor_enabled: false }, reply)
      const [first = {}] = isRows(shown.identities) ? shown.identities : []
      has(first, identity, reply)
    }
  },
})

export const keyTaken = check({
  id: 'keys/key-taken',
  says: 'A key that somebody has already, and a text that is no key, are refused with 400 and added to nobody',
  source: 'keys#user-key-errors',
  level: 'should',
  covers: [create],
  needs: { project: 'none', writes: true },
  holds: async (stage) => {
    const { call, prefix } = stage
    const key = keyNamed(`${prefix} taken`)
    await withKey(stage, key, async () => {
      const title = `${prefix} again`
      const as = stage.has('stranger') ? 'stranger' : 'owner'
      for (const [line, who] of [
        [key.line, as],
        [`${key.line} another comment`, 'owner'],
        ['ssh-ed25519 AAAA', 'owner'],
        ['no key', 'owner'],
      ] as const) {
        const reply = await call(create, { title, key: line }, { as: who })
        answers(reply, 400)
        holds(reply.text.includes('"message"'), 'the refusal tells why', reply.json, reply)
      }
      // Others add keys to the account meanwhile.
      for (const by of new Set([as, 'owner'] as const)) {
        const listed = await call('GET /user/keys', { per_page: 100 }, { as: by })
        const added = listed.rows().filter((row) => row.title === title)
        equals('the keys that were added', added.length, 0, listed)
      }
    })
  },
})

export const deployKeyAgain = check({
  id: 'keys/deploy-key-again',
  says: 'A deploy key that the project has already is answered as it is, and one of another project of the caller is enabled',
  source: 'keys#deploy-key-again',
  level: 'should',
  covers: ['POST /projects/:id/deploy_keys'],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, project, group, prefix } = stage
    const operation = 'POST /projects/:id/deploy_keys'
    const key = keyNamed(`${prefix} twice`).line
    const made = arranged(await call(operation, { id: project.id, title: 'One', key }))
    const again = await call(operation, { id: project.id, title: 'Two', key })
    answers(again, 201)
    has(again.row(), { id: numberIn(made, 'id'), title: 'One' }, again)
    const wish = { name: 'The other', path: 'other', namespace_id: group.id }
    const other = numberIn(arranged(await call('POST /projects', wish)), 'id')
    const enabled = await call(operation, { id: other, title: 'Three', key })
    answers(enabled, 201)
    equals('the key', enabled.row().id, numberIn(made, 'id'), enabled)
    const listed = await call('GET /projects/:id/deploy_keys', { id: project.id })
    equals('how many there are', listed.rows().length, 1, listed)
  },
})

export const noAuditEvent = check({
  id: 'keys/no-audit-event',
  says: 'Adding an SSH key to a user leaves no audit event',
  source: 'keys#no-audit-events',
  level: 'should',
  covers: ['GET /audit_events'],
  needs: { project: 'none', role: 'admin', tier: 'premium' },
  holds: async (stage) => {
    // Elsewhere the same account does other things at the same time.
    if (!stage.goesBack) return stage.skip('what the account does meanwhile cannot be told apart')
    const entity = { entity_type: 'User', entity_id: stage.user('owner').id, per_page: 100 }
    const events = async () => (await stage.call('GET /audit_events', entity)).json ?? null
    const before = await events()
    await withKey(stage, keyNamed(`${stage.prefix} unaudited`), async () => {
      equals('the events of the user', await events(), before)
    })
  },
})

export const deployKeyText = check({
  id: 'keys/deploy-key-text',
  says: 'A deploy key is shown with the comment that it came with, or without one',
  source: 'keys#key-text',
  level: 'should',
  covers: ['POST /projects/:id/deploy_keys', 'GET /projects/:id/deploy_keys/:key_id'],
  each: () => ['deploy@build.example', ''],
  holds: async ({ call, project: { id }, prefix }, comment) => {
    const [type, encoded] = keyNamed(`${prefix} text ${comment}`).line.split(' ')
    const key = [type, encoded, comment].join(' ').trim()
    const made = await call('POST /projects/:id/deploy_keys', { id, title: 'Text', key })
    answers(made, 201)
    has(made.row(), { key }, made)
    const key_id = numberIn(made.row(), 'id')
    const read = await call('GET /projects/:id/deploy_keys/:key_id', { id, key_id })
    has(read.row(), { key }, read)
  },
})

export const instanceDeployKey = check({
  id: 'keys/instance-deploy-key',
  says: 'Administrators add deploy keys that no project has yet (17.5), which are listed among those of the instance and found with their comment (16.0)',
  source: 'keys#later-instance-deploy-keys, keys#later-deploy-key-text',
  level: 'should',
  covers: ['POST /deploy_keys', 'GET /deploy_keys', 'GET /keys'],
  needs: { project: 'none', role: 'admin', rewinds: true },
  holds: async (stage) => {
    const known = keyNamed(`${stage.prefix} of the instance`)
    const key = `${known.line} robot@build.example`
    const made = await stage.call('POST /deploy_keys', { title: 'Everywhere', key })
    answers(made, 201)
    const id = numberIn(made.row(), 'id')
    const listed = await stage.call('GET /deploy_keys', { per_page: 100 })
    holds(
      listed.rows().some((row) => row.id === id),
      'it is listed',
      id,
      listed,
    )
    const open = await stage.call('GET /deploy_keys', { public: true, per_page: 100 })
    holds(
      open.rows().some((row) => row.id === id),
      'it is public',
      id,
      open,
    )
    const found = await stage.call('GET /keys', { fingerprint: known.sha256 })
    has(found.row(), { id, deploy_keys_projects: [] }, found)
    await stage.changed('keys#later-deploy-key-text', {
      before: () => undefined,
      after: () => has(found.row(), { key }, found),
    })
    answers(await stage.call('POST /deploy_keys', { title: 'Wrong', key: 'ssh-rsa x' }), 400)
  },
})
