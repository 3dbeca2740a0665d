import { expect, test } from 'vitest'
import { perTest } from '../testing/per-test.ts'

const here = perTest()
const headers = { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' }
const root = () => here.as('root')

// conventions#unmodified-since: records that other rules keep from being deleted in the conformance suite.
test.each([
  ['a user', () => `/users/${root().post('/users', account('one')).json.id}`],
  [
    'an identity',
    () =>
      `/users/${root().post('/users', { ...account('two'), provider: 'saml', extern_uid: 'two' }).json.id}/identities/saml`,
  ],
  [
    'a stopped environment',
    () => {
      const { id } = root().post('/projects/1/environments', { name: 'gone' }).json
      root().post(`/projects/1/environments/${id}/stop`)
      return `/projects/1/environments/${id}`
    },
  ],
])('%s that has changed since is not deleted', (_, made) => {
  const path = made()
  expect(root().send('DELETE', path, { headers })).toMatchObject({ status: 412 })
  expect(root().send('DELETE', path).status).toBe(204)
})

function account(username: string) {
  return { username, name: username, email: `${username}@example.com`, password: 'long enough for anybody' }
}
