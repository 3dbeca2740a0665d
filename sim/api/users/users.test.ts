import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const base = testSimulator()

describe('the caller', () => {
  test('sees the own account, without what only administrators see', () => {
    const { json } = callsOf(base.fork(), 'alice').get('/user')
    expect(json).toMatchObject({
      id: 2,
      username: 'alice',
      email: 'alice@example.com',
      can_create_project: true,
    })
    expect(json).not.toHaveProperty('is_admin')
  })

  test('sees the administrative part as administrator', () => {
    expect(callsOf(base.fork(), 'root').get('/user').json).toMatchObject({ is_admin: true, note: null })
  })
})

describe('users', () => {
  test('are found by user name in any case', () => {
    const { json } = callsOf(base.fork()).get('/users?username=ALICE')
    expect(json).toHaveLength(1)
    expect(Object.keys(json[0])).toEqual(['id', 'username', 'name', 'state', 'avatar_url', 'web_url'])
  })

  test('are listed to signed-in callers only, the latest first, without blocked ones', () => {
    const simulator = base.fork()
    expect(callsOf(simulator).get('/users').json).toEqual({
      message: '403 Forbidden - Not authorized to access /api/v4/users',
    })
    const ids = callsOf(simulator, 'erin')
      .get('/users?per_page=100')
      .json.map((user: { id: number }) => user.id)
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    expect(ids).toContain(9)
    expect(ids).not.toContain(8)
  })

  test('show their accounts to administrators', () => {
    const [frank] = callsOf(base.fork(), 'root').get('/users?blocked=true').json
    expect(frank).toMatchObject({
      username: 'frank',
      state: 'blocked',
      is_admin: false,
      projects_limit: 100_000,
    })
  })

  test('hide when they joined behind a private profile', () => {
    const simulator = base.fork()
    expect(callsOf(simulator, 'alice').get('/users/9').json).not.toHaveProperty('created_at')
    expect(callsOf(simulator, 'alice').get('/users/2').json).toHaveProperty('created_at')
    expect(callsOf(simulator).get('/users/2').json).toEqual({ message: '403 Forbidden - Not authorized!' })
    expect(callsOf(simulator, 'alice').get('/users/4711').json).toEqual({ message: '404 User Not Found' })
  })
})

describe('creating a user', () => {
  const heidi = { email: 'heidi@example.com', name: 'Heidi', username: 'heidi', password: 'correct horse' }

  test('is for administrators', () => {
    const simulator = base.fork()
    expect(callsOf(simulator, 'alice').post('/users', heidi).status).toBe(403)
    const { status, json } = callsOf(simulator, 'root').post('/users', heidi)
    expect(status).toBe(201)
    expect(json).toMatchObject({ username: 'heidi', state: 'active', is_admin: false })
    expect(callsOf(simulator, 'root').get(`/users/${json.id}`).json.email).toBe('heidi@example.com')
  })

  test('conflicts with another account of the same address or name', () => {
    const root = callsOf(base.fork(), 'root')
    expect(root.post('/users', { ...heidi, email: 'Alice@example.com' })).toMatchObject({
      status: 409,
      json: { message: 'Email has already been taken' },
    })
    expect(root.post('/users', { ...heidi, username: 'Acme' })).toMatchObject({
      status: 409,
      json: { message: 'Username has already been taken' },
    })
  })

  test('needs a way to get a password', () => {
    const root = callsOf(base.fork(), 'root')
    expect(root.post('/users', { ...heidi, password: undefined }).json).toEqual({
      error:
        'password, reset_password, force_random_password are missing, at least one parameter must be provided',
    })
    expect(root.post('/users', { ...heidi, password: 'short' }).json).toEqual({
      message: { password: ['is too short (minimum is 8 characters)'] },
    })
  })
})
