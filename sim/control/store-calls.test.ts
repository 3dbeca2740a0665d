import { expect, test } from 'vitest'
import { testSimulator } from '../testing/calls.ts'

const sim = testSimulator()
const call = (method: string, body?: unknown) => {
  const sent = body === undefined ? {} : { body: new TextEncoder().encode(JSON.stringify(body)) }
  const reply = sim.handle({ method, url: '/_forgery/s3', headers: {}, ...sent })
  return { status: reply.status, body: JSON.parse(String(reply.body)) }
}

test('the store of objects is told, and is part of the world', () => {
  expect(call('GET')).toEqual({ status: 200, body: { endpoint: null } })
  const before = sim.snapshot()
  const endpoint = 'http://127.0.0.1:9000'
  expect(call('POST', { endpoint })).toEqual({ status: 200, body: { endpoint } })
  expect(call('GET').body).toEqual({ endpoint })
  expect(call('POST', { endpoint: null }).body).toEqual({ endpoint: null })
  call('POST', { endpoint })
  sim.restore(before)
  expect(call('GET').body).toEqual({ endpoint: null })
})

test.each(['nowhere', 'ftp://store', 5, {}])('%j is no store of objects', (endpoint) => {
  expect(call('POST', { endpoint })).toEqual({
    status: 400,
    body: { error: 'endpoint must be scheme, host and port, for example http://127.0.0.1:9000' },
  })
  expect(call('GET').body).toEqual({ endpoint: null })
})
