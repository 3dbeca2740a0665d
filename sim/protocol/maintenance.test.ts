import { expect, test } from 'vitest'
import { createSimulator } from '../index.ts'

const written = (sim: ReturnType<typeof createSimulator>) =>
  sim.handle({
    method: 'POST',
    url: '/api/v4/projects',
    headers: { 'private-token': 'alice-token', 'content-type': 'application/json' },
    body: '{"name":"x"}',
  })

// conventions#later-maintenance
test('a newer release says in maintenance for how long nothing is written, and why, as the settings have it', () => {
  const sim = createSimulator({ world: 'demo', release: '18.9' })
  const decide = (settings: object) => {
    const { status } = sim.handle({
      method: 'PUT',
      url: '/api/v4/application/settings',
      headers: { 'private-token': 'root-token', 'content-type': 'application/json' },
      body: JSON.stringify(settings),
    })
    expect(status).toBe(200)
    sim.clock.advance('61s')
  }
  decide({ maintenance_mode: true })
  expect(written(sim)).toMatchObject({
    status: 503,
    headers: { 'Retry-After': '900' },
    body: '{"message":"GitLab is undergoing maintenance"}',
  })
  decide({ maintenance_mode_message: 'Back at noon' })
  expect(written(sim)).toMatchObject({ status: 503, body: '{"message":"Back at noon"}' })
  decide({ maintenance_mode: false })
  expect(written(sim).status).toBe(201)
})
