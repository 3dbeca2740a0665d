import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const base = testSimulator()

const people = ['root', 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory'] as const

function statuses(call: (user: string) => { readonly status: number }): number[] {
  return people.map((user) => call(user).status)
}

describe('milestones of groups', () => {
  test('are written by reporters, and seen by members', () => {
    const simulator = base.fork()
    const create = (user: string) =>
      callsOf(simulator, user).post('/groups/1/milestones', { title: `by ${user}` })
    expect(statuses(create)).toEqual([201, 201, 201, 201, 201, 403, 404])
    const dave = callsOf(simulator, 'dave')
    const [milestone] = dave.get('/groups/1/milestones?title=by%20dave').json
    expect(milestone).toMatchObject({
      group_id: 1,
      state: 'active',
      web_url: expect.stringContaining('/groups/acme/-/milestones/'),
    })
    const path = `/groups/1/milestones/${milestone.id}`
    expect(dave.put(path, { state_event: 'close' }).json.state).toBe('closed')
    expect(dave.post('/groups/1/milestones', { title: 'by dave' }).json).toEqual({
      message:
        'Failed to create milestone {:title=>["already being used for another group or project milestone."]}',
    })
    expect(dave.delete(path).status).toBe(204)
    expect(dave.get(path).json).toEqual({ message: '404 Not found' })
  })
})

test('include_parent_milestones takes those groups above that the caller belongs to, or that are open', () => {
  const simulator = base.fork()
  const root = callsOf(simulator, 'root')
  const group = (path: string, visibility: string, parent_id?: number) => {
    const { id } = root.post('/groups', { name: path, path, visibility, parent_id }).json
    root.post(`/groups/${id}/milestones`, { title: `of ${path}` })
    return id
  }
  const top = group('top', 'public')
  const closed = group('closed', 'private', top)
  const below = group('below', 'private', closed)
  root.post(`/groups/${below}/members`, { user_id: 5, access_level: 10 })
  const titles = (user: string) =>
    callsOf(simulator, user)
      .get(`/groups/${below}/milestones?include_parent_milestones=true`)
      .json.map(({ title }: { title: string }) => title)
      .sort()
  expect(titles('dave')).toEqual(['of below', 'of top'])
  expect(titles('root')).toEqual(['of below', 'of closed', 'of top'])
  const inside = root.post('/projects', { name: 'Inside', namespace_id: closed }).json.id
  root.post(`/projects/${inside}/members`, { user_id: 5, access_level: 10 })
  expect(titles('dave')).toEqual(['of below', 'of closed', 'of top'])
})
