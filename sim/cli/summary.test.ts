import { expect, test } from 'vitest'
import { contract } from '../contract.ts'
import { summaryText, Tally } from './summary.ts'

function tallied() {
  const tally = new Tally(contract().operations)
  const calls: [string, string, number][] = [
    ['GET', '/api/v4/projects/1', 200],
    ['GET', '/api/v4/projects/acme%2Fwebapp', 200],
    ['GET', '/w/one/api/v4/projects/9', 404],
    ['HEAD', '/api/v4/version', 200],
    ['GET', '/api/v4/project/1/milestones', 404],
    ['GET', '/api/v4/project/1/milestones', 404],
    ['GET', '/acme/handbook.git/info/refs', 200],
  ]
  for (const [method, path, status] of calls) tally.add({ method, path, status })
  return tally.summary()
}

test('calls are counted by operation, those of no operation by route with what is near', () => {
  const { calls, operations, unhandled } = tallied()
  expect(calls).toBe(7)
  expect(operations).toEqual([
    { operation: 'GET /projects/:id', calls: 3, statuses: { 200: 2, 404: 1 } },
    { operation: 'GET /version', calls: 1, statuses: { 200: 1 } },
    { operation: 'git', calls: 1, statuses: { 200: 1 } },
  ])
  expect(unhandled).toMatchObject([{ request: 'GET /project/1/milestones', calls: 2 }])
  expect(unhandled[0]?.near[0]).toBe('GET /projects/:id/milestones')
})

test('the text is for people', () => {
  expect(summaryText(tallied(), 'text')).toMatch(
    /^forgery: 7 calls of 3 operations\n {2}3 {2}GET \/projects\/:id {2}\(200 2 ×, 404\)\n[\s\S]*\nforgery: 1 route without an operation\n {2}2 × GET \/project\/1\/milestones\n {6}near: GET \/projects\/:id\/milestones, .*\n$/,
  )
})

test('the others are for comments and for programs', () => {
  expect(summaryText(tallied(), 'markdown')).toContain('| `GET /projects/:id` | 3 | 200 2 ×, 404 |')
  expect(JSON.parse(summaryText(tallied(), 'json'))).toEqual(tallied())
})
