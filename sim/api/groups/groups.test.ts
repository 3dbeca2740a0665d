import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'

const base = testSimulator()

const people = ['root', 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory'] as const

function statuses(call: (user: string) => { readonly status: number }): number[] {
  return people.map((user) => call(user).status)
}

const here = perTest()

describe('reading groups', () => {
  test('lists the groups visible to the caller, by name', () => {
    const simulator = base.fork()
    const names = (user?: string) =>
      callsOf(simulator, user)
        .get('/groups?per_page=100')
        .json.map((group: { name: string }) => group.name)
    expect(names('erin')).toEqual([...names('erin')].sort())
    expect(names('erin')).toContain('Acme')
    expect(names()).not.toContain('Acme')
    expect(callsOf(simulator, 'erin').get('/groups?owned=true').json).toEqual([])
    for (const group of callsOf(simulator, 'alice').get('/groups?top_level_only=true').json)
      expect(group.parent_id).toBeNull()
  })

  test('lists open groups of others with `all_available` alone', () => {
    const open = here.as('alice').post('/groups', { name: 'Open', path: 'open', visibility: 'public' }).json
    for (const path of ['inner', 'within'])
      here.as('alice').post('/groups', { name: path, path, parent_id: open.id, visibility: 'public' })
    const names = (user: string | undefined, path: string, query = '') =>
      here
        .as(user)
        .get(`${path}?per_page=100&${query}`)
        .json.map(({ path }: { path: string }) => path)
    for (const [path, shown] of [
      ['/groups', 'open'],
      [`/groups/${open.id}/subgroups`, 'inner'],
      [`/groups/${open.id}/descendant_groups`, 'within'],
    ] as const) {
      expect(names('mallory', path)).not.toContain(shown)
      expect(names('mallory', path, 'all_available=true')).toContain(shown)
      for (const user of ['alice', 'root', undefined]) expect(names(user, path)).toContain(shown)
    }
    const { id } = here.as('alice').post('/projects', { name: 'P', namespace_id: open.id }).json
    here.as('alice').post(`/projects/${id}/members`, { user_id: 7, access_level: 10 })
    expect(names('mallory', '/groups')).toContain('open')
  })

  test('lists equal names by id in either direction, and the best match first', () => {
    const alice = here.as('alice')
    for (const path of ['b', 'a', 'c']) alice.post('/groups', { name: 'same name', path: `${path}${path}` })
    const { id } = alice.post('/groups', { name: 'same name too', path: 'same-name-too' }).json
    alice.post('/groups', { name: 'same name subgroup', path: 'same-name', parent_id: id })
    const paths = (query: string) =>
      alice.get(`/groups?search=same+name&${query}`).json.map(({ path }: { path: string }) => path)
    expect(paths('sort=asc').slice(0, 3)).toEqual(['bb', 'aa', 'cc'])
    expect(paths('sort=desc').slice(-3)).toEqual(['bb', 'aa', 'cc'])
    expect(paths('order_by=similarity')[0]).toBe('same-name')
    expect(alice.get('/groups?order_by=similarity').json).toEqual(alice.get('/groups').json)
  })

  test('shows a group with its projects, and its runners token to owners', () => {
    const simulator = base.fork()
    expect(statuses((user) => callsOf(simulator, user).get('/groups/acme'))).toEqual([
      200, 200, 200, 200, 200, 200, 404,
    ])
    const group = callsOf(simulator, 'bob').get('/groups/acme').json
    expect(group).toMatchObject({ id: 1, full_path: 'acme', parent_id: null, ldap_cn: null })
    expect(group.projects.map((project: { id: number }) => project.id)).toContain(1)
    expect(group).not.toHaveProperty('runners_token')
    expect(callsOf(simulator, 'alice').get('/groups/1?with_projects=false').json).not.toHaveProperty(
      'projects',
    )
    expect(callsOf(simulator, 'alice').get('/groups/1').json).toHaveProperty('runners_token')
    expect(callsOf(simulator).get('/groups/1').json).toEqual({ message: '404 Group Not Found' })
  })

  test('lists its subgroups and projects', () => {
    const dave = callsOf(base.fork(), 'dave')
    expect(dave.get('/groups/1/subgroups').json).toContainEqual(
      expect.objectContaining({ full_path: 'acme/platform' }),
    )
    const ids = (query: string) =>
      dave.get(`/groups/1/projects?${query}`).json.map((project: { id: number }) => project.id)
    expect(ids('')).not.toContain(2)
    expect(ids('include_subgroups=true')).toContain(2)
    expect(dave.get('/groups/1/projects?simple=true').json[0]).not.toHaveProperty('permissions')
  })
})

describe('the settings of a group', () => {
  const decided = {
    subgroup_creation_level: 'owner',
    share_with_group_lock: true,
    request_access_enabled: false,
    require_two_factor_authentication: true,
    two_factor_grace_period: 12,
    lfs_enabled: false,
    auto_devops_enabled: true,
    emails_disabled: true,
    mentions_disabled: true,
  }

  test('are shown, and changed one by one', () => {
    const alice = callsOf(base.fork(), 'alice')
    expect(alice.put('/groups/1', decided).json).toMatchObject(decided)
    expect(alice.put('/groups/1', { emails_disabled: false }).json).toMatchObject({
      ...decided,
      emails_disabled: false,
    })
    const made = alice.post('/groups', { name: 'Own', path: 'own', ...decided }).json
    expect(alice.get(`/groups/${made.id}`).json).toMatchObject(decided)
  })

  test('define who creates subgroups', () => {
    const sim = base.fork()
    const open = (user: string, path: string) =>
      callsOf(sim, user).post('/groups', { name: path, path, parent_id: 1 }).status
    expect(['bob', 'carol'].map((user) => open(user, `by-${user}`))).toEqual([201, 403])
    callsOf(sim, 'alice').put('/groups/1', { subgroup_creation_level: 'owner' })
    expect(['bob', 'alice'].map((user) => open(user, `now-by-${user}`))).toEqual([403, 201])
  })

  test('prevent sharing of its projects, and of those below', () => {
    const sim = base.fork()
    const alice = callsOf(sim, 'alice')
    const { id } = alice.post('/groups', { name: 'Guests', path: 'guests' }).json
    alice.put('/groups/1', { share_with_group_lock: true })
    for (const project of [1, 2])
      expect(alice.post(`/projects/${project}/share`, { group_id: id, group_access: 10 })).toMatchObject({
        status: 400,
        json: { message: 'The project sharing with group is disabled' },
      })
    alice.put('/groups/1', { share_with_group_lock: false })
    expect(alice.post('/projects/1/share', { group_id: id, group_access: 10 }).status).toBe(201)
  })
})

describe('writing groups', () => {
  test('takes in no bot of another group, which would end with the new one', () => {
    const [alice, bot] = [here.as('alice'), here.as('acme-bot')]
    const { status, json } = bot.post('/groups', { name: 'Made', path: 'made', parent_id: 1 })
    expect(status).toBe(201)
    expect(bot.get(`/groups/${json.id}/members`).json).toEqual([])
    const gone = { permanently_remove: true, full_path: 'acme/made' }
    for (const how of [{}, gone]) expect(alice.delete(`/groups/${json.id}`, how).status).toBe(202)
    here.sim.clock.advance('1d')
    expect(alice.get(`/groups/${json.id}`).status).toBe(404)
    expect(bot.get('/user').status).toBe(200)
  })

  test('creates a group owned by the caller', () => {
    const mallory = callsOf(base.fork(), 'mallory')
    const { status, json } = mallory.post('/groups', { name: 'Mine', path: 'mine', visibility: 'public' })
    expect(status).toBe(201)
    expect(json).toMatchObject({ full_path: 'mine', visibility: 'public', parent_id: null })
    const sub = mallory.post('/groups', { name: 'Sub', path: 'sub', parent_id: json.id }).json
    expect(sub).toMatchObject({ full_path: 'mine/sub', full_name: 'Mine / Sub' })
    expect(mallory.post('/projects', { name: 'p', namespace_id: sub.id }).json.path_with_namespace).toBe(
      'mine/sub/p',
    )
  })

  test('refuses with the texts of the service', () => {
    const simulator = base.fork()
    const alice = callsOf(simulator, 'alice')
    expect(alice.post('/groups', {}).json).toEqual({ error: 'name is missing, path is missing' })
    expect(alice.post('/groups', { name: 'Other', path: 'acme' }).json).toEqual({
      message: 'Failed to save group {:path=>["has already been taken"]}',
    })
    expect(alice.post('/groups', { name: 'S', path: 's', parent_id: 1, visibility: 'public' }).json).toEqual({
      message:
        'Failed to save group {:visibility_level=>["public is not allowed since the parent group has a private visibility."]}',
    })
    expect(callsOf(simulator, 'carol').post('/groups', { name: 'S', path: 's', parent_id: 1 }).status).toBe(
      403,
    )
    expect(
      callsOf(simulator, 'mallory').post('/groups', { name: 'S', path: 's', parent_id: 1 }).json,
    ).toEqual({
      message: '404 Group Not Found',
    })
  })

  test('applies a new path to everything below', () => {
    const simulator = base.fork()
    const alice = callsOf(simulator, 'alice')
    expect(callsOf(simulator, 'bob').put('/groups/1', { path: 'x' }).status).toBe(403)
    expect(alice.put('/groups/1', { path: 'ajax', name: 'Ajax' }).json).toMatchObject({
      full_path: 'ajax',
      full_name: 'Ajax',
    })
    expect(alice.get('/projects/ajax%2Fplatform%2Fapi').json).toMatchObject({
      id: 2,
      name_with_namespace: expect.stringMatching(/^Ajax \/ /),
    })
    expect(alice.get('/groups/acme').status).toBe(404)
  })

  test('deletes a group after a week, unless it is restored', () => {
    const simulator = base.fork()
    const alice = callsOf(simulator, 'alice')
    expect(callsOf(simulator, 'bob').delete('/groups/1').status).toBe(403)
    expect(alice.delete('/groups/1')).toMatchObject({ status: 202, json: { message: '202 Accepted' } })
    expect(alice.get('/groups/1').json.marked_for_deletion_on).toBe('2024-01-01')
    expect(alice.delete('/groups/1').json).toEqual({ message: 'Group has been already marked for deletion' })
    expect(alice.post('/groups/1/restore').json.marked_for_deletion_on).toBeNull()
    simulator.clock.advance('8d')
    expect(alice.get('/groups/1').status).toBe(200)
    alice.delete('/groups/1')
    simulator.clock.advance('8d')
    expect(alice.get('/groups/1').status).toBe(404)
    expect(alice.get('/projects/2').status).toBe(404)
  })

  test('deletes a marked subgroup at once, if its path confirms it', () => {
    const simulator = base.fork()
    const alice = callsOf(simulator, 'alice')
    const now = { permanently_remove: true, full_path: 'acme/platform' }
    const message = (path: string, params: object) => alice.delete(path, params).json.message
    expect(message('/groups/2', now)).toBe('Group must be marked for deletion first.')
    expect(message('/groups/1', { ...now, full_path: 'acme' })).toBe(
      '`permanently_remove` option is only available for subgroups.',
    )
    alice.delete('/groups/2')
    expect(message('/groups/2', { permanently_remove: true })).toBe(
      '`full_path` is incorrect. You must enter the complete path for the subgroup.',
    )
    expect(alice.get('/groups/2').json.marked_for_deletion_on).toBe('2024-01-01')
    expect(alice.delete('/groups/2', now)).toMatchObject({ status: 202 })
    expect(alice.get('/groups/2').status).toBe(404)
    expect(alice.get('/projects/2').status).toBe(404)
  })

  test('deletes a group at once on the free plan', () => {
    const alice = callsOf(testSimulator({ tier: 'free' }), 'alice')
    expect(alice.delete('/groups/1').status).toBe(202)
    expect(alice.get('/groups/1').status).toBe(404)
  })
})

test('a group keeps what is chosen for it', () => {
  const chosen = {
    membership_lock: true,
    prevent_forking_outside_group: true,
    shared_runners_setting: 'disabled_and_overridable',
    wiki_access_level: 'private',
    ip_restriction_ranges: '10.0.0.0/8',
    allowed_email_domains_list: 'example.com',
  }
  expect(here.as('alice').put('/groups/1', chosen).json).toMatchObject(chosen)
  expect(here.as('alice').get('/groups/1').json).toMatchObject(chosen)
  expect(here.as('carol').get('/groups/1').json).not.toHaveProperty('ip_restriction_ranges')
  expect(here.as('alice').get('/projects/1').json.shared_runners_enabled).toBe(false)
  expect(here.as('root').put('/groups/1', { shared_runners_minutes_limit: 6 }).json).toMatchObject({
    shared_runners_minutes_limit: 6,
  })
})
