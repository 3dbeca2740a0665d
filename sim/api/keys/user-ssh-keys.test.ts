import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'
import { publicKeys } from '../../testing/public-keys.ts'
import { standing, writtenSince } from '../../testing/worlds.ts'

const here = perTest()

const as = (user?: string) => here.as(user)

const line = publicKeys.find(({ type }) => type === 'ed25519')?.line ?? ''

const add = (key: string, more: object = {}) => as('carol').post('/user/keys', { title: 'new', key, ...more })

const FORBIDDEN = 'type is forbidden. Must be RSA, DSA, ECDSA, ED25519, ECDSA_SK, or ED25519_SK'

describe('keys of users', () => {
  test('are added, listed, read and deleted', () => {
    const { status, json } = add(line, { expires_at: '2025-01-01' })
    expect(status).toBe(201)
    expect(json).toEqual({
      id: json.id,
      title: 'new',
      created_at: '2024-01-01T00:00:01.000Z',
      expires_at: '2025-01-01T00:00:00.000Z',
      key: `${line} Carol Çelik (127.0.0.1)`,
      usage_type: 'auth_and_signing',
    })
    expect(as('carol').get('/user/keys').json).toHaveLength(2)
    expect(as('carol').get(`/user/keys/${json.id}`).json).toEqual(json)
    expect(as('bob').get(`/user/keys/${json.id}`).json).toEqual({ message: '404 Key Not Found' })
    expect(as().get('/users/carol/keys').json.at(-1)).toEqual(json)
    expect(as('bob').delete(`/user/keys/${json.id}`).status).toBe(404)
    expect(as('carol').delete(`/user/keys/${json.id}`).status).toBe(204)
    expect(as('root').get(`/keys/${json.id}`).status).toBe(404)
  })

  test('may come in several lines, with blanks around them', () => {
    const [type, encoded = ''] = line.split(' ')
    const sent = `  ${type} ${encoded.slice(0, 30)}\n${encoded.slice(30)} carol@laptop at home\n`
    expect(add(sent)).toMatchObject({ status: 201, json: { key: `${line} Carol Çelik (127.0.0.1)` } })
  })

  test.each([
    [{}, 'key is missing, title is missing'],
    [{ key: line }, 'title is missing'],
    [{ key: line, title: 'x', usage_type: 'all' }, 'usage_type does not have a valid value'],
    [{ key: line, title: 'x', expires_at: 'soon' }, 'expires_at is invalid'],
  ])('refuses %j', (body, error) => expect(as('carol').post('/user/keys', body).json).toEqual({ error }))

  test.each([
    [{ title: '' }, { title: ["can't be blank"] }],
    [{ title: 'x'.repeat(256) }, { title: ['is too long (maximum is 255 characters)'] }],
    [{ expires_at: '2023-12-31' }, { key: ['has expired'] }],
    [{ key: 'foo-bar' }, { key: [FORBIDDEN, 'is invalid'], fingerprint_sha256: ['cannot be generated'] }],
    [{ key: 'ssh-rsa AAAA' }, { key: [FORBIDDEN], fingerprint_sha256: ['cannot be generated'] }],
    [
      { key: '' },
      { key: ["can't be blank", FORBIDDEN, 'is invalid'], fingerprint_sha256: ['cannot be generated'] },
    ],
  ])('refuses a row with %j, and changes nothing', (change, message) => {
    const before = standing(here.sim.world)
    expect(add(line, change)).toMatchObject({ status: 400, json: { message } })
    expect(writtenSince(before, here.sim.world)).toEqual([])
  })

  test('are there once, whoever has them and whatever the comment says', () => {
    add(line)
    const taken = { status: 400, json: { message: { fingerprint_sha256: ['has already been taken'] } } }
    expect(add(`${line} again`)).toMatchObject(taken)
    expect(as('bob').post('/user/keys', { title: 'x', key: line })).toMatchObject(taken)
  })

  test('are as administrators allow them', () => {
    const set = (values: object) => {
      as('root').put('/application/settings', values)
      here.sim.clock.advance('2m')
    }
    const [rsa1024, rsa2048, dsa] = publicKeys.map(({ line }) => line)
    set({ rsa_key_restriction: 2048, dsa_key_restriction: -1, ecdsa_sk_key_restriction: -1 })
    expect(add(rsa1024 ?? '').json).toEqual({ message: { key: ['must be at least 2048 bits'] } })
    expect(add(rsa2048 ?? '').status).toBe(201)
    expect(add(dsa ?? '').json).toEqual({
      message: { key: ['type is forbidden. Must be RSA, ECDSA, ED25519, or ED25519_SK'] },
    })
    set({ rsa_key_restriction: -1, ecdsa_key_restriction: -1 })
    expect(add(rsa1024 ?? '').json.message.key).toEqual(['type is forbidden. Must be ED25519 or ED25519_SK'])
    expect(add(line).status).toBe(201)
  })

  test('of others are added and deleted by administrators', () => {
    expect(as('carol').post('/users/3/keys', { title: 'x', key: line }).status).toBe(403)
    const { status, json } = as('root').post('/users/3/keys', { title: 'x', key: line })
    expect([status, json.key]).toEqual([201, `${line} Bob Baker (127.0.0.1)`])
    expect(as('root').delete(`/users/3/keys/${json.id}`).status).toBe(204)
    expect(as('root').delete(`/users/3/keys/${json.id}`).json).toEqual({ message: '404 Key Not Found' })
  })
})
