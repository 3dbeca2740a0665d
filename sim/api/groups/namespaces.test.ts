import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const base = testSimulator()

describe('namespaces', () => {
  test("are the caller's own and their groups", () => {
    const simulator = base.fork()
    const paths = (user: string) =>
      callsOf(simulator, user)
        .get('/namespaces?per_page=100')
        .json.map((it: { full_path: string }) => it.full_path)
    expect(paths('mallory')).toEqual(['mallory'])
    expect(paths('erin')).toEqual(expect.arrayContaining(['erin', 'acme', 'acme/platform']))
    expect(paths('root')).toEqual(expect.arrayContaining(['alice', 'mallory', 'acme']))
  })

  test('are found by id or path', () => {
    const simulator = base.fork()
    const erin = callsOf(simulator, 'erin')
    expect(erin.get('/namespaces/acme%2Fplatform').json).toMatchObject({ id: 2, kind: 'group', parent_id: 1 })
    expect(erin.get('/namespaces/erin').json).toMatchObject({ kind: 'user', parent_id: null })
    expect(erin.get('/namespaces/alice').json).toEqual({ message: '404 Namespace Not Found' })
    expect(erin.get('/namespaces/acme/exists').json).toEqual({ exists: true, suggests: ['acme1'] })
    expect(erin.get('/namespaces/free.path/exists').json).toEqual({ exists: false, suggests: [] })
  })
})
