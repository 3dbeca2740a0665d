import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'
import { publicKeys } from '../../testing/public-keys.ts'
import { standing, writtenSince } from '../../testing/worlds.ts'

const here = perTest()
const as = (user?: string) => here.as(user)
const path = '/projects/1/protected_tags'
const tags = '/projects/1/repository/tags'
const protect = (name: string, more: object = {}) => as('bob').post(path, { name, ...more })
const tagged = (user: string, tag_name: string) => as(user).post(tags, { tag_name, ref: 'main' })

interface Access {
  readonly access_level: number
  readonly access_level_description: string
  readonly user_id: number | null
  readonly group_id: number | null
}
const accesses = (reply: { json: { create_access_levels: readonly Access[] } }) =>
  reply.json.create_access_levels.map((it) => [
    it.access_level,
    it.access_level_description,
    it.user_id,
    it.group_id,
  ])

/** A group that project 1 is shared with at a level. */
function guild(level?: number): number {
  const { id } = as('alice').post('/groups', { name: 'Guild', path: 'guild' }).json
  if (level !== undefined) as('alice').post('/projects/1/share', { group_id: id, group_access: level })
  return id
}

describe('protecting', () => {
  test('lets in Maintainers unless told, and answers what is then listed and read', () => {
    const { status, json } = protect('release-*')
    expect(status).toBe(201)
    expect(json).toEqual({
      name: 'release-*',
      create_access_levels: [
        {
          id: json.create_access_levels[0].id,
          access_level: 40,
          access_level_description: 'Maintainers',
          user_id: null,
          group_id: null,
        },
      ],
    })
    expect(as('bob').get(`${path}/release-*`).json).toEqual(json)
    expect(as('bob').get(path).json.at(-1)).toEqual(json)
  })

  test.each([
    [0, 'No one'],
    [30, 'Developers + Maintainers'],
    ['30', 'Developers + Maintainers'],
    [40, 'Maintainers'],
    [null, 'Maintainers'],
    ['', 'Maintainers'],
  ])('takes the level %j', (create_access_level, description) => {
    expect(accesses(protect('x', { create_access_level }))[0]?.[1]).toBe(description)
  })

  test('names users, groups and levels', () => {
    const group_id = guild(30)
    const named = [{ user_id: 4 }, { group_id }, { access_level: 0 }]
    expect(accesses(protect('x', { allowed_to_create: named }))).toEqual([
      [40, 'Carol Çelik', 4, null],
      [40, 'Guild', null, group_id],
      [0, 'No one', null, null],
    ])
  })

  test('keeps a level beside those who are named, and takes Maintainers where nobody is', () => {
    const both = protect('x', { create_access_level: 30, allowed_to_create: [{ user_id: 4 }] })
    expect(accesses(both).map(([level]) => level)).toEqual([30, 40])
    expect(accesses(protect('y', { allowed_to_create: [] }))[0]?.[1]).toBe('Maintainers')
  })

  test('takes names from a form', () => {
    const body = 'name=x&allowed_to_create[][user_id]=4&allowed_to_create[][user_id]=5'
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(accesses(as('bob').send('POST', path, { headers, body })).map(([, who]) => who)).toEqual([
      'Carol Çelik',
      'Dave Dubois',
    ])
  })

  test('needs no tag of that name, and minds no overlap', () => {
    for (const name of ['none-yet', 'none-*', '*', 'feature/*']) expect(protect(name).status).toBe(201)
    expect(as('bob').get(`${path}/feature%2F*`).json.name).toBe('feature/*')
  })

  test('leaves no audit event', () => {
    const before = here.sim.world.auditEvents.size
    protect('x')
    as('bob').delete(`${path}/x`)
    expect(here.sim.world.auditEvents.size).toBe(before)
  })
})

describe('refusals', () => {
  const member = 'Create access levels user is not a member of the project'
  const invited = 'Create access levels group does not have access to the project'
  test.each([
    [{}, 400, { error: 'name is missing' }],
    [{ name: 'v*' }, 422, { message: ['Name has already been taken'] }],
    [{ name: '' }, 422, { message: ["Name can't be blank"] }],
    [{ name: ' ' }, 422, { message: ["Name can't be blank"] }],
    [{ name: 'x', create_access_level: 20 }, 400, levelError('')],
    [{ name: 'x', create_access_level: 60 }, 400, levelError('')],
    [{ name: 'x', create_access_level: 'a' }, 400, levelError('create_access_level is invalid, ')],
    [{ name: 'x', allowed_to_create: 'carol' }, 400, { error: 'allowed_to_create is invalid' }],
    [{ name: 'x', allowed_to_create: [4] }, 400, { error: 'allowed_to_create is invalid' }],
    [
      { name: 'x', allowed_to_create: [{ user_id: 'carol' }] },
      400,
      { error: 'allowed_to_create[0][user_id] is invalid' },
    ],
    [{ name: 'x', allowed_to_create: [{ user_id: 7 }] }, 422, { message: [member] }],
    [{ name: 'x', allowed_to_create: [{ user_id: 4 }, { user_id: 99_999 }] }, 422, { message: [member] }],
    [{ name: 'x', allowed_to_create: [{ group_id: 1 }] }, 422, { message: [invited] }],
    [
      { name: 'v*', allowed_to_create: [{ user_id: 7 }, { group_id: 99_999 }] },
      422,
      { message: ['Name has already been taken', member, invited] },
    ],
  ])('%j answers %i and changes nothing', (body, status, answer) => {
    const before = standing(here.sim.world)
    const reply = as('bob').post(path, body)
    expect([reply.status, reply.json]).toEqual([status, answer])
    expect(writtenSince(before, here.sim.world)).toEqual([])
  })

  test('a group may be invited with any role', () => {
    expect(protect('x', { allowed_to_create: [{ group_id: guild(20) }] }).status).toBe(201)
  })

  test.each(['GET', 'DELETE'])('%s finds the very name and nothing that it covers', (method) => {
    for (const name of ['v1.0.0', 'V*', 'v', 'nope', '%2A'])
      expect(as('bob').send(method, `${path}/${name}`)).toMatchObject({
        status: 404,
        json: { message: '404 Not found' },
      })
    expect(as('bob').send(method, `${path}/feature/*`).json).toEqual({ error: '404 Not Found' })
  })

  function levelError(before: string) {
    return { error: `${before}create_access_level does not have a valid value` }
  }
})

describe('rights', () => {
  const calls: [string, (user?: string) => { status: number; json: unknown }][] = [
    ['list', (user) => as(user).get(path)],
    ['get', (user) => as(user).get(`${path}/v*`)],
    ['create', (user) => as(user).post(path, { name: 'x' })],
    ['delete', (user) => as(user).delete(`${path}/v*`)],
    ['get of none', (user) => as(user).get(`${path}/none`)],
    ['create without a name', (user) => as(user).post(path, {})],
  ]
  test.each(calls)('%s: Maintainers', (_, call) => {
    for (const user of ['carol', 'dave', 'erin'])
      expect(call(user)).toMatchObject({ status: 403, json: { message: '403 Forbidden' } })
    expect(call('mallory')).toMatchObject({ status: 404, json: { message: '404 Project Not Found' } })
    expect(call()).toMatchObject({ status: 401, json: { message: '401 Unauthorized' } })
    expect([401, 403]).not.toContain(call('bob').status)
  })

  test('anonymous callers of a public project are asked to sign in, and in the real service refused like others', () => {
    for (const [sim, status] of [
      [testSimulator(), 401],
      [testSimulator({ dialect: 'real' }), 403],
    ] as const) {
      const anybody = callsOf(sim.fork())
      expect(anybody.get('/projects/3/protected_tags')).toMatchObject({ status })
      expect(anybody.post('/projects/3/protected_tags', {})).toMatchObject({ status })
    }
  })

  test('an archived project is read only', () => {
    as('alice').post('/projects/1/archive')
    expect(as('alice').get(`${path}/v*`).status).toBe(200)
    expect(protect('x').status).toBe(403)
    expect(as('alice').delete(`${path}/v*`).status).toBe(403)
  })
})

describe('unprotecting', () => {
  test('answers 204, and then 404', () => {
    expect(as('bob').delete(`${path}/v*`)).toMatchObject({ status: 204, body: null })
    expect(as('bob').delete(`${path}/v*`).json).toEqual({ message: '404 Not found' })
    expect(as('bob').get(path).json).toEqual([])
  })

  test('waits for nobody who knows an older state', () => {
    protect('x')
    const headers = { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' }
    expect(as('bob').send('DELETE', `${path}/x`, { headers }).status).toBe(412)
  })
})

describe('the list', () => {
  test('goes by age and is paged', () => {
    for (const name of ['z', 'a', 'm']) protect(name)
    const names = (query: string) =>
      as('bob')
        .get(`${path}?${query}`)
        .json.map((it: { name: string }) => it.name)
    expect(names('')).toEqual(['v*', 'z', 'a', 'm'])
    expect(names('per_page=2&page=2')).toEqual(['a', 'm'])
    expect(as('bob').get(`${path}?per_page=0`).json).toEqual({ error: 'per_page has a value not allowed' })
  })
})

describe('a protected tag', () => {
  test('is created by those alone whom some rule lets in', () => {
    expect(tagged('carol', 'v9').json).toEqual({
      message: 'You are not allowed to create this tag as it is protected.',
    })
    expect(tagged('bob', 'v9').status).toBe(201)
    protect('v9-*', { create_access_level: 0, allowed_to_create: [{ user_id: 4 }] })
    expect(tagged('carol', 'v9-rc').status).toBe(201)
    expect(tagged('carol', 'v8-rc').status).toBe(400)
    protect('locked', { create_access_level: 0 })
    expect(tagged('alice', 'locked').status).toBe(400)
  })

  test('lets in the members of an invited group', () => {
    const group_id = guild(30)
    as('alice').post(`/groups/${group_id}/members`, { user_id: 4, access_level: 30 })
    protect('g-*', { create_access_level: 0, allowed_to_create: [{ group_id }] })
    expect(tagged('carol', 'g-1').status).toBe(201)
    expect(tagged('bob', 'g-2').status).toBe(400)
  })

  test('is deleted by Maintainers alone, and is like any other once unprotected', () => {
    expect(as('carol').delete(`${tags}/v1.0.0`).status).toBe(400)
    as('bob').delete(`${path}/v*`)
    expect(as('carol').delete(`${tags}/v1.0.0`).status).toBe(204)
    expect(tagged('carol', 'v9').status).toBe(201)
  })

  test('is whatever fits a pattern from end to end, in the same case', () => {
    const base = here.sim
    const parts = fc.constantFrom('v', 'V', '1', '.', '/', '-', 'rc')
    const pattern = fc.array(fc.oneof(parts, fc.constant('*')), { minLength: 1, maxLength: 5 })
    const tag = fc.array(fc.constantFrom('v', 'V', '1', 'rc'), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(pattern, tag, (pieces, words) => {
        const [name, wanted] = [pieces.join(''), `t${words.join('')}`]
        const sim = base.fork()
        callsOf(sim, 'bob').delete(`${path}/v*`)
        callsOf(sim, 'bob').post(path, { name })
        const anything = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('\\*', '[^]*')
        const covered = new RegExp(`^${anything}$`).test(wanted)
        const made = callsOf(sim, 'carol').post(tags, { tag_name: wanted, ref: 'main' })
        expect(made.status).toBe(covered ? 400 : 201)
        if (made.status === 201) expect(made.json.protected).toBe(false)
      }),
      { seed: 1, numRuns: 60 },
    )
  })
})

test('without the plan nobody can be named, and entries have three fields', () => {
  const sim = testSimulator({ tier: 'free' })
  const reply = callsOf(sim, 'bob').post(path, { name: 'x', allowed_to_create: [{ user_id: 7 }] })
  expect(reply.json.create_access_levels).toEqual([
    {
      id: reply.json.create_access_levels[0].id,
      access_level: 40,
      access_level_description: 'Maintainers',
    },
  ])
})

test('a deploy key lets in its owner, and no Maintainers, in newer releases', () => {
  const sim = testSimulator({ release: '17.11' })
  const bob = callsOf(sim, 'bob')
  const key = publicKeys.find(({ type }) => type === 'ed25519')?.line ?? ''
  const deployKey = { title: 'Robot', key, can_push: true }
  const deploy_key_id = bob.post('/projects/1/deploy_keys', deployKey).json.id
  bob.post(path, { name: 'robots-*', allowed_to_create: [{ deploy_key_id }] })
  const created = ['alice', 'bob'].map(
    (user) => callsOf(sim, user).post(tags, { tag_name: `robots-${user}`, ref: 'main' }).status,
  )
  expect(created).toEqual([400, 201])
})
