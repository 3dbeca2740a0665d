import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const real = perTest({ dialect: 'real' })
interface Sent {
  readonly id: number
  readonly author_id: number
  readonly entity_id: number
  readonly entity_type: string
  readonly created_at: string
}
const rows = (path: string, user?: string): Sent[] => here.as(user).get(path).json
const ids = (path: string, user = 'root') => rows(path, user).map(({ id }) => id)
const people = ['root', 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory', undefined] as const
const statuses = (path: string) => people.map((user) => here.as(user).get(path).status)

describe('an event', () => {
  test('is sent whole, with the address that its author has now', () => {
    const reply = here.as('root').get('/audit_events/19')
    expect(reply.status).toBe(200)
    expect(reply.json).toEqual({
      id: 19,
      author_id: 3,
      entity_id: 1,
      entity_type: 'Project',
      details: {
        change: 'prevent merge request approval from authors',
        from: 'false',
        to: 'true',
        author_name: 'Bob Baker',
        author_email: 'bob@example.com',
        target_id: 1,
        target_type: 'Project',
        target_details: 'acme/webapp',
        ip_address: '192.0.2.10',
        entity_path: 'acme/webapp',
      },
      created_at: '2023-01-09T09:30:00.000Z',
    })
  })

  test('has no address of an author who is gone, and none of the network where none is known', () => {
    here.sim.world.auditEvents.update(19, { authorId: 987654, ipAddress: null })
    const { details, author_id } = here.as('root').get('/audit_events/19').json
    expect([author_id, details.author_email, details.ip_address]).toEqual([987654, null, null])
  })

  test('tells what was and what became as texts', () => {
    here.sim.world.auditEvents.update(19, { change: { change: 'x', from: null, to: 2 } })
    expect(here.as('root').get('/audit_events/19').json.details).toMatchObject({ from: '', to: '2' })
  })

  test('is recorded of a change through the API', () => {
    here.as('alice').put('/projects/1', { visibility: 'private', description: 'new' })
    const [latest] = here.as('alice').get('/projects/1/audit_events').json
    expect(latest).toMatchObject({ author_id: 2, details: { change: 'description', to: 'new' } })
  })
})

describe.each(['/audit_events', '/groups/1/audit_events', '/projects/1/audit_events'])(
  'the list %s',
  (path) => {
    test('goes from the latest down, in pages that are counted', () => {
      const all = ids(`${path}?per_page=100`)
      expect(all).toEqual([...all].sort((a, b) => b - a))
      const { headers, json } = here.as('root').get(`${path}?per_page=2&page=2`)
      expect(json.map(({ id }: Sent) => id)).toEqual(all.slice(2, 4))
      expect(headers['X-Total']).toBe(String(all.length))
    })

    test('is bounded by times, which count themselves', () => {
      const all = rows(`${path}?per_page=100`, 'root')
      const [, latest, , earliest] = all.map((event) => event.created_at)
      const between = ids(`${path}?per_page=100&created_after=${earliest}&created_before=${latest}`)
      expect(between).toEqual(all.slice(1, 4).map(({ id }) => id))
      expect(ids(`${path}?created_after=2030-01-01`)).toEqual([])
      expect(ids(`${path}?per_page=100&created_before=2030-01-01`)).toEqual(all.map(({ id }) => id))
    })

    test.each(['created_after', 'created_before'])('refuses what is no time for %s', (name) => {
      const { status, json } = here.as('root').get(`${path}?${name}=yesterday`)
      expect([status, json]).toEqual([400, { error: `${name} is invalid` }])
    })
  },
)

describe('events of the installation', () => {
  test('are those of users, groups and projects', () => {
    const types = new Set(rows('/audit_events?per_page=100', 'root').map((event) => event.entity_type))
    expect([...types].sort()).toEqual(['Group', 'Project', 'User'])
  })

  test.each(['User', 'Group', 'Project'])('are filtered by the kind %s, and by one of it', (type) => {
    const all = rows('/audit_events?per_page=100', 'root').filter((event) => event.entity_type === type)
    const [{ entity_id } = { entity_id: 0 }] = all
    const path = `/audit_events?per_page=100&entity_type=${type}`
    expect(rows(path, 'root')).toEqual(all)
    expect(rows(`${path}&entity_id=${entity_id}`, 'root')).toEqual(
      all.filter((event) => event.entity_id === entity_id),
    )
    expect(ids(`${path}&entity_id=987654`)).toEqual([])
  })

  test.each([
    ['entity_type=Namespace', 'entity_type does not have a valid value'],
    ['entity_type=user', 'entity_type does not have a valid value'],
    ['entity_id=1', 'entity_type is missing'],
    ['entity_type=User&entity_id=one', 'entity_id is invalid'],
  ])('refuse %s', (query, error) => {
    const { status, json } = here.as('root').get(`/audit_events?${query}`)
    expect([status, json]).toEqual([400, { error }])
  })

  test.each(['/audit_events', '/audit_events/19', '/audit_events/987654', '/audit_events?entity_id=1'])(
    'are for administrators alone: %s',
    (path) => {
      const own = here.as('root').get(path).status
      expect(statuses(path)).toEqual([own, 403, 403, 403, 403, 403, 403, 401])
      expect(here.as('alice').get(path).json).toEqual({ message: '403 Forbidden' })
    },
  )

  test('that are not there are 404', () => {
    expect(here.as('root').get('/audit_events/987654')).toMatchObject({
      status: 404,
      json: { message: '404 Not found' },
    })
    expect(here.as('root').get('/audit_events/x').json).toEqual({ error: 'id is invalid' })
  })
})

describe('events of a group', () => {
  test('are neither those of its subgroups nor of its projects', () => {
    const all = rows('/groups/1/audit_events?per_page=100', 'alice')
    expect(all.length).toBeGreaterThan(5)
    expect(all.every((event) => event.entity_type === 'Group' && event.entity_id === 1)).toBe(true)
    expect(ids('/groups/acme%2Fplatform/audit_events')).toEqual([9])
  })

  test('are for developers and above', () => {
    expect(statuses('/groups/1/audit_events')).toEqual([200, 200, 200, 200, 403, 403, 404, 401])
    expect(here.as('mallory').get('/groups/1/audit_events').json).toEqual({
      message: '404 Group Not Found',
    })
  })

  test('are those that they did themselves to all but owners and administrators', () => {
    here.sim.world.auditEvents.update(25, { authorId: 3 })
    const all = ids('/groups/1/audit_events')
    expect(ids('/groups/1/audit_events', 'alice')).toEqual(all)
    expect(ids('/groups/1/audit_events', 'bob')).toEqual([25])
    expect(ids('/groups/1/audit_events', 'carol')).toEqual([])
  })

  test('are refused to strangers who see the group', () => {
    here.sim.world.groups.update(1, { visibility: 'public' })
    expect(statuses('/groups/1/audit_events')).toEqual([200, 200, 200, 200, 403, 403, 403, 401])
  })

  test('are read one by one by owners and administrators, and are not those of another scope', () => {
    expect(statuses('/groups/1/audit_events/25')).toEqual([200, 200, 403, 403, 403, 403, 404, 401])
    for (const id of [9, 19, 1, 987654])
      expect(here.as('alice').get(`/groups/1/audit_events/${id}`)).toMatchObject({
        status: 404,
        json: { message: '404 Not found' },
      })
    expect(here.as('alice').get('/groups/1/audit_events/x').json).toEqual({
      error: 'audit_event_id is invalid',
    })
  })
})

describe('events of a project', () => {
  test('are of exactly this project', () => {
    const all = rows('/projects/1/audit_events?per_page=100', 'alice')
    expect(all.every((event) => event.entity_type === 'Project' && event.entity_id === 1)).toBe(true)
    expect(ids('/projects/acme%2Fplatform%2Fapi/audit_events')).toEqual([28, 10])
  })

  test('are for developers and above', () => {
    expect(statuses('/projects/1/audit_events')).toEqual([200, 200, 200, 200, 403, 403, 404, 401])
    expect(statuses('/projects/3/audit_events')).toEqual([200, 200, 200, 200, 403, 403, 403, 401])
    expect(statuses('/projects/7/audit_events')).toEqual([200, 200, 200, 200, 403, 403, 403, 401])
  })

  test('are those that they did themselves to developers', () => {
    expect(ids('/projects/1/audit_events', 'bob')).toEqual(ids('/projects/1/audit_events'))
    expect(ids('/projects/1/audit_events', 'carol')).toEqual([26, 22])
  })

  test('are read one by one by maintainers, and are not those of another scope', () => {
    expect(statuses('/projects/1/audit_events/22')).toEqual([200, 200, 200, 403, 403, 403, 404, 401])
    for (const id of [25, 28, 1, 987654])
      expect(here.as('bob').get(`/projects/1/audit_events/${id}`)).toMatchObject({
        status: 404,
        json: { message: '404 Not found' },
      })
  })

  test('are refused before parameters are looked at', () => {
    expect(here.as('erin').get('/projects/1/audit_events?created_after=x').status).toBe(403)
    expect(here.as('carol').get('/projects/1/audit_events/x').status).toBe(403)
  })
})

test('the real service lets developers read one event of their own, and knows no other to them', () => {
  const status = (path: string, user: string) => real.as(user).get(path).status
  real.sim.world.auditEvents.update(25, { authorId: 4 })
  expect([
    status('/projects/1/audit_events/22', 'carol'),
    status('/projects/1/audit_events/19', 'carol'),
    status('/projects/1/audit_events/22', 'erin'),
    status('/groups/1/audit_events/25', 'carol'),
    status('/groups/1/audit_events/24', 'carol'),
    status('/groups/1/audit_events/24', 'bob'),
    status('/groups/1/audit_events/24', 'alice'),
  ]).toEqual([200, 404, 403, 200, 404, 404, 200])
})

test.each([
  '/audit_events',
  '/audit_events/19',
  '/groups/1/audit_events',
  '/groups/1/audit_events/25',
  '/projects/1/audit_events',
  '/projects/1/audit_events/19',
])('without the plan %s is refused', (path) => {
  const { status, json } = callsOf(testSimulator({ tier: 'free' }), 'root').get(path)
  expect([status, json]).toEqual([403, { message: '403 Forbidden' }])
  expect(callsOf(testSimulator({ tier: 'premium' }), 'root').get(path).status).toBe(200)
})
