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
})
