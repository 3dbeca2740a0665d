import { beforeEach, describe, expect, test } from 'vitest'
import { uploading } from '../../testing/multipart.ts'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

const as = (user?: string) => here.as(user)

const path = '/projects/1/pipeline_schedules'

const nightly = { description: 'Nightly', ref: 'main', cron: '0 1 * * *' }

const people = ['root', 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory']

const statuses = (call: (user: string) => { readonly status: number }) =>
  people.map((user) => call(user).status)

/** The demo project configures no pipelines of its own. */
beforeEach(() => {
  const actions = [{ action: 'create', file_path: 'ci.yml', content: 'test:\n  script: [true]\n' }]
  as('bob').put('/projects/1', { ci_config_path: 'ci.yml' })
  as('bob').post('/projects/1/repository/commits', { branch: 'main', commit_message: 'Configure', actions })
})

describe('a schedule of pipelines', () => {
  test('starts one when its plan comes round, with its variables, in its owner’s name', () => {
    const { status, json } = as('bob').post(path, nightly)
    expect(status).toBe(201)
    expect(json).toMatchObject({
      ...nightly,
      cron_timezone: 'UTC',
      next_run_at: '2024-01-01T01:03:00.000Z',
      active: true,
      owner: { username: 'bob' },
      last_pipeline: null,
      variables: [],
    })
    const variable = { key: 'A', value: '1', variable_type: 'env_var' }
    expect(as('bob').post(`${path}/${json.id}/variables`, variable)).toMatchObject({
      status: 201,
      json: variable,
    })
    here.sim.clock.advance('90m')
    const shown = as('bob').get(`${path}/${json.id}`).json
    expect(shown).toMatchObject({
      next_run_at: '2024-01-02T01:03:00.000Z',
      last_pipeline: { source: 'schedule', ref: 'main', status: 'success' },
      variables: [variable],
    })
    here.sim.clock.advance('1d')
    const started = as('bob').get(`${path}/${json.id}/pipelines`).json
    expect(started.map(({ created_at: at }: { created_at: string }) => at)).toEqual([
      '2024-01-01T01:03:00.000Z',
      '2024-01-02T01:03:00.000Z',
    ])
    const told = as('bob').get(`/projects/1/pipelines/${started[0].id}/variables`).json
    expect(told).toMatchObject([variable])
    expect(as('dave').get(path).json).toMatchObject([{ id: json.id }])
  })

  test('keeps to its time zone, and to its new plan', () => {
    const { id } = as('bob').post(path, { ...nightly, cron_timezone: 'Europe/Berlin' }).json
    expect(as('bob').get(`${path}/${id}`).json.next_run_at).toBe('2024-01-02T00:03:00.000Z')
    const moved = as('bob').put(`${path}/${id}`, { cron: '0 12 * * *', cron_timezone: 'UTC' }).json
    expect(moved).toMatchObject({ description: 'Nightly', next_run_at: '2024-01-01T12:03:00.000Z' })
    here.sim.clock.advance('37h')
    expect(as('bob').get(`${path}/${id}/pipelines`).json).toHaveLength(2)
    as('bob').put(`${path}/${id}`, { active: false })
    here.sim.clock.advance('3d')
    expect(as('bob').get(`${path}/${id}/pipelines?sort=desc`).json).toHaveLength(2)
    expect(as('bob').get(`${path}?scope=active`).json).toEqual([])
    expect(as('bob').get(`${path}?scope=inactive`).json).toHaveLength(1)
  })

  test.each([
    ['* * * * *', '2024-01-01T00:03:00.000Z'],
    ['4 * * * *', '2024-01-01T00:13:00.000Z'],
    ['13 0 * * *', '2024-01-01T00:23:00.000Z'],
    ['55 23 31 12 *', '2025-01-01T00:03:00.000Z'],
  ])('with the plan %s comes next when the service looks for it', (cron, next_run_at) => {
    here.sim.clock.set('2024-01-01T00:02:00Z')
    expect(as('bob').post(path, { ...nightly, cron }).json).toMatchObject({ next_run_at })
  })

  test('runs every ten minutes at most', () => {
    const { id } = as('bob').post(path, { ...nightly, cron: '* * * * *' }).json
    here.sim.clock.set('2024-01-01T02:00:00Z')
    expect(as('bob').get(`${path}/${id}/pipelines`).json).toHaveLength(12)
  })

  test('is played out of turn in the name of who plays it', () => {
    const { id, next_run_at } = as('bob').post(path, nightly).json
    expect(as('alice').post(`${path}/${id}/play`)).toMatchObject({
      status: 201,
      json: { message: '201 Created' },
    })
    const { last_pipeline, next_run_at: then } = as('bob').get(`${path}/${id}`).json
    expect(then).toBe(next_run_at)
    expect(as('bob').get(`/projects/1/pipelines/${last_pipeline.id}`).json).toMatchObject({
      source: 'schedule',
      user: { username: 'alice' },
    })
  })

  test('is made by Developers, changed by its owner, and taken over by Maintainers', () => {
    expect(statuses((user) => as(user).post(path, nightly))).toEqual([201, 201, 201, 201, 403, 403, 404])
    const { id } = as('carol').post(path, nightly).json
    const one = `${path}/${id}`
    expect(statuses((user) => as(user).get(one))).toEqual([200, 200, 200, 200, 200, 200, 404])
    const shown = (user: string) => 'variables' in as(user).get(one).json
    expect(['alice', 'bob', 'carol', 'dave', 'erin'].map(shown)).toEqual([true, true, true, false, false])
    as('alice').put('/projects/1', { public_jobs: false })
    expect(statuses((user) => as(user).get(one))).toEqual([200, 200, 200, 200, 200, 404, 404])
    as('alice').put('/projects/1', { public_jobs: true })
    expect(statuses((user) => as(user).put(one, {}))).toEqual([200, 403, 403, 200, 403, 403, 404])
    expect(as('carol').post(`${one}/take_ownership`).status).toBe(403)
    expect(as('bob').post(`${one}/take_ownership`)).toMatchObject({
      status: 201,
      json: { owner: { username: 'bob' } },
    })
    expect(as('carol').put(one, {}).status).toBe(403)
    expect(as('carol').delete(one).status).toBe(403)
    expect(as('bob').delete(one).status).toBe(204)
    expect(as('bob').get(one).json).toEqual({ message: '404 Pipeline Schedule Not Found' })
  })

  test('has variables that are told, changed and removed by their keys', () => {
    const { id } = as('carol').post(path, nightly).json
    const variables = `${path}/${id}/variables`
    as('carol').post(variables, { key: 'A', value: '1' })
    expect(as('carol').post(variables, { key: 'A', value: '1' })).toMatchObject({
      status: 400,
      json: { message: { key: ['has already been taken'] } },
    })
    expect(as('carol').post(variables, { key: 'a b', value: '1' }).json).toEqual({
      message: { key: ["can contain only letters, digits and '_'."] },
    })
    const changed = { key: 'A', value: '2', variable_type: 'file' }
    expect(as('carol').put(`${variables}/A`, { value: '2', variable_type: 'file' }).json).toMatchObject(
      changed,
    )
    expect(as('carol').get(`${variables}/A`).json).toMatchObject(changed)
    expect(as('carol').delete(`${variables}/A`)).toMatchObject({ status: 202, json: changed })
    expect(as('carol').get(`${variables}/A`).json).toEqual({
      message: '404 Pipeline Schedule Variable Not Found',
    })
  })

  test.each([
    [{ cron: 'sometimes' }, { cron: [' is invalid syntax'] }],
    [{ cron_timezone: 'Atlantis' }, { cron_timezone: [' is invalid syntax'] }],
    [{ description: ' ' }, { description: ["can't be blank"] }],
  ])('is refused with %j', (more, message) => {
    expect(as('bob').post(path, { ...nightly, ...more })).toMatchObject({ status: 400, json: { message } })
  })

  test('starts nothing in the name of who is gone, or for a branch that is', () => {
    const { id } = as('carol').post(path, nightly).json
    as('bob').post(path, { ...nightly, ref: 'no-such-branch' })
    as('root').delete('/users/4')
    here.sim.clock.advance('2h')
    expect(as('bob').get(`${path}/${id}`).json).toMatchObject({ owner: null, last_pipeline: null })
  })

  test('travels with its project, and rests where it arrives', () => {
    as('bob').post(path, nightly)
    as('bob').post('/projects/1/export')
    here.sim.clock.advance('1m')
    const archive = as('bob').get('/projects/1/export/download').body as Uint8Array
    const sent = uploading(
      { path: 'arrived', namespace: 'bob' },
      { field: 'file', name: 'a.tar.gz', bytes: archive },
    )
    const { id } = as('bob').send('POST', '/projects/import', sent).json
    here.sim.clock.advance('2m')
    expect(as('bob').get(`/projects/${id}/pipeline_schedules`).json).toMatchObject([
      { ...nightly, active: false, owner: { username: 'bob' } },
    ])
  })

  test('is one of as many as the plan allows', () => {
    expect(as('bob').get('/application/plan_limits').status).toBe(403)
    expect(as('root').get('/application/plan_limits').json).toMatchObject({ ci_pipeline_schedules: 10 })
    const limits = { plan_name: 'default', ci_pipeline_schedules: 1 }
    expect(as('root').put('/application/plan_limits', limits).json).toMatchObject({
      ci_pipeline_schedules: 1,
      ci_needs_size_limit: 50,
    })
    as('bob').post(path, nightly)
    expect(as('bob').post(path, nightly)).toMatchObject({
      status: 400,
      json: { message: { base: ['Maximum number of ci pipeline schedules (1) exceeded'] } },
    })
  })
})
