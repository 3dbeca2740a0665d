import { expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

test.each(['premium', 'ultimate'] as const)('an instance shows the license of its plan: %s', (tier) => {
  const simulator = testSimulator({ tier })
  const { status, json } = callsOf(simulator, 'root').get('/license')
  expect(status).toBe(200)
  expect(json).toMatchObject({ plan: tier, expired: false, overage: 0, licensee: { Name: 'Administrator' } })
  const { json: active } = callsOf(simulator, 'root').get(
    '/users?active=true&per_page=100&without_project_bots=true',
  )
  expect(json.active_users).toBe(active.length)
})

test('the free plan has no license, and only administrators may read it', () => {
  const simulator = testSimulator({ tier: 'free' })
  const reply = callsOf(simulator, 'root').get('/license')
  expect({ status: reply.status, body: reply.body }).toEqual({ status: 200, body: 'null' })
  expect(callsOf(simulator, 'alice').get('/license').status).toBe(403)
})
