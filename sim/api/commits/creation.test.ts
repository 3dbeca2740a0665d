import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const base = testSimulator()

const repository = '/projects/1/repository'

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

  test('starts a branch in the project that this one was forked from, and in no other', () => {
    const carol = callsOf(base.fork(), 'carol')
    const start = carol.get(`${repository}/branches/main`).json.commit.id
    for (const start_project of [1, 'acme/webapp']) {
      const branch = `from-${typeof start_project}`
      const given = { ...body, branch, start_branch: 'main', start_project }
      const made = carol.post('/projects/5/repository/commits', given)
      expect([made.status, made.json.parent_ids]).toEqual([201, [start]])
      expect(carol.post('/projects/5/repository/commits', given).json.message).toMatch(/already exists/)
    }
    const other = carol.post('/projects/5/repository/commits', { ...body, branch: 'x', start_project: 3 })
    expect([other.status, other.json.message]).toEqual([
      403,
      '403 Forbidden - Project is not included in the fork network for Acme / Handbook',
    ])
    const hidden = carol.post('/projects/5/repository/commits', { ...body, branch: 'x', start_project: 8 })
    expect([hidden.status, hidden.json.message]).toEqual([404, '404 Project Not Found'])
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
