import { describe, expect, test } from 'vitest'
import { createSimulator, type PlainReply } from '../index.ts'
import { AUTOMATIC_LIMIT } from './idle-worlds.ts'
import { WORLDS_LIMIT } from './worlds.ts'

const headers = { 'private-token': 'alice-token' }

function served(options: Parameters<typeof createSimulator>[0] = {}) {
  const sim = createSimulator({ dialect: 'real', ...options })
  const call = (line: string, body?: unknown, more: { readonly [name: string]: string } = {}) => {
    const [method, url] = line.split(' ') as [string, string]
    const reply = sim.handle({
      method,
      url,
      headers: { ...headers, 'content-type': 'application/json', ...more },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    return { ...reply, json: read(reply) }
  }
  return { sim, call }
}

// biome-ignore lint/suspicious/noExplicitAny: replies of every shape are compared with what they should be.
function read({ body, headers }: PlainReply): any {
  return headers['Content-Type']?.includes('json') && body !== null ? JSON.parse(String(body)) : undefined
}

describe('a named world', () => {
  test('is made, listed, shown and removed', () => {
    const { call } = served()
    const made = call('POST /_forgery/worlds', { name: 'one' })
    expect(made).toMatchObject({
      status: 201,
      json: { name: 'one', url: 'http://127.0.0.1:8080/w/one', api: 'http://127.0.0.1:8080/w/one/api/v4' },
    })
    expect(call('GET /_forgery/worlds').json.map(({ name }: { name: string }) => name)).toEqual([
      'default',
      'one',
    ])
    expect(call('GET /_forgery/worlds/one').json).toEqual(made.json)
    expect(call('DELETE /_forgery/worlds/one').status).toBe(204)
    expect(call('GET /w/one/api/v4/version').status).toBe(404)
    expect(call('GET /_forgery/worlds/one').json.error).toBe(
      "there is no world 'one': GET /_forgery/worlds lists them",
    )
  })

  test('may be described by more rows than a client of the service would send', () => {
    const { call } = served()
    const labels = Array.from({ length: 15_000 }, (_, n) => ({
      title: `label ${n}`,
      color: '#ffffff',
      description: 'one of many',
      priority: n,
    }))
    const world = {
      version: 1,
      users: [{ username: 'alice', name: 'Alice', admin: true, createdAt: 'start' }],
      tokens: [{ value: 'alice-token', user: 'alice', scopes: ['api'], createdAt: 'start' }],
      groups: [{ path: 'many', name: 'Many', labels }],
    }
    const made = call('POST /_forgery/worlds', { name: 'many', world })
    expect(made.json).toMatchObject({ name: 'many' })
    const listed = call('GET /w/many/api/v4/groups/many/labels?per_page=1')
    expect(listed.headers['X-Next-Page']).toBe('2')
  })

  test('is served by its path and by a header, and what happens there stays there', () => {
    const { call } = served()
    call('POST /_forgery/worlds', { name: 'one' })
    expect(call('DELETE /w/one/api/v4/projects/1/milestones/5').status).toBe(204)
    expect(call('GET /api/v4/projects/1/milestones/5', undefined, { 'x-forgery-world': 'one' }).status).toBe(
      404,
    )
    expect(call('GET /api/v4/projects/1/milestones/5').status).toBe(200)
    expect(
      call('GET /api/v4/projects/1/milestones/5', undefined, { 'x-forgery-world': 'default' }).status,
    ).toBe(200)
  })

  test('has a clock, faults, snapshots and a journal of its own', () => {
    const { call } = served()
    call('POST /_forgery/worlds', { name: 'one' })
    call('POST /w/one/_forgery/clock', { set: '2025-01-01T00:00:00Z' })
    call('POST /w/one/_forgery/faults', { status: 503 })
    expect(call('GET /w/one/api/v4/version').status).toBe(503)
    expect(call('GET /api/v4/version').status).toBe(200)
    expect(call('GET /_forgery/requests').json).toHaveLength(1)
    expect(call('GET /_forgery/requests', undefined, { 'x-forgery-world': 'one' }).json).toMatchObject([
      { path: '/api/v4/version', status: 503, at: '2025-01-01T00:00:01.000Z' },
    ])
    expect(call('GET /_forgery/clock').json.now).toBe('2024-01-01T00:00:01.000Z')
  })

  test('answers the bytes of a fresh simulator, but for what its links begin with', () => {
    const { call } = served()
    const fresh = served()
    call('GET /api/v4/projects')
    call('POST /_forgery/worlds', { name: 'one' })
    const lines = [
      'GET /api/v4/projects?per_page=2',
      'GET /api/v4/projects/1',
      'GET /api/v4/projects/1/issues',
    ]
    for (const line of lines) {
      const there = call(line.replace(' /', ' /w/one/'))
      const alone = fresh.call(line)
      const text = String(there.body).replaceAll('8080/w/one', '8080')
      expect(text).toBe(String(alone.body))
      expect(there.headers.Link?.replaceAll('8080/w/one', '8080')).toBe(alone.headers.Link)
      expect(there.headers['X-Request-Id']).toBe(alone.headers['X-Request-Id'])
    }
  })

  test('carries its path in everything that is a link', () => {
    const { call } = served()
    call('POST /_forgery/worlds', { name: 'one' })
    for (const path of [
      '/projects/1',
      '/projects?pagination=keyset&order_by=id&sort=asc&per_page=1',
      '/projects/1/merge_requests?per_page=1',
      '/groups/1',
      '/user',
      '/projects/1/packages?per_page=2',
      '/packages/npm/@acme%2fmoney',
    ]) {
      const { status, body, headers } = call(`GET /w/one/api/v4${path}`)
      expect(status, path).toBe(200)
      const links = `${headers.Link ?? ''} ${body}`.match(/http:\/\/127\.0\.0\.1:8080[^"> ]*/g) ?? []
      expect(links.filter((link) => !link.startsWith('http://127.0.0.1:8080/w/one/'))).toEqual([])
    }
  })

  test('begins from another one as that stands', () => {
    const { call } = served()
    call('DELETE /api/v4/projects/1/milestones/5')
    call('POST /_forgery/clock', { set: '2024-05-01T00:00:00Z' })
    call('POST /_forgery/worlds', { name: 'copy', from: 'default' })
    call('POST /_forgery/worlds', { name: 'fresh' })
    expect(call('GET /w/copy/api/v4/projects/1/milestones/5').status).toBe(404)
    expect(call('GET /w/fresh/api/v4/projects/1/milestones/5').status).toBe(200)
    expect(call('GET /w/copy/_forgery/clock').json.now).toBe('2024-05-01T00:00:01.000Z')
    expect(call('GET /w/fresh/_forgery/clock').json.now).toBe('2024-01-01T00:00:01.000Z')
  })

  test('has a seed and a world of its own, by name or described', () => {
    const { call } = served()
    call('POST /_forgery/worlds', { name: 'two', seed: 2 })
    call('POST /_forgery/worlds', { name: 'empty', world: 'empty' })
    const createdAt = '2023-01-02T09:00:00Z'
    const world = {
      version: 1,
      users: [{ username: 'ann', name: 'Ann Other', admin: true, createdAt }],
      tokens: [{ value: 'ann-token', user: 'ann', scopes: ['api'], createdAt }],
      projects: [],
    }
    expect(call('POST /_forgery/worlds', { name: 'own', world }).json).toMatchObject({ world: 'custom' })
    expect(call('GET /w/two/_forgery/health').json.seed).toBe(2)
    expect(call('GET /w/empty/api/v4/projects', undefined, { 'private-token': 'root-token' }).json).toEqual(
      [],
    )
    expect(call('GET /w/own/api/v4/user', undefined, { 'private-token': 'ann-token' }).json.name).toBe(
      'Ann Other',
    )
    call('POST /w/two/_forgery/reset')
    expect(call('GET /w/two/_forgery/health').json.seed).toBe(2)
  })

  test('moves with the address of the process', () => {
    const { sim, call } = served()
    call('POST /_forgery/worlds', { name: 'one' })
    sim.moveTo('http://localhost:9')
    expect(call('GET /w/one/api/v4/user').json.web_url).toBe('http://localhost:9/w/one/alice')
  })

  test('is named by the header when the body does not, as proxies need it', () => {
    const { call } = served()
    const named = { 'x-forgery-world': 'one' }
    expect(call('POST /_forgery/worlds', {}, named).status).toBe(201)
    expect(call('DELETE /_forgery/worlds/one', undefined, named).status).toBe(204)
  })

  test('calls other worlds of the process without leaving it', async () => {
    const { sim, call } = served({ outbound: 'off' })
    call('POST /_forgery/worlds', { name: 'source', world: 'demo' })
    const migration = await sim.fetch('http://127.0.0.1:8080/api/v4/bulk_imports', {
      method: 'POST',
      headers: { 'private-token': 'root-token', 'content-type': 'application/json' },
      body: JSON.stringify({
        configuration: { url: 'http://127.0.0.1:8080/w/source', access_token: 'root-token' },
        entities: [
          {
            source_type: 'group_entity',
            source_full_path: 'acme',
            destination_slug: 'copied',
            destination_namespace: '',
          },
        ],
      }),
    })
    expect(migration.status).toBe(201)
    expect(call('GET /w/source/_forgery/requests').json.length).toBeGreaterThan(0)
  })
})

describe('a world is refused', () => {
  const description = { version: 1, users: [], tokens: [], projects: [{ path: 'nobody/x' }] }
  test.each([
    [400, {}, 'the body must name the world, for example {"name":"one"}'],
    [400, { name: 'a/b' }, /^world name 'a\/b' is invalid/],
    [400, { name: '' }, /^world name '' is invalid/],
    [400, { name: 'a'.repeat(64) }, /is invalid/],
    [409, { name: 'there' }, "there is a world 'there' already"],
    [409, { name: 'default' }, "there is a world 'default' already"],
    [400, { name: 'x', from: 'nowhere' }, "there is no world 'nowhere' to begin from"],
    [400, { name: 'x', from: 'there', seed: 2 }, /^a world begins from another one, or with/],
    [400, { name: 'x', world: 'large' }, "world 'large' is unknown: use demo or empty"],
    [400, { name: 'x', world: 7 }, "'world' must be demo, empty or a description, not 7"],
    [400, { name: 'x', world: { version: 1 } }, /^world: users: missing/],
    [400, { name: 'x', world: description }, /^world: /],
    [400, { name: 'x', size: 1 }, /unknown field 'size'/],
  ])('with %i: %j', (status, body, error) => {
    const { sim, call } = served()
    sim.worlds.create('there')
    const reply = call('POST /_forgery/worlds', body)
    expect(reply.status).toBe(status)
    expect(reply.json.error).toMatch(error)
    expect(sim.worlds.entries()).toHaveLength(2)
  })

  test('where it is named twice, in two ways', () => {
    const { sim, call } = served()
    sim.worlds.create('one')
    sim.worlds.create('two')
    expect(call('GET /w/one/api/v4/version', undefined, { 'x-forgery-world': 'two' })).toMatchObject({
      status: 400,
      json: { error: "the path names the world 'one', the header X-Forgery-World 'two'" },
    })
    expect(call('GET /w/one/api/v4/version', undefined, { 'x-forgery-world': 'one' }).status).toBe(200)
  })

  test('that is not there: the answer says how to make it', () => {
    expect(served().call('GET /w/none/api/v4/version')).toMatchObject({
      status: 404,
      json: { error: `there is no world 'none': POST /_forgery/worlds {"name":"none"} makes it` },
    })
  })

  test('that everything goes back to', () => {
    expect(served().call('DELETE /_forgery/worlds/default').status).toBe(400)
  })

  test('when there are too many', () => {
    const { sim } = served({ world: 'empty' })
    for (let i = 0; i < WORLDS_LIMIT; i++) sim.worlds.create(`w${i}`)
    expect(() => sim.worlds.create('more')).toThrow(`there are ${WORLDS_LIMIT} worlds already`)
  })

  test('and a failed reset leaves the world as it was', () => {
    const { call } = served()
    const { json } = call('GET /_forgery/health')
    expect(call('POST /_forgery/reset', { seed: 3, world: description }).status).toBe(400)
    expect(call('GET /_forgery/health').json).toEqual(json)
    expect(call('GET /api/v4/projects/1').status).toBe(200)
  })
})

test('listeners of the process hear of every world, with its path', () => {
  const { sim, call } = served()
  const heard: string[] = []
  sim.journal.onRecord = ({ path }) => heard.push(path)
  sim.worlds.create('one')
  call('GET /w/one/api/v4/version')
  call('GET /api/v4/version')
  expect(heard).toEqual(['/w/one/api/v4/version', '/api/v4/version'])
})

describe('with autoWorlds, a header', () => {
  const named = (name: string) => ({ 'x-forgery-world': name })
  const names = ({ sim }: ReturnType<typeof served>) => sim.worlds.entries().map(([name]) => name)

  test('begins the world that it names, as the default world stands', () => {
    const { call } = served({ autoWorlds: true })
    call('DELETE /api/v4/projects/1/milestones/5')
    expect(call('GET /api/v4/projects/1/milestones/5', undefined, named('one')).status).toBe(404)
    expect(call('DELETE /api/v4/projects/1/issues/1', undefined, named('one')).status).toBe(204)
    expect(call('GET /api/v4/projects/1/issues/1', undefined, named('one')).status).toBe(404)
    expect(call('GET /api/v4/projects/1/issues/1', undefined, named('two')).status).toBe(200)
    expect(call('GET /api/v4/projects/1/issues/1').status).toBe(200)
    expect(call('GET /w/one/api/v4/projects/1/issues/1').status).toBe(404)
  })

  test('also on the way to the control API', () => {
    const { call } = served({ autoWorlds: true })
    call('POST /_forgery/clock', { set: '2030-01-01T00:00:00Z' }, named('late'))
    expect(call('GET /_forgery/clock', undefined, named('late')).json.now).toBe('2030-01-01T00:00:00.000Z')
    expect(call('GET /_forgery/clock').json.now).toBe('2024-01-01T00:00:00.000Z')
  })

  test('begins the same world whatever other worlds were asked before', () => {
    const busy = served({ autoWorlds: true })
    const calm = served({ autoWorlds: true })
    for (let i = 0; i < 20; i++) busy.call('POST /api/v4/projects/1/issues', { title: 'x' }, named(`w${i}`))
    const [here, there] = [busy, calm].map(({ call }) =>
      call('POST /api/v4/projects/1/issues', { title: 'mine' }, named('mine')),
    )
    expect(here?.body).toBe(there?.body)
    expect(here?.headers).toEqual(there?.headers)
  })

  test('is refused where it is no name', () => {
    const world = served({ autoWorlds: true })
    expect(world.call('GET /api/v4/version', undefined, named('a b'))).toMatchObject({
      status: 400,
      json: { error: expect.stringMatching(/^world name 'a b' is invalid/) },
    })
    expect(names(world)).toEqual(['default'])
  })

  test('begins no world that only a path names', () => {
    const world = served({ autoWorlds: true })
    expect(world.call('GET /w/one/api/v4/version').status).toBe(404)
    expect(names(world)).toEqual(['default'])
  })

  test('is unknown again once the world was idle for a day, and not while it is asked', () => {
    const world = served({ autoWorlds: true, clock: 'tick:1h', world: 'empty' })
    world.sim.worlds.create('made')
    const ask = (name: string) => world.call('GET /api/v4/version', undefined, named(name))
    ask('idle')
    for (let hour = 0; hour < 23; hour++) ask('busy')
    expect(names(world)).toEqual(['default', 'made', 'idle', 'busy'])
    ask('busy')
    expect(names(world)).toEqual(['default', 'made', 'busy'])
  })

  test('is not forgotten because another world is set ahead', () => {
    const world = served({ autoWorlds: true, world: 'empty' })
    world.call('GET /api/v4/version', undefined, named('one'))
    world.call('POST /_forgery/clock', { advance: '9d' }, named('two'))
    world.call('POST /_forgery/clock', { advance: '9d' })
    world.call('GET /api/v4/version', undefined, named('two'))
    expect(names(world)).toEqual(['default', 'one', 'two'])
  })

  test(`lets go of what was idle longest beyond ${AUTOMATIC_LIMIT} worlds`, () => {
    const world = served({ autoWorlds: true, clock: 'frozen', world: 'empty' })
    world.sim.worlds.create('made')
    const ask = (name: string) => world.call('GET /_forgery/clock', undefined, named(name))
    for (let i = 0; i < AUTOMATIC_LIMIT; i++) ask(`w${i}`)
    ask('w0')
    ask('more')
    expect(names(world)).toHaveLength(AUTOMATIC_LIMIT + 2)
    expect(names(world)).toEqual(expect.arrayContaining(['made', 'w0', 'w2', 'more']))
    expect(names(world)).not.toContain('w1')
  })

  test('makes room by what is removed', () => {
    const world = served({ autoWorlds: true, clock: 'frozen', world: 'empty' })
    const ask = (name: string) => world.call('GET /_forgery/clock', undefined, named(name))
    for (let i = 0; i < AUTOMATIC_LIMIT; i++) ask(`w${i}`)
    expect(world.call('DELETE /_forgery/worlds/w7').status).toBe(204)
    ask('more')
    expect(names(world)).toHaveLength(AUTOMATIC_LIMIT + 1)
    expect(names(world)).toContain('w0')
  })
})
