import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const base = testSimulator()
const people = ['root', 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory'] as const

function statuses(call: (user: string) => { readonly status: number }): number[] {
  return people.map((user) => call(user).status)
}

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
    expect(alice.get('/projects/acme%2Fwebapp').status).toBe(200)
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

describe('stars', () => {
  test('are counted once a user', () => {
    const simulator = base.fork()
    const mallory = callsOf(simulator, 'mallory')
    mallory.post('/projects/3/unstar')
    const before = mallory.get('/projects/3').json.star_count
    expect(mallory.post('/projects/3/star')).toMatchObject({ status: 201, json: { star_count: before + 1 } })
    expect(mallory.post('/projects/3/star')).toMatchObject({ status: 304, body: '' })
    expect(mallory.post('/projects/3/unstar').json.star_count).toBe(before)
    expect(mallory.post('/projects/3/unstar').status).toBe(304)
  })
})

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

describe('languages and custom attributes', () => {
  test('languages add up to a hundred', () => {
    const shares: number[] = Object.values(callsOf(base.fork(), 'dave').get('/projects/1/languages').json)
    expect(Math.round(shares.reduce((sum, share) => sum + share, 0))).toBe(100)
  })

  test('custom attributes are for administrators', () => {
    const simulator = base.fork()
    const root = callsOf(simulator, 'root')
    expect(callsOf(simulator, 'alice').get('/projects/1/custom_attributes').status).toBe(403)
    expect(root.put('/projects/2/custom_attributes/cost.centre', { value: '42' }).json).toEqual({
      key: 'cost.centre',
      value: '42',
    })
    expect(root.get('/projects/2/custom_attributes').json).toContainEqual({ key: 'cost.centre', value: '42' })
    expect(root.delete('/projects/2/custom_attributes/cost.centre').status).toBe(204)
    expect(root.get('/projects/2/custom_attributes/cost.centre').json).toEqual({ message: '404 Not found' })
  })
})

test('a project goes on answering to its old path, until another takes it', () => {
  const sim = testSimulator()
  const alice = callsOf(sim, 'alice')
  alice.put('/projects/3', { path: 'manual' })
  expect(alice.get('/projects/acme%2Fhandbook').json.path_with_namespace).toBe('acme/manual')
  expect(alice.put('/projects/acme%2FHandbook/milestones/17', { title: 'x' }).status).toBe(200)
  const taken = alice.post('/projects', { name: 'handbook', namespace_id: 1 }).json
  expect(alice.get('/projects/acme%2Fhandbook').json.id).toBe(taken.id)
})
