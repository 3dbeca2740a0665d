import { describe, expect, test } from 'vitest'
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

  test('a feature that is switched off', () => {
    const sim = createSimulator()
    sim.handle(request('PUT /projects/1', { as: 'alice-token', body: { wiki_access_level: 'disabled' } }))
    expect(because('GET /projects/1/wikis', { as: 'alice-token' }, sim)).toBe(
      'it takes the feature wiki enabled in acme/webapp, and it is disabled',
    )
  })

  test('names the operations that an unknown one resembles, and what nobody reads', () => {
    const sim = createSimulator()
    const { nearest } = sim.explain(request('GET /projects/1/mergerequests', { as: 'alice-token' }))
    expect(nearest).toContain('GET /projects/:id/merge_requests')
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

/** Changes of one thing each, made through the API by an administrator, and the kind of remedy that tells of it. */
const changes: {
  readonly [kind: string]: (sim: Simulator, asked: PlainRequest) => PlainRequest | undefined
} = {
  role(sim, asked) {
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
  scope(_, asked) {
    const token = asked.headers['private-token']
    return token?.endsWith('-read-token')
      ? { ...asked, headers: { ...asked.headers, 'private-token': token.replace('-read', '') } }
      : undefined
  },
  archived(sim, asked) {
    const place = /^\/api\/v4\/projects\/([^/?]+)/.exec(asked.url)
    if (place === null) return undefined
    sim.handle(request(`POST /projects/${place[1]}/unarchive`, { as: 'root-token' }))
    return asked
  },
  visibility(sim, asked) {
    const place = /^\/api\/v4\/projects\/([^/?]+)/.exec(asked.url)
    if (place === null) return undefined
    for (const path of ['/groups/1', '/groups/2', `/projects/${place[1]}`])
      sim.handle(request(`PUT ${path}`, { as: 'root-token', body: { visibility: 'public' } }))
    return asked
  },
  administrator(sim, asked) {
    const user = userOf(sim, asked)
    if (user === undefined) return undefined
    sim.handle(request(`PUT /users/${user}`, { as: 'root-token', body: { admin: true } }))
    return asked
  },
}

function userOf(sim: Simulator, { headers }: PlainRequest): number | undefined {
  const name = /^(\w+?)(?:-read)?-token$/.exec(headers['private-token'] ?? '')?.[1]
  return name === undefined ? undefined : sim.world.users.find('byUsername', name)?.id
}

test('names every single change that lets a drawn refusal pass, of all families', {
  timeout: 120_000,
}, () => {
  const begun = createSimulator({ outbound: 'off' })
  const refused = script(20, 1500)
    .filter(({ url }) => url.startsWith('/api/v4/'))
    .filter((drawn) => [401, 403, 404].includes(begun.fork().handle(drawn).status))
    .slice(0, 80)
  expect(refused).toHaveLength(80)
  const wrong = refused.flatMap((drawn) => {
    const { passing, because: sentence } = begun.fork().explain(drawn)
    const kinds = passing.flatMap(({ changes }) => changes.map(({ kind }) => kind))
    return Object.entries(changes).flatMap(([kind, change]) => {
      const sim = begun.fork()
      const again = change(sim, drawn)
      const passes = again !== undefined && sim.handle(again).status < 300
      return passes && !kinds.includes(kind as never)
        ? [`${drawn.method} ${drawn.url} ${drawn.headers['private-token']}: ${kind} (${sentence})`]
        : []
    })
  })
  expect(wrong).toEqual([])
})
