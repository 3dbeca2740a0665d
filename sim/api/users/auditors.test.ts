import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const base = testSimulator()

const wish = {
  username: 'ivo',
  email: 'ivo@example.com',
  name: 'Ivo',
  force_random_password: true,
  auditor: true,
}

describe('an auditor', () => {
  const simulator = base.fork()
  const root = callsOf(simulator, 'root')
  const { id } = root.post('/users', wish).json
  const { token } = root.post(`/users/${id}/impersonation_tokens`, { name: 'a', scopes: ['api'] }).json
  const headers = { 'private-token': token }
  const read = (path: string) => callsOf(simulator).send('GET', path, { headers })
  const write = (path: string, body: object) =>
    callsOf(simulator).send('POST', path, {
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  test('finds every project and group in the lists', () => {
    for (const path of ['/projects?simple=true&per_page=100&order_by=id', '/groups?per_page=100'])
      expect(
        read(path)
          .json.map((row: { id: number }) => row.id)
          .sort(),
      ).toEqual(
        root
          .get(path)
          .json.map((row: { id: number }) => row.id)
          .sort(),
      )
  })

  test('opens no issue where anybody else may', () => {
    const open = root
      .get('/projects?visibility=public&with_issues_enabled=true&per_page=1&archived=false')
      .json.at(0)
    expect(read(`/projects/${open.id}/issues`).status).toBe(200)
    expect(write(`/projects/${open.id}/issues`, { title: 'x' }).status).toBe(403)
  })

  test('is no administrator as well', () => {
    const reply = callsOf(base.fork(), 'root').post('/users', { ...wish, admin: true })
    expect([reply.status, reply.json]).toEqual([
      400,
      { message: { admin: ['user cannot also be an Auditor.'] } },
    ])
  })
})

test('auditors are listed alone in later releases', () => {
  const listed = (release: '15.8' | '16.11') => {
    const root = callsOf(testSimulator({ release }), 'root')
    root.put('/users/5', { auditor: true })
    return root.get('/users?auditors=true&per_page=100').json.map(({ id }: { readonly id: number }) => id)
  }
  expect(listed('16.11')).toContain(5)
  expect(listed('16.11')).not.toContain(4)
  expect(listed('15.8')).toContain(4)
})
