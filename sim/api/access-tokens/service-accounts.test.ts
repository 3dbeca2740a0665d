import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

describe.each([
  ['/groups/1/service_accounts', 'alice', 'service_account_group_1_'],
  ['/projects/1/service_accounts', 'bob', 'service_account_project_1_'],
])('accounts of machines at %s', (path, who, begins) => {
  const owner = () => here.as(who)

  test('are created, updated and deleted', () => {
    const made = owner().post(path)
    expect(made).toMatchObject({ status: 201, json: { name: 'Service account user' } })
    expect(made.json.username.startsWith(begins)).toBe(true)
    const named = owner().post(path, { name: 'Robot', username: 'robot-one', email: 'robot@example.com' })
    expect(named.json).toMatchObject({ name: 'Robot', username: 'robot-one', email: 'robot@example.com' })
    expect(owner().post(path, { username: 'robot-one' }).status).toBe(400)
    expect(owner().get(path).json).toEqual([named.json, made.json])
    expect(owner().get(`${path}?order_by=id&sort=asc`).json).toEqual([made.json, named.json])
    const changed = owner().send('PATCH', `${path}/${made.json.id}`, {
      headers: { 'content-type': 'application/json' },
      body: '{"name":"Other"}',
    })
    expect(changed).toMatchObject({ status: 200, json: { name: 'Other', username: made.json.username } })
    expect(owner().delete(`${path}/${named.json.id}`).status).toBe(204)
    expect(owner().delete(`${path}/2`).json).toEqual({ message: '404 User Not Found' })
  })

  test('authenticate with tokens', () => {
    const { id } = owner().post(path).json
    const tokens = `${path}/${id}/personal_access_tokens`
    const made = owner().post(tokens, { name: 't', scopes: ['api'], expires_at: '2024-06-01' })
    expect(made).toMatchObject({
      status: 201,
      json: { user_id: id, scopes: ['api'], expires_at: '2024-06-01' },
    })
    const asIt = (token: string) => here.as().send('GET', '/user', { headers: { 'private-token': token } })
    expect(asIt(made.json.token)).toMatchObject({ status: 200, json: { id } })
    expect(owner().get(tokens).json).toMatchObject([{ id: made.json.id }])
    const renewed = owner().post(`${tokens}/${made.json.id}/rotate`)
    expect(renewed.status).toBe(200)
    expect(asIt(made.json.token).status).toBe(401)
    expect(owner().delete(`${tokens}/${renewed.json.id}`).status).toBe(204)
    expect(asIt(renewed.json.token).status).toBe(401)
  })

  test('are managed by owners only', () => {
    expect(here.as('carol').post(path).status).toBe(403)
    expect(here.as('mallory').get(path).status).toBe(404)
  })
})

test('those of the instance are created by administrators', () => {
  const made = here.as('root').post('/service_accounts', { name: 'Robot' })
  expect(made).toMatchObject({ status: 201, json: { name: 'Robot' } })
  expect(here.as('root').get('/service_accounts').json).toEqual([made.json])
  expect(here.as('alice').get('/service_accounts').status).toBe(403)
})
