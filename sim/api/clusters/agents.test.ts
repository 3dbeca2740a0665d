import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

const bob = () => here.as('bob')

describe('cluster agents', () => {
  const PATH = '/projects/1/cluster_agents'

  test('are registered, and authenticate with tokens', () => {
    const made = bob().post(PATH, { name: 'agent-1' })
    expect(made).toMatchObject({
      status: 201,
      json: { name: 'agent-1', config_project: { id: 1 }, created_by_user_id: 3 },
    })
    expect(here.as('carol').get(PATH).json).toEqual([made.json])
    const path = `${PATH}/${made.json.id}`
    const token = bob().post(`${path}/tokens`, { name: 't', description: 'd' })
    expect(token).toMatchObject({
      status: 201,
      json: { name: 't', status: 'active', agent_id: made.json.id },
    })
    expect(token.json.token).toMatch(/^glagent-/)
    expect(bob().get(`${path}/tokens`).json[0]).not.toHaveProperty('token')
    bob().post(`${path}/tokens`, { name: 'u' })
    expect(bob().post(`${path}/tokens`, { name: 'v' })).toMatchObject({
      status: 400,
      json: { message: '400 Bad request - An agent can have only two active tokens at a time' },
    })
    expect(bob().delete(`${path}/tokens/${token.json.id}`).status).toBe(204)
    expect(bob().get(`${path}/tokens/${token.json.id}`).json).toEqual({
      message: '404 Agent Token Not Found',
    })
    expect(bob().delete(path).status).toBe(204)
    expect(bob().get(path).json).toEqual({ message: '404 Agent Not Found' })
  })

  test.each([
    ['Upper', "Name can contain only lowercase letters, digits, and '-', but cannot start or end with '-'"],
    ['a'.repeat(64), 'Name is too long (maximum is 63 characters)'],
  ])('are not called %s', (name, reason) => {
    expect(bob().post(PATH, { name })).toMatchObject({
      status: 400,
      json: { message: `400 Bad request - ${reason}` },
    })
  })

  test('are registered by maintainers, and read by developers', () => {
    expect(here.as('carol').post(PATH, { name: 'a' }).status).toBe(403)
    expect(here.as('dave').get(PATH).status).toBe(403)
    expect(here.as('mallory').get(PATH).status).toBe(404)
  })
})
