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
})

test('configurations are judged before they are used', () => {
  const carol = here.as('carol')
  const judge = (content: string) => carol.post('/projects/1/ci/lint', { content }).json
  expect(judge('test:\n  script: [make]\n')).toMatchObject({ valid: true, errors: [] })
  expect(judge('just a text')).toMatchObject({ valid: false, errors: ['Invalid configuration format'] })
  expect(judge('stages: [test]\n')).toMatchObject({
    errors: ['jobs config should contain at least one visible job'],
  })
  const listed = carol.post('/projects/1/ci/lint', {
    content: 'test:\n  script: [make]\n',
    include_jobs: true,
  }).json
  expect(listed.jobs).toMatchObject([{ name: 'test', stage: 'test', script: ['make'] }])
  expect(carol.post('/ci/lint', { content: 'a: 1' }).json.status).toBe('invalid')
  expect(carol.get('/projects/1/ci/lint').json.valid).toBe(true)
})

test('what belongs to a project and a group is listed', () => {
  const alice = here.as('alice')
  const names = (path: string, field: string) =>
    alice.get(path).json.map((it: { [field: string]: unknown }) => it[field])
  expect(names('/projects/2/groups', 'full_path')).toEqual(['acme', 'acme/platform'])
  expect(names('/projects/1/users?search=carol', 'username')).toEqual(['carol'])
  expect(here.as('root').get('/projects/1/storage').json).toMatchObject({
    project_id: 1,
    repository_storage: 'default',
  })
  expect(new Set(names('/groups/1/issues?per_page=100', 'project_id'))).toContain(1)
  expect(new Set(names('/groups/1/merge_requests?state=all&per_page=100', 'project_id'))).toContain(1)
})
