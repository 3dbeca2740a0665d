import { describe, expect, test } from 'vitest'
import { contract } from '../../contract.ts'
import { createSimulator, type PlainRequest, type Simulator } from '../../index.ts'
import { script } from '../../testing/script.ts'
import { worldText } from '../../testing/worlds.ts'

interface Call {
  readonly as?: string
  readonly body?: object
  readonly headers?: { readonly [name: string]: string }
}

function request(line: string, { as, body, headers }: Call = {}): PlainRequest {
  const [method, path] = line.split(' ') as [string, string]
  const sent = {
    ...(as === undefined ? {} : { 'private-token': as }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  }
  const url = `/api/v4${path}`
  return { method, url, headers: sent, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
}

function because(line: string, call?: Call, sim = createSimulator()): string {
  return sim.explain(request(line, call)).because
}

describe('a refusal is traced to what would have let it pass', () => {
  test.each<[string, Call, string]>([
    [
      'GET /projects/1',
      { as: 'mallory-token' },
      'it is hidden from this caller, not missing: it takes the role guest in acme/webapp, and @mallory has no role there',
    ],
    ['GET /projects/9999', { as: 'alice-token' }, 'there is no project 9999'],
    [
      'POST /projects/1/milestones',
      { as: 'erin-token', body: { title: 'x' } },
      'it takes the role reporter in acme/webapp, and @erin is guest',
    ],
    [
      'POST /projects/1/milestones',
      { as: 'bob-read-token', body: { title: 'x' } },
      'it takes the scope api, and the token has read_api',
    ],
    [
      'POST /projects/7/issues',
      { as: 'alice-token', body: { title: 'x' } },
      'it takes acme/archived unarchived, and it is archived',
    ],
    ['GET /user', { as: 'frank-token' }, 'it takes an active account, and @frank is blocked'],
    ['GET /user', { as: 'alice-expired-token' }, 'it takes a token that has not expired, and this one has'],
    ['GET /user', { as: 'alice-revoked-token' }, 'it takes a token that is not revoked, and this one is'],
    ['GET /user', {}, 'it takes the token of a user, and no credential counts'],
    ['GET /user', { as: 'nonsense' }, 'it takes the token of a user, and no credential counts'],
    ['PUT /application/settings', { as: 'bob-token' }, 'it takes an administrator, and @bob is none'],
    [
      'GET /user',
      { as: 'root-nosudo-token', headers: { sudo: 'alice' } },
      'it takes the scope sudo, and the token has api',
    ],
    [
      'GET /user',
      { as: 'alice-token', headers: { sudo: 'bob' } },
      'it takes an administrator whose token has the scope sudo, and @alice is none',
    ],
    ['POST /projects/1/milestones', { as: 'bob-token', body: {} }, 'parameters: title is missing'],
    ['PATCH /projects/1', { as: 'bob-token' }, 'the path takes OPTIONS, GET, DELETE, PUT, HEAD'],
    ['GET /prjects/1', { as: 'bob-token' }, 'there is no such operation'],
    [
      'DELETE /projects/1/repository/branches/main',
      { as: 'bob-token' },
      'the operation refuses it: The default branch of a project cannot be deleted.',
    ],
    ['GET /projects/1', { as: 'alice-token' }, 'nothing refused it'],
  ])('%s %j', (line, call, sentence) => {
    expect(because(line, call)).toBe(sentence)
  })

  test('the plan', () => {
    const sim = createSimulator({ tier: 'free' })
    expect(because('GET /projects/1/approval_rules', { as: 'alice-token' }, sim)).toBe(
      'it takes the plan premium, and this is free',
    )
  })

  test.each<[object, string, Call, string]>([
    [
      { restricted_visibility_levels: ['internal', 'public'] },
      'POST /projects',
      { as: 'alice-token', body: { name: 'shop', visibility: 'public' } },
      'it takes the setting restricted_visibility_levels without public, and it is internal, public',
    ],
    [
      { default_project_creation: 0 },
      'POST /projects',
      { as: 'carol-token', body: { name: 'shop', namespace_id: 1 } },
      'it takes the setting default_project_creation at 2, and it is 0',
    ],
    [
      { import_sources: ['github'] },
      'POST /projects',
      { as: 'alice-token', body: { name: 'shop', import_url: 'https://example.com/a.git' } },
      'it takes git in the setting import_sources, and it is github',
    ],
    [
      { minimum_password_length: 100 },
      'POST /users',
      {
        as: 'root-token',
        body: { name: 'N', username: 'n', email: 'n@example.com', password: 'a-long-enough-secret-9' },
      },
      'it takes the setting minimum_password_length at 8, and it is 100',
    ],
  ])('a setting that is more than on or off: %j', (settings, line, call, sentence) => {
    const sim = createSimulator({ settingsCache: 0 })
    const { status } = sim.handle(request('PUT /application/settings', { as: 'root-token', body: settings }))
    expect(status).toBe(200)
    expect(because(line, call, sim)).toBe(sentence)
  })

  test('a feature that is switched off', () => {
    const sim = createSimulator()
    sim.handle(request('PUT /projects/1', { as: 'alice-token', body: { wiki_access_level: 'disabled' } }))
    expect(because('GET /projects/1/wikis', { as: 'alice-token' }, sim)).toBe(
      'it takes the feature wiki enabled in acme/webapp, and it is disabled',
    )
  })

  test('names the operations that an unknown one resembles, and what nobody reads', () => {
    const sim = createSimulator()
    const { nearest, passing } = sim.explain(request('GET /projects/1/mergerequests', { as: 'alice-token' }))
    expect(nearest).toContain('GET /projects/:id/merge_requests')
    expect(passing).toEqual([])
    const { unread } = sim.explain(
      request('GET /projects/1/issues?labls=bug&state=opened', { as: 'alice-token' }),
    )
    expect(unread).toEqual([{ name: 'labls', nearest: 'labels' }])
  })
})

describe('a request of the journal', () => {
  test('is explained as the world was, whatever came after it', () => {
    const sim = createSimulator()
    sim.handle(request('GET /projects/1', { as: 'mallory-token' }))
    sim.handle(
      request('POST /projects/1/members', { as: 'alice-token', body: { user_id: 7, access_level: 30 } }),
    )
    sim.handle(request('GET /projects/1', { as: 'mallory-token' }))
    const ids = sim.journal.entries().map(({ id }) => id)
    const before = worldText(sim.world)
    expect(ids.map((id) => sim.explain(id).status)).toEqual([404, 201, 200])
    expect(worldText(sim.world)).toBe(before)
    expect(sim.journal.entries()).toHaveLength(3)
  })

  test('that a fault rule or a limit answered says so', () => {
    const sim = createSimulator({ rateLimits: true })
    sim.faults.add({ path: '/version', status: 503, times: 1 })
    sim.handle(request('GET /version', { as: 'alice-token' }))
    expect(sim.explain(1).because).toBe('the fault rule 1 answers 503 to * /version')
    for (let i = 0; i < 31; i++)
      sim.handle(request('GET /projects/1/search?scope=issues&search=it', { as: 'alice-token' }))
    expect(sim.explain(32)).toMatchObject({
      status: 429,
      because: expect.stringContaining('the limit of requests is passed, for'),
    })
    expect(sim.brief(1)).toBe('the fault rule 1 answers 503 to * /version')
    expect(sim.brief(32)).toContain('the limit of requests is passed, for')
  })

  test('that a fault rule delayed is told as the operation answered it', () => {
    const sim = createSimulator()
    sim.faults.add({ path: '/user', delay: '1ms' })
    sim.handle(request('GET /user'))
    expect(sim.brief(1)).toBe('401 Unauthorized')
    expect(sim.explain(1).because).toBe('it takes the token of a user, and no credential counts')
  })

  test('that is not kept, or was no call of the API, is refused with a sentence', () => {
    const sim = createSimulator()
    expect(() => sim.explain(1)).toThrow('there is no request 1 in the journal')
  })

  test('is told by the control API, as JSON and as text without any secret', () => {
    const sim = createSimulator()
    sim.handle(request('GET /projects/1?private_token=mallory-token'))
    const why = (accept: string) =>
      sim.handle({ method: 'GET', url: '/_forgery/requests/1/why', headers: { accept } })
    expect(JSON.parse(String(why('application/json').body))).toMatchObject({ status: 404 })
    const text = String(why('text/plain').body)
    expect(text).toMatchInlineSnapshot(`
      "GET /projects/1 → 404
        route        GET /projects/:id (Get a project)
        parameters   statistics=false, with_custom_attributes=false, license=false
        credential   personal access token of @mallory in the parameter private_token; scopes api
        subject      project 1: acme/webapp is private, and hidden from @mallory
        reply        404 404 Project Not Found
        because      it is hidden from this caller, not missing: it takes the role guest in acme/webapp, and @mallory has no role there
        passes with  the role guest in acme/webapp (@mallory has no role there)
        or with      acme/webapp public (it is private)
        or with      an administrator (@mallory is none)
      "
    `)
    expect(text).not.toContain('mallory-token')
    expect(sim.handle({ method: 'GET', url: '/_forgery/requests/9/why', headers: {} }).status).toBe(404)
  })
})

describe('hints', () => {
  const hint = (line: string, call: Call, sim: Simulator) =>
    sim.handle(request(line, call)).headers['X-Forgery-Hint']

  test('are in a header of refusals, and nowhere unless asked for', () => {
    const call = { as: 'erin-token', body: { title: 'x' } }
    const sim = createSimulator({ hints: true })
    expect(hint('POST /projects/1/milestones', call, sim)).toBe(
      'it takes the role reporter in acme/webapp, and @erin is guest',
    )
    expect(hint('GET /user', { as: 'nobodys-token' }, sim)).toBe(
      'it takes the token of a user, and no credential counts',
    )
    expect(hint('GET /projects/1', { as: 'erin-token' }, sim)).toBeUndefined()
    expect(hint('POST /projects/1/milestones', call, createSimulator())).toBeUndefined()
  })

  test('name the fault rule that answered', () => {
    const sim = createSimulator({ hints: true, faults: [{ path: '/user', status: 403 }] })
    expect(hint('GET /user', { as: 'alice-token' }, sim)).toBe('the fault rule 1 answers 403 to * /user')
  })
})

test.each<[string, Call, string | undefined]>([
  [
    'POST /projects/1/milestones',
    { as: 'erin-token', body: { title: 'x' } },
    'needs reporter, erin is guest',
  ],
  [
    'POST /projects/7/issues',
    { as: 'alice-token', body: { title: 'x' } },
    'create_issue is switched off or archived',
  ],
  ['GET /projects/1', { as: 'mallory-token' }, 'acme/webapp is hidden from mallory'],
  ['GET /projects/9999', { as: 'mallory-token' }, '404 Project Not Found'],
  ['GET /projects/1', { as: 'alice-token' }, undefined],
])('%s %j is told briefly', (line, call, reason) => {
  const sim = createSimulator()
  sim.handle(request(line, call))
  expect(sim.brief(1)).toBe(reason)
})

const OWNER = 50

/** Changes of one thing each, made by an administrator, by the kind of remedy that tells of it: any of them may do. */
type Change = (sim: Simulator, asked: PlainRequest) => PlainRequest | undefined

const changes: { readonly [kind: string]: readonly Change[] } = {
  role: [
    (sim, asked) => {
      const place = /^\/api\/v4\/(projects|groups)\/([^/?]+)/.exec(asked.url)
      const user = userOf(sim, asked)
      if (place === null || user === undefined) return undefined
      const path = `/${place[1]}/${place[2]}/members`
      const body = { user_id: user, access_level: OWNER }
      const added = sim.handle(request(`POST ${path}`, { as: 'root-token', body }))
      if (added.status !== 409) return asked
      sim.handle(request(`PUT ${path}/${user}`, { as: 'root-token', body: { access_level: OWNER } }))
      return asked
    },
  ],
  scope: [
    (_, asked) => {
      const token = asked.headers['private-token']
      return token?.endsWith('-read-token')
        ? { ...asked, headers: { ...asked.headers, 'private-token': token.replace('-read', '') } }
        : undefined
    },
  ],
  archived: [
    (sim, asked) => {
      const project = projectIn(asked)
      if (project === undefined) return undefined
      sim.handle(request(`POST /projects/${project}/unarchive`, { as: 'root-token' }))
      return asked
    },
  ],
  visibility: [
    (sim, asked) => {
      const project = projectIn(asked)
      if (project === undefined) return undefined
      for (const path of ['/groups/1', '/groups/2', `/projects/${project}`])
        sim.handle(request(`PUT ${path}`, { as: 'root-token', body: { visibility: 'public' } }))
      return asked
    },
  ],
  administrator: [
    (sim, asked) => {
      const user = userOf(sim, asked)
      if (user === undefined) return undefined
      sim.handle(request(`PUT /users/${user}`, { as: 'root-token', body: { admin: true } }))
      return asked
    },
  ],
  plan: (['premium', 'ultimate'] as const).map((tier) => (sim, asked) => {
    if (sim.tier === 'ultimate' || sim.tier === tier) return undefined
    sim.world.instance.update(1, { tier })
    return asked
  }),
  feature: featureNames().map((feature) => (sim, asked) => {
    const project = projectIn(asked)
    if (project === undefined) return undefined
    const body = { [`${feature}_access_level`]: 'enabled' }
    sim.handle(request(`PUT /projects/${project}`, { as: 'root-token', body }))
    return asked
  }),
}

function featureNames(): readonly string[] {
  const sim = createSimulator()
  const shown = JSON.parse(String(sim.handle(request('GET /projects/1', { as: 'root-token' })).body))
  return Object.keys(shown).flatMap((name) => /^(\w+)_access_level$/.exec(name)?.slice(1) ?? [])
}

function projectIn({ url }: PlainRequest): string | undefined {
  return /^\/api\/v4\/projects\/([^/?]+)/.exec(url)?.[1]
}

/** The installation's settings that are on or off, with what they are not. */
function switches(sim: Simulator): { readonly [name: string]: boolean }[] {
  const shown = sim.handle(request('GET /application/settings', { as: 'root-token' }))
  return Object.entries(JSON.parse(String(shown.body))).flatMap(([name, value]) =>
    typeof value === 'boolean' ? [{ [name]: !value }] : [],
  )
}

function userOf(sim: Simulator, { headers }: PlainRequest): number | undefined {
  const name = /^(\w+?)(?:-read)?-token$/.exec(headers['private-token'] ?? '')?.[1]
  return name === undefined ? undefined : sim.world.users.find('byUsername', name)?.id
}

const { operations } = contract()

const patterns = operations.map(({ method, path, family }) => ({
  pattern: new RegExp(
    `^${method} /api/v4${path.replaceAll(/[.()]/g, '\\$&').replaceAll(/\*\w+/g, '.+').replaceAll(/:\w+/g, '[^/]+')}$`,
  ),
  literal: path.replaceAll(/[:*]\w+/g, '').length,
  family,
}))

/** The family of the operation that a request names. */
function familyOf({ method, url }: PlainRequest): string | undefined {
  const fitting = patterns.filter(({ pattern }) => pattern.test(`${method} ${url.replace(/\?.*/, '')}`))
  return fitting.sort((a, b) => b.literal - a.literal)[0]?.family
}

const MOST_OF_A_FAMILY = 2

/** Requests that a world refuses to its users, of as many families as there are. */
function refusals(begun: Simulator, seed: number, wanted: number): PlainRequest[] {
  const refused: PlainRequest[] = []
  const families = new Map<string, number>()
  for (const drawn of script(seed, 40 * wanted)) {
    if (refused.length === wanted) break
    const family = familyOf(drawn)
    const known = families.get(family ?? '') ?? 0
    if (family === undefined || known === MOST_OF_A_FAMILY) continue
    if (![401, 403, 404, 503].includes(begun.fork().handle(drawn).status)) continue
    families.set(family, known + 1)
    refused.push(drawn)
  }
  expect(refused).toHaveLength(wanted)
  return refused
}

/** The changes that let a refused request pass without being among those that its explanation names. */
function unnamed(begun: Simulator, drawn: PlainRequest, kinds: typeof changes): string[] {
  const { passing, because: sentence } = begun.fork().explain(drawn)
  const named = passing.flatMap(({ changes: told }) => told.map(({ kind }) => kind))
  return Object.entries(kinds).flatMap(([kind, alternatives]) => {
    if (named.includes(kind)) return []
    const passes = alternatives.some((change) => {
      const sim = begun.fork()
      const again = change(sim, drawn)
      return again !== undefined && sim.handle(again).status < 300
    })
    return passes
      ? [`${drawn.method} ${drawn.url} ${drawn.headers['private-token']}: ${kind} (${sentence})`]
      : []
  })
}

describe('names every single change that lets a drawn refusal pass, of all families', () => {
  const worlds: { readonly [name: string]: () => Simulator } = {
    'the demo world': () => createSimulator({ outbound: 'off' }),
    'the free plan': () => createSimulator({ outbound: 'off', tier: 'free' }),
    'projects whose features are off': () => {
      const sim = createSimulator({ outbound: 'off' })
      const off = featureNames().map((name) => [`${name}_access_level`, 'disabled'])
      for (const id of [1, 2, 3])
        sim.handle(request(`PUT /projects/${id}`, { as: 'root-token', body: Object.fromEntries(off) }))
      return sim
    },
  }

  const tried = new Set<string | undefined>()

  test.each(Object.entries(worlds).map(([name, build], i) => ({ name, build, seed: 20 + i })))(
    '$name',
    { timeout: 120_000 },
    ({ build, seed }) => {
      const begun = build()
      const refused = refusals(begun, seed, 67)
      for (const drawn of refused) tried.add(familyOf(drawn))
      expect(refused.flatMap((drawn) => unnamed(begun, drawn, changes))).toEqual([])
    },
  )

  test('none of the specification is left out', () => {
    const own = operations.filter(({ beyond }) => !beyond).map(({ family }) => family)
    expect([...new Set(own)].filter((family) => !tried.has(family))).toEqual([])
  })
})

/** Changes of one thing each that shut callers out, made by an administrator, by the kind of remedy that undoes them. */
const closures: { readonly [kind: string]: (begun: Simulator) => readonly Closure[] } = {
  setting: (begun) =>
    switches(begun).map((body) => ({
      name: Object.keys(body)[0] as string,
      close: (sim) => sim.handle(request('PUT /application/settings', { as: 'root-token', body })),
    })),
  feature: () =>
    featureNames().map((name) => ({
      name,
      close(sim) {
        const body = { [`${name}_access_level`]: 'disabled' }
        for (const id of [1, 2, 3]) sim.handle(request(`PUT /projects/${id}`, { as: 'root-token', body }))
      },
    })),
  plan: () => [
    { name: 'the plan', close: (sim) => sim.world.instance.update(1, { tier: 'free' }) },
    { name: 'the plan ultimate', close: (sim) => sim.world.instance.update(1, { tier: 'premium' }) },
  ],
}

interface Closure {
  /** What the remedy has to name. */
  readonly name: string
  readonly close: (sim: Simulator) => void
}

describe('names what alone shut out a request that passed before', () => {
  const begun = createSimulator({ outbound: 'off', settingsCache: 0 })
  const passed = script(25, 300).filter(
    (drawn) => drawn.url.startsWith('/api/v4/') && begun.fork().handle(drawn).status < 300,
  )

  test.each(Object.entries(closures))('%s', { timeout: 120_000 }, (kind, all) => {
    let refused = 0
    const wrong = all(begun).flatMap(({ name, close }) => {
      const closed = begun.fork()
      close(closed)
      const shut = passed
        .filter((drawn) => closed.fork().handle(drawn).status >= 400)
        .slice(0, MOST_EXPLAINED)
      refused += shut.length
      return shut.flatMap((drawn) => {
        const { passing, because: sentence } = closed.fork().explain(drawn)
        const isNamed = passing.some(
          ({ changes: [only, more] }) =>
            more === undefined && only?.kind === kind && plain(only.needs).includes(plain(name)),
        )
        return isNamed ? [] : [`${name}: ${drawn.method} ${drawn.url} (${sentence})`]
      })
    })
    expect(wrong).toEqual([])
    expect(refused).toBeGreaterThan(5)
  })
})

/** A maintenance refuses everything: some of it is enough. */
const MOST_EXPLAINED = 4

/** A name as it is compared: columns and parameters differ in how they join words. */
function plain(name: string): string {
  return name.replaceAll('_', '').toLowerCase()
}

test.each([
  ['a path', 'GET', '/projects/1/glpat-abcdefghijklmnopqrst', undefined],
  [
    'an address that a parameter gives',
    'POST',
    '/projects/1/hooks',
    { url: 'http://me:abcdefghijklmnopqrst@a.example' },
  ],
  [
    'a variable of a trigger',
    'POST',
    '/projects/1/trigger/pipeline',
    { token: 'x', ref: 'main', variables: { A: 'abcdefghijklmnopqrst' } },
  ],
])('no credential is told of that stands in %s', (_place, method, path, body) => {
  const sim = createSimulator()
  const request = {
    method,
    url: `/api/v4${path}`,
    headers: { 'private-token': 'carol-token', 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  sim.handle(request)
  const told = [sim.explain(request), sim.explain(1), sim.brief(1)]
  expect(JSON.stringify(told)).not.toContain('abcdefghijklmnopqrst')
})
