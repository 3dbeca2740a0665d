import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'

const base = testSimulator()

const people = ['root', 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory'] as const

function statuses(call: (user: string) => { readonly status: number }): number[] {
  return people.map((user) => call(user).status)
}

const here = perTest()

describe('one project', () => {
  test('is shown to members, and unknown to strangers', () => {
    const simulator = base.fork()
    expect(statuses((user) => callsOf(simulator, user).get('/projects/1'))).toEqual([
      200, 200, 200, 200, 200, 200, 404,
    ])
    expect(callsOf(simulator).get('/projects/1').json).toEqual({ message: '404 Project Not Found' })
    expect(callsOf(simulator, 'dave').get('/projects/acme%2Fwebapp').json.id).toBe(1)
  })

  test('tells the caller what they may, and anonymous callers the basics', () => {
    const simulator = base.fork()
    const { permissions } = callsOf(simulator, 'carol').get('/projects/1').json
    expect(permissions).toEqual({
      project_access: null,
      group_access: { access_level: 30, notification_level: 3 },
    })
    expect(callsOf(simulator).get('/projects/3').json).not.toHaveProperty('archived')
  })
})

describe('creating a project', () => {
  test('derives the path from the name, in the own namespace', () => {
    const { status, json } = callsOf(base.fork(), 'carol').post('/projects', { name: 'Foo Project' })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      path_with_namespace: 'carol/foo-project',
      visibility: 'private',
      empty_repo: true,
      owner: { username: 'carol' },
    })
    expect(json).not.toHaveProperty('permissions')
    expect(json.runners_token).toMatch(/^GR1348941.{20}$/)
  })

  test('with a readme makes the first commit and protects the default branch', () => {
    const alice = callsOf(base.fork(), 'alice')
    const body = { path: 'fresh', namespace_id: 1, initialize_with_readme: true, default_branch: 'trunk' }
    const { json } = alice.post('/projects', body)
    expect(json).toMatchObject({
      path_with_namespace: 'acme/fresh',
      default_branch: 'trunk',
      empty_repo: false,
    })
    const [branch] = alice.get(`/projects/${json.id}/repository/branches`).json
    expect(branch).toMatchObject({
      name: 'trunk',
      protected: true,
      default: true,
      commit: { message: 'Initial commit' },
    })
  })

  test('takes features and settings', () => {
    const body = {
      name: 'Tuned',
      merge_method: 'ff',
      squash_option: 'always',
      wiki_enabled: false,
      issues_access_level: 'private',
      topics: 'b, a',
      build_timeout: 1200,
    }
    expect(callsOf(base.fork(), 'carol').post('/projects', body).json).toMatchObject({
      merge_method: 'ff',
      squash_option: 'always',
      wiki_access_level: 'disabled',
      issues_access_level: 'private',
      topics: ['a', 'b'],
      build_timeout: 1200,
    })
  })

  test('is refused without a name, with one that is taken, or somewhere else', () => {
    const simulator = base.fork()
    const carol = callsOf(simulator, 'carol')
    expect(carol.post('/projects', {})).toMatchObject({
      status: 400,
      json: { error: 'name, path are missing, at least one parameter must be provided' },
    })
    const taken = ['has already been taken']
    expect(callsOf(simulator, 'alice').post('/projects', { name: 'webapp', namespace_id: 1 })).toMatchObject({
      status: 400,
      json: { message: { path: taken } },
    })
    expect(carol.post('/projects', { name: 'x', namespace_id: 4711 }).json).toEqual({
      message: { namespace: ['is not valid'] },
    })
    expect(callsOf(simulator, 'dave').post('/projects', { name: 'x', namespace_id: 1 }).status).toBe(400)
    expect(
      callsOf(simulator, 'alice').post('/projects', { name: 'x', namespace_id: 1, visibility: 'public' })
        .json,
    ).toEqual({
      message: { visibility_level: ['public is not allowed in a private group.'] },
    })
    expect(callsOf(simulator).post('/projects', { name: 'x' }).status).toBe(401)
  })

  test('reports name and path that are both taken', () => {
    const alice = callsOf(base.fork(), 'alice')
    alice.post('/projects', { name: 'twin' })
    const taken = ['has already been taken']
    expect(alice.post('/projects', { name: 'twin' }).json).toEqual({
      message: { 'project_namespace.name': taken, name: taken, path: taken },
    })
  })

  test('for somebody else is for administrators', () => {
    const simulator = base.fork()
    expect(callsOf(simulator, 'alice').post('/projects/user/4', { name: 'Gift' }).status).toBe(403)
    expect(
      callsOf(simulator, 'root').post('/projects/user/4', { name: 'Gift' }).json.path_with_namespace,
    ).toBe('carol/gift')
  })
})

describe('changing a project', () => {
  test('is for maintainers, its visibility for owners', () => {
    const simulator = base.fork()
    const change = (user: string) =>
      callsOf(simulator, user).put('/projects/1', { description: `by ${user}` })
    expect(statuses(change)).toEqual([200, 200, 200, 403, 403, 403, 404])
    expect(callsOf(simulator, 'bob').put('/projects/4', { visibility: 'private' }).status).toBe(403)
    expect(callsOf(simulator, 'bob').put('/projects/3', { visibility: 'private' }).status).toBe(403)
    expect(callsOf(simulator, 'alice').put('/projects/4', { visibility: 'private' }).json.visibility).toBe(
      'private',
    )
  })

  test('needs something to change', () => {
    const { status, json } = callsOf(base.fork(), 'alice').put('/projects/1', {})
    expect(status).toBe(400)
    expect(json.error).toMatch(
      /^allow_merge_on_skipped_pipeline, .* are missing, at least one parameter must be provided$/,
    )
  })

  test('moves it to another path', () => {
    const alice = callsOf(base.fork(), 'alice')
    expect(alice.put('/projects/1', { path: 'shop', name: 'Shop' }).json.path_with_namespace).toBe(
      'acme/shop',
    )
    expect(alice.get('/projects/acme%2Fshop').status).toBe(200)
    expect(alice.get('/projects/acme%2Fwebapp').status).toBe(404)
  })

  test('refuses a default branch that does not exist', () => {
    expect(callsOf(base.fork(), 'alice').put('/projects/1', { default_branch: 'nope' }).json).toEqual({
      message: { base: ["Could not change HEAD: branch 'nope' does not exist"] },
    })
  })

  test('is impossible while it is archived', () => {
    const alice = callsOf(base.fork(), 'alice')
    expect(alice.post('/projects/1/archive')).toMatchObject({ status: 201, json: { archived: true } })
    expect(alice.put('/projects/1', { description: 'x' }).status).toBe(403)
    expect(alice.post('/projects/1/unarchive').json.archived).toBe(false)
    expect(alice.put('/projects/1', { description: 'x' }).status).toBe(200)
  })
})

describe('deleting a project', () => {
  test('is for owners and removes everything', () => {
    const simulator = base.fork()
    for (const user of ['bob', 'carol', 'erin'])
      expect(callsOf(simulator, user).delete('/projects/1').status).toBe(403)
    const alice = callsOf(simulator, 'alice')
    expect(alice.delete('/projects/1')).toMatchObject({ status: 202, json: { message: '202 Accepted' } })
    expect(alice.get('/projects/1').json).toEqual({ message: '404 Project Not Found' })
    for (const name of simulator.world.tableNames)
      for (const row of simulator.world.table(name)?.all().ascending() ?? [])
        expect([name, 'projectId' in row && row.projectId]).not.toEqual([name, 1])
    expect(callsOf(simulator, 'carol').get('/projects/5').json).not.toHaveProperty('forked_from_project')
  })
})

describe('languages and custom attributes', () => {
  test('languages add up to a hundred', () => {
    const shares: number[] = Object.values(callsOf(base.fork(), 'dave').get('/projects/1/languages').json)
    expect(Math.round(shares.reduce((sum, share) => sum + share, 0))).toBe(100)
  })
})

test('a project has left its old path, which another may take', () => {
  const sim = testSimulator()
  const alice = callsOf(sim, 'alice')
  alice.put('/projects/3', { path: 'manual' })
  expect(alice.get('/projects/acme%2Fhandbook').json).toEqual({ message: '404 Project Not Found' })
  expect(alice.put('/projects/acme%2FManual/milestones/17', { title: 'x' }).status).toBe(200)
  const taken = alice.post('/projects', { name: 'handbook', namespace_id: 1 }).json
  expect(alice.get('/projects/acme%2Fhandbook').json.id).toBe(taken.id)
})

test('a project keeps what is chosen for it', () => {
  const settings = {
    auto_cancel_pending_pipelines: 'disabled',
    build_git_strategy: 'clone',
    ci_default_git_depth: 42,
    ci_forward_deployment_enabled: false,
    keep_latest_artifact: false,
    merge_trains_enabled: true,
    issues_template: 'Steps',
    public_jobs: false,
    service_desk_enabled: true,
    restrict_user_defined_variables: true,
  }
  here.as('bob').put('/projects/1', { ...settings, emails_disabled: true })
  expect(here.as('bob').get('/projects/1').json).toMatchObject({ ...settings, emails_disabled: true })
  const policy = { cadence: '1month', enabled: true, keep_n: 5, older_than: '14d', name_regex_delete: '.*' }
  here.as('bob').put('/projects/1', { container_expiration_policy_attributes: policy })
  expect(here.as('bob').get('/projects/1').json.container_expiration_policy).toMatchObject(policy)
  const asked = { ref: 'main', variables: [{ key: 'A', value: 'b' }] }
  here.as('bob').put('/projects/1', { ci_config_path: '' })
  expect(here.as('carol').post('/projects/1/pipeline', asked).status).toBe(400)
})
