import { describe, expect, test } from 'vitest'
import { callsOf } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

/** What a token opens. */
function withToken(token: string, path: string): number {
  return callsOf(here.sim).send('GET', path, { headers: { 'private-token': token } }).status
}

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

test('bots and service accounts end with their subgroup and with its project', () => {
  const alice = here.as('alice')
  const made = ['/groups/2', '/projects/2'].flatMap((path) => [
    alice.post(`${path}/access_tokens`, { name: 'ci', scopes: ['api'], expires_at: '2024-05-05' }).json
      .user_id,
    alice.post(`${path}/service_accounts`).json.id,
  ])
  const statuses = () => made.map((id) => alice.get(`/users/${id}`).status)
  expect(statuses()).toEqual([200, 200, 200, 200])
  alice.delete('/groups/2')
  expect(statuses()).toEqual([200, 200, 200, 200])
  alice.delete('/groups/2', { permanently_remove: true, full_path: 'acme/platform' })
  expect(statuses()).toEqual([404, 404, 404, 404])
})
