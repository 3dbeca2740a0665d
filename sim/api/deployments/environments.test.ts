import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'

const base = testSimulator()

const here = perTest()

const carol = () => here.as('carol')

function project(config: string, files: object = {}): number {
  const { id } = carol().post('/projects', {
    name: `p-${here.sim.clock.now()}`,
    initialize_with_readme: true,
  }).json
  const all = { ...files, '.gitlab-ci.yml': config }
  const actions = Object.entries(all).map(([file_path, content]) => ({
    action: 'create',
    file_path,
    content,
  }))
  carol().post(`/projects/${id}/repository/commits`, { branch: 'main', commit_message: 'Configure', actions })
  return id
}

interface Told {
  readonly id: number
  readonly name: string
  readonly status: string
}

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

describe('environments of jobs', () => {
  const CONFIG = `
deploy:
  script: x
  environment: { name: review/$CI_COMMIT_REF_NAME, url: 'https://example.com', on_stop: stop }
stop:
  script: x
  when: manual
  environment: { name: review/$CI_COMMIT_REF_NAME, action: stop }
`
  const environment = (id: number) => carol().get(`/projects/${id}/environments`).json[0]

  test('are deployed to by jobs, and stopped by jobs', () => {
    const id = project(CONFIG)
    here.sim.clock.advance('10s')
    expect(environment(id)).toMatchObject({
      name: 'review/main',
      state: 'available',
      external_url: 'https://example.com',
    })
    const [deployment] = carol().get(`/projects/${id}/deployments`).json
    expect(deployment).toMatchObject({ status: 'success', ref: 'main', deployable: { name: 'deploy' } })
    const path = `/projects/${id}/environments/${environment(id).id}/stop`
    expect(carol().post(path)).toMatchObject({ status: 200, json: { state: 'stopping' } })
    here.sim.clock.advance('10s')
    expect(environment(id).state).toBe('stopped')
  })

  test('are stopped at once by force', () => {
    const id = project(CONFIG)
    here.sim.clock.advance('10s')
    const path = `/projects/${id}/environments/${environment(id).id}/stop`
    expect(carol().post(path, { force: true }).json.state).toBe('stopped')
  })

  test('of a branch that is deleted are stopped', () => {
    const id = project(CONFIG)
    carol().post(`/projects/${id}/repository/branches`, { branch: 'topic', ref: 'main' })
    here.sim.clock.advance('10s')
    carol().delete(`/projects/${id}/repository/branches/topic`)
    here.sim.clock.advance('10s')
    const states = carol()
      .get(`/projects/${id}/environments`)
      .json.map((it: Told & { state: string }) => `${it.name} ${it.state}`)
    expect(states).toEqual(['review/main available', 'review/topic stopped'])
  })
})

test('environments are changed, stopped, and only then deleted', () => {
  const carol = here.as('carol')
  const made = carol.post('/projects/1/environments', {
    name: 'told',
    external_url: 'https://told.example',
  }).json
  const at = `/projects/1/environments/${made.id}`
  expect(made).toMatchObject({ external_url: 'https://told.example', state: 'available' })
  expect(carol.put(at, { external_url: 'https://other.example' }).json.external_url).toBe(
    'https://other.example',
  )
  expect(carol.put(at, { external_url: 'javascript:x' }).status).toBe(400)
  expect(carol.delete(at).status).toBe(403)
  expect(carol.post(`${at}/stop`).json.state).toBe('stopped')
  expect(carol.delete(at).status).toBe(204)
  expect(carol.get(at).status).toBe(404)
})

test('an environment is renamed, though not to the name of another one', () => {
  const make = (name: string) => carol().post('/projects/1/environments', { name }).json
  const { id } = make('one-more')
  make('another')
  const path = `/projects/1/environments/${id}`
  expect(carol().put(path, { name: 'renamed' }).json).toMatchObject({ name: 'renamed', slug: 'renamed' })
  expect(carol().put(path, { name: 'another' }).status).toBe(400)
})
