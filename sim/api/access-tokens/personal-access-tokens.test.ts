import { describe, expect, test } from 'vitest'
import { callsOf } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

/** The status that a token gets. */
function withToken(token: string, path: string): number {
  return callsOf(here.sim).send('GET', path, { headers: { 'private-token': token } }).status
}

describe('personal access tokens', () => {
  test('are listed for their users, and all of them for administrators', () => {
    const carol = here.as('carol')
    const own = carol.get('/personal_access_tokens').json
    expect(new Set(own.map((it: { user_id: number }) => it.user_id))).toEqual(new Set([4]))
    expect(carol.get('/personal_access_tokens?user_id=2').status).toBe(401)
    expect(carol.get('/personal_access_tokens/1').status).toBe(401)
    expect(here.as('root').get('/personal_access_tokens/999999').status).toBe(404)
    expect(here.as('root').get('/personal_access_tokens?user_id=4').json).toEqual(own)
    const names = (query: string) => carol.get(`/personal_access_tokens?${query}`).json.length
    expect(names('state=active') + names('state=inactive')).toBe(own.length)
    expect(names('revoked=true')).toBe(1)
  })

  test('are revoked and rotated', () => {
    const root = here.as('root')
    const made = root.post('/users/4/personal_access_tokens', { name: 'ci', scopes: ['api'] }).json
    expect(withToken(made.token, '/user')).toBe(200)
    const renewed = root.post(`/personal_access_tokens/${made.id}/rotate`)
    expect([renewed.status, renewed.json.expires_at]).toEqual([200, '2024-01-08'])
    expect([withToken(made.token, '/user'), withToken(renewed.json.token, '/user')]).toEqual([401, 200])
    expect(root.delete(`/personal_access_tokens/${renewed.json.id}`).status).toBe(204)
    expect(withToken(renewed.json.token, '/user')).toBe(401)
    const carol = here.as('carol')
    expect([carol.delete('/personal_access_tokens/self').status, carol.get('/user').status]).toEqual([
      204, 401,
    ])
  })

  test('for impersonation belong to their user', () => {
    const root = here.as('root')
    const made = root.post('/users/4/impersonation_tokens', { name: 'act', scopes: ['api'] }).json
    const at = `/users/4/impersonation_tokens/${made.id}`
    expect(root.get(at).json).toMatchObject({ impersonation: true, active: true })
    expect(root.get(`/users/5/impersonation_tokens/${made.id}`).status).toBe(404)
    expect(root.delete(at).status).toBe(204)
    expect(root.get('/users/4/impersonation_tokens?state=active').json).not.toContainEqual(
      expect.objectContaining({ id: made.id }),
    )
  })
})

describe.each(['projects', 'groups'] as const)('access tokens of %s', (kind) => {
  const path = `/${kind}/1/access_tokens`

  test('belong to a bot user that is deleted with the token', () => {
    const alice = here.as('alice')
    const made = alice.post(path, { name: 'ci', scopes: ['api'], access_level: 30, expires_at: '2024-05-05' })
    expect(made.json).toMatchObject({ access_level: 30, expires_at: '2024-05-05', active: true })
    expect(withToken(made.json.token, `/${kind}/1`)).toBe(200)
    expect(alice.get(`${path}/${made.json.id}`).json).not.toHaveProperty('token')
    expect(alice.get(path).json.map(({ id }: { id: number }) => id)).toContain(made.json.id)
    const renewed = alice.post(`${path}/${made.json.id}/rotate`).json
    expect([withToken(made.json.token, '/user'), withToken(renewed.token, '/user')]).toEqual([401, 200])
    expect(alice.delete(`${path}/${renewed.id}`).status).toBe(204)
    expect(alice.get(`/users/${renewed.user_id}`).status).toBe(404)
  })

  test('are hidden from others with 401, as from anonymous callers', () => {
    expect(here.as('carol').get(path).status).toBe(401)
    expect(here.as('alice').get(`${path}/999`).json.message).toContain('Could not find')
    expect(here.as('alice').post(path, { name: 'ci', scopes: ['everything'] }).json).toEqual({
      error: 'scopes does not have a valid value',
    })
  })
})

describe.each(['projects', 'groups'] as const)('deploy tokens of %s', (kind) => {
  const path = `/${kind}/1/deploy_tokens`

  test('give access to packages but not to the API', () => {
    const alice = here.as('alice')
    const made = alice.post(path, {
      name: 'deploy',
      scopes: ['read_package_registry'],
      expires_at: '2024-03-03',
    })
    expect(made).toMatchObject({
      status: 201,
      json: { username: `gitlab+deploy-token-${made.json.id}`, expires_at: '2024-03-03T00:00:00.000Z' },
    })
    expect(alice.get(`${path}/${made.json.id}`).json).not.toHaveProperty('token')
    expect(here.as('root').get('/deploy_tokens?active=true').json).toContainEqual(
      expect.objectContaining({ id: made.json.id }),
    )
    const sent = { headers: { 'deploy-token': made.json.token } }
    const read = (id: number) =>
      callsOf(here.sim).send('GET', `/projects/${id}/packages/generic/none/1/none`, sent).json.message
    expect([read(1), read(8)]).toEqual(['404 Not found', '404 Project Not Found'])
    expect(withToken(made.json.token, '/user')).toBe(401)
    expect(alice.delete(`${path}/${made.json.id}`).status).toBe(204)
    expect(alice.get(`${path}/${made.json.id}`).json).toEqual({ message: '404 DeployToken Not Found' })
  })

  test('need scopes and a caller who may create them', () => {
    expect(here.as('carol').get(path).status).toBe(403)
    expect(here.as('alice').post(path, { name: 'a', scopes: ['api'] }).json).toEqual({
      error: 'scopes does not have a valid value',
    })
  })
})
