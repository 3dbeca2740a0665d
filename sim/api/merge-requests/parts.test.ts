import { describe, expect, test } from 'vitest'
import { type Calls, callsOf, testSimulator } from '../../testing/calls.ts'

const base = testSimulator()

/** A merge request of Carol's that adds a file, closes an issue, and has a reviewer. */
function freshRequest(
  carol: Calls,
  more: object = {},
): { readonly path: string; readonly sha: string; readonly id: number } {
  const actions = [{ action: 'create', file_path: 'fresh.txt', content: 'one\ntwo\n' }]
  const commit = { branch: 'fresh', start_branch: 'main', commit_message: 'Add a file', actions }
  const sha = carol.post('/projects/1/repository/commits', commit).json.id
  const request = { title: 'Fresh', source_branch: 'fresh', target_branch: 'main', ...more }
  const { iid, id } = carol.post('/projects/1/merge_requests', request).json
  return { path: `/projects/1/merge_requests/${iid}`, sha, id }
}

describe('what hangs on a merge request', () => {
  test('are its commits and changes', () => {
    const carol = callsOf(base.fork(), 'carol')
    const { path, sha } = freshRequest(carol)
    expect(carol.get(`${path}/commits`).json).toMatchObject([{ id: sha, title: 'Add a file' }])
    const change = {
      new_path: 'fresh.txt',
      a_mode: '0',
      b_mode: '100644',
      new_file: true,
      diff: '@@ -0,0 +1,2 @@\n+one\n+two\n',
    }
    expect(carol.get(`${path}/diffs`).json).toEqual([expect.objectContaining(change)])
    expect(carol.get(`${path}/changes`).json).toMatchObject({
      title: 'Fresh',
      changes: [change],
      overflow: false,
    })
  })

  test('are people', () => {
    const simulator = base.fork()
    const carol = callsOf(simulator, 'carol')
    const { path } = freshRequest(carol, {
      reviewer_ids: [3],
      assignee_id: 2,
      description: 'What do you think, @dave?',
    })
    const names = carol.get(`${path}/participants`).json.map((user: { username: string }) => user.username)
    expect(names).toEqual(['carol', 'alice', 'bob', 'dave'])
    expect(carol.get(`${path}/reviewers`).json).toMatchObject([
      { user: { username: 'bob' }, state: 'unreviewed' },
    ])
    callsOf(simulator, 'bob').post(`${path}/approve`)
    expect(carol.get(`${path}/reviewers`).json).toMatchObject([{ state: 'reviewed' }])
  })

  test('are issues that it closes, and pipelines', () => {
    const carol = callsOf(base.fork(), 'carol')
    const { iid } = carol.post('/projects/1/issues', { title: 'To be closed' }).json
    const { path, sha } = freshRequest(carol, { description: `Closes #${iid}` })
    expect(carol.get(`${path}/closes_issues`).json).toMatchObject([{ title: 'To be closed' }])
    carol.post(`/projects/1/statuses/${sha}`, { state: 'running', ref: 'fresh' })
    expect(carol.get(`${path}/pipelines`).json).toMatchObject([{ sha, status: 'running' }])
  })

  test('is hidden from those who do not see the code', () => {
    const simulator = base.fork()
    const { path } = freshRequest(callsOf(simulator, 'carol'))
    for (const part of [
      'commits',
      'changes',
      'diffs',
      'participants',
      'reviewers',
      'pipelines',
      'closes_issues',
    ])
      expect([part, callsOf(simulator, 'erin').get(`${path}/${part}`).status]).toEqual([part, 403])
  })
})
