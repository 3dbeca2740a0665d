import { expect, test } from 'vitest'
import { contract } from '../contract.ts'
import { Tally } from './summary.ts'
import { summaryText } from './summary-text.ts'

function tallied() {
  const tally = new Tally(contract().operations)
  const calls: [string, string, number, string?][] = [
    ['GET', '/api/v4/projects/1', 200],
    ['GET', '/api/v4/projects/acme%2Fwebapp', 200],
    ['GET', '/w/one/api/v4/projects/9', 404],
    ['HEAD', '/api/v4/version', 200],
    ['GET', '/api/v4/project/1/milestones', 404],
    ['GET', '/api/v4/project/1/milestones', 404],
    ['GET', '/acme/handbook.git/info/refs', 200, 'service=git-upload-pack'],
    ['GET', '/w/one/acme/handbook/-/archive/main/handbook-main.zip', 200],
    ['POST', '/oauth/token', 401],
    ['POST', '/api/graphql', 404],
  ]
  for (const [method, path, status, query = ''] of calls) tally.add({ method, path, status, query })
  const out = { origin: 'http://127.0.0.1:9', event: 'Push Hook', cause: 1, repeats: null, failure: null }
  for (const status of [200, 0]) tally.add({ method: 'POST', path: '/hook', query: '', status, out })
  return tally.summary()
}

test('calls are counted by operation, those of no operation by route with what is near', () => {
  const { calls, operations, unhandled } = tallied()
  expect(calls).toBe(10)
  expect(operations).toEqual([
    { operation: 'GET /projects/:id', calls: 3, statuses: { 200: 2, 404: 1 } },
    { operation: 'GET /version', calls: 1, statuses: { 200: 1 } },
    { operation: 'git', calls: 1, statuses: { 200: 1 } },
    { operation: 'GET /-/archive', calls: 1, statuses: { 200: 1 } },
    { operation: 'POST /oauth/token', calls: 1, statuses: { 401: 1 } },
  ])
  expect(unhandled).toMatchObject([
    { request: 'GET /project/1/milestones', calls: 2 },
    { request: 'POST /api/graphql', calls: 1, near: [] },
  ])
  expect(unhandled[0]?.near[0]).toBe('GET /projects/:id/milestones')
})

test('calls of the simulator itself are counted apart', () => {
  const row = { call: 'POST http://127.0.0.1:9/hook', calls: 2, statuses: { 0: 1, 200: 1 } }
  expect(tallied().callsOut).toEqual([row])
  expect(summaryText(tallied(), 'text')).toContain('2 × POST http://127.0.0.1:9/hook  (no answer, 200)')
})

test('the text is for people', () => {
  expect(summaryText(tallied(), 'text')).toMatch(
    /^forgery: 10 calls of 5 operations\n {2}3 {2}GET \/projects\/:id {2}\(200 2 ×, 404\)\n[\s\S]*\nforgery: 2 routes without an operation\n {2}2 × GET \/project\/1\/milestones\n {6}near: GET \/projects\/:id\/milestones, .*\n {2}1 × POST \/api\/graphql\n {6}outside of \/api\/v4\nforgery: calls of the simulator itself\n/,
  )
})

test('the others are for comments and for programs', () => {
  expect(summaryText(tallied(), 'markdown')).toContain('| `GET /projects/:id` | 3 | 200 2 ×, 404 |')
  expect(JSON.parse(summaryText(tallied(), 'json'))).toEqual(tallied())
})
