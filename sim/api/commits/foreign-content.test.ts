import { beforeEach, expect, test } from 'vitest'
import type { Simulator } from '../../simulator.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const seeded = testSimulator()
let sim: Simulator
beforeEach(() => {
  sim = seeded.fork()
})
const as = (user?: string) => callsOf(sim, user)
const secret = () => sim.world.gitRefs.by('byProject', 8).first()?.sha ?? ''

test.each(['', '/diff', '/refs', '/merge_requests', '/statuses'])(
  'commits%s of a private project cannot be read through a public one',
  (tail) => {
    for (const id of [secret(), secret().slice(0, 10)]) {
      expect(as('mallory').get(`/projects/3/repository/commits/${id}${tail}`).status).toBe(404)
      expect(as('root').get(`/projects/8/repository/commits/${id}${tail}`).status).toBe(200)
    }
  },
)

test('commits of a private project cannot be read through the files and the history of another project', () => {
  expect(as('mallory').get(`/projects/3/repository/files/README.md?ref=${secret()}`).status).toBe(404)
  expect(as('mallory').get(`/projects/3/repository/commits?ref_name=${secret()}`).json).toEqual([])
})

test('commits of a private project cannot be used as a ref in another project', () => {
  const id = as('mallory').post('/projects', { name: 'mine', initialize_with_readme: true }).json.id
  const make = (kind: string, body: object) =>
    as('mallory').post(`/projects/${id}/repository/${kind}`, body).status
  expect(make('branches', { branch: 'stolen', ref: secret() })).toBe(400)
  expect(make('tags', { tag_name: 'stolen', ref: secret() })).toBe(400)
  const actions = [{ action: 'create', file_path: 'a', content: 'a' }]
  const commit = { branch: 'stolen', start_sha: secret(), commit_message: 'x', actions }
  expect(make('commits', commit)).toBe(400)
  expect(as('mallory').post(`/projects/${id}/statuses/${secret()}`, { state: 'success' }).status).toBe(404)
})
