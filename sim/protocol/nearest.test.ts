import { expect, test } from 'vitest'
import { isKnown, nearest } from './nearest.ts'

const operations = [
  'GET /projects',
  'GET /projects/:id',
  'DELETE /projects/:id',
  'GET /projects/:id/merge_requests',
  'POST /projects/:id/merge_requests',
  'GET /projects/:id/merge_requests/:merge_request_iid',
  'GET /projects/:id/milestones',
  'GET /groups/:id/milestones',
  'GET /merge_requests',
  'GET /users/:id',
  'GET /packages/npm/*package_name',
  'GET /packages/npm/-/package/*package_name/dist-tags',
].map((name) => {
  const [method, path] = name.split(' ') as [string, string]
  return { method, path, aliases: path === '/users/:id' ? ['/people/:id'] : [] }
})

test.each([
  ['GET', '/projects/acme%2Fwebapp/merge_request', 'GET /projects/:id/merge_requests'],
  ['GET', '/project/1', 'GET /projects/:id'],
  ['POST', '/projects/1/mergerequests', 'POST /projects/:id/merge_requests'],
  ['GET', '/groups/1/milestone', 'GET /groups/:id/milestones'],
  ['GET', '/projects/acme/webapp/milestones', 'GET /projects/:id/milestones'],
  ['PUT', '/projects/1', 'DELETE /projects/:id'],
])('%s %s is near %s', (method, path, expected) => {
  expect(nearest(operations, method, path)[0]).toBe(expected)
})

test('three are named', () => {
  expect(nearest(operations, 'GET', '/')).toHaveLength(3)
})

test.each([
  ['GET', '/projects/1', true],
  ['HEAD', '/projects/1', true],
  ['GET', '/people/7', true],
  ['GET', '/packages/npm/@acme/money', true],
  ['GET', '/packages/npm/-/package/@acme/money/dist-tags', true],
  ['GET', '/packages/npm', false],
  ['PUT', '/projects/1', false],
  ['GET', '/projects/', true],
  ['GET', '//projects//1/', true],
  ['GET', '/projects//1//', true],
  ['GET', '/projects/1/x', false],
])('%s %s is known: %s', (method, path, expected) => {
  expect(isKnown(operations, method, path)).toBe(expected)
})

// To compare all of it takes a hundred times as long.
test('of a hostile path no more is compared than of any other', () => {
  const hostile = '/'.repeat(5000) + 'a/'.repeat(500_000)
  expect(nearest(operations, 'GET', hostile + 'b'.repeat(10_000))).toEqual(
    nearest(operations, 'GET', '/a'.repeat(12)),
  )
  expect(isKnown(operations, 'GET', `/packages/npm/${'a/'.repeat(10_000)}`)).toBe(false)
}, 3000)
