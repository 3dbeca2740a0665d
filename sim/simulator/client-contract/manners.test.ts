import { expect, test } from 'vitest'
import { mannersOf } from './manners.ts'

const api = '/api/v4'

test.each([
  [[], `${api}/projects/1?search=a.b`, {}],
  [['cross-origin'], `${api}/projects`, { origin: 'https://pages.example' }],
  [['dot-segments'], `${api}/projects/1/repository/tree?path=a%2F..%2Fb`, {}],
  [['dot-segments'], `${api}/projects/1/repository/files/..%2Fb`, {}],
  [['job-token'], `${api}/projects/1/packages`, { 'job-token': 'x' }],
  [['job-token'], `${api}/projects/1/packages?job_token=x`, {}],
  [['job-token'], `${api}/packages/npm/a`, { authorization: `Basic ${btoa('gitlab-ci-token:x')}` }],
  [[], `${api}/packages/npm/a`, { authorization: `Basic ${btoa('alice:x')}` }],
  [['keyset-pagination'], `${api}/projects?pagination=keyset`, {}],
  [['keyset-pagination'], `/w/one${api}/groups?cursor=x`, {}],
  [['oauth'], '/oauth/token', {}],
  [['oauth'], '/w/one/oauth/authorize_device', {}],
  [['offset-pagination'], `${api}/projects?page=2`, {}],
  [['project-path'], `${api}/projects/acme%2Fwebapp/issues`, {}],
])('%j is what %s does', (manners, url, headers) => {
  expect(mannersOf({ method: 'GET', url, headers: headers as Record<string, string> }, 200)).toEqual(manners)
})

test('a body of JSON, a refusal of a throttle and a write are noted, an empty body is not', () => {
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  const url = `${api}/projects`
  const sent = { method: 'POST', url, headers }
  expect(mannersOf({ ...sent, body: '{}' }, 201)).toEqual(['json-body', 'writing'])
  expect(mannersOf({ ...sent, body: '' }, 429)).toEqual(['throttled', 'writing'])
  expect(mannersOf({ ...sent, headers: { 'content-type': 'text/plain' }, body: '{}' }, 201)).toEqual([
    'writing',
  ])
})
