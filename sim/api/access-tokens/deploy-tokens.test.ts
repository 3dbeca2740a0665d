import { describe, expect, test } from 'vitest'
import { callsOf } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

/** What a token opens. */
function withToken(token: string, path: string): number {
  return callsOf(here.sim).send('GET', path, { headers: { 'private-token': token } }).status
}

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
    expect([read(1), read(8)]).toEqual(['404 Not found', '404 Not Found'])
    expect(withToken(made.json.token, '/user')).toBe(401)
    expect(alice.delete(`${path}/${made.json.id}`).status).toBe(204)
    expect(alice.get(`${path}/${made.json.id}`).json).toEqual({ message: '404 DeployToken Not Found' })
  })

  test('need scopes and a caller who may create them', () => {
    expect(here.as('carol').get(path).status).toBe(403)
    expect(here.as('bob').get(path).status).toBe(200)
    expect(here.as('alice').post(path, { name: 'a', scopes: ['api'] }).json).toEqual({
      error: 'scopes does not have a valid value',
    })
  })
})
