import { expect, test } from 'vitest'
import { prepared } from './launch.ts'

const anonymous = { method: 'GET', url: '/api/v4/users/1', headers: {} }

test('rate limits count only when they are switched on', async () => {
  const settings = { world: ['empty'], clock: 'frozen' }
  const [free, limited] = await Promise.all([prepared(settings), prepared({ ...settings, rateLimits: true })])
  // The limit of an anonymous caller in an hour.
  for (let i = 0; i < 3600; i++) for (const simulator of [free, limited]) simulator.handle(anonymous)
  expect(free.handle(anonymous).status).not.toBe(429)
  expect(limited.handle(anonymous).status).toBe(429)
})

test('scale makes the demo world larger', async () => {
  const [small, large] = await Promise.all([prepared({ scale: 0 }), prepared({ scale: 2 })])
  expect(large.world.users.size).toBeGreaterThan(small.world.users.size)
})
