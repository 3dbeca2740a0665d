import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

const as = (user?: string) => here.as(user)

describe('a fork', () => {
  test('is called one no longer, and its merge request is closed', () => {
    const open = as('alice').get('/projects/1/merge_requests?state=opened&per_page=100').json
    const request = open.find(({ source_project_id: id }: { source_project_id: number }) => id === 5)
    const since = { headers: { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' } }
    expect(as('carol').send('DELETE', '/projects/5/fork', since).status).toBe(412)
    expect(as('carol').delete('/projects/5/fork').status).toBe(204)
    expect(as('carol').get('/projects/5').json.forked_from_project).toBeUndefined()
    expect(as('alice').get(`/projects/1/merge_requests/${request.iid}`).json.state).toBe('closed')
    expect(as('carol').delete('/projects/5/fork').status).toBe(304)
    expect(as('carol').post('/projects/5/fork/1')).toMatchObject({
      status: 201,
      json: { forked_from_project: { id: 1 } },
    })
    expect(as('carol').post('/projects/5/fork/1')).toMatchObject({
      status: 409,
      json: { message: 'Project already forked' },
    })
    expect(as('carol').post('/projects/5/fork/8').json).toEqual({ message: '404 Project Not Found' })
    expect(as('bob').delete('/projects/5/fork').status).toBe(404)
  })
})

test('a topmost group can keep forks of its projects within its hierarchy', () => {
  const [root, alice] = [here.as('root'), here.as('alice')]
  const group = (name: string, parent_id?: number): number =>
    alice.post('/groups', { name, path: name, visibility: 'public', ...(parent_id && { parent_id }) }).json.id
  const kept = group('kept')
  const [below, other] = [group('below', kept), group('other')]
  const { id } = alice.post('/projects', {
    name: 'Inside',
    namespace_id: kept,
    initialize_with_readme: true,
  }).json
  const into = (calls: typeof root, fields: object) => calls.post(`/projects/${id}/fork`, fields).status
  alice.put(`/groups/${kept}`, { prevent_forking_outside_group: true })
  expect([into(alice, {}), into(alice, { namespace_id: other })]).toEqual([404, 404])
  expect(into(alice, { namespace_id: below })).toBe(201)
  expect(into(root, {})).toBe(201)
  alice.put(`/groups/${kept}`, { prevent_forking_outside_group: false })
  expect(into(alice, { namespace_id: other })).toBe(201)
})
