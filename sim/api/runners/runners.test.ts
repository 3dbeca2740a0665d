import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const people = ['root', 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory', undefined] as const
const INSTANCE = 1
const GROUP = 5
const PROJECT = 9

function statuses(ask: (user: string | undefined) => { readonly status: number }): number[] {
  return people.map((user) => ask(user).status)
}

describe('who may', () => {
  test.each([
    ['read a runner of the installation', 'get', INSTANCE, [200, 200, 200, 200, 200, 200, 200, 401]],
    ['read a group runner', 'get', GROUP, [200, 200, 200, 403, 403, 403, 403, 401]],
    ['read a project runner', 'get', PROJECT, [200, 200, 200, 403, 403, 403, 403, 401]],
    ['change a runner of the installation', 'put', INSTANCE, [200, 403, 403, 403, 403, 403, 403, 401]],
    ['change a group runner', 'put', GROUP, [200, 200, 403, 403, 403, 403, 403, 401]],
    ['change a project runner', 'put', PROJECT, [200, 200, 200, 403, 403, 403, 403, 401]],
    ['see jobs of a runner of the installation', 'jobs', INSTANCE, [200, 403, 403, 403, 403, 403, 403, 401]],
    ['see jobs of a group runner', 'jobs', GROUP, [200, 200, 403, 403, 403, 403, 403, 401]],
    ['see jobs of a project runner', 'jobs', PROJECT, [200, 200, 200, 403, 403, 403, 403, 401]],
  ] as const)('%s', (_what, how, id, expected) => {
    const ask = (user: string | undefined) => {
      const calls = here.as(user)
      if (how === 'put') return calls.put(`/runners/${id}`, { description: 'x' })
      return calls.get(how === 'jobs' ? `/runners/${id}/jobs` : `/runners/${id}`)
    }
    expect(statuses(ask)).toEqual(expected)
    expect(ask('mallory').json).toEqual(
      how === 'get' && id === INSTANCE ? expect.anything() : { message: '403 Forbidden - No access granted' },
    )
  })

  test.each([
    ['/runners/999', 404, { message: '404 Not found' }],
    ['/runners/abc', 400, { error: 'id is invalid' }],
    ['/runners/999/jobs', 404, { message: '404 Not found' }],
  ])('%s is refused', (path, status, json) => {
    expect(here.as('alice').get(path)).toMatchObject({ status, json })
  })

  test('what comes first: parameters, the record, the right', () => {
    const mallory = here.as('mallory')
    expect(mallory.put('/runners/999', {}).status).toBe(400)
    expect(mallory.put('/runners/999', { paused: true }).status).toBe(404)
    expect(mallory.put('/runners/9', { maximum_timeout: 1 }).status).toBe(403)
  })
})

describe('detail', () => {
  test('has everything but the token', () => {
    const { json } = here.as('bob').get('/runners/10')
    expect(Object.keys(json)).toEqual(
      (
        'id description ip_address active paused is_shared runner_type name online status tag_list run_untagged ' +
        'locked maximum_timeout access_level version revision platform architecture contacted_at ' +
        'projects groups'
      ).split(' '),
    )
    expect(json).toMatchObject({
      tag_list: ['benchmark'],
      run_untagged: true,
      access_level: 'not_protected',
      version: '15.8.0',
      contacted_at: '2023-12-29T00:00:00.000Z',
      groups: [],
    })
    expect(json.projects.map((it: { readonly id: number }) => it.id)).toEqual([1, 2])
    expect(here.as('alice').get('/runners/5').json.groups).toEqual([
      { id: 1, name: 'Acme', web_url: 'http://127.0.0.1:8080/groups/acme' },
    ])
  })

  test('shows projects to their members', () => {
    expect(here.as('mallory').get('/runners/1').json).toMatchObject({ projects: [] })
    const { id } = here.as('mallory').post('/projects', { name: 'mine' }).json
    const token = here.as('mallory').get(`/projects/${id}`).json.runners_token
    const runner = here.as().post('/runners', { token }).json.id
    here.as('root').post('/projects/1/runners', { runner_id: runner })
    const seen = (user: string) =>
      here
        .as(user)
        .get(`/runners/${runner}`)
        .json.projects.map((it: { readonly id: number }) => it.id)
    expect([seen('mallory'), seen('bob'), seen('root')]).toEqual([[id], [1], [id, 1]])
  })

  test('shows nothing that was never reported', () => {
    expect(here.as('bob').get('/runners/12').json).toMatchObject({
      name: null,
      version: null,
      revision: null,
      platform: null,
      architecture: null,
      contacted_at: null,
      ip_address: null,
      online: null,
      status: 'never_contacted',
    })
  })
})

describe('update', () => {
  test.each([
    [{ description: 'New' }, { description: 'New' }],
    [{ description: null }, { description: null }],
    [{ paused: true }, { paused: true, active: false }],
    [{ active: false }, { paused: true, active: false }],
    [{ tag_list: 'b, a,b' }, { tag_list: ['b', 'a'] }],
    [{ tag_list: ['z', 'a'] }, { tag_list: ['z', 'a'] }],
    [{ locked: true }, { locked: true }],
    [{ access_level: 'ref_protected' }, { access_level: 'ref_protected' }],
    [{ maximum_timeout: 600 }, { maximum_timeout: 600 }],
    [{ maximum_timeout: null }, { maximum_timeout: null }],
    [
      { run_untagged: false, tag_list: ['a'] },
      { run_untagged: false, tag_list: ['a'] },
    ],
  ])('%j gives %j and leaves the rest', (change, expected) => {
    const bob = here.as('bob')
    const before = bob.get('/runners/10').json
    const reply = bob.put('/runners/10', change)
    const paused = 'paused' in expected ? { status: 'paused' } : {}
    expect(reply).toMatchObject({ status: 200, json: { ...before, ...expected, ...paused } })
    expect(bob.get('/runners/10').json).toEqual(reply.json)
  })

  test.each([
    [
      {},
      {
        error:
          'description, active, paused, tag_list, run_untagged, locked, access_level, maximum_timeout are missing, at least one parameter must be provided',
      },
    ],
    [{ active: true, paused: false }, { error: 'active, paused are mutually exclusive' }],
    [{ maximum_timeout: 599 }, { message: { maximum_timeout: ['needs to be at least 10 minutes'] } }],
    [{ maximum_timeout: 'long' }, { error: 'maximum_timeout is invalid' }],
    [
      { run_untagged: false, tag_list: [] },
      { message: { tags_list: ['can not be empty when runner is not allowed to pick untagged jobs'] } },
    ],
    [{ access_level: 'open' }, { error: 'access_level does not have a valid value' }],
  ])('%j is refused and changes nothing', (change, json) => {
    const bob = here.as('bob')
    const before = bob.get('/runners/10').json
    expect(bob.put('/runners/10', change)).toMatchObject({ status: 400, json })
    expect(bob.get('/runners/10').json).toEqual(before)
  })

  test('of the tags alone may not leave a runner without any that takes only tagged jobs', () => {
    expect(here.as('bob').put('/runners/9', { tag_list: '' }).json.message).toHaveProperty('tags_list')
  })

  test('is told to no auditor', () => {
    const events = () => here.as('alice').get('/projects/1/audit_events').headers['X-Total']
    const before = events()
    here.as('bob').put('/runners/9', { paused: true })
    expect(events()).toBe(before)
  })
})
