import { expect, test } from 'vitest'
import { probeReply } from './probes.ts'

test('health is a text, as tools expect', () => {
  expect(probeReply({ method: 'GET', url: '/-/health' })).toMatchObject({ status: 200, body: 'GitLab OK' })
})

test.each(['/-/readiness', '/-/liveness?token=x'])('%s is JSON', (url) => {
  const reply = probeReply({ method: 'GET', url })
  expect(reply?.status).toBe(200)
  expect(JSON.parse(String(reply?.body))).toMatchObject({ status: 'ok' })
})

test.each([
  ['POST', '/-/health'],
  ['GET', '/-/healthy'],
  ['GET', '/-/toString'],
  ['GET', '/health'],
])('%s %s is none', (method, url) => {
  expect(probeReply({ method, url })).toBeUndefined()
})
