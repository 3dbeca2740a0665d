import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const base = testSimulator()

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

  test('of any number have the merge requests that the caller sees', () => {
    const simulator = base.fork()
    const alice = callsOf(simulator, 'alice')
    const { id: sha } = alice.get('/projects/1/repository/commits/main').json
    const body = { environment: 'shop', sha, ref: 'main', tag: false, status: 'success' }
    const { id } = alice.post('/projects/1/deployments', body).json
    const own = alice.get(`/projects/1/deployments/${id}/merge_requests`)
    expect(own.json.length).toBeGreaterThan(0)
    const other = alice.post('/projects', { name: 'elsewhere' }).json
    const from = (by: typeof alice, project: number, deployment: number) => {
      const { status, json } = by.get(`/projects/${project}/deployments/${deployment}/merge_requests`)
      return { status, json }
    }
    expect(from(alice, 1, 999_999)).toEqual({ status: 200, json: [] })
    expect(from(alice, other.id, id)).toEqual({ status: 200, json: own.json })
    const bob = callsOf(simulator, 'bob')
    const mine = bob.post('/projects', { name: 'mine' }).json
    expect(from(bob, mine.id, id).json.length).toBe(own.json.length)
    expect(alice.put('/projects/1', { visibility: 'private' }).status).toBe(200)
    const mallory = callsOf(simulator, 'mallory')
    const place = mallory.post('/projects', { name: 'place' }).json
    expect(mallory.get('/projects/1').status).toBe(404)
    expect(from(mallory, place.id, id)).toEqual({ status: 200, json: [] })
  })

  test('change their status', () => {
    const carol = callsOf(base.fork(), 'carol')
    const body = { environment: 'staging', sha: 'main', ref: 'main', tag: false, status: 'running' }
    const { id } = carol.post('/projects/1/deployments', body).json
    expect(carol.put(`/projects/1/deployments/${id}`, { status: 'failed' }).json.status).toBe('failed')
    expect(carol.get('/projects/1/deployments?status=failed&sort=desc').json[0].id).toBe(id)
    expect(carol.put(`/projects/1/deployments/${id}`, { status: 'running' }).json).toEqual({
      message: { status: ['cannot transition via "run"'] },
    })
    expect(carol.post('/projects/1/deployments', { ...body, sha: 'f'.repeat(40) }).json).toEqual({
      message: { sha: ['The commit does not exist'] },
    })
    expect(carol.post('/projects/1/deployments', { ...body, ref: 'nope' }).json).toEqual({
      message: { ref: ['The branch or tag does not exist'] },
    })
  })
})
