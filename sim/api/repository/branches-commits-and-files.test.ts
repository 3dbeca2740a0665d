import { describe, expect, test } from 'vitest'
import { text } from '../../lib/bytes.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const base = testSimulator()
const repository = '/projects/1/repository'
const people = ['root', 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory'] as const

function statuses(call: (user: string) => { readonly status: number }): number[] {
  return people.map((user) => call(user).status)
}

describe('reading branches', () => {
  test('needs the right to read the code', () => {
    const simulator = base.fork()
    const read = (user: string) => callsOf(simulator, user).get(`${repository}/branches`)
    expect(statuses(read)).toEqual([200, 200, 200, 200, 200, 403, 404])
    expect(callsOf(simulator).get('/projects/3/repository/branches').status).toBe(200)
  })

  test('tells the default branch from others', () => {
    const carol = callsOf(base.fork(), 'carol')
    expect(carol.get(`${repository}/branches/main`).json).toMatchObject({
      name: 'main',
      merged: false,
      protected: true,
      developers_can_push: false,
      can_push: false,
      default: true,
      web_url: 'http://127.0.0.1:8080/acme/webapp/-/tree/main',
    })
    expect(carol.get(`${repository}/branches/nope`).json).toEqual({ message: '404 Branch Not Found' })
  })

  test('finds them by parts of their names', () => {
    const carol = callsOf(base.fork(), 'carol')
    const names = (search: string) =>
      carol.get(`${repository}/branches?search=${search}`).json.map((branch: { name: string }) => branch.name)
    expect(names('^mai')).toEqual(['main'])
    expect(names('AIN%24')).toContain('main')
    expect(names('no-such-branch')).toEqual([])
  })

  test('says by HEAD whether there is one', () => {
    const carol = callsOf(base.fork(), 'carol')
    expect(carol.head(`${repository}/branches/main`)).toMatchObject({ status: 204, body: null })
    expect(carol.head(`${repository}/branches/nope`).status).toBe(404)
  })
})

describe('writing branches', () => {
  test('creates one from any revision', () => {
    const carol = callsOf(base.fork(), 'carol')
    const { status, json } = carol.post(`${repository}/branches`, { branch: 'topic/one', ref: 'v1.0.0' })
    expect(status).toBe(201)
    expect(json).toMatchObject({ name: 'topic/one', protected: false, can_push: true })
    expect(json.commit.id).toBe(carol.get(`${repository}/tags/v1.0.0`).json.commit.id)
    expect(carol.get(`${repository}/branches/topic%2Fone`).status).toBe(200)
  })

  test('refuses in the words of the service', () => {
    const simulator = base.fork()
    const carol = callsOf(simulator, 'carol')
    const create = (branch: string, ref: string) => carol.post(`${repository}/branches`, { branch, ref })
    expect(create('main', 'main')).toMatchObject({ status: 400, json: { message: 'Branch already exists' } })
    expect(create('x', 'nope').json).toEqual({
      message: "Failed to create branch 'x': invalid reference name 'nope'",
    })
    expect(create('a..b', 'main').json).toEqual({ message: 'Branch name is invalid' })
    expect(carol.post(`${repository}/branches`, {}).json).toEqual({
      error: 'branch is missing, ref is missing',
    })
    expect(
      callsOf(simulator, 'dave').post(`${repository}/branches`, { branch: 'x', ref: 'main' }).status,
    ).toBe(403)
  })

  test('deletes all but the default branch', () => {
    const carol = callsOf(base.fork(), 'carol')
    carol.post(`${repository}/branches`, { branch: 'topic', ref: 'main' })
    expect(carol.delete(`${repository}/branches/topic`)).toMatchObject({ status: 204, body: null })
    expect(carol.delete(`${repository}/branches/topic`).json).toEqual({ message: '404 Branch Not Found' })
    expect(carol.delete(`${repository}/branches/main`)).toMatchObject({
      status: 400,
      json: { message: 'The default branch of a project cannot be deleted.' },
    })
  })

  test('leaves protected branches to maintainers', () => {
    const simulator = base.fork()
    const bob = callsOf(simulator, 'bob')
    bob.post(`${repository}/branches`, { branch: 'frozen', ref: 'main' })
    bob.post('/projects/1/protected_branches', { name: 'frozen' })
    expect(callsOf(simulator, 'carol').delete(`${repository}/branches/frozen`).json.message).toMatch(
      /^You are not allowed to delete protected branches/,
    )
    expect(bob.delete(`${repository}/branches/frozen`).status).toBe(204)
  })

  test('deletes those that are merged', () => {
    const carol = callsOf(base.fork(), 'carol')
    carol.post(`${repository}/branches`, { branch: 'old', ref: 'v1.0.0' })
    expect(carol.get(`${repository}/branches/old`).json.merged).toBe(true)
    expect(carol.delete(`${repository}/merged_branches`)).toMatchObject({
      status: 202,
      json: { message: '202 Accepted' },
    })
    expect(carol.get(`${repository}/branches/old`).status).toBe(404)
    expect(carol.get(`${repository}/branches/main`).status).toBe(200)
  })

  test('keeps merged ones that an open merge request is from or for', () => {
    const carol = callsOf(base.fork(), 'carol')
    for (const branch of ['old', 'older', 'oldest'])
      carol.post(`${repository}/branches`, { branch, ref: 'v1.0.0' })
    const wish = { source_branch: 'old', target_branch: 'older', title: 'Old into older' }
    expect(carol.post('/projects/1/merge_requests', wish).status).toBe(201)
    carol.delete(`${repository}/merged_branches`)
    const left = (name: string) => carol.get(`${repository}/branches/${name}`).status
    expect(['old', 'older', 'oldest'].map(left)).toEqual([200, 200, 404])
  })
})

describe('protected branches', () => {
  test('are the business of maintainers', () => {
    const simulator = base.fork()
    const read = (user: string) => callsOf(simulator, user).get('/projects/1/protected_branches')
    expect(statuses(read)).toEqual([200, 200, 200, 403, 403, 403, 404])
  })

  test('let in whom they name', () => {
    const simulator = base.fork()
    const bob = callsOf(simulator, 'bob')
    const { status, json } = bob.post('/projects/1/protected_branches', {
      name: 'stable-*',
      push_access_level: 30,
    })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      name: 'stable-*',
      push_access_levels: [
        { access_level: 30, access_level_description: 'Developers + Maintainers', user_id: null },
      ],
      merge_access_levels: [{ access_level: 40, access_level_description: 'Maintainers' }],
      allow_force_push: false,
      code_owner_approval_required: false,
    })
    bob.post(`${repository}/branches`, { branch: 'stable-1', ref: 'main' })
    expect(callsOf(simulator, 'carol').get(`${repository}/branches/stable-1`).json).toMatchObject({
      protected: true,
      developers_can_push: true,
      can_push: true,
    })
    expect(bob.post('/projects/1/protected_branches', { name: 'stable-*' })).toMatchObject({
      status: 409,
      json: { message: "Protected branch 'stable-*' already exists" },
    })
    expect(bob.delete('/projects/1/protected_branches/stable-*').status).toBe(204)
    expect(bob.get('/projects/1/protected_branches/stable-*').json).toEqual({ message: '404 Not found' })
  })
})

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

  test('filters by path, author and time', () => {
    const dave = callsOf(base.fork(), 'dave')
    const list = (query: string) => dave.get(`${repository}/commits?per_page=100&${query}`).json
    expect(list('path=README.md').length).toBeLessThan(list('').length)
    for (const commit of list('author=carol')) expect(commit.author_email).toBe('carol@example.com')
    const [, second] = list('')
    expect(list(`since=${encodeURIComponent(second.committed_date)}`)).toHaveLength(2)
    expect(list('ref_name=no-such-branch')).toEqual([])
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

describe('committing', () => {
  const create = { action: 'create', file_path: 'notes/a.txt', content: 'a\n' }
  const body = { branch: 'topic', start_branch: 'main', commit_message: 'Take notes', actions: [create] }

  test('makes one commit of several actions', () => {
    const carol = callsOf(base.fork(), 'carol')
    const actions = [
      create,
      { action: 'create', file_path: 'bin/run', content: 'AAEC', encoding: 'base64' },
      { action: 'move', file_path: 'READ.md', previous_path: 'README.md' },
      { action: 'chmod', file_path: 'notes/a.txt', execute_filemode: true },
    ]
    const { status, json } = carol.post(`${repository}/commits`, { ...body, actions })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      title: 'Take notes',
      author_name: 'Carol Çelik',
      committer_email: 'carol@example.com',
    })
    const changes = carol.get(`${repository}/commits/${json.id}/diff`).json
    expect(changes).toContainEqual(
      expect.objectContaining({ new_path: 'notes/a.txt', b_mode: '100755', new_file: true }),
    )
    expect(changes).toContainEqual(
      expect.objectContaining({ old_path: 'README.md', new_path: 'READ.md', renamed_file: true }),
    )
    expect(carol.get(`${repository}/branches/topic`).json.commit.id).toBe(json.id)
  })

  test('signs with the author that is named', () => {
    const carol = callsOf(base.fork(), 'carol')
    const { json } = carol.post(`${repository}/commits`, {
      ...body,
      author_name: 'Ann',
      author_email: 'ann@example.org',
    })
    expect(json).toMatchObject({
      author_name: 'Ann',
      author_email: 'ann@example.org',
      committer_name: 'Carol Çelik',
    })
  })

  test('refuses what cannot be done to a file', () => {
    const carol = callsOf(base.fork(), 'carol')
    const commit = (action: object) => carol.post(`${repository}/commits`, { ...body, actions: [action] })
    const file = { file_path: 'README.md', content: 'x' }
    expect(commit({ action: 'create', ...file })).toMatchObject({
      status: 400,
      json: { message: 'A file with this name already exists' },
    })
    expect(commit({ action: 'update', ...file, file_path: 'nope' }).json).toEqual({
      message: "A file with this name doesn't exist",
    })
    expect(commit({ action: 'burn', ...file }).json).toEqual({
      error: 'actions[0][action] does not have a valid value',
    })
    expect(commit({ action: 'move', ...file }).json).toEqual({
      error: 'actions[0][previous_path] is missing',
    })
    expect(commit({ action: 'create', file_path: '../x', content: '' }).json).toEqual({
      message: "invalid path: '../x'",
    })
    expect(commit({ action: 'update', ...file, last_commit_id: 'f'.repeat(40) }).json).toEqual({
      message: 'The file has changed since you started editing it: README.md',
    })
  })

  test('refuses branches that cannot be used', () => {
    const simulator = base.fork()
    const carol = callsOf(simulator, 'carol')
    const commit = (more: object) => carol.post(`${repository}/commits`, { ...body, ...more })
    expect(commit({ branch: 'main', start_branch: undefined })).toMatchObject({
      status: 403,
      json: { message: '403 Forbidden - You are not allowed to push into this branch' },
    })
    expect(commit({ start_branch: 'nope' }).json).toEqual({
      message: 'You can only create or edit files when you are on a branch',
    })
    expect(commit({ start_sha: 'main' }).json).toEqual({
      error: 'start_branch, start_sha are mutually exclusive',
    })
    expect(commit({ start_branch: undefined, start_sha: 'f'.repeat(40) }).json).toEqual({
      message: `Cannot find start_sha '${'f'.repeat(40)}'`,
    })
    expect(commit({}).status).toBe(201)
    expect(commit({}).json).toEqual({
      message: "A branch called 'topic' already exists. Switch to that branch in order to make changes",
    })
    expect(commit({ force: true }).status).toBe(201)
  })

  test('starts an empty repository, whose first branch is protected', () => {
    const simulator = base.fork()
    const first = { branch: 'trunk', commit_message: 'Begin', actions: [create] }
    expect(callsOf(simulator, 'carol').post('/projects/6/repository/commits', first)).toMatchObject({
      status: 400,
    })
    const alice = callsOf(simulator, 'alice')
    expect(alice.post('/projects/6/repository/commits', first).json.parent_ids).toEqual([])
    expect(alice.get('/projects/6').json).toMatchObject({ default_branch: 'trunk', empty_repo: false })
    expect(alice.get('/projects/6/repository/branches/trunk').json).toMatchObject({
      default: true,
      protected: true,
    })
  })
})

describe('files', () => {
  test('come in base64 with what is known of them', () => {
    const dave = callsOf(base.fork(), 'dave')
    const { json, headers } = dave.get(`${repository}/files/README.md?ref=main`)
    expect(json).toMatchObject({
      file_name: 'README.md',
      encoding: 'base64',
      ref: 'main',
      execute_filemode: false,
    })
    expect(headers).toMatchObject({ 'X-Gitlab-Blob-Id': json.blob_id, 'X-Gitlab-Size': String(json.size) })
    expect(dave.head(`${repository}/files/README.md?ref=main`).headers['X-Gitlab-Commit-Id']).toBe(
      json.commit_id,
    )
  })

  test('come raw', () => {
    const dave = callsOf(base.fork(), 'dave')
    const raw = dave.get(`${repository}/files/README.md/raw?ref=main`)
    expect(raw.status).toBe(200)
    expect(raw.headers['Content-Type']).toBe('text/plain; charset=utf-8')
    const { content } = dave.get(`${repository}/files/README.md?ref=main`).json
    expect(text(raw.body as Uint8Array)).toBe(Buffer.from(content, 'base64').toString())
  })

  test('are missing in the words of the service', () => {
    const dave = callsOf(base.fork(), 'dave')
    expect(dave.get(`${repository}/files/README.md`).json).toEqual({ error: 'ref is missing, ref is empty' })
    expect(dave.get(`${repository}/files/README.md?ref=nope`).json).toEqual({
      message: '404 Commit Not Found',
    })
    expect(dave.get(`${repository}/files/nope.md?ref=main`).json).toEqual({ message: '404 File Not Found' })
    expect(dave.get(`${repository}/files/..%2Fx?ref=main`).json).toEqual({
      error: 'file_path should be a valid file path',
    })
  })

  test('are created, changed and deleted', () => {
    const carol = callsOf(base.fork(), 'carol')
    const path = `${repository}/files/docs%2Fplan.v1.md`
    const body = { branch: 'plan', start_branch: 'main', commit_message: 'Plan', content: 'one\n' }
    expect(carol.post(path, body)).toMatchObject({
      status: 201,
      json: { file_path: 'docs/plan.v1.md', branch: 'plan' },
    })
    const again = { ...body, start_branch: undefined }
    expect(carol.post(path, again).json).toEqual({ message: 'A file with this name already exists' })
    expect(carol.put(path, { ...again, content: 'dHdvCg==', encoding: 'base64' }).status).toBe(200)
    expect(text(carol.get(`${path}/raw?ref=plan`).body as Uint8Array)).toBe('two\n')
    expect(carol.put(path, { ...again, last_commit_id: 'a'.repeat(40) }).json).toEqual({
      message: 'You are attempting to update a file that has changed since you started editing it.',
    })
    expect(carol.delete(path, { branch: 'plan', commit_message: 'Give up' })).toMatchObject({
      status: 204,
      body: null,
    })
    expect(carol.delete(path, { branch: 'plan', commit_message: 'Give up' }).json).toEqual({
      message: "A file with this name doesn't exist",
    })
  })

  test('on a protected branch are left to those who may push to it', () => {
    const simulator = base.fork()
    const body = { branch: 'main', commit_message: 'x', content: 'x' }
    expect(callsOf(simulator, 'carol').post(`${repository}/files/x.txt`, body)).toMatchObject({
      status: 400,
      json: { message: 'You are not allowed to push into this branch' },
    })
    expect(callsOf(simulator, 'dave').post(`${repository}/files/x.txt`, body).status).toBe(403)
    expect(callsOf(simulator, 'bob').post(`${repository}/files/x.txt`, body).status).toBe(201)
  })
})

describe('tags', () => {
  test('are listed, the latest first', () => {
    const dave = callsOf(base.fork(), 'dave')
    const tags = dave.get(`${repository}/tags`).json
    const dates = tags.map((tag: { commit: { committed_date: string } }) =>
      new Date(tag.commit.committed_date).getTime(),
    )
    expect(dates).toEqual([...dates].sort((a: number, b: number) => b - a))
    expect(Object.keys(tags[0])).toEqual([
      'name',
      'message',
      'target',
      'commit',
      'release',
      'protected',
      'created_at',
    ])
  })

  test('are created, annotated where they have a message, and deleted', () => {
    const carol = callsOf(base.fork(), 'carol')
    const create = (tag_name: string, more: object = {}) =>
      carol.post(`${repository}/tags`, { tag_name, ref: 'main', ...more })
    expect(create('snapshot').json).toMatchObject({ name: 'snapshot', message: null, protected: false })
    const annotated = create('snapshot.2', { message: 'Second' })
    expect(annotated).toMatchObject({ status: 201, json: { message: 'Second' } })
    expect(annotated.json.target).not.toBe(annotated.json.commit.id)
    expect(annotated.json.created_at).toMatch(/^2024-01-01T00:00/)
    expect(create('light').json.created_at).toBeNull()
    expect(create('snapshot').json).toEqual({ message: 'Tag snapshot already exists' })
    expect(create('other', { ref: 'nope' }).json).toEqual({ message: 'Target nope is invalid' })
    expect(carol.delete(`${repository}/tags/snapshot.2`).status).toBe(204)
    expect(carol.get(`${repository}/tags/snapshot.2`).json).toEqual({ message: '404 Tag Not Found' })
  })

  test('tell of their release', () => {
    const carol = callsOf(base.fork(), 'carol')
    const release = { tag_name: 'snapshot', ref: 'main', description: 'What there is' }
    expect(carol.post('/projects/1/releases', release).status).toBe(201)
    expect(carol.get(`${repository}/tags/snapshot`).json.release).toEqual({
      tag_name: 'snapshot',
      description: 'What there is',
    })
  })

  test('that are protected are left to maintainers', () => {
    const carol = callsOf(base.fork(), 'carol')
    expect(carol.get(`${repository}/tags/v1.0.0`).json.protected).toBe(true)
    expect(carol.delete(`${repository}/tags/v1.0.0`).json.message).toMatch(
      /^You are not allowed to delete protected tags/,
    )
    expect(carol.post(`${repository}/tags`, { tag_name: 'v9.0.0', ref: 'main' })).toMatchObject({
      status: 400,
      json: { message: 'You are not allowed to create this tag as it is protected.' },
    })
  })
})
