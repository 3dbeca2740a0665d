import { describe, expect, test } from 'vitest'
import { storeSettings } from '../model/settings/in-force.ts'
import type { User } from '../model/users/user.ts'
import { callsOf, type Reply, testSimulator } from '../testing/calls.ts'
import { perTest } from '../testing/per-test.ts'
import { RateLimits } from './rate-limit.ts'
import { Refusal } from './refusal.ts'

// The clock stands still unless a test moves it, so a window lasts as long as the test wants.
const here = perTest({ rateLimits: true, clock: 'frozen', start: '2024-01-01T00:00:10Z' })

const search = '/merge_requests?scope=all&search=add&per_page=1'
const tooMany = {
  status: 429,
  json: { message: { error: 'This endpoint has been requested too many times. Try again later.' } },
}

/** Requests in a row; the statuses that came, each once, with how often. */
function statuses(times: number, ask: () => Reply): { readonly [status: number]: number } {
  const counted: { [status: number]: number } = {}
  for (let i = 0; i < times; i++) {
    const { status } = ask()
    counted[status] = (counted[status] ?? 0) + 1
  }
  return counted
}

describe('searching', () => {
  test('is let in 30 times a minute for each user', () => {
    expect(statuses(31, () => here.as('alice').get(search))).toEqual({ 200: 30, 429: 1 })
    expect(here.as('bob').get(search).status).toBe(200)
  })

  test('beyond is refused in JSON, with the seconds to wait', () => {
    statuses(30, () => here.as('alice').get(search))
    const reply = here.as('alice').get(search)
    expect(reply).toMatchObject(tooMany)
    expect(reply.headers).toMatchObject({ 'Content-Type': 'application/json', 'Retry-After': '50' })
  })

  test('is let in again in the next minute', () => {
    statuses(31, () => here.as('alice').get(search))
    here.sim.clock.advance('49s')
    expect(here.as('alice').get(search).status).toBe(429)
    here.sim.clock.advance('1s')
    expect(statuses(31, () => here.as('alice').get(search))).toEqual({ 200: 30, 429: 1 })
  })

  test('counts with whatever token the user comes', () => {
    statuses(30, () => here.as('alice').get(search))
    expect(here.as('alice-read').get(search).status).toBe(429)
    expect(here.as().get(`${search}&access_token=alice-oauth-token`).status).toBe(429)
  })

  test('counts before the parameters are looked at', () => {
    expect(statuses(31, () => here.as('alice').get(`${search}&state=x`))).toEqual({ 400: 30, 429: 1 })
  })

  test('does not count what is refused for its credentials', () => {
    expect(statuses(31, () => here.as('alice-expired').get(search))).toEqual({ 401: 31 })
    expect(here.as('alice').get(search).status).toBe(200)
  })

  test('is meant by a text alone: other lists of merge requests do not count', () => {
    expect(statuses(40, () => here.as('alice').get('/merge_requests?per_page=1&search='))).toEqual({
      200: 40,
    })
    expect(statuses(40, () => here.as('alice').get('/merge_requests?per_page=1'))).toEqual({ 200: 40 })
    expect(here.as('alice').get(search).status).toBe(200)
  })

  test('is let in as often as the settings in force say, and always where they say 0', () => {
    storeSettings(here.sim.world, { search_rate_limit: 2 }, here.sim.now())
    here.sim.clock.advance('1m')
    expect(statuses(3, () => here.as('alice').get(search))).toEqual({ 200: 2, 429: 1 })
    storeSettings(here.sim.world, { search_rate_limit: 0 }, here.sim.now())
    here.sim.clock.advance('1m')
    expect(statuses(40, () => here.as('alice').get(search))).toEqual({ 200: 40 })
  })

  test('counts in all projects together', () => {
    statuses(29, () => here.as('alice').get(search))
    expect(here.as('alice').get('/projects/1/merge_requests?search=add').status).toBe(200)
    expect(here.as('alice').get('/projects/2/merge_requests?search=add').status).toBe(429)
  })
})

describe('anonymous searching', () => {
  const real = perTest({ rateLimits: true, clock: 'frozen', dialect: 'real' })

  test('is let in 10 times a minute for each address', () => {
    const from = (address: string) => () => real.as().send('GET', search, { address })
    expect(statuses(11, from('192.0.2.1'))).toEqual({ 200: 10, 429: 1 })
    expect(from('192.0.2.2')().status).toBe(200)
  })
})

describe('the throttle', () => {
  const NOW = Date.UTC(2024, 0, 1, 0, 0, 10)

  /** Limits that have counted that many requests of a user or an address. */
  function counted(times: number, user?: User, address?: string): RateLimits {
    const limits = new RateLimits(true)
    for (let i = 0; i < times; i++) limits.throttle(asked(address), () => user, NOW)
    return limits
  }

  function asked(address: string | undefined) {
    const request = { method: 'GET', url: '/api/v4/user', headers: {}, ...(address && { address }) }
    return { world: here.sim.world, request, path: request.url, definition: undefined, raw: {} }
  }

  /** What a further request is refused with; undefined where it is let in. */
  function refusal(limits: RateLimits, user: User | undefined, address: string | undefined, at: number) {
    try {
      limits.throttle(asked(address), () => user, at)
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
    return undefined
  }

  test('lets in 7200 requests an hour for each user, and says all about the next one', () => {
    const [alice, bob] = [here.sim.world.users.require(2), here.sim.world.users.require(3)]
    const limits = counted(7200, alice)
    const refused = refusal(limits, alice, undefined, NOW)
    expect([refused?.status, refused?.extras.text]).toEqual([429, 'Retry later\n'])
    expect(refused?.extras.headers).toEqual({
      'Content-Type': 'text/plain',
      'RateLimit-Name': 'throttle_authenticated_api',
      'RateLimit-Limit': '120',
      'RateLimit-Observed': '7201',
      'RateLimit-Remaining': '0',
      'RateLimit-Reset': String(Date.UTC(2024, 0, 1, 1) / 1000),
      'RateLimit-ResetTime': 'Mon, 01 Jan 2024 01:00:00 GMT',
      'Retry-After': '3590',
    })
    expect(refusal(limits, bob, undefined, NOW)).toBeUndefined()
    expect(refusal(limits, alice, undefined, Date.UTC(2024, 0, 1, 1))).toBeUndefined()
  })

  test('lets in 3600 requests an hour for each address of whoever is not known', () => {
    const limits = counted(3600, undefined, '192.0.2.1')
    expect(refusal(limits, undefined, '192.0.2.1', NOW)?.extras.headers).toMatchObject({
      'RateLimit-Name': 'throttle_unauthenticated_api',
      'RateLimit-Limit': '60',
    })
    expect(refusal(limits, undefined, '192.0.2.2', NOW)).toBeUndefined()
  })

  test('comes before everything but text that cannot be read, and counts whatever is refused', () => {
    const tokens = ['unknown', 'alice-expired-token', 'frank-token', '']
    for (let i = 0; i < 3600; i++)
      here.sim.handle({ method: 'GET', url: '/api/v4/nowhere', headers: { 'private-token': tokens[i % 4] } })
    const refused = { status: 429, body: 'Retry later\n', headers: { 'Content-Type': 'text/plain' } }
    expect(here.as().get('/nowhere')).toMatchObject(refused)
    expect(here.as('unknown').get('/user')).toMatchObject(refused)
    const sent = { headers: { 'content-type': 'a/b' }, body: 'a' }
    expect(here.as().send('POST', '/user', sent)).toMatchObject(refused)
    expect(here.as().get('/nowhere?a=%ff').status).toBe(400)
    expect(here.as().send('GET', '/projects', { address: '192.0.2.9' }).status).toBe(200)
    expect(here.as('alice').get('/user').status).toBe(200)
  })
})

describe('the settings of throttles', () => {
  const set = (values: { readonly [name: string]: string | number | boolean }) => {
    storeSettings(here.sim.world, values, here.sim.now())
    here.sim.clock.advance('1m')
  }
  const twice = (family: string) => ({
    [`throttle_${family}_enabled`]: true,
    [`throttle_${family}_requests_per_period`]: 2,
    [`throttle_${family}_period_in_seconds`]: 60,
  })
  const named = (reply: Reply) => [reply.status, reply.headers['RateLimit-Name']]

  test('show that the two of the API are on, which they are not without limits', () => {
    const { json } = here.as('root').get('/application/settings')
    expect(json.throttle_authenticated_api_enabled && json.throttle_unauthenticated_api_enabled).toBe(true)
    expect(callsOf(testSimulator(), 'root').get('/application/settings').json).toMatchObject({
      throttle_authenticated_api_enabled: false,
    })
  })

  test('decide how often requests are let in, and what those read that are not', () => {
    set({ ...twice('authenticated_api'), rate_limiting_response_text: 'Slowly, please' })
    expect(statuses(2, () => here.as('bob').get('/user'))).toEqual({ 200: 2 })
    const refused = here.as('bob').get('/user')
    expect(named(refused)).toEqual([429, 'throttle_authenticated_api'])
    expect(refused.body).toBe('Slowly, please\n')
    expect(refused.headers).toMatchObject({ 'RateLimit-Limit': '2', 'Retry-After': '50' })
    set({ throttle_authenticated_api_enabled: false })
    expect(statuses(5, () => here.as('bob').get('/user'))).toEqual({ 200: 5 })
  })

  test('count files and old calls apart once their families are on', () => {
    const file = () => here.as('bob').get('/projects/1/repository/files/README.md?ref=main')
    set({ ...twice('authenticated_files_api'), ...twice('authenticated_deprecated_api') })
    expect(statuses(2, file)).toEqual({ 200: 2 })
    expect(named(file())).toEqual([429, 'throttle_authenticated_files_api'])
    expect(statuses(2, () => here.as('bob').get('/groups/1'))).toEqual({ 200: 2 })
    expect(named(here.as('bob').get('/groups/1'))).toEqual([429, 'throttle_authenticated_deprecated_api'])
    expect(here.as('bob').get('/groups/1?with_projects=false').status).toBe(200)
    expect(here.as('bob').get('/user').status).toBe(200)
  })

  test('count what package managers ask apart, but not the lists of packages', () => {
    set({ ...twice('authenticated_packages_api'), ...twice('authenticated_api') })
    const asked = [
      '/projects/1/packages/generic/a/1/b',
      '/packages/npm/money',
      '/projects/1/packages/npm/money',
    ]
    const replies = asked.map((path) => here.as('bob').get(path))
    expect(named(replies[2] as Reply)).toEqual([429, 'throttle_authenticated_packages_api'])
    expect(replies.slice(0, 2).map((reply) => reply.status)).not.toContain(429)
    expect(here.as('bob').get('/projects/1/packages').status).toBe(200)
  })

  test('count what is sent to protected paths once more', () => {
    set({ ...twice('protected_paths'), protected_paths_raw: ['/api/v4/projects'] as never })
    const sent = () => here.as('bob').post('/projects', {})
    expect(statuses(2, sent)).toEqual({ 400: 2 })
    expect(named(sent())).toEqual([429, 'throttle_authenticated_protected_paths_api'])
    expect(here.as('bob').get('/projects?per_page=1').status).toBe(200)
  })
})

test('a fork, a restored and a reset simulator count anew', () => {
  const mark = here.sim.snapshot()
  const refused = () => statuses(31, () => here.as('alice').get(search))[429]
  expect(refused()).toBe(1)
  here.sim.restore(mark)
  expect(refused()).toBe(1)
  here.sim.reset()
  expect(refused()).toBe(1)
})

describe('without limits, which is the default,', () => {
  const free = perTest({ clock: 'frozen' })

  test('nothing counts', () => {
    expect(statuses(60, () => free.as('alice').get(search))).toEqual({ 200: 60 })
  })
})
