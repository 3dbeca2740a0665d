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

  test('may send their merge requests to themselves, which other projects cannot choose', () => {
    const simulator = base.fork()
    const dave = callsOf(simulator, 'dave')
    const { json } = dave.post('/projects/1/fork', { path: 'own', mr_default_target_self: true })
    expect(json).toMatchObject({ mr_default_target_self: true })
    const changed = dave.put(`/projects/${json.id}`, { mr_default_target_self: false })
    expect(changed.json).toMatchObject({ mr_default_target_self: false })
    expect(callsOf(simulator, 'bob').put('/projects/1', { mr_default_target_self: true })).toMatchObject({
      status: 400,
      json: {
        message: {
          'project_setting.mr_default_target_self': ['This setting is allowed for forked projects only'],
        },
      },
    })
    expect(callsOf(simulator, 'bob').put('/projects/1', { mr_default_target_self: false }).status).toBe(200)
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
      message: '404 Namespace Not Found',
    })
  })
})

test('a namespace in which the caller has no role is not found, one in which they may create nothing is no target', () => {
  const simulator = base.fork()
  const dave = callsOf(simulator, 'dave')
  callsOf(simulator, 'mallory').post('/groups', { name: 'Open', path: 'open', visibility: 'public' })
  for (const params of [
    { namespace: 'open' },
    { namespace_path: 'open' },
    { namespace: 'mallory' },
    { namespace_id: 99999 },
  ])
    expect(dave.post('/projects/1/fork', params)).toMatchObject({
      status: 404,
      json: { message: '404 Namespace Not Found' },
    })
  expect(dave.post('/projects/1/fork', { namespace: 'acme' })).toMatchObject({
    status: 404,
    json: { message: '404 Target Namespace Not Found' },
  })
})

test('a fork counts against the limit of personal projects', () => {
  const simulator = base.fork()
  callsOf(simulator, 'root').put('/users/5', { projects_limit: 0 })
  const text = 'Personal project creation is not allowed. Please contact your administrator with questions'
  expect(callsOf(simulator, 'dave').post('/projects/1/fork')).toMatchObject({
    status: 409,
    json: { message: { limit_reached: [text] } },
  })
  expect(callsOf(simulator, 'dave').post('/projects', { name: 'Mine' })).toMatchObject({
    status: 403,
    json: { error: [text] },
  })
  expect(callsOf(simulator, 'root').post('/projects/user/5', { name: 'Mine' })).toMatchObject({
    status: 400,
    json: { message: { limit_reached: [text] } },
  })
})
