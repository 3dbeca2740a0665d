import { describe, expect, test } from 'vitest'
import { demoWorld } from '../../fixtures/demo.ts'
import { createSimulator } from '../index.ts'
import type { NewerRelease } from '../lib/releases/release.ts'
import type { Token } from '../model/access-tokens/token.ts'
import type { UserState } from '../model/users/user.ts'
import { callsOf, testSimulator } from '../testing/calls.ts'
import { perTest } from '../testing/per-test.ts'

const here = perTest()
const real = perTest({ dialect: 'real' })

const unauthorized = { status: 401, json: { message: '401 Unauthorized' } }
const cross = { origin: 'https://example.com' }

interface Sent {
  readonly query?: string
  readonly headers?: { readonly [name: string]: string }
}

/** Whom the service takes the sender for; a status where it takes them for nobody. */
function taken({ query = '', headers = {} }: Sent, { as } = here): string | number {
  const { status, json } = as().send('GET', `/user?${query}`, { headers })
  return status === 200 ? json.username : status
}

/** A changed copy of a token of the world, under another value. */
function planted(from: string, changes: Partial<Token>, { sim } = here): void {
  const token = sim.world.tokens.find('byValue', from) as Token
  sim.world.tokens.insert({ ...token, id: 9000, value: 'planted', ...changes })
}

describe('a caller is known by', () => {
  test.each([
    ['a personal token in its header', { headers: { 'private-token': 'alice-token' } }, 'alice'],
    ['a personal token in the query', { query: 'private_token=alice-token' }, 'alice'],
    ['a personal token as a bearer', { headers: { authorization: 'Bearer alice-token' } }, 'alice'],
    ['a bearer in small letters', { headers: { authorization: 'bearer  alice-token' } }, 'alice'],
    ['a personal token as access_token', { query: 'access_token=alice-token' }, 'alice'],
    ['a personal token as bearer_token', { query: 'bearer_token=alice-token' }, 'alice'],
    ['an OAuth token as a bearer', { headers: { authorization: 'Bearer alice-oauth-token' } }, 'alice'],
    ['an OAuth token as access_token', { query: 'access_token=alice-oauth-token' }, 'alice'],
    ['an OAuth token as bearer_token', { query: 'bearer_token=alice-oauth-token' }, 'alice'],
    ['an impersonation token', { headers: { 'private-token': 'carol-impersonation-token' } }, 'carol'],
    ['a token of a project', { headers: { 'private-token': 'acme-webapp-bot-token' } }, 'project_1_bot'],
    ['a token of a group', { headers: { authorization: 'Bearer acme-bot-token' } }, 'group_1_bot'],
    ['a session', { headers: { cookie: '_service_session=alice-session' } }, 'alice'],
    [
      'a session by its other name',
      { headers: { cookie: 'a=b; _gitlab_session=alice-session; c=d' } },
      'alice',
    ],
  ] satisfies [string, Sent, string][])('%s', (_, sent, username) => {
    expect(taken(sent)).toBe(username)
  })

  test.each([
    ['a form', 'application/x-www-form-urlencoded', 'private_token=dave-token&title=a'],
    ['JSON', 'application/json', '{"private_token":"dave-token","title":"a"}'],
    ['JSON, as access_token', 'application/json', '{"access_token":"dave-token","title":"a"}'],
  ])('a token in %s', (_, type, body) => {
    const headers = { 'content-type': type }
    expect(here.as().send('POST', '/projects/1/milestones', { headers, body }).status).toBe(201)
  })
})

describe('of several credentials', () => {
  test.each([
    [
      'an OAuth token comes before a personal one',
      { headers: { authorization: 'Bearer alice-oauth-token', 'private-token': 'bob-token' } },
      'alice',
    ],
    [
      'an OAuth token in the query too',
      { query: 'access_token=alice-oauth-token&private_token=bob-token' },
      'alice',
    ],
    [
      'access_token comes before bearer_token',
      { query: 'access_token=alice-oauth-token&bearer_token=bob-token' },
      'alice',
    ],
    [
      'a bearer comes before bearer_token',
      { query: 'bearer_token=bob-token', headers: { authorization: 'Bearer alice-token' } },
      'alice',
    ],
    [
      'private_token comes before the header',
      { query: 'private_token=alice-token', headers: { 'private-token': 'bob-token' } },
      'alice',
    ],
    [
      'the header comes before a bearer that is a personal token',
      { headers: { authorization: 'Bearer alice-token', 'private-token': 'bob-token' } },
      'bob',
    ],
    [
      'the header comes before a bearer that is unknown',
      { headers: { authorization: 'Bearer unknown', 'private-token': 'bob-token' } },
      'bob',
    ],
    [
      'a token comes before the session',
      { headers: { cookie: '_service_session=alice-session', 'private-token': 'bob-token' } },
      'bob',
    ],
    [
      'an unknown token hides the session',
      { headers: { cookie: '_service_session=alice-session', 'private-token': 'unknown' } },
      401,
    ],
    [
      'an unknown header hides a good bearer',
      { headers: { authorization: 'Bearer bob-token', 'private-token': 'unknown' } },
      401,
    ],
    [
      'an empty one counts as absent',
      {
        query: 'private_token=&access_token=',
        headers: { 'private-token': '', authorization: 'Bearer ', cookie: '_service_session=alice-session' },
      },
      'alice',
    ],
  ] satisfies [string, Sent, string | number][])('%s', (_, sent, expected) => {
    expect(taken(sent)).toBe(expected)
  })
})

describe('nobody is known by', () => {
  test.each([
    ['nothing', {}],
    ['an unknown token', { headers: { 'private-token': 'unknown' } }],
    ['a deploy token', { headers: { 'private-token': 'acme-webapp-deploy-token' } }],
    ['a deploy token in its own header', { headers: { 'deploy-token': 'acme-webapp-deploy-token' } }],
    ['a job token where none is accepted', { headers: { 'job-token': 'acme-webapp-job-token' } }],
    ['a job token in the query', { query: 'job_token=acme-webapp-job-token' }],
    ['a job token as a personal one', { headers: { 'private-token': 'acme-webapp-job-token' } }],
    ['an OAuth token as a personal one', { headers: { 'private-token': 'alice-oauth-token' } }],
    ['the value of a session as a token', { headers: { 'private-token': 'alice-session' } }],
    ['a token as a session', { headers: { cookie: '_service_session=alice-token' } }],
    ['a session of another name', { headers: { cookie: 'x_service_session=alice-session' } }],
    ['a session from another origin', { headers: { cookie: '_service_session=alice-session', ...cross } }],
    ['basic authentication', { headers: { authorization: `Basic ${btoa('alice:alice-token')}` } }],
    ['a refresh token', { headers: { authorization: 'Bearer alice-refresh-token' } }],
    ['a token in other letters', { headers: { 'private-token': 'ALICE-TOKEN' } }],
  ] satisfies [string, Sent][])('%s', (_, sent) => {
    expect(taken(sent)).toBe(401)
  })

  test('a token that is unknown, also where anonymous callers are let in', () => {
    expect(here.as().get('/projects/3').status).toBe(200)
    expect(here.as('unknown').get('/projects/3')).toMatchObject(unauthorized)
    expect(here.as().send('GET', '/projects/3', { headers: { 'job-token': 'unknown' } }).status).toBe(200)
  })
})

describe('a session', () => {
  const cookie = '_service_session=alice-session'
  const written = (headers: { readonly [name: string]: string }) =>
    here.as().send('POST', '/projects/1/milestones', {
      headers: { cookie, 'content-type': 'application/json', ...headers },
      body: '{"title":"a"}',
    })

  test('writes with its CSRF token alone', () => {
    expect(written({})).toMatchObject(unauthorized)
    expect(written({ 'x-csrf-token': 'wrong' })).toMatchObject(unauthorized)
    expect(written({ 'x-csrf-token': 'alice-session-csrf' }).status).toBe(201)
  })

  test('writes from the pages of the service alone', () => {
    const csrf = { 'x-csrf-token': 'alice-session-csrf' }
    expect(written({ ...csrf, origin: here.sim.url }).status).toBe(201)
    expect(written({ ...csrf, ...cross })).toMatchObject(unauthorized)
  })

  test('needs no scope', () => {
    planted('alice-session', { scopes: [] })
    expect(taken({ headers: { cookie: '_service_session=planted' } })).toBe('alice')
  })
})

describe('a token that no longer holds', () => {
  const told = (token: string, { as } = here) => {
    const { status, json, headers } = as().send('GET', '/user', { headers: { 'private-token': token } })
    return { status, json, challenge: headers['WWW-Authenticate'] }
  }
  const texts = {
    expired: 'Token is expired. You can either do re-authorization or token refresh.',
    revoked: 'Token was revoked. You have to re-authorize from the user.',
    impersonation: 'Token is an impersonation token but impersonation was disabled.',
  }

  test.each(['alice-expired-token', 'alice-revoked-token'])(
    'is unauthorized by the specification: %s',
    (token) => {
      expect(told(token)).toEqual({ ...unauthorized, challenge: undefined })
    },
  )

  test.each([
    ['alice-expired-token', texts.expired],
    ['alice-revoked-token', texts.revoked],
  ])('is explained by the real service: %s', (token, text) => {
    expect(told(token, real)).toEqual({
      status: 401,
      json: { error: 'invalid_token', error_description: text },
      challenge: `Bearer realm="Protected by OAuth 2.0", error="invalid_token", error_description="${text}"`,
    })
  })

  test('expires at its moment, by the clock of the world', () => {
    planted('alice-oauth-token', { expiresAt: Date.parse('2024-01-01T02:00:00Z') })
    const asked = () => taken({ headers: { authorization: 'Bearer planted' } })
    expect(asked()).toBe('alice')
    here.sim.clock.set('2024-01-01T02:00:00Z')
    expect(asked()).toBe(401)
  })

  test('impersonates only while the installation lets it', () => {
    for (const { sim } of [here, real]) sim.world.instance.update(1, { impersonation: false })
    expect(told('carol-impersonation-token')).toEqual({ ...unauthorized, challenge: undefined })
    expect(told('carol-impersonation-token', real).json).toEqual({
      error: 'invalid_token',
      error_description: texts.impersonation,
    })
  })

  test.each([
    ['an option', { impersonation: false }],
    ['a world', { world: { ...demoWorld(), settings: { impersonation: false } } }],
  ])('impersonates nobody where %s says so', (_, options) => {
    const asked = {
      method: 'GET',
      url: '/api/v4/user',
      headers: { 'private-token': 'carol-impersonation-token' },
    }
    expect(createSimulator(options).handle(asked).status).toBe(401)
  })

  test('is told as expired first, then as revoked, then as impersonating', () => {
    real.sim.world.instance.update(1, { impersonation: false })
    const all = { expiresAt: 0, revoked: true }
    planted('carol-impersonation-token', all, real)
    expect(told('planted', real).json.error_description).toBe(texts.expired)
    real.sim.world.tokens.update(9000, { expiresAt: null })
    expect(told('planted', real).json.error_description).toBe(texts.revoked)
    real.sim.world.tokens.update(9000, { revoked: false })
    expect(told('planted', real).json.error_description).toBe(texts.impersonation)
  })
})

describe('an account', () => {
  test.each([
    ['blocked', 'Your account has been blocked.'],
    [
      'deactivated',
      'Your account has been deactivated by your administrator. Please log back in from a web browser to reactivate your account at http://127.0.0.1:8080',
    ],
    [
      'blocked_pending_approval',
      'Your account is pending approval from your administrator and hence blocked.',
    ],
  ] satisfies [UserState, string][])('that is %s is told so', (state, text) => {
    here.sim.world.users.update(2, { state })
    const { status, json } = here.as('alice').get('/user')
    expect({ status, json }).toEqual({ status: 403, json: { message: `403 Forbidden - ${text}` } })
  })

  test('is blocked in the demo world, for frank', () => {
    expect(here.as('frank').get('/projects').status).toBe(403)
  })

  test('is looked at after the token, and before its scope', () => {
    expect(here.as('frank-expired').get('/user').status).toBe(401)
    const { json } = here.as('frank-read').post('/projects/1/milestones', {})
    expect(json).toEqual({ message: '403 Forbidden - Your account has been blocked.' })
  })
})

describe('a scope', () => {
  const insufficient = (scope: string) => ({
    status: 403,
    json: {
      error: 'insufficient_scope',
      error_description: 'The request requires higher privileges than provided by the access token.',
      scope,
    },
  })

  test('of the whole API lets everything', () => {
    expect(here.as('dave').post('/projects/1/milestones', { title: 'a' }).status).toBe(201)
  })

  test('of reading lets GET and HEAD alone, and refuses with every scope that is accepted', () => {
    const reader = here.as('alice-read')
    expect([reader.get('/projects/1').status, reader.head('/projects/1').status]).toEqual([200, 200])
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect(
        reader.send(method, method === 'POST' ? '/projects/1/milestones' : '/projects/1/milestones/12'),
      ).toMatchObject(insufficient('api read_api'))
  })

  test.each(['read_repository', 'write_repository', 'read_registry', 'sudo'] as const)(
    'of %s alone lets nothing here, not even what is open to anybody',
    (scope) => {
      planted('root-token', { scopes: [scope] })
      for (const path of ['/projects/1', '/projects/3', '/projects'])
        expect(here.as().get(`${path}?private_token=planted`)).toMatchObject(insufficient('api read_api'))
    },
  )

  test('is refused before the parameters where callers have to be signed in', () => {
    expect(here.as('alice-read').post('/projects/404/milestones', {})).toMatchObject(
      insufficient('api read_api'),
    )
  })
})

/** What a job of the project is answered in a release. */
function statuses(paths: readonly string[], release: NewerRelease) {
  const calls = callsOf(testSimulator({ release }))
  const headers = { 'job-token': 'acme-webapp-job-token' }
  return paths.map((path) => calls.send('GET', `/projects/1${path}`, { headers }).status)
}

test('jobs read environments and deployments from 16.2 on, single tags and commits later', () => {
  const headers = { 'job-token': 'acme-webapp-job-token' }
  expect(here.as().send('GET', '/projects/1/environments', { headers }).status).toBe(401)
  const paths = ['/environments', '/deployments', '/repository/tags/v1.0.0', '/repository/commits/main']
  expect(statuses(paths, '16.11')).toEqual([200, 200, 404, 404])
  expect(statuses(paths, '18.9')).toEqual([200, 200, 200, 200])
})
