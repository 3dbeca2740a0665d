import { describe, expect, test } from 'vitest'
import { emptyWorldDescription } from '../../../fixtures/index.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const files = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`part-${i + 1}.txt`, `${i + 1}\n`]))
const gists = [
  { description: 'Ten', public: true, files: files(10) },
  { description: 'Eleven', public: true, files: files(11) },
  { description: '', files: files(1) },
  { description: 'None', files: {} },
]
const base = testSimulator({ world: { ...emptyWorldDescription(), external: { people: [], gists } } })

function started(token = 'remote-token') {
  const sim = base.fork()
  const root = callsOf(sim, 'root')
  root.post('/features/github_import_gists', { value: 'true' })
  return { sim, root, reply: root.post('/import/extgit/gists', { personal_access_token: token }) }
}

describe('an import of gists', () => {
  test('takes those of up to ten files; who has no description is called after the first file, who is not public is private', () => {
    const { sim, root } = started()
    sim.clock.advance('5s')
    const rows: readonly { title: string; visibility: string; files: readonly unknown[] }[] =
      root.get('/snippets').json
    expect(rows.map(({ title, visibility, files: { length } }) => [title, visibility, length])).toEqual([
      ['part-1.txt', 'private', 1],
      ['Ten', 'public', 10],
    ])
  })

  test('that is going on is told before the token is looked at', () => {
    const { root, reply } = started()
    expect(reply.json).toBe(202)
    expect(root.post('/import/extgit/gists', { personal_access_token: 'invalid-1' }).json).toEqual({
      errors: 'Import already in progress',
    })
  })

  test('is nobody else’s affair, and can begin again once it is over', () => {
    const { sim, root } = started()
    root.post('/users', { username: 'ann', name: 'Ann', email: 'ann@example.com', password: 'long enough 1' })
    const id = sim.world.users.find('byUsername', 'ann')?.id ?? 0
    const personal = root.post(`/users/${id}/personal_access_tokens`, { name: 'a', scopes: ['api'] })
    const ask = () => {
      const headers = { 'private-token': personal.json.token, 'content-type': 'application/json' }
      const body = JSON.stringify({ personal_access_token: 'remote-token' })
      return callsOf(sim).send('POST', '/import/extgit/gists', { headers, body }).status
    }
    expect(ask()).toBe(202)
    expect(ask()).toBe(422)
    sim.clock.advance('5s')
    expect(ask()).toBe(202)
  })

  test('is not for external users, who make no snippets', () => {
    const { sim, root } = started('invalid-1')
    sim.world.users.update(1, { external: true })
    const reply = root.post('/import/extgit/gists', { personal_access_token: 'remote-token' })
    expect([reply.status, reply.json]).toEqual([403, { message: '403 Forbidden' }])
  })
})
