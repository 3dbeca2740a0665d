import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'
import { globalScopes, groupScopes, projectScopes } from './params.ts'

const here = perTest()
const real = perTest({ dialect: 'real' })
const get = (path: string, user = 'alice') => here.as(user).get(path)
const withoutEngine = { message: { error: 'Scope not supported without Elasticsearch!' } }

describe('parameters', () => {
  const scope = 'scope is missing, scope does not have a valid value'
  test.each([
    ['', `search is missing, ${scope}`],
    ['search=x', scope],
    ['scope=issues', 'search is missing'],
    ['search=x&scope=', 'scope does not have a valid value'],
    ['search=x&scope=everything', 'scope does not have a valid value'],
    ['search[]=x&scope=issues', 'search is invalid'],
    ['search=x&scope=issues&state=locked', 'state does not have a valid value'],
    ['search=x&scope=users&state=open', 'state does not have a valid value'],
    ['search=x&scope=issues&confidential=maybe', 'confidential is invalid'],
    ['search=x&scope=issues&per_page=0', 'per_page has a value not allowed'],
  ])('refuse %s', (query, error) => {
    for (const place of ['', '/groups/1', '/projects/1']) {
      const reply = get(`${place}/search?${query}`)
      expect([reply.status, reply.json]).toEqual([400, { error }])
    }
  })

  test.each([
    ['', 'group_members'],
    ['/groups/1', 'snippet_titles'],
    ['/projects/1', 'projects'],
    ['/projects/1', 'snippet_titles'],
  ])('of %s/search have no scope %s', (place, scope) => {
    expect(get(`${place}/search?search=x&scope=${scope}`).json).toEqual({
      error: 'scope does not have a valid value',
    })
  })

  test('come before the place, and the place before the engine', () => {
    expect(get('/groups/404/search?search=x').status).toBe(400)
    expect(get('/groups/404/search?search=x&scope=blobs').json).toEqual({ message: '404 Group Not Found' })
    expect(get('/projects/404/search?search=x&scope=blobs').json).toEqual({
      message: '404 Project Not Found',
    })
  })

  test.each(['order_by=title', 'order_by=created_at&sort=up', 'sort=asc', 'order_by=&sort='])(
    'of an order that there is not, %s, mean the default one in the real service',
    (order) => {
      const path = '/search?scope=merge_requests&search=add'
      const shown = (query: string) => real.as('alice').get(`${path}${query}`).json
      expect(shown(`&${order}`)).toEqual(shown(''))
    },
  )
})

test.each([
  ['order_by=title', 'order_by does not have a valid value'],
  ['sort=up', 'sort does not have a valid value'],
])('%s is refused where the documentation has a table of parameters', (query, error) => {
  for (const place of ['', '/groups/1'])
    expect(get(`${place}/search?scope=issues&search=x&${query}`)).toMatchObject({
      status: 400,
      json: { error },
    })
  expect(get(`/projects/1/search?scope=issues&search=x&${query}`).status).toBe(200)
})

describe('who may search', () => {
  test.each(['/search', '/groups/1/search', '/projects/3/search'])(
    '%s is for callers that signed in',
    (path) => {
      expect(here.as().get(`${path}?scope=issues&search=x`).json).toEqual({ message: '401 Unauthorized' })
      expect(get(`${path}?scope=issues&search=guide`, 'alice-read').status).toBe(200)
    },
  )

  test('a private group and a private project are not there for others', () => {
    expect(get('/groups/1/search?scope=issues&search=cart', 'mallory').json).toEqual({
      message: '404 Group Not Found',
    })
    expect(get('/projects/1/search?scope=issues&search=cart', 'mallory').json).toEqual({
      message: '404 Project Not Found',
    })
    expect(get('/projects/3/search?scope=issues&search=', 'mallory').status).toBe(200)
  })

  test('a guest of a private project finds neither code nor merge requests', () => {
    const found = Object.fromEntries(
      projectScopes.map((scope) => [
        scope,
        get(`/projects/1/search?scope=${scope}&search=add`, 'erin').json.length > 0,
      ]),
    )
    expect(found).toMatchObject({ issues: true, merge_requests: false, blobs: false, commits: false })
    expect(get('/projects/1/search?scope=milestones&search=', 'erin').json.length).toBeGreaterThan(0)
    expect(get('/projects/1/search?scope=users&search=', 'erin').json.length).toBeGreaterThan(0)
  })

  test('a feature that is switched off has nothing to find', () => {
    const { features } = here.sim.world.projects.require(1)
    here.sim.world.projects.update(1, {
      features: { ...features, issues: 'disabled', merge_requests: 'disabled', repository: 'disabled' },
    })
    for (const scope of ['issues', 'merge_requests', 'milestones', 'blobs', 'commits'])
      for (const place of [
        '/projects/1',
        ...(scope === 'blobs' || scope === 'commits' ? [] : ['/groups/1']),
      ]) {
        const rows = get(`${place}/search?scope=${scope}&search=&per_page=100`).json
        expect([scope, rows.filter((it: { project_id: number }) => it.project_id === 1)]).toEqual([scope, []])
      }
  })
})

describe('every scope', () => {
  const places = [
    ['', globalScopes],
    ['/groups/acme', groupScopes],
    ['/projects/acme%2Fwebapp', projectScopes],
  ] as const
  const calls = places.flatMap(([place, scopes]) =>
    scopes.map((scope) => [`${place}/search`, scope] as const),
  )

  test.each(calls)('%s answers %s in the documented shape, paged', (path, scope) => {
    const reply = get(`${path}?scope=${scope}&search=&per_page=2`)
    const isEngines = ['blobs', 'commits', 'notes', 'wiki_blobs'].includes(scope)
    if (isEngines && !path.startsWith('/projects')) {
      expect([reply.status, reply.json]).toEqual([400, withoutEngine])
      return
    }
    expect(reply.status).toBe(200)
    expect(reply.headers['X-Page']).toBe('1')
    expect(reply.headers['X-Search-Type']).toBe('basic')
    expect(reply.headers['Content-Transfer-Encoding']).toBe(path === '/search' ? 'binary' : undefined)
    const isCounted = isEngines || (scope === 'users' && path.startsWith('/projects'))
    const inReal = real.as('alice').get(`${path}?scope=${scope}&search=&per_page=2`)
    for (const [{ headers }, counted] of [
      [reply, true],
      [inReal, isCounted],
    ] as const) {
      expect(headers['X-Total'] !== undefined).toBe(counted)
      expect(headers.Link?.includes('rel="last"')).toBe(counted)
    }
  })

  test('is found below /-/ as well', () => {
    for (const place of ['groups', 'projects'])
      expect(get(`/${place}/1/-/search?scope=issues&search=cart`).json).toEqual(
        get(`/${place}/1/search?scope=issues&search=cart`).json,
      )
  })
})

describe('queries that mean nobody well', () => {
  const address = (length: number) => `https://example.com/${'a'.repeat(length - 20)}`
  test.each([
    ['c', 0],
    ['the', 0],
    ['  the ', 0],
    ['The cart', 1],
    ['x'.repeat(100), 0],
    [`cart ${'x'.repeat(100)}`, 0],
  ])('%s finds %i issues', (query, count) => {
    expect(get(`/search?scope=issues&search=${encodeURIComponent(query)}`).json).toHaveLength(count)
  })

  test('are not long words and addresses', () => {
    for (const [query, count] of [
      ['x'.repeat(99), 1],
      ['x'.repeat(100), 0],
      [address(199), 1],
      [address(200), 0],
    ] as const) {
      here.sim.world.issues.update(1, { title: query })
      expect(get(`/search?scope=issues&search=${encodeURIComponent(query)}`).json).toHaveLength(count)
    }
  })

  test('answer nothing in pages as others do', () => {
    expect(get('/projects/1/search?scope=blobs&search=a').headers).toMatchObject({
      'X-Total': '0',
      'X-Total-Pages': '1',
    })
  })
})

describe('plans', () => {
  const searchOf = (options: Parameters<typeof testSimulator>[0], path: string) =>
    callsOf(testSimulator(options), 'alice').get(path)

  test.each(['blobs', 'commits', 'notes', 'wiki_blobs'])(
    'take %s of a project for premium where the specification is spoken',
    (scope) => {
      const path = `/projects/1/search?scope=${scope}&search=cart`
      const refused = searchOf({ tier: 'free' }, path)
      expect([refused.status, refused.json]).toEqual([400, withoutEngine])
      expect(searchOf({ tier: 'premium' }, path).status).toBe(200)
      expect(searchOf({ tier: 'free', dialect: 'real' }, path).status).toBe(200)
    },
  )

  test('without premium have no engine, whatever is switched on', () => {
    const sim = testSimulator({ tier: 'free' })
    sim.world.settings.update(1, { inForce: { elasticsearch_search: true } })
    const reply = callsOf(sim, 'alice').get('/search?scope=blobs&search=cart')
    expect(reply.json).toEqual(withoutEngine)
  })
})

test('searching is let in 30 times a minute, merge request lists with a search among them', () => {
  const sim = testSimulator({ rateLimits: true, clock: 'frozen' })
  const { get: ask } = callsOf(sim, 'alice')
  for (let i = 0; i < 10; i++) {
    expect(ask('/search?scope=issues&search=cart').status).toBe(200)
    expect(ask('/groups/1/search?search=x').status).toBe(400)
    expect(ask('/merge_requests?search=cart').status).toBe(200)
  }
  const reply = ask('/projects/1/search?scope=issues&search=cart')
  expect([reply.status, reply.json]).toEqual([
    429,
    { message: { error: 'This endpoint has been requested too many times. Try again later.' } },
  ])
  expect(callsOf(sim, 'bob').get('/search?scope=issues&search=cart').status).toBe(200)
})
