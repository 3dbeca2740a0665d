import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const seeded = testSimulator()
const people = ['root', 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory', undefined] as const

/** A blob that the README of a project stands in. */
function readme(project: number): string {
  const tree = callsOf(seeded.fork(), 'root').get(`/projects/${project}/repository/tree`).json
  return tree.find(({ type }: { type: string }) => type === 'blob').id
}

const calls = [
  () => 'tree',
  (project: number) => `blobs/${readme(project)}`,
  (project: number) => `blobs/${readme(project)}/raw`,
  () => 'compare?from=main&to=main',
  () => 'contributors',
  () => 'merge_base?refs=main,main',
] as const

describe.each(calls)('call %#', (call) => {
  const statuses = (project: number) => {
    const simulator = seeded.fork()
    const path = `/projects/${project}/repository/${call(project)}`
    return people.map((user) => callsOf(simulator, user).get(path).status)
  }

  test('is for reporters in a private project, and tells nobody else that it is there', () => {
    expect(statuses(1)).toEqual([200, 200, 200, 200, 200, 403, 404, 404])
  })

  test('is for everybody signed in where a project is internal', () => {
    expect(statuses(2)).toEqual([200, 200, 200, 200, 200, 200, 200, 404])
  })

  test('is for everybody where a project is public', () => {
    expect(statuses(3)).toEqual([200, 200, 200, 200, 200, 200, 200, 200])
  })

  test('stays where a project is archived', () => {
    expect(statuses(7)).toEqual([200, 200, 200, 200, 200, 200, 200, 200])
  })

  test('is for members alone where the repository is', () => {
    const simulator = seeded.fork()
    const path = `/projects/3/repository/${call(3)}`
    const read = (user?: string) => callsOf(simulator, user).get(path).status
    callsOf(simulator, 'alice').put('/projects/3', { repository_access_level: 'private' })
    expect([read('dave'), read('mallory'), read()]).toEqual([200, 403, 403])
    callsOf(simulator, 'alice').put('/projects/3', { repository_access_level: 'disabled' })
    expect([read('alice'), read('dave'), read()]).toEqual([403, 403, 403])
  })

  test('takes any token that reads', () => {
    const simulator = seeded.fork()
    const path = `/projects/1/repository/${call(1)}`
    expect(callsOf(simulator, 'dave-read').get(path).status).toBe(200)
    expect(callsOf(simulator, 'alice-expired').get(path).status).toBe(401)
    expect(callsOf(simulator, 'nobody').get(path).status).toBe(401)
  })

  test('answers HEAD without a body', () => {
    const simulator = seeded.fork()
    const path = `/projects/1/repository/${call(1)}`
    const [get, head] = [callsOf(simulator, 'carol').get(path), callsOf(simulator, 'carol').head(path)]
    expect([head.status, head.body]).toEqual([200, null])
    for (const name of ['Content-Type', 'ETag', 'Link', 'X-Total'])
      expect(head.headers[name]).toBe(get.headers[name])
  })
})

describe('rights', () => {
  test('come before parameters, and projects before rights', () => {
    const simulator = seeded.fork()
    const wrong = 'repository/compare'
    expect(callsOf(simulator, 'mallory').get(`/projects/1/${wrong}`).json).toEqual({
      message: '404 Project Not Found',
    })
    expect(callsOf(simulator).get(`/projects/1/${wrong}`).json).toEqual({ message: '404 Project Not Found' })
    expect(callsOf(simulator, 'erin').get(`/projects/1/${wrong}`).json).toEqual({ message: '403 Forbidden' })
    expect(callsOf(simulator, 'dave').get(`/projects/1/${wrong}`).status).toBe(400)
    expect(callsOf(simulator).get(`/projects/3/${wrong}`).status).toBe(400)
  })
})
