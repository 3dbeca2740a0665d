import { describe, expect, test } from 'vitest'
import type { Reply } from '../testing/calls.ts'
import { perTest } from '../testing/per-test.ts'

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
  const nowhere = (user?: string) => () => here.as(user).get('/nowhere')

  test('lets in 7200 requests an hour for each user, and says all about the next one', () => {
    expect(statuses(7200, nowhere('alice'))).toEqual({ 404: 7200 })
    const { status, body, headers } = here.as('alice').get('/user')
    expect({ status, body }).toEqual({ status: 429, body: 'Retry later\n' })
    expect(headers).toMatchObject({
      'Content-Type': 'text/plain',
      'RateLimit-Name': 'throttle_authenticated_api',
      'RateLimit-Limit': '120',
      'RateLimit-Observed': '7201',
      'RateLimit-Remaining': '0',
      'RateLimit-Reset': String(Date.UTC(2024, 0, 1, 1) / 1000),
      'RateLimit-ResetTime': 'Mon, 01 Jan 2024 01:00:00 GMT',
      'Retry-After': '3590',
    })
    expect(here.as('bob').get('/user').status).toBe(200)
    expect(here.as().get('/projects').status).toBe(200)
    here.sim.clock.set('2024-01-01T01:00:00Z')
    expect(here.as('alice').get('/user').status).toBe(200)
  })

  test('lets in 3600 requests an hour for each address of whoever is not known', () => {
    const calls = [nowhere(), nowhere('unknown'), nowhere('alice-expired'), nowhere('frank')]
    for (const ask of calls) expect(statuses(900, ask)).toEqual({ 404: 900 })
    const reply = here.as('unknown').get('/user')
    expect(reply).toMatchObject({
      status: 429,
      headers: { 'RateLimit-Name': 'throttle_unauthenticated_api', 'RateLimit-Limit': '60' },
    })
    expect(here.as().send('GET', '/projects', { address: '192.0.2.9' }).status).toBe(200)
    expect(here.as('alice').get('/user').status).toBe(200)
    expect(here.as().get('/nowhere').status).toBe(429)
    expect(here.as().send('POST', '/user', { headers: { 'content-type': 'a/b' }, body: 'a' }).status).toBe(
      429,
    )
    expect(here.as().get('/nowhere?a=%ff').status).toBe(400)
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
