import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const base = testSimulator()

const people = ['root', 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory'] as const

function statuses(call: (user: string) => { readonly status: number }): number[] {
  return people.map((user) => call(user).status)
}

describe('pipelines', () => {
  const config = { '.gitlab-ci.yml': 'test:\n  script: true\n' }

  test('run on the virtual clock', () => {
    const simulator = base.fork()
    const carol = callsOf(simulator, 'carol')
    const project = carol.post('/projects', { name: 'ci', initialize_with_readme: true }).json.id
    expect(carol.post(`/projects/${project}/pipeline`, { ref: 'main' })).toMatchObject({
      status: 400,
      json: { message: { base: ['Missing CI config file'] } },
    })
    const actions = Object.entries(config).map(([file_path, content]) => ({
      action: 'create',
      file_path,
      content,
    }))
    carol.post(`/projects/${project}/repository/commits`, {
      branch: 'main',
      commit_message: 'Configure [skip ci]',
      actions,
    })
    const { status, json } = carol.post(`/projects/${project}/pipeline`, { ref: 'main' })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      iid: 2,
      status: 'created',
      source: 'api',
      ref: 'main',
      user: { username: 'carol' },
    })
    const seen = () => carol.get(`/projects/${project}/pipelines/${json.id}`).json
    simulator.clock.advance('2s')
    expect(seen()).toMatchObject({ status: 'running', finished_at: null })
    simulator.clock.advance('5s')
    expect(seen()).toMatchObject({ status: 'success', duration: 5 })
    expect(carol.get(`/projects/${project}/pipelines/latest`).json.id).toBe(json.id)
  })

  test('are stopped and started again', () => {
    const simulator = base.fork()
    const carol = callsOf(simulator, 'carol')
    const project = carol.post('/projects', { name: 'ci', initialize_with_readme: true }).json.id
    const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content: 'x: { script: y }' }]
    carol.post(`/projects/${project}/repository/commits`, {
      branch: 'main',
      commit_message: 'Configure',
      actions,
    })
    const { id } = carol.post(`/projects/${project}/pipeline`, { ref: 'main' }).json
    const pipeline = `/projects/${project}/pipelines/${id}`
    expect(carol.post(`${pipeline}/cancel`)).toMatchObject({ status: 200, json: { status: 'canceled' } })
    simulator.clock.advance('1m')
    expect(carol.get(pipeline).json.status).toBe('canceled')
    expect(carol.post(`${pipeline}/retry`)).toMatchObject({ status: 201, json: { status: 'pending' } })
    simulator.clock.advance('1m')
    expect(carol.get(pipeline).json.status).toBe('success')
    expect(carol.delete(pipeline).status).toBe(204)
    expect(carol.get(pipeline).json).toEqual({ message: '404 Not found' })
  })

  test('are told apart by whether their configuration is wrong, and by sources that there are', () => {
    const carol = callsOf(base.fork(), 'carol')
    const { id } = carol.post('/projects', { name: 'ci', initialize_with_readme: true }).json
    const commit = (action: string, content: string) =>
      carol.post(`/projects/${id}/repository/commits`, {
        branch: 'main',
        commit_message: 'Configure',
        actions: [{ action, file_path: '.gitlab-ci.yml', content }],
      })
    commit('create', 'a: { script: x }')
    commit('update', 'a: { script: 1')
    const ids = (query: string) =>
      carol.get(`/projects/${id}/pipelines?${query}`).json.map(({ id }: { id: number }) => id)
    const [wrong, right] = ids('')
    expect([ids('yaml_errors=true'), ids('yaml_errors=false')]).toEqual([[wrong], [right]])
    for (const query of ['yaml_errors=perhaps', 'source=nowhere'])
      expect(carol.get(`/projects/${id}/pipelines?${query}`).status).toBe(400)
  })

  test('tell their jobs what whoever started them said', () => {
    const simulator = base.fork()
    const carol = callsOf(simulator, 'carol')
    const project = carol.post('/projects', { name: 'ci', initialize_with_readme: true }).json.id
    const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content: config['.gitlab-ci.yml'] }]
    const commit = { branch: 'main', commit_message: 'Configure', actions }
    carol.post(`/projects/${project}/repository/commits`, commit)
    const variables = [
      { key: 'A', value: '1' },
      { key: 'B', value: '2', variable_type: 'file' },
    ]
    const { id } = carol.post(`/projects/${project}/pipeline`, { ref: 'main', variables }).json
    const list = `/projects/${project}/pipelines/${id}/variables`
    expect(carol.get(list).json).toEqual([
      { variable_type: 'env_var', key: 'A', value: '1', raw: false },
      { variable_type: 'file', key: 'B', value: '2', raw: false },
    ])
    carol.post(`/projects/${project}/members`, { user_id: 3, access_level: 30 })
    expect(callsOf(simulator, 'bob').get(list).status).toBe(403)
    const { token } = carol.post(`/projects/${project}/triggers`, { description: 'T' }).json
    const body = { ref: 'main', token, variables: { C: '3' } }
    const triggered = carol.post(`/projects/${project}/trigger/pipeline`, body).json
    expect(carol.get(`/projects/${project}/pipelines/${triggered.id}/variables`).json).toMatchObject([
      { key: 'C', value: '3' },
      { key: 'TRIGGER_PAYLOAD', variable_type: 'file' },
    ])
  })

  test('are seen by members, and filtered', () => {
    const simulator = base.fork()
    expect(statuses((user) => callsOf(simulator, user).get('/projects/1/pipelines'))).toEqual([
      200, 200, 200, 200, 200, 200, 404,
    ])
    const dave = callsOf(simulator, 'dave')
    const list = (query: string) =>
      dave.get(`/projects/1/pipelines?per_page=100&${query}`).json as { id: number; status: string }[]
    expect(list('').map(({ id }) => id)).toEqual(
      list('sort=asc')
        .map(({ id }) => id)
        .reverse(),
    )
    for (const { status } of list('scope=finished'))
      expect(['success', 'failed', 'canceled']).toContain(status)
    for (const { status } of list('status=running')) expect(status).toBe('running')
  })

  test('that succeed carry out the merges that waited for them', () => {
    const simulator = base.fork()
    const carol = callsOf(simulator, 'carol')
    const project = carol.post('/projects', { name: 'auto', initialize_with_readme: true }).json.id
    const actions = [{ action: 'create', file_path: 'a.txt', content: 'a' }]
    const commit = { branch: 'topic', start_branch: 'main', commit_message: 'Add', actions }
    const sha = carol.post(`/projects/${project}/repository/commits`, commit).json.id
    const request = { title: 'Add', source_branch: 'topic', target_branch: 'main' }
    const { iid } = carol.post(`/projects/${project}/merge_requests`, request).json
    const tell = (state: string) =>
      carol.post(`/projects/${project}/statuses/${sha}`, { state, ref: 'topic' })
    tell('running')
    const merge = `/projects/${project}/merge_requests/${iid}/merge`
    expect(carol.put(merge, { merge_when_pipeline_succeeds: true }).json).toMatchObject({ state: 'opened' })
    tell('success')
    expect(carol.get(`/projects/${project}/merge_requests/${iid}`).json.state).toBe('merged')
  })
})

const MANY = 1100
const branches = ['main', 'typescript', 'one', 'two']
const writes = fc.array(
  fc.record({
    what: fc.constantFrom('start', 'remove', 'create', 'delete', 'ask'),
    branch: fc.constantFrom(...branches),
  }),
  { minLength: 5, maxLength: 20 },
)

test('the newest pipeline of each branch is listed among many, whatever was written before', () => {
  const base = testSimulator()
  const { pipelines } = base.world
  const first = pipelines.all().first()
  pipelines.fill(
    Array.from({ length: MANY }, (_, i) => ({ ...first, id: i + 1, iid: i + 1, ref: 'gone' })) as never,
  )
  fc.assert(
    fc.property(writes, (steps) => {
      const sim = base.fork()
      const { pipelines, gitRefs } = sim.world
      const root = callsOf(sim, 'root')
      const listed = () =>
        root.get('/projects/1/pipelines?scope=branches').json.map(({ id }: { id: number }) => id)
      const expected = () =>
        branches.flatMap((branch) =>
          gitRefs.get(`1:refs/heads/${branch}`) === undefined
            ? []
            : (pipelines.by('byRef', 1, branch).last()?.id ?? []),
        )
      let id = MANY
      for (const { what, branch } of steps) {
        const ref = { id: `1:refs/heads/${branch}`, projectId: 1, name: `refs/heads/${branch}`, sha: 'x' }
        const newest = pipelines.by('byRef', 1, branch).last()
        if (what === 'start') pipelines.put({ ...pipelines.require(1), id: ++id, iid: id, ref: branch })
        if (what === 'remove' && newest !== undefined) pipelines.delete(newest.id)
        if (what === 'create') gitRefs.put(ref)
        if (what === 'delete') gitRefs.delete(ref.id)
        if (what === 'ask') expect(listed()).toEqual(expected().sort((a, b) => b - a))
      }
      expect(listed()).toEqual(expected().sort((a, b) => b - a))
    }),
    { numRuns: 20 },
  )
})
