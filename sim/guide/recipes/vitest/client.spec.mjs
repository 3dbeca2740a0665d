import { createSimulator } from 'forgery'
import { beforeEach, expect, test } from 'vitest'

// The client that is tested: what it throws says what the service answered, and the reason.
function clientOf(fetch) {
  return async (method, path, body) => {
    const headers = { 'private-token': 'alice-token', 'content-type': 'application/json' }
    const reply = await fetch(`https://gitlab.example.com/api/v4${path}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
    })
    if (!reply.ok)
      throw new Error(`${method} ${path}: ${reply.status}, ${reply.headers.get('x-forgery-hint')}`)
    return reply.status === 204 ? undefined : reply.json()
  }
}

const received = []
const world = createSimulator({
  dialect: 'real',
  hints: true,
  url: 'https://gitlab.example.com',
  remoteHost({ body }) {
    received.push(JSON.parse(body))
    return { reached: true, status: 204, headers: {}, body: new Uint8Array() }
  },
})

let sim
let client
beforeEach(() => {
  received.length = 0
  sim = world.fork()
  client = clientOf(sim.fetch)
})

test('changes stay in their test', async () => {
  await client('DELETE', '/projects/1/milestones/5')
  await expect(client('GET', '/projects/1/milestones/5')).rejects.toThrow('404')
})

test('the next test finds everything as it was', async () => {
  const { id } = await client('GET', '/projects/1/milestones/5')
  expect(id).toBe(5)
})

test('the clock is moved', async () => {
  sim.clock.set('2024-06-01T00:00:00Z')
  const { created_at } = await client('POST', '/projects/1/issues', { title: 'From June' })
  expect(created_at).toMatch(/^2024-06-01/)
})

test('a fault strikes once', async () => {
  sim.faults.add({ path: '/user', status: 503, times: 1 })
  await expect(client('GET', '/user')).rejects.toThrow('503')
  const { username } = await client('GET', '/user')
  expect(username).toBe('alice')
})

test('a webhook is received', async () => {
  await client('POST', '/projects/1/hooks', { url: 'https://bot.example.com', issues_events: true })
  await client('POST', '/projects/1/issues', { title: 'The till is stuck' })
  await sim.settled()
  const titles = received.map((payload) => payload.object_attributes.title)
  expect(titles).toEqual(['The till is stuck'])
})

test('one request is made for a page', async () => {
  await client('GET', '/projects/1/milestones?per_page=100')
  // It fails with the requests that were made.
  sim.journal.expect('GET /projects/*/milestones 200', 1)
  sim.journal.expect({ method: 'POST' }, 0)
})
