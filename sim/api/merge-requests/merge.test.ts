import { beforeEach, describe, expect, test } from 'vitest'
import { readCommit } from '../../git/objects.ts'
import { repositoryOf } from '../../model/repository/repository.ts'
import type { Simulator } from '../../simulator.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const seeded = testSimulator()
let sim: Simulator
beforeEach(() => {
  sim = seeded.fork()
})
const as = (user?: string) => callsOf(sim, user)
const path = '/projects/1/merge_requests'
/** Mergeable, from a branch of its own, by carol. */
const READY = 40
const merge = (body: object = {}, user: string | undefined = 'bob', iid: number | string = READY) =>
  as(user).put(`${path}/${iid}/merge`, body)
const row = (iid = READY) => {
  const found = sim.world.mergeRequests.find('byIid', 1, iid)
  if (found === undefined) throw new Error(`there is no !${iid}`)
  return found
}
const settings = (changes: object) => {
  const project = sim.world.projects.require(1)
  sim.world.projects.update(1, { settings: { ...project.settings, ...changes } })
}
const head = (branch: string) => sim.world.gitRefs.get(`1:refs/heads/${branch}`)?.sha
const commit = (id: string) => readCommit(repositoryOf(sim.world, sim.world.projects.require(1)).objects, id)
const unmergeable = { message: 'Branch cannot be merged' }

describe('a merge', () => {
  test('makes a merge commit on the target and marks the merge request', () => {
    const [target, source] = [head('main'), head('voucher-errors')]
    const reply = merge()
    expect(reply.status).toBe(200)
    expect(reply.json).toMatchObject({
      state: 'merged',
      merged_by: { username: 'bob' },
      merge_user: { username: 'bob' },
      merged_at: '2024-01-01T00:00:01.000Z',
      merge_commit_sha: head('main'),
      squash_commit_sha: null,
      merge_error: null,
      detailed_merge_status: 'not_open',
      has_conflicts: false,
    })
    const made = commit(reply.json.merge_commit_sha)
    expect(made.parents).toEqual([target, source])
    expect(made.committer).toEqual({
      name: 'Bob Baker',
      email: 'bob@example.com',
      at: Date.parse('2024-01-01T00:00:01Z'),
      offset: 0,
    })
    expect(merge()).toMatchObject({ status: 405, json: { message: '405 Method Not Allowed' } })
  })

  test('writes the usual text, with the issues that it closes', () => {
    const [open, other] = sim.world.issues.by('byState', 1, 'opened').list()
    as('carol').put(`${path}/${READY}`, { description: `Closes #${open?.iid} and fixes #${other?.iid}` })
    const reply = merge()
    const closes = [open?.iid, other?.iid].sort((a, b) => (a ?? 0) - (b ?? 0))
    expect(commit(reply.json.merge_commit_sha).message).toBe(
      `Merge branch 'voucher-errors' into 'main'\n\n${reply.json.title}\n\nCloses #${closes[0]} and #${closes[1]}\n\nSee merge request acme/webapp!${READY}`,
    )
    expect(sim.world.issues.require(open?.id ?? 0)).toMatchObject({ state: 'closed', closedById: 3 })
    expect(sim.world.stateEvents.by('byIssue', other?.id ?? 0).last()).toMatchObject({
      action: 'closed',
      userId: 3,
    })
  })

  test('leaves issues open when the target is not the default branch', () => {
    const issue = sim.world.issues.by('byState', 1, 'opened').first()
    as('carol').put(`${path}/${READY}`, {
      description: `Closes #${issue?.iid}`,
      target_branch: 'old-browsers',
    })
    const reply = merge({}, 'alice')
    expect(reply.status).toBe(200)
    expect(sim.world.issues.require(issue?.id ?? 0).state).toBe('opened')
  })

  test('takes another text, or the template of the project', () => {
    const before = sim.snapshot()
    expect(commit(merge({ merge_commit_message: 'Done' }).json.merge_commit_sha).message).toBe('Done')
    sim.restore(before)
    settings({ mergeCommitTemplate: '%{title} (%{local_reference})\n\n%{issues}\n\nBy %{merged_by}' })
    expect(commit(merge().json.merge_commit_sha).message).toBe(
      `${row().title} (!${READY})\n\nBy Bob Baker <bob@example.com>`,
    )
  })

  test('squashes when asked to, then merges the one commit', () => {
    const base = row().baseSha
    const reply = merge({ squash: true })
    expect(reply.json.squash).toBe(true)
    const squashed = commit(reply.json.squash_commit_sha)
    expect(squashed.parents).toEqual([base])
    expect(squashed.message).toBe(`${reply.json.title}\n`)
    expect(commit(reply.json.merge_commit_sha).parents[1]).toBe(reply.json.squash_commit_sha)
  })

  test('squashes with a text of its own; an empty one means the usual', () => {
    const before = sim.snapshot()
    expect(commit(merge({ squash: true, squash_commit_message: 'One' }).json.squash_commit_sha).message).toBe(
      'One\n',
    )
    sim.restore(before)
    expect(commit(merge({ squash: true, squash_commit_message: '' }).json.squash_commit_sha).message).toBe(
      `${row().title}\n`,
    )
  })

  test('with squash=false still squashes what was stored so', () => {
    as('carol').put(`${path}/${READY}`, { squash: true })
    expect(merge({ squash: false }).json.squash_commit_sha).toEqual(expect.any(String))
  })

  test('removes the source branch if the merge request or the call says so, the call last', () => {
    const before = sim.snapshot()
    expect(merge({ should_remove_source_branch: true }).json.should_remove_source_branch).toBe(true)
    expect(head('voucher-errors')).toBeUndefined()
    sim.restore(before)
    as('carol').put(`${path}/${READY}`, { remove_source_branch: true })
    const stored = sim.snapshot()
    merge()
    expect(head('voucher-errors')).toBeUndefined()
    sim.restore(stored)
    merge({ should_remove_source_branch: false })
    expect(head('voucher-errors')).toBeDefined()
  })

  test('keeps a protected source branch', () => {
    sim.world.gitRefs.put({
      id: '1:refs/heads/release/x',
      projectId: 1,
      name: 'refs/heads/release/x',
      sha: head('voucher-errors') ?? '',
    })
    const { iid } = as('carol').post(path, {
      title: 'x',
      source_branch: 'release/x',
      target_branch: 'main',
    }).json
    expect(merge({ should_remove_source_branch: true }, 'bob', iid).status).toBe(200)
    expect(head('release/x')).toBeDefined()
  })

  test('lets open merge requests onto a removed branch follow it, at most four', () => {
    const chained = ['a', 'b', 'c', 'd', 'e'].map(
      (name) =>
        as('carol').post(path, { title: name, source_branch: name, target_branch: 'voucher-errors' }).json
          .iid,
    )
    merge({ should_remove_source_branch: true })
    expect(chained.map((iid) => row(iid).targetBranch)).toEqual([
      'main',
      'main',
      'main',
      'main',
      'voucher-errors',
    ])
  })
})

describe('the merge method', () => {
  const upToDate = () => {
    sim.world.gitRefs.update('1:refs/heads/main', { sha: row().baseSha ?? '' })
  }

  test('ff moves the target to the source, without a merge commit', () => {
    settings({ mergeMethod: 'ff' })
    upToDate()
    const source = head('voucher-errors')
    expect(merge().json).toMatchObject({ state: 'merged', merge_commit_sha: null })
    expect(head('main')).toBe(source)
  })

  test('rebase_merge makes a merge commit of an up-to-date branch', () => {
    settings({ mergeMethod: 'rebase_merge' })
    upToDate()
    const [target, source] = [head('main'), head('voucher-errors')]
    expect(commit(merge().json.merge_commit_sha).parents).toEqual([target, source])
  })

  test.each(['ff', 'rebase_merge'])('%s refuses a source that lacks commits of the target', (mergeMethod) => {
    settings({ mergeMethod })
    const before = head('main')
    as('bob').put('/projects/1/merge_requests/44/merge', {})
    settings({ mergeMethod: 'merge' })
    merge({}, 'bob', 44)
    settings({ mergeMethod })
    expect(head('main')).not.toBe(before)
    expect(merge()).toMatchObject({ status: 422, json: unmergeable })
    expect(row().state).toBe('opened')
  })
})

describe('a merge is refused', () => {
  test.each([
    ['anonymous', undefined, 401, { message: '401 Unauthorized' }],
    ['a stranger', 'mallory', 404, { message: '404 Project Not Found' }],
    ['a guest', 'erin', 404, { message: '404 Not found' }],
    ['a reporter', 'dave', 401, { message: '401 Unauthorized' }],
    ['a developer, as the branch is protected', 'carol', 401, { message: '401 Unauthorized' }],
  ])('to %s', (_, user, status, json) => {
    const reply = as(user).put(`${path}/${READY}/merge`, {})
    expect([reply.status, reply.json]).toEqual([status, json])
  })

  test('where there is no merge request', () => {
    expect(merge({}, 'bob', 999).json).toEqual({ message: '404 Not found' })
    expect(merge({}, 'bob', 'abc').json).toEqual({ message: '404 Not found' })
  })

  test.each([
    ['merged', 1],
    ['closed', 9],
    ['a draft', 33],
    ['known to conflict', 34],
    ['without approvals', 41],
    ['without its branch', 43],
  ])('when it is %s', (_, iid) => {
    expect(merge({}, 'alice', iid)).toMatchObject({
      status: 405,
      json: { message: '405 Method Not Allowed' },
    })
    expect(merge({ merge_when_pipeline_succeeds: true }, 'alice', iid).status).toBe(405)
  })

  test('while a thread is open that has to be resolved', () => {
    settings({ onlyMergeIfDiscussionsResolved: true })
    const note = sim.world.notes.all().first()
    if (note === undefined) throw new Error('there are no notes')
    const open = {
      noteable: 'MergeRequest',
      noteableId: row().id,
      system: false,
      resolvable: true,
      resolvedAt: null,
    } as const
    sim.world.notes.put({ ...note, ...open })
    expect(as('bob').get(`${path}/${READY}`).json).toMatchObject({
      detailed_merge_status: 'discussions_not_resolved',
      blocking_discussions_resolved: false,
    })
    expect(merge().status).toBe(405)
  })

  test('while the project demands a green pipeline', () => {
    settings({ onlyMergeIfPipelineSucceeds: true })
    const statusOf = (iid: number) => as('bob').get(`${path}/${iid}`).json.detailed_merge_status
    expect([36, 37, 39, 40, 47].map(statusOf)).toEqual([
      'mergeable',
      'ci_still_running',
      'ci_must_pass',
      'ci_must_pass',
      'ci_must_pass',
    ])
    expect([37, 39, 40].map((iid) => merge({}, 'bob', iid).status)).toEqual([405, 405, 405])
    settings({ mergeOnSkippedPipeline: true })
    expect(statusOf(47)).toBe('mergeable')
    expect(merge({}, 'bob', 36).status).toBe(200)
  })

  test('when sha is not the head of the source, but other reasons come first', () => {
    const wrong = { sha: 'a'.repeat(40) }
    expect(merge(wrong)).toMatchObject({
      status: 409,
      json: { message: `SHA does not match HEAD of source branch: ${head('voucher-errors')}` },
    })
    expect(merge(wrong, 'bob', 33).status).toBe(405)
    expect(merge({ sha: head('voucher-errors') }).status).toBe(200)
  })
})

test('a project that forbids to squash merges without squashing', () => {
  settings({ squashOption: 'never' })
  expect(merge({ squash: true })).toMatchObject({ status: 200, json: { squash_commit_sha: null } })
})

test('a project that always squashes needs no asking', () => {
  settings({ squashOption: 'always' })
  expect(merge().json.squash_commit_sha).toEqual(expect.any(String))
})

test('a developer merges into a branch that is not protected', () => {
  as('carol').put(`${path}/${READY}`, { target_branch: 'old-browsers' })
  expect(merge({}, 'carol')).toMatchObject({ status: 200, json: { state: 'merged' } })
})

describe('merging when the pipeline succeeds', () => {
  const RUNNING = 37
  const wait = (iid = RUNNING) =>
    merge({ merge_when_pipeline_succeeds: true, merge_commit_message: 'Later' }, 'bob', iid)

  test('waits for the pipeline on the virtual clock', () => {
    expect(wait().json).toMatchObject({
      state: 'opened',
      merge_when_pipeline_succeeds: true,
      merge_user: { username: 'bob' },
    })
    sim.clock.advance('1h')
    const merged = as('bob').get(`${path}/${RUNNING}`).json
    expect(merged).toMatchObject({
      state: 'merged',
      merge_when_pipeline_succeeds: false,
      merged_by: { username: 'bob' },
      pipeline: { status: 'success' },
    })
    expect(merged.merged_at > '2024-01-01T00:00:01').toBe(true)
    expect(merged.merged_at < '2024-01-01T01:00:00').toBe(true)
    expect(commit(merged.merge_commit_sha).message).toBe('Later')
  })

  test('merges at once when the pipeline has succeeded', () => {
    expect(wait(36).json.state).toBe('merged')
  })

  test.each([
    ['there is no pipeline', 40],
    ['the pipeline failed', 39],
  ])('is refused when %s', (_, iid) => {
    expect(wait(iid).status).toBe(405)
  })

  test('ends with a push, and with closing', () => {
    wait()
    as('carol').put(`${path}/${RUNNING}`, { state_event: 'close' })
    expect(
      as('carol').put(`${path}/${RUNNING}`, { state_event: 'reopen' }).json.merge_when_pipeline_succeeds,
    ).toBe(false)
    sim.clock.advance('1h')
    expect(row(RUNNING).state).toBe('opened')
  })

  test('does not happen while something else stands in the way', () => {
    wait()
    as('carol').put(`${path}/${RUNNING}`, { title: 'Draft: later' })
    sim.clock.advance('1h')
    expect(as('bob').get(`${path}/${RUNNING}`).json).toMatchObject({
      state: 'opened',
      merge_when_pipeline_succeeds: true,
      detailed_merge_status: 'draft_status',
    })
  })
})

describe('a push to the source branch', () => {
  const push = (branch: string) =>
    as('carol').post('/projects/1/repository/commits', {
      branch,
      commit_message: 'One more',
      actions: [{ action: 'create', file_path: `more/${branch}.txt`, content: 'more' }],
    })

  test('ends a merge that waits for its pipeline', () => {
    as('bob').put(`${path}/37/merge`, { merge_when_pipeline_succeeds: true })
    push(row(37).sourceBranch)
    expect(as('bob').get(`${path}/37`).json).toMatchObject({
      merge_when_pipeline_succeeds: false,
      merge_user: null,
    })
  })

  test('takes approvals away where the project says so', () => {
    const given = () => sim.world.approvals.by('byMergeRequest', row(36).id).count()
    const resets = (resetApprovalsOnPush: boolean) => {
      const { approvals } = sim.world.projects.require(1)
      sim.world.projects.update(1, { approvals: { ...approvals, resetApprovalsOnPush } })
    }
    const before = sim.snapshot()
    resets(false)
    push(row(36).sourceBranch)
    expect(given()).toBe(2)
    sim.restore(before)
    resets(true)
    push(row(36).sourceBranch)
    expect(given()).toBe(0)
  })
})

test('a single commit with the text of the squash is its own squash', () => {
  const { id } = as('carol').post('/projects/1/repository/commits', {
    branch: 'single',
    start_branch: 'main',
    commit_message: 'Just one',
    actions: [{ action: 'create', file_path: 'one.txt', content: 'one' }],
  }).json
  const body = { title: 'Just one', source_branch: 'single', target_branch: 'main' }
  const { iid } = as('carol').post(path, body).json
  expect(merge({ squash: true }, 'bob', iid).json.squash_commit_sha).toBe(id)
})
