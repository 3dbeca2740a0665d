import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

describe('the metrics of background jobs', () => {
  const sim = testSimulator({ clock: 'frozen' })
  const root = callsOf(sim, 'root')
  const busy = () => root.get('/sidekiq/process_metrics').json.processes[0].busy

  test('count work until it is done, and nothing that only watches over it or waits for its day', () => {
    expect(busy()).toBe(0)
    expect(root.post('/projects/4/export').status).toBe(202)
    expect(busy()).toBeGreaterThan(0)
    expect(root.get('/sidekiq/compound_metrics').json.jobs.enqueued).toBe(busy())
    sim.clock.advance('1m')
    expect(root.get('/projects/4/export').json.export_status).toBe('finished')
    expect(busy()).toBe(0)
    expect(root.get('/sidekiq/queue_metrics').json.queues.default.backlog).toBe(0)
  })
})
