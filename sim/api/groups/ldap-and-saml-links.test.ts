import { expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

// groups#saml-provider
test.each([
  ['specification', false, 201],
  ['real', false, 401],
  ['real', true, 201],
] as const)('a SAML link with the %s dialect and a provider %s: %s', (dialect, saml, status) => {
  const world = {
    version: 1 as const,
    settings: { saml },
    users: [{ username: 'ann', admin: true, token: 'ann-token' }],
    groups: [{ path: 'shop' }],
  }
  const ann = callsOf(testSimulator({ dialect, world }), 'ann')
  const path = '/groups/shop/saml_group_links'
  expect(ann.post(path, { saml_group_name: 'tills', access_level: 30 }).status).toBe(status)
  expect(ann.get(path).status).toBe(status === 401 ? 401 : 200)
  expect(ann.get(`${path}/tills`).status).toBe(status === 401 ? 401 : 200)
  expect(ann.send('DELETE', `${path}/tills`).status).toBe(status === 401 ? 401 : 204)
})
