import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const base = testSimulator()

const repository = '/projects/1/repository'

const people = ['root', 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory'] as const

function statuses(call: (user: string) => { readonly status: number }): number[] {
  return people.map((user) => call(user).status)
}

describe('reading branches', () => {
  test('needs the right to read the code', () => {
    const simulator = base.fork()
    const read = (user: string) => callsOf(simulator, user).get(`${repository}/branches`)
    expect(statuses(read)).toEqual([200, 200, 200, 200, 200, 403, 404])
    expect(callsOf(simulator).get('/projects/3/repository/branches').status).toBe(200)
  })

  test('tells the default branch from others', () => {
    const carol = callsOf(base.fork(), 'carol')
    expect(carol.get(`${repository}/branches/main`).json).toMatchObject({
      name: 'main',
      merged: false,
      protected: true,
      developers_can_push: false,
      can_push: false,
      default: true,
      web_url: 'http://127.0.0.1:8080/acme/webapp/-/tree/main',
    })
    expect(carol.get(`${repository}/branches/nope`).json).toEqual({ message: '404 Branch Not Found' })
  })

  test('finds them by parts of their names', () => {
    const carol = callsOf(base.fork(), 'carol')
    const names = (search: string) =>
      carol.get(`${repository}/branches?search=${search}`).json.map((branch: { name: string }) => branch.name)
    expect(names('^mai')).toEqual(['main'])
    expect(names('AIN%24')).toContain('main')
    expect(names('no-such-branch')).toEqual([])
  })

  test('says by HEAD whether there is one', () => {
    const carol = callsOf(base.fork(), 'carol')
    expect(carol.head(`${repository}/branches/main`)).toMatchObject({ status: 204, body: null })
    expect(carol.head(`${repository}/branches/nope`).status).toBe(404)
  })
})

describe('writing branches', () => {
  test('creates one from any revision', () => {
    const carol = callsOf(base.fork(), 'carol')
    const { status, json } = carol.post(`${repository}/branches`, { branch: 'topic/one', ref: 'v1.0.0' })
    expect(status).toBe(201)
    expect(json).toMatchObject({ name: 'topic/one', protected: false, can_push: true })
    expect(json.commit.id).toBe(carol.get(`${repository}/tags/v1.0.0`).json.commit.id)
    expect(carol.get(`${repository}/branches/topic%2Fone`).status).toBe(200)
  })

  test('refuses in the words of the service', () => {
    const simulator = base.fork()
    const carol = callsOf(simulator, 'carol')
    const create = (branch: string, ref: string) => carol.post(`${repository}/branches`, { branch, ref })
    expect(create('main', 'main')).toMatchObject({ status: 400, json: { message: 'Branch already exists' } })
    expect(create('x', 'nope').json).toEqual({
      message: "Failed to create branch 'x': invalid reference name 'nope'",
    })
    expect(create('a..b', 'main').json).toEqual({ message: 'Branch name is invalid' })
    expect(carol.post(`${repository}/branches`, {}).json).toEqual({
      error: 'branch is missing, ref is missing',
    })
    expect(
      callsOf(simulator, 'dave').post(`${repository}/branches`, { branch: 'x', ref: 'main' }).status,
    ).toBe(403)
  })

  test('deletes all but the default branch', () => {
    const carol = callsOf(base.fork(), 'carol')
    carol.post(`${repository}/branches`, { branch: 'topic', ref: 'main' })
    expect(carol.delete(`${repository}/branches/topic`)).toMatchObject({ status: 204, body: null })
    expect(carol.delete(`${repository}/branches/topic`).json).toEqual({ message: '404 Branch Not Found' })
    expect(carol.delete(`${repository}/branches/main`)).toMatchObject({
      status: 400,
      json: { message: 'The default branch of a project cannot be deleted.' },
    })
  })

  test('leaves protected branches to maintainers', () => {
    const simulator = base.fork()
    const bob = callsOf(simulator, 'bob')
    bob.post(`${repository}/branches`, { branch: 'frozen', ref: 'main' })
    bob.post('/projects/1/protected_branches', { name: 'frozen' })
    expect(callsOf(simulator, 'carol').delete(`${repository}/branches/frozen`).json.message).toMatch(
      /^You are not allowed to delete protected branches/,
    )
    expect(bob.delete(`${repository}/branches/frozen`).status).toBe(204)
  })

  test('deletes those that are merged', () => {
    const carol = callsOf(base.fork(), 'carol')
    carol.post(`${repository}/branches`, { branch: 'old', ref: 'v1.0.0' })
    expect(carol.get(`${repository}/branches/old`).json.merged).toBe(true)
    expect(carol.delete(`${repository}/merged_branches`)).toMatchObject({
      status: 202,
      json: { message: '202 Accepted' },
    })
    expect(carol.get(`${repository}/branches/old`).status).toBe(404)
    expect(carol.get(`${repository}/branches/main`).status).toBe(200)
  })

  test('keeps merged ones that an open merge request is from or for', () => {
    const carol = callsOf(base.fork(), 'carol')
    for (const branch of ['old', 'older', 'oldest'])
      carol.post(`${repository}/branches`, { branch, ref: 'v1.0.0' })
    const wish = { source_branch: 'old', target_branch: 'older', title: 'Old into older' }
    expect(carol.post('/projects/1/merge_requests', wish).status).toBe(201)
    carol.delete(`${repository}/merged_branches`)
    const left = (name: string) => carol.get(`${repository}/branches/${name}`).status
    expect(['old', 'older', 'oldest'].map(left)).toEqual([200, 200, 404])
  })
})
