import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const base = testSimulator()

describe('group shares', () => {
  test('share a project with a group, and unshare it', () => {
    const simulator = base.fork()
    const mallory = callsOf(simulator, 'mallory')
    const group = mallory.post('/groups', { name: 'Guests', path: 'guests', visibility: 'public' }).json.id
    const alice = callsOf(simulator, 'alice')
    expect(
      callsOf(simulator, 'carol').post('/projects/1/share', { group_id: group, group_access: 30 }).status,
    ).toBe(403)
    expect(alice.post('/projects/1/share', { group_id: group, group_access: 30 })).toMatchObject({
      status: 201,
      json: { project_id: 1, group_id: group, group_access: 30, expires_at: null },
    })
    expect(mallory.get('/projects/1').status).toBe(200)
    expect(alice.post('/projects/1/share', { group_id: group, group_access: 30 }).status).toBe(409)
    const since = { headers: { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' } }
    expect(alice.send('DELETE', `/projects/1/share/${group}`, since).status).toBe(412)
    expect(alice.delete(`/projects/1/share/${group}`).status).toBe(204)
    expect(alice.delete(`/projects/1/share/${group}`).json).toEqual({ message: '404 Group Link Not Found' })
    expect(mallory.get('/projects/1').status).toBe(404)
  })

  test('share a group for its owners alone, and within its hierarchy where the top-level group says so', () => {
    const as = (user: string) => callsOf(simulator, user)
    const simulator = base.fork()
    const open = (name: string, parent_id?: number) =>
      as('alice').post('/groups', { name, path: name, parent_id, visibility: 'public' }).json.id as number
    const [top, guests] = [open('top'), open('guests')]
    const [inner, sibling] = [open('inner', top), open('sibling', top)]
    as('alice').post(`/groups/${top}/members`, { user_id: 3, access_level: 40 })
    const share = (user: string, group_id: number) =>
      as(user).post(`/groups/${inner}/share`, { group_id, group_access: 10 })
    expect(share('bob', guests)).toMatchObject({ status: 404, json: { message: 'Not Found' } })
    as('alice').put(`/groups/${top}`, { prevent_sharing_groups_outside_hierarchy: true })
    expect(share('alice', guests)).toMatchObject({ status: 404, json: { message: 'Not Found' } })
    expect(share('alice', sibling).status).toBe(201)
    expect(share('alice', sibling)).toMatchObject({
      status: 409,
      json: { message: 'Shared group The group has already been shared with this group' },
    })
    expect(as('bob').delete(`/groups/${inner}/share/${sibling}`).status).toBe(204)
    expect(as('alice').get(`/groups/${inner}`).json.shared_with_groups).toHaveLength(1)
    expect(as('alice').get(`/groups/${inner}`).json).not.toHaveProperty(
      'prevent_sharing_groups_outside_hierarchy',
    )
  })
})
