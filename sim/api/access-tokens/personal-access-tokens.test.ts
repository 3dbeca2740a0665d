import { describe, expect, test } from 'vitest'
import { laterScopes } from '../../model/access-tokens/token.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

/** The status that a token gets. */
function withToken(token: string, path: string): number {
  return callsOf(here.sim).send('GET', path, { headers: { 'private-token': token } }).status
}

const base = testSimulator()

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

  test('of projects and groups show and revoke themselves, whatever their scopes', () => {
    const alice = here.as('alice')
    for (const path of ['/projects/1', '/groups/1']) {
      const wish = { name: 'reader', scopes: ['read_repository'], expires_at: '2024-01-08' }
      const { id, token } = alice.post(`${path}/access_tokens`, wish).json
      const own = (method: 'GET' | 'DELETE') =>
        callsOf(here.sim).send(method, '/personal_access_tokens/self', {
          headers: { 'private-token': token },
        })
      const shown = { id, name: 'reader', scopes: ['read_repository'] }
      expect(own('GET')).toMatchObject({ status: 200, json: shown })
      expect([own('DELETE').status, withToken(token, '/user')]).toEqual([204, 401])
    }
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

describe('access tokens', () => {
  test('are created by administrators, and work', () => {
    const simulator = base.fork()
    const body = { name: 'ci', scopes: ['read_api'] }
    expect(callsOf(simulator, 'alice').post('/users/7/personal_access_tokens', body).status).toBe(403)
    const { status, json } = callsOf(simulator, 'root').post('/users/7/personal_access_tokens', body)
    expect(status).toBe(201)
    const headers = { 'private-token': json.token }
    expect(simulator.handle({ method: 'GET', url: '/api/v4/user', headers }).status).toBe(200)
    expect(simulator.handle({ method: 'POST', url: '/api/v4/projects?name=x', headers }).status).toBe(403)
    expect(
      callsOf(simulator, 'root').post('/users/7/impersonation_tokens', { ...body, scopes: 'all' }).json,
    ).toEqual({
      message: { scopes: ['can only contain available scopes'] },
    })
  })
})

describe('in the newest release', () => {
  const newest = perTest({ release: '18.9' })

  test.each([
    ['/users/2/personal_access_tokens', '/personal_access_tokens'],
    ['/users/2/impersonation_tokens', '/users/2/impersonation_tokens'],
    ['/projects/1/access_tokens', '/projects/1/access_tokens'],
    ['/groups/1/access_tokens', '/groups/1/access_tokens'],
  ])('a token of %s says what it is for, also after it was rotated', (path, list) => {
    const root = newest.as('root')
    const body = { name: 'ci', scopes: ['read_api'], expires_at: '2024-03-01' }
    const { json: told } = root.post(path, { ...body, description: 'Nightly builds' })
    const { json: silent } = root.post(path, body)
    expect([told.description, silent.description]).toEqual(['Nightly builds', null])
    expect(root.get(`${list}/${told.id}`).json.description).toBe('Nightly builds')
    if (list.includes('impersonation')) return
    expect(root.post(`${list}/${told.id}/rotate`).json.description).toBe('Nightly builds')
  })

  test('those of users tell where they were used last: nowhere', () => {
    expect(newest.as('alice').get('/personal_access_tokens/self').json.last_used_ips).toEqual([])
    expect(here.as('alice').get('/personal_access_tokens/self').json.last_used_ips).toBeUndefined()
  })

  test('take the scopes that releases brought, each from its own on', () => {
    const root = newest.as('root')
    const wish = (scope: string) => ({ name: 'ci', scopes: [scope] })
    for (const scope of Object.keys(laterScopes)) {
      expect(root.post('/users/4/personal_access_tokens', wish(scope)).status, scope).toBe(201)
      expect(here.as('root').post('/users/4/personal_access_tokens', wish(scope)).status, scope).toBe(400)
      const application = { name: 'Planner', redirect_uri: 'https://planner.example.com', scopes: scope }
      expect(root.post('/applications', application).status, scope).toBe(201)
      expect(here.as('root').post('/applications', application).status, scope).toBe(400)
    }
  })

  test('of one scope do what it is for, tell of themselves, and nothing else', () => {
    const statuses = (scope: string) => {
      const { token } = newest.as('root').post('/users/2/personal_access_tokens', {
        name: 'ci',
        scopes: [scope],
      }).json
      const send = (method: string, path: string, body?: object) =>
        callsOf(newest.sim).send(method, path, {
          headers: { 'private-token': token, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        }).status
      return {
        self: send('GET', '/personal_access_tokens/self'),
        version: send('GET', '/version'),
        project: send('GET', '/projects/1'),
        runner: send('GET', '/runners/1'),
        runners: send('POST', '/user/runners', { runner_type: 'project_type', project_id: 1 }),
        rotate: send('POST', '/personal_access_tokens/self/rotate'),
      }
    }
    const nothing = { self: 200, version: 403, project: 403, runner: 403, runners: 403, rotate: 403 }
    expect(statuses('k8s_proxy')).toEqual(nothing)
    expect(statuses('ai_features')).toEqual({ ...nothing, version: 200 })
    expect(statuses('create_runner')).toEqual({ ...nothing, runners: 201 })
    expect(statuses('manage_runner')).toEqual({ ...nothing, runner: 200 })
    expect(statuses('self_rotate')).toEqual({ ...nothing, rotate: 200 })
  })

  test('end on the day that they are rotated to, no more than a year ahead', () => {
    const root = newest.as('root')
    const { id } = root.post('/users/4/personal_access_tokens', { name: 'ci', scopes: ['api'] }).json
    const path = `/personal_access_tokens/${id}/rotate`
    const late = root.post(path, { expires_at: '2026-01-01' })
    expect([late.status, late.json]).toEqual([
      400,
      { message: '400 Bad request - Expires at must be before 2024-12-31' },
    ])
    expect(root.post(path, { expires_at: '2024-02-01' }).json.expires_at).toBe('2024-02-01')
  })

  test('that users create for themselves have little scope', () => {
    const carol = newest.as('carol')
    const made = carol.post('/user/personal_access_tokens', { name: 'cluster', scopes: ['k8s_proxy'] })
    expect(made).toMatchObject({ status: 201, json: { user_id: 4, scopes: ['k8s_proxy'] } })
    const refused = carol.post('/user/personal_access_tokens', { name: 'more', scopes: ['api'] })
    expect(refused).toMatchObject({ status: 400, json: { error: 'scopes does not have a valid value' } })
  })
})
