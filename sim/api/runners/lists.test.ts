import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { callsOf, type Reply, testSimulator } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const ids = ({ json }: Reply): number[] => json.map(({ id }: { readonly id: number }) => id)

describe('which runners are listed', () => {
  test.each([
    ['alice', [5, 6, 7, 8, 9, 10, 11, 12, 13, 14]],
    ['bob', [9, 10, 11, 12]],
    ['carol', []],
    ['mallory', []],
    ['root', []],
  ])('to %s as their own: %j', (user, expected) => {
    expect(ids(here.as(user).get('/runners'))).toEqual(expected)
  })

  test('to administrators: all', () => {
    expect(ids(here.as('root').get('/runners/all'))).toEqual(Array.from({ length: 14 }, (_, i) => i + 1))
    expect(here.as('alice').get('/runners/all')).toMatchObject({
      status: 403,
      json: { message: '403 Forbidden' },
    })
    expect(here.as().get('/runners/all').status).toBe(401)
  })

  test.each([
    ['/projects/1/runners', [1, 2, 3, 4, 5, 6, 9, 10, 11, 14]],
    ['/projects/2/runners', [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14]],
    ['/projects/4/runners', [1, 2, 3, 4, 13]],
    ['/groups/1/runners', [1, 2, 3, 4, 5, 6, 14]],
    ['/groups/acme%2Fplatform/runners', [1, 2, 3, 4, 5, 6, 7, 8, 14]],
  ])('at %s: what may take jobs there', (path, expected) => {
    expect(ids(here.as('alice').get(path))).toEqual(expected)
  })

  test('follows what a project allows', () => {
    const alice = here.as('alice')
    alice.put('/projects/1', { shared_runners_enabled: false })
    expect(ids(alice.get('/projects/1/runners'))).toEqual([5, 6, 9, 10, 11, 14])
    alice.put('/projects/1', { group_runners_enabled: false })
    expect(ids(alice.get('/projects/1/runners'))).toEqual([9, 10, 11])
  })

  test.each([
    ['/projects/1/runners', 'Maintainers', 200],
    ['/groups/1/runners', 'Owners', 403],
  ])('%s is for %s', (path, _, maintainer) => {
    const statuses = ['root', 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory', undefined].map(
      (user) => here.as(user).get(path).status,
    )
    expect(statuses).toEqual([200, 200, maintainer, 403, 403, 403, 404, 401])
    expect(here.as('carol').get(`${path}?scope=nonsense`)).toMatchObject({
      status: 403,
      json: { message: '403 Forbidden' },
    })
  })
})

describe('filters', () => {
  test.each([
    ['scope=active', [1, 2, 4, 5, 7, 8, 9, 10, 12, 13, 14]],
    ['scope=paused', [3, 6, 11]],
    ['scope=online', [1, 5, 9, 13]],
    ['scope=offline', [2, 3, 6, 7, 10, 11]],
    ['scope=specific', [5, 6, 7, 8, 9, 10, 11, 12, 13, 14]],
    ['scope=shared', [1, 2, 3, 4]],
    ['scope=group_type', [5, 6, 7, 8, 14]],
    ['type=instance_type', [1, 2, 3, 4]],
    ['type=project_type', [9, 10, 11, 12, 13]],
    ['status=online', [1, 5, 9, 13]],
    ['status=offline', [2, 3, 6, 7, 10, 11]],
    ['status=stale', [3, 7, 11, 14]],
    ['status=never_contacted', [4, 8, 12, 14]],
    ['status=paused', [3, 6, 11]],
    ['paused=true', [3, 6, 11]],
    ['paused=no&type=instance_type', [1, 2, 4]],
    ['tag_list=docker', [1, 2, 5]],
    ['tag_list=linux,docker', [1, 2]],
    ['tag_list[]=linux&tag_list[]=large', [2]],
    ['tag_list=Docker', []],
    ['tag_list=dock', []],
    ['tag_list=', Array.from({ length: 14 }, (_, i) => i + 1)],
    ['tag_list=docker&status=online&type=group_type', [5]],
  ])('%s leaves %j', (query, expected) => {
    expect(ids(here.as('root').get(`/runners/all?${query}`))).toEqual(expected)
  })

  test('are a predicate over the whole list, each and together', () => {
    const root = callsOf(testSimulator({ clock: 'frozen' }), 'root')
    interface Listed {
      readonly id: number
      readonly paused: boolean
      readonly online: boolean | null
      readonly runner_type: string
    }
    const all: readonly Listed[] = root.get('/runners/all').json
    const query = fc.record(
      {
        scope: fc.constantFrom('active', 'paused', 'online', 'offline', 'never_contacted', 'shared'),
        type: fc.constantFrom('instance_type', 'group_type', 'project_type'),
        status: fc.constantFrom('online', 'offline', 'never_contacted', 'active', 'paused'),
        paused: fc.boolean(),
      },
      { requiredKeys: [] },
    )
    const fits = (word: string | undefined, it: Listed): boolean =>
      word === undefined ||
      {
        active: !it.paused,
        paused: it.paused,
        online: it.online === true,
        offline: it.online === false,
        never_contacted: it.online === null,
        shared: it.runner_type === 'instance_type',
      }[word] === true
    fc.assert(
      fc.property(query, ({ scope, type, status, paused }) => {
        const given = Object.entries({ scope, type, status, paused }).filter(([, it]) => it !== undefined)
        const text = given.map(([name, it]) => `${name}=${it}`).join('&')
        const expected = all.filter(
          (it) =>
            fits(scope, it) &&
            fits(status, it) &&
            (type === undefined || it.runner_type === type) &&
            (paused === undefined || it.paused === paused),
        )
        expect(root.get(`/runners/all?${text}`).json).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  })

  test.each([
    ['/runners?scope=nonsense', { error: 'scope does not have a valid value' }],
    ['/runners?scope=shared', { message: 'Scope contains invalid value' }],
    ['/runners?scope=project_type', { message: 'Scope contains invalid value' }],
    ['/runners/all?scope=nonsense', { error: 'scope does not have a valid value' }],
    ['/projects/1/runners?scope=nonsense', { error: 'scope does not have a valid value' }],
    ['/projects/1/runners?type=shared', { error: 'type does not have a valid value' }],
    ['/groups/1/runners?status=gone', { error: 'status does not have a valid value' }],
    ['/runners/all?paused=maybe', { error: 'paused is invalid' }],
  ])('%s is refused', (path, json) => {
    const user = path.includes('/all') ? 'root' : 'alice'
    expect(here.as(user).get(path)).toMatchObject({ status: 400, json })
  })

  test('a group knows no scope, and has no project runners', () => {
    const alice = here.as('alice')
    expect(ids(alice.get('/groups/1/runners?scope=nonsense'))).toEqual([1, 2, 3, 4, 5, 6, 14])
    expect(alice.get('/groups/1/runners?type=project_type').json).toEqual([])
  })
})

describe('what is shown', () => {
  test('list form, in the order of the wire', () => {
    const [first] = here.as('alice').get('/runners').json
    expect(Object.keys(first)).toEqual(
      'id description ip_address active paused is_shared runner_type name online status'.split(' '),
    )
    expect(first).toEqual({
      id: 5,
      description: 'Group runner in Lisbon',
      ip_address: '192.0.2.5',
      active: true,
      paused: false,
      is_shared: false,
      runner_type: 'group_type',
      name: 'forge-runner',
      online: true,
      status: 'online',
    })
  })

  test('a status that the clock changes, and a pause that hides it', () => {
    const { sim, as } = here
    const seen = () => {
      const { status, online } = as('alice').get('/runners/9').json
      return [status, online]
    }
    expect(seen()).toEqual(['online', true])
    as('alice').put('/runners/9', { paused: true })
    expect(seen()).toEqual(['paused', true])
    as('alice').put('/runners/9', { paused: false })
    sim.clock.advance('2h')
    expect(seen()).toEqual(['offline', false])
    sim.clock.advance('92d')
    expect(seen()).toEqual(['stale', false])
    as('alice').put('/runners/9', { paused: true })
    expect(seen()).toEqual(['stale', false])
    expect(as('alice').get('/runners/8').json).toMatchObject({ status: 'stale', online: null })
  })

  test('pages', () => {
    const reply = here.as('alice').get('/runners?per_page=3&page=2&type=project_type')
    expect(ids(reply)).toEqual([12, 13])
    expect(reply.headers).toMatchObject({ 'X-Total': '5', 'X-Page': '2', 'X-Total-Pages': '2' })
  })
})
