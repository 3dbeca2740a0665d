import { describe, expect } from 'vitest'
import { forgeryTest } from './vitest.ts'

const test = forgeryTest({ dialect: 'real' })
const headers = { 'private-token': 'alice-token' }
const milestone = { method: 'DELETE', url: '/api/v4/projects/1/milestones/5', headers }

describe('each test has a world of its own', () => {
  for (const turn of ['first', 'second'])
    test(`the ${turn} deletes the same milestone`, ({ sim }) => {
      expect(sim.handle(milestone).status).toBe(204)
      expect(sim.journal.entries()).toHaveLength(1)
    })

  test('tests side by side, too', async ({ sim, url }) => {
    expect(sim.url).toBe(url)
    const reply = await fetch(`${url}/api/v4/projects/1/milestones/5`, { headers })
    expect(reply.status).toBe(200)
    sim.handle(milestone)
    expect((await fetch(`${url}/api/v4/projects/1/milestones/5`, { headers })).status).toBe(404)
  })
})
