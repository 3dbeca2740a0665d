import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const base = testSimulator()

const people = ['root', 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory'] as const

function statuses(call: (user: string) => { readonly status: number }): number[] {
  return people.map((user) => call(user).status)
}

/** A branch of its own with a commit that no pipeline runs for. */
function freshCommit(simulator: ReturnType<typeof base.fork>): string {
  const actions = [
    { action: 'create', file_path: 'a.txt', content: 'a' },
    { action: 'delete', file_path: '.gitlab-ci.yml' },
  ]
  const body = { branch: 'ci-topic', start_branch: 'main', commit_message: 'Try', actions }
  return callsOf(simulator, 'carol').post('/projects/1/repository/commits', body).json.id
}

describe('statuses of commits', () => {
  test('make a pipeline, and move it', () => {
    const simulator = base.fork()
    const carol = callsOf(simulator, 'carol')
    const sha = freshCommit(simulator)
    const tell = (state: string, name: string) =>
      carol.post(`/projects/1/statuses/${sha}`, { state, name, ref: 'ci-topic' })
    const { status, json } = tell('pending', 'lint')
    expect(status).toBe(201)
    expect(json).toMatchObject({
      sha,
      ref: 'ci-topic',
      status: 'pending',
      name: 'lint',
      author: { username: 'carol' },
    })
    const pipeline = () => carol.get(`/projects/1/pipelines?sha=${sha}`).json
    expect(pipeline()).toMatchObject([{ status: 'pending', source: 'external', ref: 'ci-topic' }])
    tell('running', 'lint')
    tell('success', 'test')
    expect(pipeline()).toMatchObject([{ status: 'running' }])
    tell('failed', 'lint')
    expect(pipeline()).toMatchObject([{ status: 'failed' }])
    tell('success', 'lint')
    expect(pipeline()).toMatchObject([{ status: 'success' }])
    expect(carol.get(`/projects/1/repository/commits/${sha}`).json).toMatchObject({ status: 'success' })
  })

  test('are listed, replaced ones only where asked for', () => {
    const simulator = base.fork()
    const carol = callsOf(simulator, 'carol')
    const sha = freshCommit(simulator)
    for (const state of ['failed', 'success'])
      carol.post(`/projects/1/statuses/${sha}`, { state, coverage: 61.5 })
    const list = (query: string) => carol.get(`/projects/1/repository/commits/${sha}/statuses${query}`).json
    expect(list('')).toMatchObject([{ name: 'default', status: 'success', coverage: 61.5 }])
    expect(list('?all=true')).toHaveLength(2)
  })

  test('of a protected branch are told by those who may push to it or merge into it', () => {
    const simulator = base.fork()
    const { id } = callsOf(simulator, 'carol').get('/projects/1/repository/commits/main').json
    const tell = (user: string) =>
      callsOf(simulator, user).post(`/projects/1/statuses/${id}`, { state: 'success', ref: 'main' })
    expect(tell('carol')).toMatchObject({ status: 403, json: { message: '403 Forbidden' } })
    expect(tell('bob').status).toBe(201)
  })

  test('are told by developers, in states that can follow', () => {
    const simulator = base.fork()
    const sha = freshCommit(simulator)
    const tell = (user: string, body: object) =>
      callsOf(simulator, user).post(`/projects/1/statuses/${sha}`, body)
    expect(statuses((user) => tell(user, { state: 'success', name: user }))).toEqual([
      201, 201, 201, 201, 403, 403, 404,
    ])
    expect(tell('carol', {}).json).toEqual({ error: 'state is missing, state does not have a valid value' })
    expect(tell('carol', { state: 'success', coverage: 'much' }).json).toEqual({
      error: 'coverage is invalid',
    })
    tell('carol', { state: 'running', name: 'x' })
    expect(tell('carol', { state: 'running', name: 'x' })).toMatchObject({
      status: 400,
      json: {
        message:
          'Cannot transition status via :run from :running (Reason(s): Status cannot transition via "run")',
      },
    })
    expect(
      callsOf(simulator, 'carol').post('/projects/1/statuses/ffffffff', { state: 'success' }).json,
    ).toEqual({
      message: '404 Commit Not Found',
    })
  })
})
