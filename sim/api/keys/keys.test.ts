import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'
import { publicKeys } from '../../testing/public-keys.ts'

const here = perTest()
const as = (user?: string) => here.as(user)
const find = (fingerprint: string, user = 'root') =>
  as(user).get(`/keys?fingerprint=${encodeURIComponent(fingerprint)}`)

const MD5 = 'a2:e9:ce:39:7d:3a:9e:2c:35:b4:48:d2:84:9f:04:46'
const [, , , , , , ed25519] = publicKeys

describe('a key of a user', () => {
  test('comes with the whole account, and with a comment that gives no address away', () => {
    const { status, json } = as('root').get('/keys/1')
    expect(status).toBe(200)
    expect(Object.keys(json)).toEqual([
      'id',
      'title',
      'created_at',
      'expires_at',
      'key',
      'usage_type',
      'user',
    ])
    expect(json).toMatchObject({
      id: 1,
      title: 'Laptop of alice',
      created_at: '2022-01-10T08:50:00.000Z',
      expires_at: null,
      key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGWgkiya1feNpEzNTW+6xFvyQLB750E1J6AVzGHD9eaK Alice Archer (127.0.0.1)',
      usage_type: 'auth',
      user: {
        id: 2,
        username: 'alice',
        name: 'Alice Archer',
        state: 'active',
        email: 'alice@example.com',
        bio: 'Keeps the shop open.',
        public_email: 'alice@example.com',
        identities: [],
        can_create_group: true,
        can_create_project: true,
        two_factor_enabled: false,
        external: false,
        private_profile: false,
        shared_runners_minutes_limit: null,
        extra_shared_runners_minutes_limit: null,
      },
    })
    for (const name of ['is_admin', 'note', 'namespace_id', 'created_by'])
      expect(json.user).not.toHaveProperty(name)
  })

  test('tells its end and what it is for', () => {
    const old = as('root').get('/keys/2').json
    expect([old.expires_at, old.usage_type]).toEqual(['2023-12-31T00:00:00.000Z', 'auth_and_signing'])
    expect(as('root').get('/keys/5').json.usage_type).toBe('signing')
  })
})

describe('a deploy key', () => {
  test('comes with the projects that it opens', () => {
    const { json } = as('root').get('/keys/4')
    expect(json).toMatchObject({
      title: 'Web servers',
      fingerprint: expect.stringMatching(/^([0-9a-f]{2}:){15}[0-9a-f]{2}$/),
      fingerprint_sha256: expect.stringMatching(/^SHA256:[A-Za-z0-9+/]{43}$/),
      user: { username: 'bob' },
      deploy_keys_projects: [
        { id: 1, deploy_key_id: 4, project_id: 1, can_push: false },
        { id: 2, deploy_key_id: 4, project_id: 2, can_push: true },
      ],
    })
    expect(json.deploy_keys_projects[0]).toMatchObject({
      created_at: '2022-07-11T17:00:00.000Z',
      updated_at: '2022-07-11T17:00:00.000Z',
    })
    expect(find(json.fingerprint).json).toEqual(json)
    expect(find(json.fingerprint_sha256).json).toEqual(json)
  })

  test('may have no user that is known', () => {
    const { json } = as('root').get('/keys/6')
    expect([json.user, json.deploy_keys_projects.length]).toEqual([null, 1])
    expect(json.key).toBe('ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIMB+qWitvsbupNkgYsNZn8gzaAfbHHyhtDCY/ZPQZ1wQ')
  })
})

describe('finding by fingerprint', () => {
  test.each(publicKeys)('a $type key of $bits bits, as ssh-keygen prints it', ({ line, md5, sha256 }) => {
    const { id } = as('carol').post('/user/keys', { title: 'new', key: `${line} carol@laptop` }).json
    const whole = as('root').get(`/keys/${id}`).json
    expect(whole.key).toBe(`${line} Carol Çelik (127.0.0.1)`)
    for (const fingerprint of [md5, `SHA256:${sha256}`, `sha256:${sha256}`])
      expect(find(fingerprint)).toMatchObject({ status: 200, json: whole })
  })

  test.each([
    ['well formed, but of no key', MD5, 404, '404 Key Not Found'],
    ['in other letters', ed25519?.md5.toUpperCase() ?? '', 404, '404 Key Not Found'],
    ['well formed SHA-256 of no key', `SHA256:${'A'.repeat(43)}`, 404, '404 Key Not Found'],
    ['with padding', `SHA256:${ed25519?.sha256}=`, 404, '404 Key Not Found'],
    ['with its prefix', `MD5:${MD5}`, 400, 'Failed to return the key'],
    ['of 15 pairs', MD5.slice(3), 400, 'Failed to return the key'],
    ['without colons', MD5.replaceAll(':', ''), 400, 'Failed to return the key'],
    ['SHA-256 without its prefix', ed25519?.sha256 ?? '', 400, 'Failed to return the key'],
    ['SHA-256 too short', `SHA256:${'A'.repeat(42)}`, 400, 'Failed to return the key'],
    ['SHA-256 too long', `SHA256:${'A'.repeat(44)}`, 400, 'Failed to return the key'],
    ['SHA-256 in mixed case of the prefix', `Sha256:${'A'.repeat(43)}`, 400, 'Failed to return the key'],
    ['nothing', '', 400, 'Failed to return the key'],
  ])('%s: %s', (_, fingerprint, status, message) =>
    expect(find(fingerprint)).toMatchObject({ status, json: { message } }),
  )

  test('needs percent signs for a plus sign', () => {
    const key = here.sim.world.keys
      .all()
      .list()
      .find(({ fingerprintSha256 }) => fingerprintSha256.includes('+'))
    expect(find(`SHA256:${key?.fingerprintSha256}`).json.id).toBe(key?.id)
    expect(as('root').get(`/keys?fingerprint=SHA256:${key?.fingerprintSha256}`)).toMatchObject({
      status: 400,
      json: { message: 'Failed to return the key' },
    })
  })

  test('needs a fingerprint', () => {
    expect(as('root').get('/keys').json).toEqual({ error: 'fingerprint is missing' })
    expect(as('root').get('/keys?fingerprint[]=a').json).toEqual({ error: 'fingerprint is invalid' })
  })
})

describe('rights', () => {
  test('are those of administrators', () => {
    for (const user of ['alice', 'mallory'])
      for (const path of ['/keys/1', '/keys/999', `/keys?fingerprint=${MD5}`])
        expect(as(user).get(path)).toMatchObject({ status: 403, json: { message: '403 Forbidden' } })
    for (const path of ['/keys/1', '/keys', `/keys?fingerprint=${MD5}`])
      expect(as().get(path)).toMatchObject({ status: 401, json: { message: '401 Unauthorized' } })
  })

  test('come after the parameters', () => {
    expect(as('alice').get('/keys').json).toEqual({ error: 'fingerprint is missing' })
  })
})

test.each(['999', '0', 'abc', '-1', '1x'])('there is no key %s', (id) =>
  expect(as('root').get(`/keys/${id}`)).toMatchObject({ status: 404, json: { message: '404 Not found' } }),
)
