import { lstatSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callsOf } from '../testing/calls.ts'
import { type Served, serve } from './testing/served.ts'

describe.each([0, 2] as const)('git fetches in version %i of the protocol', (version) => {
  let served: Served
  const alice = () => callsOf(served.simulator, 'alice')
  beforeAll(async () => {
    served = await serve(version)
    await served.read('.', 'clone', '-q', served.address('acme/webapp.git', 'alice-token'), 'whole')
  })
  afterAll(() => served.close())

  test('a clone is sound and has the history, the tags and the branches of the API', async () => {
    expect((await served.git('whole', 'fsck', '--strict')).said).not.toMatch(/error|warning|missing/)
    const log = await served.read('whole', 'log', '--format=%H')
    const commits = [1, 2].flatMap(
      (page) => alice().get(`/projects/1/repository/commits?per_page=100&page=${page}`).json,
    )
    expect(log.split('\n')).toEqual(commits.map(({ id }: { id: string }) => id))
    const named = (kind: string) =>
      alice()
        .get(`/projects/1/repository/${kind}?per_page=100`)
        .json.map(({ name }: { name: string }) => name)
        .sort()
    expect((await served.read('whole', 'tag')).split('\n').sort()).toEqual(named('tags'))
    const remote = await served.read('whole', 'for-each-ref', '--format=%(refname:lstrip=3)', 'refs/remotes')
    expect(
      remote
        .split('\n')
        .filter((name) => name !== 'HEAD')
        .sort(),
    ).toEqual(named('branches'))
  })

  test('a renamed project is still there for git by its old path, until another takes it', async () => {
    const { id } = alice().post('/projects', {
      name: `Old ${version}`,
      path: 'old',
      initialize_with_readme: true,
    }).json
    alice().put(`/projects/${id}`, { path: `new-${version}` })
    expect(alice().get('/projects/alice%2Fold').status).toBe(404)
    await served.read('.', 'clone', '-q', served.address('alice/old.git', 'alice-token'), `moved-${version}`)
    const other = alice().post('/projects', { name: `Other ${version}`, path: 'old' }).json.id
    expect(alice().get('/projects/alice%2Fold').json.id).toBe(other)
    expect(await served.read('.', 'ls-remote', served.address('alice/old.git', 'alice-token'))).toBe('')
    alice().delete(`/projects/${other}`)
  })

  test('files of every kind arrive as they are', async () => {
    const listed = await served.read('whole', 'ls-tree', '-r', 'HEAD')
    const modes = new Set(listed.split('\n').map((line) => line.slice(0, 6)))
    expect([...modes].sort()).toEqual(['100644', '100755', '120000'])
    expect(await served.read('whole', 'status', '--short')).toBe('')
    for (const line of listed.split('\n')) {
      const [about = '', path = ''] = line.split('\t')
      const file = join(served.folder, 'whole', path.replaceAll('"', ''))
      if (about.startsWith('120000')) expect(readlinkSync(file)).not.toBe('')
      if (about.startsWith('100755')) expect(lstatSync(file).mode & 0o100).toBe(0o100)
    }
  })

  test('a shallow clone is cut where it was asked to be, and can be deepened to the whole', async () => {
    const count = async () => Number(await served.read('cut', 'rev-list', '--count', 'HEAD'))
    const whole = Number(await served.read('whole', 'rev-list', '--count', 'HEAD'))
    const address = served.address('acme/webapp.git', 'alice-token')
    await served.read('.', 'clone', '-q', '--depth', '1', address, 'cut')
    expect(await count()).toBe(1)
    await served.read('cut', 'fetch', '-q', '--depth', '4')
    expect(await count()).toBeGreaterThan(3)
    await served.read('cut', 'fetch', '-q', '--deepen', '2')
    expect(await count()).toBeGreaterThan(5)
    await served.read('cut', 'fsck', '--strict')
    await served.read('cut', 'fetch', '-q', '--unshallow')
    expect(await count()).toBe(whole)
    await served.read('cut', 'fsck', '--strict')
    await served.read('.', 'clone', '-q', '--shallow-since=2023-06-01', address, 'since')
    expect(Number(await served.read('since', 'rev-list', '--count', 'HEAD'))).toBeLessThan(whole)
  })

  test('a fetch after a merge brings the merge commit and little else', async () => {
    const head = alice().post('/projects/1/repository/commits', {
      branch: 'from-the-api',
      start_branch: 'main',
      commit_message: 'Add a file',
      actions: [{ action: 'create', file_path: 'from-the-api.txt', content: 'new\n' }],
    })
    expect(head.status).toBe(201)
    const opened = alice().post('/projects/1/merge_requests', {
      source_branch: 'from-the-api',
      target_branch: 'main',
      title: 'From the API',
    })
    served.simulator.clock.advance('1m')
    const merged = alice().put(`/projects/1/merge_requests/${opened.json.iid}/merge`)
    expect(merged.json.state).toBe('merged')
    const { said } = await served.git('whole', 'fetch', '--progress')
    expect(said).toMatch(/Enumerating objects: \d\d?, done/)
    expect(await served.read('whole', 'rev-parse', 'origin/main')).toBe(merged.json.merge_commit_sha)
    await served.read('whole', 'fsck', '--strict')
    expect(said).not.toMatch(/refs\/merge-requests/)
    const own = `refs/merge-requests/${opened.json.iid}/head`
    await served.read('whole', 'fetch', '-q', 'origin', own)
    expect(await served.read('whole', 'rev-parse', 'FETCH_HEAD')).toBe(head.json.id)
  })

  test('what was deployed can be fetched by the slug of its environment', async () => {
    const { sha, iid } = alice().post('/projects/3/deployments', {
      environment: 'Review/one',
      sha: alice().get('/projects/3/repository/branches/main').json.commit.id,
      ref: 'main',
      tag: false,
      status: 'success',
    }).json
    alice().post('/projects/3/deployments', {
      ...{ environment: 'Review/one', sha, ref: 'main', tag: false, status: 'failed' },
    })
    const address = served.address('acme/handbook.git', 'alice-token')
    expect(await served.read('.', 'ls-remote', address, 'refs/environments/*')).toBe(
      `${sha}\trefs/environments/review-one/deployments/${iid}`,
    )
  })

  test('an empty repository is cloned', async () => {
    const { ok, said } = await served.git(
      '.',
      'clone',
      served.address('acme/empty.git', 'alice-token'),
      'empty',
    )
    expect([ok, said]).toEqual([true, expect.stringContaining('cloned an empty repository')])
  })

  test('the suffix can be left out', async () => {
    await served.read('.', 'clone', '-q', served.address('acme/handbook'), 'handbook')
    expect(await served.read('handbook', 'rev-list', '--count', 'HEAD')).toMatch(/^\d+$/)
  })

  test('time stands still, and the journal knows who fetched', () => {
    const requests = served.simulator.journal.entries({ path: '/acme/webapp.git/*', status: '200' })
    expect(requests.map(({ user }) => user)).toContain('alice')
    expect(requests[0]?.at).toBe('2024-01-01T00:00:00.000Z')
  })
})
