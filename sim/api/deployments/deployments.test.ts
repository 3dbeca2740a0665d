import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const base = testSimulator()

describe('environments', () => {
  test('are created by developers, with the tier derived from the name', () => {
    const simulator = base.fork()
    const create = (user: string, body: object) =>
      callsOf(simulator, user).post('/projects/1/environments', body)
    expect(create('carol', { name: 'review/fresh' })).toMatchObject({
      status: 201,
      json: { name: 'review/fresh', slug: 'review-fresh', tier: 'development', state: 'available' },
    })
    expect(create('carol', { name: 'elsewhere', tier: 'testing' }).json.tier).toBe('testing')
    const taken = ['has already been taken']
    expect(create('carol', { name: 'elsewhere' }).json).toEqual({ message: { name: taken, slug: taken } })
    expect(create('dave', { name: 'x' }).status).toBe(403)
    const names = callsOf(simulator, 'dave').get('/projects/1/environments?search=fresh').json
    expect(names.map((environment: { name: string }) => environment.name)).toEqual(['review/fresh'])
  })
})

describe('deployments', () => {
  test('list each merge request once per environment', () => {
    const simulator = base.fork()
    const bob = callsOf(simulator, 'bob')
    const { id: sha } = bob.get('/projects/1/repository/commits/main').json
    const body = { environment: 'brand-new-live', sha, ref: 'main', tag: false, status: 'success' }
    const first = bob.post('/projects/1/deployments', body)
    expect(first).toMatchObject({
      status: 201,
      json: { environment: { name: 'brand-new-live' }, status: 'success', user: { username: 'bob' } },
    })
    const brought = bob.get(`/projects/1/deployments/${first.json.id}/merge_requests`).json
    expect(brought.length).toBeGreaterThan(0)
    for (const { state } of brought) expect(state).toBe('merged')
    const second = bob.post('/projects/1/deployments', body).json
    expect(bob.get(`/projects/1/deployments/${second.id}/merge_requests`).json).toEqual([])
    const found = bob.get('/merge_requests?scope=all&environment=brand-new-live&per_page=100').json
    expect(found.length).toBe(
      bob.get(`/projects/1/deployments/${first.json.id}/merge_requests?per_page=100`).json.length,
    )
  })

  test('change their status', () => {
    const carol = callsOf(base.fork(), 'carol')
    const body = { environment: 'staging', sha: 'main', ref: 'main', tag: false, status: 'running' }
    const { id } = carol.post('/projects/1/deployments', body).json
    expect(carol.put(`/projects/1/deployments/${id}`, { status: 'failed' }).json.status).toBe('failed')
    expect(carol.get('/projects/1/deployments?status=failed&sort=desc').json[0].id).toBe(id)
    expect(carol.post('/projects/1/deployments', { ...body, sha: 'f'.repeat(40) }).json).toEqual({
      message: { sha: ['The commit does not exist'] },
    })
    expect(carol.post('/projects/1/deployments', { ...body, ref: 'nope' }).json).toEqual({
      message: { ref: ['The branch or tag does not exist'] },
    })
  })
})

describe('topics', () => {
  test('are listed by number of projects', () => {
    const topics = callsOf(base.fork()).get('/topics').json as { id: number; total_projects_count: number }[]
    const counts = topics.map((topic) => topic.total_projects_count)
    expect(counts).toEqual([...counts].sort((a, b) => b - a))
    expect(callsOf(base.fork()).get('/topics/4711').json).toEqual({ message: '404 Not found' })
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
      error: 'scopes does not have a valid value',
    })
  })
})

describe('group shares', () => {
  test('share a project with a group, and unshare it', () => {
    const simulator = base.fork()
    const mallory = callsOf(simulator, 'mallory')
    const group = mallory.post('/groups', { name: 'Guests', path: 'guests', visibility: 'public' }).json.id
    const alice = callsOf(simulator, 'alice')
    expect(
      callsOf(simulator, 'carol').post('/projects/1/share', { group_id: group, group_access: 30 }).status,
    ).toBe(403)
    expect(alice.post('/projects/1/share', { group_id: group, group_access: 30 })).toMatchObject({
      status: 201,
      json: { project_id: 1, group_id: group, group_access: 30, expires_at: null },
    })
    expect(mallory.get('/projects/1').status).toBe(200)
    expect(alice.post('/projects/1/share', { group_id: group, group_access: 30 }).status).toBe(409)
    expect(alice.delete(`/projects/1/share/${group}`).status).toBe(204)
    expect(alice.delete(`/projects/1/share/${group}`).json).toEqual({ message: '404 Group Link Not Found' })
    expect(mallory.get('/projects/1').status).toBe(404)
  })
})
