import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const nobody = () => here.as()

interface Registered {
  readonly id: number
  readonly token: string
}
const secretOf = (path: string): string => here.as('alice').get(path).json.runners_token
function register(token: string, body: object = {}): Registered {
  const reply = nobody().post('/runners', { token, ...body })
  expect(reply.status).toBe(201)
  return reply.json
}
const inProject = (body: object = {}) => register(secretOf('/projects/1'), body)
const latestEvent = (user: string, path: string) => here.as(user).get(path).json[0]

describe('registering', () => {
  test('tells id and token, and nobody else is ever told the token', () => {
    const reply = nobody().post('/runners', { token: secretOf('/projects/1') })
    expect(reply).toMatchObject({ status: 201, json: { id: 15, token_expires_at: null } })
    expect(reply.json.token).toMatch(/^[\w-]{20}$/)
    expect(JSON.stringify(here.as('root').get('/runners/15').json)).not.toContain(reply.json.token)
    expect(inProject().token).not.toBe(reply.json.token)
  })

  test('with the token of a project, a group or the installation decides what the runner is', () => {
    const instance = here.as('root').post('/runners/reset_registration_token').json.token
    const seen = (token: string) => {
      const { runner_type, is_shared, projects, groups } = here
        .as('root')
        .get(`/runners/${register(token).id}`).json
      const ids = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)
      return [runner_type, is_shared, ids(projects), ids(groups)]
    }
    expect(seen(secretOf('/projects/2'))).toEqual(['project_type', false, [2], []])
    expect(seen(secretOf('/groups/2'))).toEqual(['group_type', false, [], [2]])
    expect(seen(instance)).toEqual(['instance_type', true, [], []])
  })

  test('keeps what is told', () => {
    const { id } = inProject({
      description: 'Mine',
      maintenance_note: 'Handle with care',
      info: { name: 'runner', version: '16', revision: 'abc', platform: 'linux', architecture: 'arm', x: 1 },
      paused: true,
      locked: true,
      access_level: 'ref_protected',
      run_untagged: false,
      tag_list: ['a', 'b'],
      maximum_timeout: 9000,
    })
    expect(here.as('bob').get(`/runners/${id}`).json).toMatchObject({
      description: 'Mine',
      name: 'runner',
      version: '16',
      revision: 'abc',
      platform: 'linux',
      architecture: 'arm',
      paused: true,
      locked: true,
      access_level: 'ref_protected',
      run_untagged: false,
      tag_list: ['a', 'b'],
      maximum_timeout: 9000,
      status: 'never_contacted',
      contacted_at: null,
    })
    const old = inProject({ active: false, maintainer_note: 'As it was called' })
    expect(here.as('bob').get(`/runners/${old.id}`).json).toMatchObject({
      paused: true,
      run_untagged: true,
    })
  })

  test.each([
    [{}, 400, { error: 'token is missing' }],
    [{ token: 'guessed' }, 403, { message: '403 Forbidden' }],
    [{ token: '' }, 403, { message: '403 Forbidden' }],
    [{ token: 'acme', active: true, paused: true }, 400, { error: 'active, paused are mutually exclusive' }],
    [{ token: 'acme', info: 'x' }, 400, { error: 'info is invalid' }],
    [
      { token: 'acme', run_untagged: false },
      400,
      { message: { tags_list: ['can not be empty when runner is not allowed to pick untagged jobs'] } },
    ],
    [
      { token: 'acme', maximum_timeout: 1 },
      400,
      { message: { maximum_timeout: ['needs to be at least 10 minutes'] } },
    ],
  ])('%j is refused', (body, status, json) => {
    const token = 'token' in body && body.token === 'acme' ? { token: secretOf('/projects/1') } : {}
    expect(nobody().post('/runners', { ...body, ...token })).toMatchObject({ status, json })
    expect(here.as('root').get('/runners/all').headers['X-Total']).toBe('14')
  })

  test('looks at no credentials of users', () => {
    const token = secretOf('/projects/1')
    const headers = { 'private-token': 'nonsense', 'content-type': 'application/json' }
    expect(nobody().send('POST', '/runners', { headers, body: JSON.stringify({ token }) }).status).toBe(201)
  })

  test('is told to auditors, with the beginning of the token', () => {
    const token = secretOf('/projects/1')
    const { id } = register(token)
    expect(latestEvent('alice', '/projects/1/audit_events')).toMatchObject({
      author_id: -1,
      details: {
        custom_message: 'Registered project CI runner',
        runner_registration_token: token.slice(0, 17),
        author_name: token.slice(0, 17),
        author_email: null,
        target_id: id,
        target_type: 'Ci::Runner',
        target_details: `/acme/webapp/-/runners/${id}`,
      },
    })
    const group = register(secretOf('/groups/1'))
    expect(latestEvent('alice', '/groups/1/audit_events').details).toMatchObject({
      custom_message: 'Registered group CI runner',
      target_details: `/groups/acme/-/runners/${group.id}`,
    })
    const all = register(here.as('root').post('/runners/reset_registration_token').json.token)
    expect(latestEvent('root', '/audit_events')).toMatchObject({
      entity_type: 'Gitlab::Audit::InstanceScope',
      details: { target_details: `/admin/runners/${all.id}`, entity_path: 'gitlab_instance' },
    })
  })
})

describe('a contact', () => {
  test('by verifying makes a runner online for two hours', () => {
    const { id, token } = inProject()
    const seen = () => here.as('bob').get(`/runners/${id}`).json
    expect(seen()).toMatchObject({ status: 'never_contacted', online: null })
    const body = JSON.stringify({ token, info: { version: '17', name: 'x' } })
    const headers = { 'content-type': 'application/json' }
    expect(
      nobody().send('POST', '/runners/verify', { headers, body, address: '198.51.100.7' }),
    ).toMatchObject({ status: 200, json: 200 })
    expect(seen()).toMatchObject({
      status: 'online',
      online: true,
      version: '17',
      name: 'x',
      ip_address: '198.51.100.7',
    })
    here.sim.clock.advance('119m')
    expect(seen().status).toBe('online')
    here.sim.clock.advance('1m')
    expect(seen()).toMatchObject({ status: 'offline', version: '17' })
  })

  test('with a wrong token is none', () => {
    expect(nobody().post('/runners/verify', { token: 'x' })).toMatchObject({
      status: 403,
      json: { message: '403 Forbidden' },
    })
    expect(nobody().post('/runners/verify', {}).json).toEqual({ error: 'token is missing' })
  })
})

describe('deleting', () => {
  test('by token needs nothing else', () => {
    const { id, token } = inProject()
    expect(nobody().delete(`/runners?token=${token}`)).toMatchObject({ status: 204, body: null })
    expect(here.as('bob').get(`/runners/${id}`).status).toBe(404)
    expect(nobody().delete(`/runners?token=${token}`)).toMatchObject({
      status: 403,
      json: { message: '403 Forbidden' },
    })
    expect(nobody().delete('/runners').json).toEqual({ error: 'token is missing' })
    expect(latestEvent('alice', '/projects/1/audit_events').details).toMatchObject({
      custom_message: 'Unregistered project CI runner',
      runner_authentication_token: token.slice(0, 8),
      author_name: token.slice(0, 8),
    })
  })

  test.each([
    ['the only project', 9, [204, 204, 204, 403, 403, 401]],
    ['several projects', 10, [204, 403, 403, 403, 403, 401]],
    ['a group', 5, [204, 204, 403, 403, 403, 401]],
    ['the installation', 1, [204, 403, 403, 403, 403, 401]],
  ])('a runner of %s', (_what, id, expected) => {
    const people = ['root', 'alice', 'bob', 'carol', 'mallory', undefined]
    const before = here.sim.snapshot()
    const statuses = people.map((user) => {
      here.sim.restore(before)
      return here.as(user).delete(`/runners/${id}`).status
    })
    expect(statuses).toEqual(expected)
  })

  test('says what is against it', () => {
    expect(here.as('bob').delete('/runners/10').json.message).toBe(
      '403 Forbidden - Runner associated with more than one project',
    )
    expect(here.as('bob').delete('/runners/5').json.message).toBe('403 Forbidden - No access granted')
    expect(here.as('bob').delete('/runners/99').json.message).toBe('404 Not found')
  })

  test('takes the runner out of every list, and leaves its jobs', () => {
    const jobs = here.sim.world.ciJobs.by('byRunner', 10).count()
    here.as('root').delete('/runners/10')
    for (const path of ['/projects/1/runners', '/projects/2/runners', '/runners'])
      expect(
        here
          .as('alice')
          .get(path)
          .json.some((it: Registered) => it.id === 10),
      ).toBe(false)
    expect(here.sim.world.ciJobs.by('byRunner', 10).count()).toBe(jobs)
    for (const project of [1, 2])
      expect(latestEvent('alice', `/projects/${project}/audit_events`).details.custom_message).toBe(
        'Unregistered project CI runner',
      )
  })

  test('heeds that the runner was meant as it was before', () => {
    const { id, token } = inProject()
    const headers = { 'if-unmodified-since': 'Sun, 31 Dec 2023 00:00:00 GMT' }
    expect(here.as('bob').send('DELETE', `/runners/${id}`, { headers }).status).toBe(412)
    expect(nobody().send('DELETE', `/runners?token=${token}`, { headers }).status).toBe(412)
    expect(here.as('bob').send('DELETE', '/runners/9', { headers }).status).toBe(204)
  })
})

describe('another authentication token', () => {
  test('by the old one, which is worth nothing afterwards', () => {
    const { token } = inProject()
    const reply = nobody().post('/runners/reset_authentication_token', { token })
    expect(reply).toMatchObject({ status: 201, json: { token_expires_at: null } })
    expect(nobody().post('/runners/verify', { token }).status).toBe(403)
    expect(nobody().post('/runners/verify', { token: reply.json.token }).status).toBe(200)
    expect(nobody().post('/runners/reset_authentication_token', { token }).json).toEqual({
      message: '403 Forbidden',
    })
  })

  test('by those who may change the runner', () => {
    const statuses = ['root', 'alice', 'bob', 'carol', 'mallory', undefined].map(
      (user) => here.as(user).post('/runners/9/reset_authentication_token').status,
    )
    expect(statuses).toEqual([201, 201, 201, 403, 403, 401])
    expect(nobody().post('/runners/verify', { token: 'runner-09-token-abcdefg' }).status).toBe(403)
  })
})

describe('another registration token', () => {
  test.each([
    ['/projects/1/runners/reset_registration_token', [201, 201, 201, 403, 404, 401]],
    ['/groups/1/runners/reset_registration_token', [201, 201, 403, 403, 404, 401]],
    ['/runners/reset_registration_token', [201, 403, 403, 403, 403, 401]],
  ])('%s is for those who look after it', (path, expected) => {
    const people = ['root', 'alice', 'bob', 'carol', 'mallory', undefined]
    expect(people.map((user) => here.as(user).post(path).status)).toEqual(expected)
  })

  test.each([
    ['/projects/1', 'project', 'alice'],
    ['/groups/1', 'group', 'alice'],
  ])('%s: the old one registers nothing any more', (path, kind, user) => {
    const before = secretOf(path)
    const { json } = here.as(user).post(`${path}/runners/reset_registration_token`)
    expect(json.token).toMatch(/^GR1348941[\w-]{20}$/)
    expect(secretOf(path)).toBe(json.token)
    expect(nobody().post('/runners', { token: before }).status).toBe(403)
    register(json.token)
    const events = here.as(user).get(`${path}/audit_events`).json
    expect(events[1].details).toMatchObject({
      custom_message: `Reset ${kind} runner registration token`,
      from: before.slice(0, 17),
      to: json.token.slice(0, 17),
      target_id: null,
      target_type: null,
    })
  })
})

describe('creating without a registration token', () => {
  const create = (user: string, body: object) => here.as(user).post('/user/runners', body)

  test('is for those who look after the place, and hands out a token that signs in', () => {
    const made = create('bob', { runner_type: 'project_type', project_id: 1, tag_list: 'a,b', paused: true })
    expect(made).toMatchObject({ status: 201, json: { token_expires_at: null } })
    expect(made.json.token).toMatch(/^glrt-[\w-]{20}$/)
    expect(nobody().post('/runners/verify', { token: made.json.token }).status).toBe(200)
    const shown = { runner_type: 'project_type', tag_list: ['a', 'b'], paused: true }
    expect(here.as('bob').get(`/runners/${made.json.id}`).json).toMatchObject(shown)
    expect(create('alice', { runner_type: 'group_type', group_id: 1 }).status).toBe(201)
    expect(create('root', { runner_type: 'instance_type' }).status).toBe(201)
  })

  test.each([
    [
      'carol',
      { runner_type: 'project_type', project_id: 1 },
      403,
      '403 Forbidden - Insufficient permissions',
    ],
    ['bob', { runner_type: 'group_type', group_id: 1 }, 403, '403 Forbidden - Insufficient permissions'],
    ['alice', { runner_type: 'instance_type' }, 403, '403 Forbidden - Insufficient permissions'],
    [
      'bob',
      { runner_type: 'project_type', project_id: 404 },
      400,
      '400 Bad request - Missing/invalid project',
    ],
    ['bob', { runner_type: 'group_type', group_id: 404 }, 400, '400 Bad request - Missing/invalid group'],
    [
      'bob',
      { runner_type: 'project_type', project_id: 1, run_untagged: false },
      400,
      '400 Bad request - Tags list can not be empty when runner is not allowed to pick untagged jobs',
    ],
  ])('refuses %s %j', (user, body, status, message) => {
    expect(create(user, body)).toMatchObject({ status, json: { message } })
  })

  test('asks for what the type needs', () => {
    const missing = (runner_type: string) => create('root', { runner_type }).json.error
    expect(missing('group_type')).toBe('group_id is missing')
    expect(missing('project_type')).toBe('project_id is missing')
    expect(create('root', {}).json.error).toContain('runner_type is missing')
  })
})
