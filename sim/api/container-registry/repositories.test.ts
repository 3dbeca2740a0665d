import { expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const base = testSimulator()

test('container repositories of a group are for its Reporters', () => {
  const status = (user: string) => callsOf(base, user).get('/groups/acme/registry/repositories').status
  expect(['dave', 'erin'].map(status)).toEqual([200, 403])
})
