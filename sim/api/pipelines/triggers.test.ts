import { describe, expect, test } from 'vitest'
import { callsOf } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

describe('triggers', () => {
  test('are kept by maintainers, and show their secret to who made them', () => {
    const bob = here.as('bob')
    const made = bob.post('/projects/1/triggers', { description: 'Nightly' })
    expect(made).toMatchObject({ status: 201, json: { description: 'Nightly', owner: { username: 'bob' } } })
    const at = `/projects/1/triggers/${made.json.id}`
    expect(bob.get(at).json.token).toBe(made.json.token)
    expect(here.as('alice').get(at).json.token).toBe(made.json.token.slice(0, 4))
    expect(bob.put(at, { description: 'Daily' }).json.description).toBe('Daily')
    expect(here.as('alice').put(at, { description: 'Mine' }).status).toBe(403)
    expect(here.as('carol').get('/projects/1/triggers').status).toBe(403)
    expect(bob.delete(at).status).toBe(204)
    expect(bob.get(at).json).toEqual({ message: '404 Trigger Not Found' })
  })

  test('start pipelines for whoever knows the secret', () => {
    const bob = here.as('bob')
    const { id, token } = bob.post('/projects/1/triggers', { description: 'Nightly' }).json
    const start = (body: object) => callsOf(here.sim).post('/projects/1/trigger/pipeline', body)
    expect(start({ ref: 'main', token })).toMatchObject({
      status: 201,
      json: { ref: 'main', source: 'trigger', user: { username: 'bob' } },
    })
    expect(bob.get(`/projects/1/triggers/${id}`).json.last_used).not.toBeNull()
    expect(start({ ref: 'main', token: 'wrong' }).status).toBe(404)
    expect(start({ ref: 'nowhere', token }).json).toEqual({ message: { base: ['Reference not found'] } })
  })

  test('start pipelines of the ref in the path, whatever the body says', () => {
    const { token } = here.as('bob').post('/projects/1/triggers', { description: 'Nightly' }).json
    const anyone = callsOf(here.sim)
    const started = anyone.post(`/projects/acme%2Fwebapp/ref/main/trigger/pipeline?token=${token}`, {
      ref: 'nowhere',
    })
    expect(started).toMatchObject({ status: 201, json: { ref: 'main', source: 'trigger' } })
    expect(anyone.post('/projects/2/ref/main/trigger/pipeline', { token }).json).toEqual({
      message: '404 Not Found',
    })
  })

  test('hand what was sent to the pipeline, without the token', () => {
    const bob = here.as('bob')
    const { token } = bob.post('/projects/1/triggers', { description: 'Nightly' }).json
    const body = { ref: 'main', token, variables: { WHO: 'nobody' } }
    const { id } = callsOf(here.sim).post('/projects/1/trigger/pipeline', body).json
    expect(bob.get(`/projects/1/pipelines/${id}/variables`).json).toEqual([
      { key: 'WHO', value: 'nobody', variable_type: 'env_var', raw: false },
      {
        key: 'TRIGGER_PAYLOAD',
        value: '{"ref":"main","id":"1","variables":{"WHO":"nobody"}}',
        variable_type: 'file',
        raw: false,
      },
    ])
  })

  test('refuse variables that are no texts, and webhooks for pipelines', () => {
    const { token } = here.as('bob').post('/projects/1/triggers', { description: 'Nightly' }).json
    const { get } = here.as('bob')
    const before = get('/projects/1/pipelines').json
    const anyone = callsOf(here.sim)
    for (const value of [1, true, null, ['a'], { a: 'b' }])
      expect(
        anyone.post('/projects/1/trigger/pipeline', { ref: 'main', token, variables: { A: value } }),
      ).toMatchObject({ status: 400, json: { message: 'variables needs to be a map of key-valued strings' } })
    const headers = { 'content-type': 'application/json', 'x-gitlab-event': 'Pipeline Hook' }
    const body = JSON.stringify({ ref: 'main', token })
    expect(anyone.send('POST', '/projects/1/trigger/pipeline', { headers, body }).status).toBe(403)
    expect(get('/projects/1/pipelines').json).toEqual(before)
  })

  test('start pipelines for running jobs too, in the name of their users', () => {
    const anyone = callsOf(here.sim)
    const start = (project: number, token: string) =>
      anyone.post(`/projects/${project}/trigger/pipeline`, { ref: 'main', token })
    const job = anyone.send('GET', '/job', { headers: { 'job-token': 'acme-webapp-job-token' } }).json
    expect(start(1, 'acme-webapp-job-token')).toMatchObject({
      status: 201,
      json: { source: 'pipeline', user: { id: job.user.id } },
    })
    // The project does not list the job's one in its job token scope.
    expect(start(6, 'acme-webapp-job-token').status).toBe(404)
    here.as('alice').post(`/projects/1/jobs/${job.id}/cancel`)
    expect(start(1, 'acme-webapp-job-token')).toMatchObject({
      status: 401,
      json: { message: 'Job is not running' },
    })
  })
})
