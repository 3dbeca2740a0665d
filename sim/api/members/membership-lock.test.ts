import { expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

test('projects of a group that locks its members take none of their own', () => {
  const root = here.as('root')
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
