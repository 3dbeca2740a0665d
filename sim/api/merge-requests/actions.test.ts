import { describe, expect, test } from 'vitest'
import { type Calls, callsOf, testSimulator } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

const repository = '/projects/1/repository'

function commit(branch: string, content: string, start_branch?: string): string {
  const action = start_branch === undefined ? 'update' : 'create'
  const actions = [{ action, file_path: 'replayed.txt', content }]
  const made = { branch, commit_message: `Write ${branch}`, actions, start_branch }
  return here.as('carol').post(`${repository}/commits`, made).json.id
}

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

test('the merge ref of a merge request is the commit that a merge would create', () => {
  const carol = here.as('carol')
  commit('wanted', 'one\n', 'main')
  const { iid } = carol.post('/projects/1/merge_requests', {
    source_branch: 'wanted',
    target_branch: 'main',
    title: 'Wanted',
  }).json
  const at = `/projects/1/merge_requests/${iid}/merge_ref`
  const { commit_id } = carol.get(at).json
  expect(carol.get(`${repository}/commits/${commit_id}`).json.parent_ids).toHaveLength(2)
  expect(carol.get(at).json).toEqual({ commit_id })
  carol.put(`/projects/1/merge_requests/${iid}`, { state_event: 'close' })
  expect(carol.get(at)).toMatchObject({ status: 400, json: { message: 'Merge request is not mergeable' } })
})

describe('acting on a merge request', () => {
  test('takes back a merge that waits', () => {
    const simulator = base.fork()
    const carol = callsOf(simulator, 'carol')
    const bob = callsOf(simulator, 'bob')
    const { path, id } = freshRequest(carol)
    const cancel = `${path}/cancel_merge_when_pipeline_succeeds`
    expect(bob.post(cancel)).toMatchObject({
      status: 406,
      json: { message: "Can't cancel the automatic merge" },
    })
    const waiting = { userId: 3, sha: '', mergeCommitMessage: null, squashCommitMessage: null }
    simulator.world.mergeRequests.update(id, { autoMerge: waiting })
    expect(bob.get(path).json.merge_when_pipeline_succeeds).toBe(true)
    expect(callsOf(simulator, 'dave').post(cancel).status).toBe(401)
    expect(bob.post(cancel)).toMatchObject({ status: 201, json: { status: 'success' } })
    expect(bob.get(path).json.merge_when_pipeline_succeeds).toBe(false)
  })

  test('rebases its branch', () => {
    const simulator = base.fork()
    const carol = callsOf(simulator, 'carol')
    const { path, sha } = freshRequest(carol)
    const change = { branch: 'main', commit_message: 'Meanwhile', content: 'x' }
    callsOf(simulator, 'bob').post('/projects/1/repository/files/meanwhile.txt', change)
    expect(carol.get(`${path}?include_diverged_commits_count=true`).json.diverged_commits_count).toBe(1)
    expect(carol.put(`${path}/rebase`)).toMatchObject({ status: 202, json: { rebase_in_progress: true } })
    const going = `${path}?include_rebase_in_progress=true`
    expect(carol.get(going).json.rebase_in_progress).toBe(true)
    const again = { status: 409, json: { message: '409 Conflict: Resource lock' } }
    expect(carol.put(`${path}/rebase`)).toMatchObject(again)
    simulator.clock.advance('2s')
    expect(carol.get(going).json.rebase_in_progress).toBe(false)
    const after = carol.get(`${path}?include_diverged_commits_count=true`).json
    expect(after.diverged_commits_count).toBe(0)
    expect(after.sha).not.toBe(sha)
    expect(callsOf(simulator, 'dave').put(`${path}/rebase`).json).toEqual({
      message: '403 Forbidden - Cannot push to source branch',
    })
  })

  test('follows it and stops following it', () => {
    const simulator = base.fork()
    const { path } = freshRequest(callsOf(simulator, 'carol'))
    expect(callsOf(simulator, 'dave').post(`${path}/subscribe`).status).toBe(403)
    const bob = callsOf(simulator, 'bob')
    expect(bob.post(`${path}/unsubscribe`).status).toBe(304)
    expect(bob.post(`${path}/subscribe`)).toMatchObject({ status: 201, json: { subscribed: true } })
    expect(bob.post(`${path}/subscribe`).status).toBe(304)
    expect(bob.post(`${path}/unsubscribe`).json.subscribed).toBe(false)
  })

  test('tracks time', () => {
    const simulator = base.fork()
    const carol = callsOf(simulator, 'carol')
    const { path } = freshRequest(carol)
    expect(carol.post(`${path}/time_estimate`, { duration: '3h 30m' })).toMatchObject({
      status: 200,
      json: {
        time_estimate: 12_600,
        human_time_estimate: '3h 30m',
        total_time_spent: 0,
        human_total_time_spent: null,
      },
    })
    expect(carol.post(`${path}/add_spent_time`, { duration: '1d' })).toMatchObject({
      status: 201,
      json: { total_time_spent: 28_800, human_total_time_spent: '1d' },
    })
    expect(carol.post(`${path}/add_spent_time`, { duration: '-2d' })).toMatchObject({
      status: 400,
      json: { message: { base: ['Time to subtract exceeds the total time spent'] } },
    })
    expect(carol.post(`${path}/add_spent_time`, { duration: '-1h' }).json.total_time_spent).toBe(25_200)
    expect(carol.post(`${path}/reset_time_estimate`).json.time_estimate).toBe(0)
    expect(carol.post(`${path}/reset_spent_time`).json.total_time_spent).toBe(0)
    expect(carol.get(`${path}/time_stats`).json.total_time_spent).toBe(0)
    expect(callsOf(simulator, 'dave').post(`${path}/time_estimate`, { duration: '1h' }).status).toBe(403)
    expect(
      callsOf(simulator, 'dave').post('/projects/1/issues/1/time_estimate', { duration: '1h' }).json
        .time_estimate,
    ).toBe(3600)
  })
})

test('the merge ref is shown to anonymous callers of a public project by the service', () => {
  const simulator = testSimulator({ dialect: 'real' })
  const [{ iid }] = callsOf(simulator, 'alice').get('/projects/3/merge_requests?state=opened').json
  expect(callsOf(simulator).get(`/projects/3/merge_requests/${iid}/merge_ref`).status).not.toBe(401)
  expect(callsOf(simulator).get('/projects/3/merge_requests/999/merge_ref').status).toBe(404)
})
