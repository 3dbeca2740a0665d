import { expect, test } from 'vitest'
import { createSimulator } from '../index.ts'

function metrics(sim: ReturnType<typeof createSimulator>) {
  const { headers, body } = sim.handle({ method: 'GET', url: '/_forgery/metrics', headers: {} })
  expect(headers['Content-Type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  return String(body)
}

test('requests, faults, rows, worlds and the clock are told as Prometheus reads them', () => {
  const sim = createSimulator()
  sim.faults.add({ path: '/user', status: 503, times: 1 })
  sim.worlds.create('one')
  for (const [method, path] of [
    ['GET', '/version'],
    ['GET', '/version'],
    ['GET', '/user'],
    ['BREW', '/user'],
    ['TEA', '/user'],
  ])
    sim.handle({
      method: method as string,
      url: `/api/v4${path}`,
      headers: { 'private-token': 'alice-token' },
    })
  const text = metrics(sim)
  expect(text).toContain('# TYPE forgery_requests_total counter\n')
  expect(text).toContain('forgery_requests_total{method="GET",status="200"} 2\n')
  expect(text).toContain('forgery_requests_total{method="GET",status="503"} 1\n')
  expect(text).toMatch(/forgery_requests_total\{method="other",status="40[45]"\} 2\n/)
  expect(text).toContain('forgery_faults_struck_total{fault="1"} 1\n')
  expect(text).toContain('forgery_rows{table="users"} ')
  expect(text).toContain('forgery_worlds 2\n')
  expect(text).toContain('forgery_clock_seconds 1704067205\n')
})

test('every line is a comment or a sample, and each sample follows its type', () => {
  let type = ''
  for (const line of metrics(createSimulator()).trimEnd().split('\n')) {
    const declared = /^# TYPE (\w+) (?:counter|gauge)$/.exec(line)
    if (declared !== null) type = declared[1] as string
    else if (!line.startsWith('# HELP '))
      expect(line).toMatch(new RegExp(`^${type}(?:\\{\\w+="[^"\\n]*"(?:,\\w+="[^"\\n]*")*\\})? -?[\\d.e+]+$`))
  }
})

test('a reset counts from nothing', () => {
  const sim = createSimulator()
  sim.handle({ method: 'GET', url: '/api/v4/version', headers: {} })
  sim.reset()
  expect(metrics(sim)).not.toContain('forgery_requests_total{')
})
