import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const base = testSimulator()

describe('members', () => {
  test('are direct ones, or all', () => {
    const erin = callsOf(base.fork(), 'erin')
    const ids = (path: string) =>
      erin.get(`${path}?per_page=100`).json.map((member: { id: number }) => member.id)
    expect(ids('/groups/1/members')).toEqual(expect.arrayContaining([2, 3, 4, 5, 6]))
    expect(ids('/projects/1/members')).not.toContain(2)
    expect(ids('/projects/1/members/all')).toEqual(expect.arrayContaining([2, 3, 4, 5, 6]))
    expect(erin.get('/projects/1/members/all/3').json).toMatchObject({
      username: 'bob',
      access_level: 40,
      membership_state: 'active',
    })
    expect(erin.get('/projects/1/members/3').json).toEqual({ message: '404 Not found' })
  })

  test('are added by maintainers', () => {
    const simulator = base.fork()
    const add = (user: string, body: object = { user_id: 7, access_level: 30 }) =>
      callsOf(simulator, user).post('/projects/1/members', body)
    expect(add('carol').status).toBe(403)
    expect(add('bob')).toMatchObject({
      status: 201,
      json: { id: 7, access_level: 30, created_by: { username: 'bob' } },
    })
    expect(add('bob')).toMatchObject({ status: 409, json: { message: 'Member already exists' } })
    expect(callsOf(simulator, 'mallory').get('/projects/1').status).toBe(200)
    expect(add('bob', { user_id: 4711, access_level: 30 }).json).toEqual({ message: '404 User Not Found' })
    expect(add('bob', { user_id: 9, access_level: 31 }).json).toEqual({
      message: { access_level: ['is not included in the list'] },
    })
    expect(add('bob', { user_id: 9, access_level: 50 }).status).toBe(403)
    expect(add('bob', { user_id: 4, access_level: 10 }).json).toEqual({
      message: {
        access_level: ['should be greater than or equal to Developer inherited membership from group Acme'],
      },
    })
  })

  test('are changed and removed, and may leave', () => {
    const simulator = base.fork()
    const bob = callsOf(simulator, 'bob')
    bob.post('/projects/1/members', { user_id: 7, access_level: 20, expires_at: '2024-06-01' })
    expect(bob.put('/projects/1/members/7', { access_level: 30 }).json).toMatchObject({
      access_level: 30,
      expires_at: '2024-06-01',
    })
    expect(callsOf(simulator, 'carol').delete('/projects/1/members/7').status).toBe(403)
    expect(callsOf(simulator, 'mallory').delete('/projects/1/members/7').status).toBe(204)
    expect(bob.delete('/projects/1/members/7').json).toEqual({ message: '404 Not found' })
  })

  test('are unassigned on their way out, if so wished', () => {
    const alice = callsOf(base.fork(), 'alice')
    alice.post('/projects/1/members', { user_id: 7, access_level: 30 })
    const { iid } = alice.post('/projects/1/issues', { title: 'Theirs', assignee_ids: [7] }).json
    const assignees = () =>
      alice.get(`/projects/1/issues/${iid}`).json.assignees.map(({ id }: { id: number }) => id)
    expect(assignees()).toEqual([7])
    expect(alice.delete('/projects/1/members/7', { unassign_issuables: true }).status).toBe(204)
    expect(assignees()).toEqual([])
  })

  test('have Minimal Access in topmost groups alone', () => {
    const alice = callsOf(base.fork(), 'alice')
    const minimal = { user_id: 7, access_level: 5 }
    const texts = (path: string) => alice.post(`${path}/members`, minimal).json.message?.access_level
    expect(texts('/groups/acme%2Fplatform')).toEqual([
      'is not included in the list',
      'supported on top level groups only',
    ])
    expect(texts('/projects/1')).toEqual(['is not included in the list'])
    expect(texts('/groups/acme')).toBeUndefined()
  })

  test('leave a group its last owner', () => {
    const simulator = base.fork()
    const alice = callsOf(simulator, 'alice')
    expect(alice.put('/groups/1/members/2', { access_level: 30 }).status).toBe(403)
    expect(alice.delete('/groups/1/members/2').status).toBe(403)
    expect(callsOf(simulator, 'bob').post('/groups/1/members', { user_id: 7, access_level: 10 }).status).toBe(
      403,
    )
    expect(alice.post('/groups/1/members', { user_id: 7, access_level: 50 }).status).toBe(201)
    expect(alice.delete('/groups/1/members/2').status).toBe(204)
  })

  test('are told to auditors', () => {
    const simulator = base.fork()
    callsOf(simulator, 'bob').post('/projects/1/members', { user_id: 7, access_level: 30 })
    const event = simulator.world.auditEvents.by('byEntity', 'Project', 1).last()
    expect(event).toMatchObject({
      authorId: 3,
      targetId: 7,
      targetType: 'User',
      change: { add: 'user_access', as: 'Developer' },
    })
  })
})

test('projects of a group that locks its members take none of their own', () => {
  const root = callsOf(base.fork(), 'root')
  const group = root.post('/groups', { name: 'Closed', path: 'closed' }).json.id
  expect(root.put(`/groups/${group}`, { membership_lock: true }).json.membership_lock).toBe(true)
  const below = root.post('/groups', { name: 'Below', path: 'below', parent_id: group }).json
  expect(root.get(`/groups/${below.id}`).json.membership_lock).toBe(true)
  const project = root.post('/projects', { name: 'Inside', namespace_id: below.id }).json.id
  const join = () => root.post(`/projects/${project}/members`, { user_id: 3, access_level: 30 })
  expect(join()).toMatchObject({ status: 405, json: { message: '405 Method Not Allowed' } })
  expect(root.post(`/projects/${project}/import_project_members/1`).status).toBe(403)
  expect(root.post(`/groups/${below.id}/members`, { user_id: 3, access_level: 30 }).status).toBe(201)
  root.put(`/groups/${below.id}`, { membership_lock: false })
  expect(root.delete(`/groups/${below.id}/members/3`).status).toBe(204)
  expect(join().status).toBe(201)
})

test('have addresses of the domains that the topmost group allows', () => {
  const simulator = testSimulator({ tier: 'ultimate' })
  const root = callsOf(simulator, 'root')
  const top = root.post('/groups', { name: 'Top', path: 'top' }).json.id
  const below = root.post('/groups', { name: 'Below', path: 'below', parent_id: top }).json.id
  const project = root.post('/projects', { name: 'one', namespace_id: below }).json.id
  const emails = [2, 3].map((id) => root.get(`/users/${id}`).json.email as string)
  const domain = (emails[0] ?? '').replace(/.*@/, '')
  const add = (at: string, user_id: number) => root.post(`${at}/members`, { user_id, access_level: 20 })
  const places = [`/groups/${top}`, `/groups/${below}`, `/projects/${project}`]
  for (const at of places) expect(add(at, 2).status).toBe(201)
  const allow = (allowed_email_domains_list: string) =>
    root.put(`/groups/${top}`, { allowed_email_domains_list })
  allow('other.example')
  const told = (email: string | undefined, end: string) => ({
    status: 400,
    json: { message: { user: [`email '${email}' does not match the allowed ${end}`] } },
  })
  for (const at of places) expect(add(at, 3)).toMatchObject(told(emails[1], 'domain of other.example'))
  const changed = places.map((at) => root.put(`${at}/members/2`, { access_level: 30 }).status)
  expect(changed).toEqual([400, 400, 200])
  allow('other.example,else.example')
  expect(add(`/groups/${top}`, 3)).toMatchObject(told(emails[1], 'domains: other.example, else.example'))
  const invite = (email: string) => root.post(`/groups/${top}/invitations`, { email, access_level: 20 }).json
  expect(invite('new@bad.example')).toMatchObject({
    status: 'error',
    message: {
      'new@bad.example': expect.stringContaining("Invite email email 'new@bad.example' does not match"),
    },
  })
  expect(invite('new@else.example')).toEqual({ status: 'success' })
  allow(domain)
  expect(add(`/groups/${top}`, 3).status).toBe(201)
})
