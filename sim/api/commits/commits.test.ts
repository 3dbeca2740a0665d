import { beforeEach, describe, expect, test } from 'vitest'
import type { Simulator } from '../../simulator.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const base = testSimulator()

const repository = '/projects/1/repository'

const seeded = testSimulator()

let sim: Simulator

beforeEach(() => {
  sim = seeded.fork()
})

const as = (user?: string) => callsOf(sim, user)

const secret = () => sim.world.gitRefs.by('byProject', 8).first()?.sha ?? ''

describe('reading commits', () => {
  test('lists the newest first, without counting them', () => {
    const dave = callsOf(base.fork(), 'dave')
    const reply = dave.get(`${repository}/commits?per_page=100`)
    const dates = reply.json.map((commit: { committed_date: string }) =>
      new Date(commit.committed_date).getTime(),
    )
    expect(dates).toEqual([...dates].sort((a: number, b: number) => b - a))
    expect(reply.headers).not.toHaveProperty('X-Total')
    expect(Object.keys(reply.json[0])).toEqual([
      'id',
      'short_id',
      'created_at',
      'parent_ids',
      'title',
      'message',
      'author_name',
      'author_email',
      'authored_date',
      'committer_name',
      'committer_email',
      'committed_date',
      'trailers',
      'web_url',
    ])
  })

  test('shows trailers where they are asked for, and nowhere else', () => {
    const alice = callsOf(base.fork(), 'alice')
    const commit_message = 'Add a file\n\nSigned-off-by: A\nSigned-off-by: B\n'
    const actions = [{ action: 'create', file_path: 'signed.txt', content: 'x' }]
    const made = alice.post(`${repository}/commits`, { branch: 'main', commit_message, actions }).json
    const newest = (query: string) => alice.get(`${repository}/commits?per_page=1&${query}`).json[0]
    expect(newest('trailers=true')).toMatchObject({ id: made.id, trailers: { 'Signed-off-by': 'B' } })
    for (const shown of [
      made,
      newest(''),
      newest('trailers=false'),
      alice.get(`${repository}/commits/${made.id}`).json,
    ])
      expect(shown).toMatchObject({ id: made.id, trailers: {} })
  })

  test('filters by path, author and time', () => {
    const dave = callsOf(base.fork(), 'dave')
    const list = (query: string) => dave.get(`${repository}/commits?per_page=100&${query}`).json
    expect(list('path=README.md').length).toBeLessThan(list('').length)
    for (const commit of list('author=carol')) expect(commit.author_email).toBe('carol@example.com')
    const [, second] = list('')
    expect(list(`since=${encodeURIComponent(second.committed_date)}`)).toHaveLength(2)
    expect(list('ref_name=no-such-branch')).toEqual([])
    expect(list('ref_name=v1.0.0..no-such-branch')).toEqual([])
    const ids = (query: string) => list(query).map(({ id }: { readonly id: string }) => id)
    const before = new Set(ids('ref_name=v1.0.0'))
    expect(ids('ref_name=v1.0.0..v1.1.0')).toEqual(
      ids('ref_name=v1.1.0').filter((id: string) => !before.has(id)),
    )
    expect(ids('ref_name=v1.0.0..')).toEqual(ids('').filter((id: string) => !before.has(id)))
    expect(dave.get('/projects/6/repository/commits').json).toEqual({ message: '404 Repository Not Found' })
  })

  test('shows one with figures, its changes, its names and its merge requests', () => {
    const dave = callsOf(base.fork(), 'dave')
    const commit = dave.get(`${repository}/commits/main`).json
    expect(commit.stats.total).toBe(commit.stats.additions + commit.stats.deletions)
    expect(commit.project_id).toBe(1)
    expect(dave.get(`${repository}/commits/main?stats=false`).json).not.toHaveProperty('stats')
    const [change] = dave.get(`${repository}/commits/${commit.short_id}/diff`).json
    expect(Object.keys(change)).toEqual([
      'old_path',
      'new_path',
      'a_mode',
      'b_mode',
      'new_file',
      'renamed_file',
      'deleted_file',
      'diff',
    ])
    expect(dave.get(`${repository}/commits/${commit.id}/refs?type=branch`).json).toContainEqual({
      type: 'branch',
      name: 'main',
    })
    expect(dave.get(`${repository}/commits/${commit.id}/merge_requests`).status).toBe(200)
    expect(dave.get(`${repository}/commits/0000000/refs`).json).toEqual({ message: '404 Commit Not Found' })
  })
})

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
