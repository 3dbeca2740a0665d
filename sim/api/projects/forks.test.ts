import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const base = testSimulator()

describe('forks', () => {
  test('have the branches of their source and finish importing', () => {
    const simulator = base.fork()
    const dave = callsOf(simulator, 'dave')
    const { status, json } = dave.post('/projects/1/fork', { path: 'mine' })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      path_with_namespace: 'dave/mine',
      forked_from_project: { id: 1 },
      import_status: 'scheduled',
    })
    expect(dave.get(`/projects/${json.id}/repository/branches/main`).json.commit.id).toBe(
      dave.get('/projects/1/repository/branches/main').json.commit.id,
    )
    expect(dave.get(`/projects/${json.id}`).json.import_status).toBe('finished')
    const forks = dave
      .get('/projects/1/forks?order_by=id&sort=desc')
      .json.map((fork: { id: number }) => fork.id)
    expect(forks[0]).toBe(json.id)
  })

  test('need the right to read the code, a free name and a namespace', () => {
    const simulator = base.fork()
    expect(callsOf(simulator, 'erin').post('/projects/1/fork')).toMatchObject({
      status: 404,
      json: { message: '404 Not Found' },
    })
    expect(callsOf(simulator, 'carol').post('/projects/1/fork')).toMatchObject({
      status: 409,
      json: { message: { path: ['has already been taken'] } },
    })
    expect(callsOf(simulator, 'carol').post('/projects/1/fork', { namespace_path: 'nowhere' }).json).toEqual({
      message: '404 Target Namespace Not Found',
    })
  })
})
