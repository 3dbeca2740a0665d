import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const base = testSimulator()

describe('invitations', () => {
  test('give whoever is invited twice, or is a member, the new level', () => {
    const bob = callsOf(base.fork(), 'bob')
    const invite = (body: object) => bob.post('/projects/1/invitations', { access_level: 20, ...body })
    const levels = (query: string) =>
      bob
        .get(`/projects/1/invitations?query=${query}`)
        .json.map((row: { access_level: number }) => row.access_level)
    expect(invite({ email: 'new@mail.example' }).json).toEqual({ status: 'success' })
    expect(invite({ email: 'New@mail.example', access_level: 40 }).json).toEqual({ status: 'success' })
    expect(levels('new@mail.example')).toEqual([40])
    expect(levels('new@mail')).toEqual([])
    expect(invite({ user_id: 7 }).json).toEqual({ status: 'success' })
    expect(invite({ user_id: '7', access_level: 30 }).json).toEqual({ status: 'success' })
    expect(bob.get('/projects/1/members/7').json).toMatchObject({ access_level: 30 })
  })

  test('say for each person why not', () => {
    const bob = callsOf(base.fork(), 'bob')
    const message = (body: object) =>
      bob.post('/projects/1/invitations', { access_level: 20, ...body }).json.message
    expect(message({ email: 'a@mail.example', expires_at: '2020-01-01' })).toEqual({
      'a@mail.example': 'Expires at cannot be a date in the past',
    })
    expect(message({ user_id: '4', access_level: 10 })).toEqual({
      carol: 'Access level should be greater than or equal to Developer inherited membership from group Acme',
    })
    const ids = ['999', '__proto__', '1e1']
    expect(Object.entries(message({ user_id: ids.join(',') }))).toEqual(
      ids.map((id) => [id, 'User not found']),
    )
    const nobody = '400 Bad request - Must provide either email or user_id as a parameter'
    expect(message({})).toBe(nobody)
    expect(message({ email: '', user_id: '' })).toBe(nobody)
    expect(bob.post('/projects/1/invitations', { email: 'a@b.c,d', access_level: 20 }).json).toEqual({
      error: 'email contains an invalid email address',
    })
  })

  test('of an Owner are withdrawn by Owners', () => {
    const simulator = base.fork()
    const path = '/projects/1/invitations'
    callsOf(simulator, 'alice').post(path, { email: 'o@mail.example', access_level: 50 })
    expect(callsOf(simulator, 'bob').delete(`${path}/o@mail.example`).status).toBe(403)
    expect(callsOf(simulator, 'alice').delete(`${path}/o@mail.example`).status).toBe(204)
  })
})
