import { branch, commit, mergeRequest, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, names, refuses, rowIn, says, textIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'

const update = 'PUT /projects/:id/merge_requests/:merge_request_iid'

const read = 'GET /projects/:id/merge_requests/:merge_request_iid'

const needs = { repository: true } as const

async function opened(stage: Stage): Promise<Row> {
  return mergeRequest(stage, {
    branch: 'topic',
    title: 'Before',
    description: 'text',
    labels: 'a,b',
    remove_source_branch: true,
  })
}

export const stateEvents = check({
  id: 'merge-requests/state-events',
  says: '`close` closes an open merge request and `reopen` reopens a closed one; in any other state they change nothing',
  source: 'merge-requests#state-events, merge-requests#closed-fields',
  level: 'must',
  covers: [update],
  needs,
  arrange: opened,
  holds: async (stage, _none, before) => {
    const { call, user } = stage
    const place = named(stage, before)
    const turn = async (state_event: string) => {
      const reply = await call(update, { ...place, state_event })
      answers(reply, 200)
      return reply.row()
    }
    has(await turn('reopen'), { state: 'opened', closed_at: null, closed_by: null })
    const closed = await turn('close')
    has(closed, { state: 'closed', detailed_merge_status: 'not_open' })
    has(rowIn(closed, 'closed_by'), { id: user('owner').id })
    holds(textIn(closed, 'closed_at') > textIn(before, 'created_at'), 'closed_at is later', closed.closed_at)
    equals('closed_at after closing twice', (await turn('close')).closed_at, closed.closed_at)
    has(await turn('reopen'), { state: 'opened', closed_at: null, closed_by: null })
    refuses(await call(update, { ...place, state_event: 'merge' }), 'state_event does not have a valid value')
    answers(await call(`${update}/merge`, place), 200)
    for (const event of ['close', 'reopen']) has(await turn(event), { state: 'merged' })
  },
})

export const reopenDuplicate = check({
  id: 'merge-requests/reopen-duplicate',
  says: 'Reopening answers 409 while another merge request is open for the same branches',
  source: 'merge-requests#reopen-second',
  level: 'must',
  covers: [update],
  needs,
  arrange: opened,
  holds: async (stage, _none, before) => {
    const { call, project } = stage
    const place = named(stage, before)
    answers(await call(update, { ...place, state_event: 'close' }), 200)
    const rival = { id: project.id, title: 'rival', source_branch: 'topic', target_branch: project.branch }
    answers(await call('POST /projects/:id/merge_requests', rival), 201)
    const reply = await call(update, { ...place, state_event: 'reopen' })
    says(reply, 409, ['Another open merge request already exists for this source branch: !2'])
    has((await call(read, place)).row(), { state: 'closed' })
  },
})

export const retargetClosed = check({
  id: 'merge-requests/retarget-closed',
  says: 'A closed merge request is retargeted even onto branches for which another one is open',
  source: 'merge-requests#reopen-second, merge-requests#update-target',
  level: 'should',
  covers: [update],
  needs,
  holds: async (stage) => {
    const { call, project } = stage
    await branch(stage, 'other')
    const closed = await mergeRequest(stage, { branch: 'topic', target_branch: 'other' })
    const place = named(stage, closed)
    expectArranged(await call(update, { ...place, state_event: 'close' }))
    const rival = { id: project.id, title: 'rival', source_branch: 'topic', target_branch: project.branch }
    expectArranged(await call('POST /projects/:id/merge_requests', rival))
    const reply = await call(update, { ...place, target_branch: project.branch })
    answers(reply, 200)
    has((await call(read, place)).row(), { state: 'closed', target_branch: project.branch })
  },
})

export const updateTargetBranch = check({
  id: 'merge-requests/update-target-branch',
  says: 'An update changes the target branch unless another merge request is open for the pair, and ignores the source branch and target project',
  source: 'merge-requests#update-target, merge-requests#reopen-second',
  level: 'must',
  covers: [update],
  needs,
  arrange: opened,
  holds: async (stage, _none, before) => {
    const { call, project } = stage
    await branch(stage, 'release')
    const place = named(stage, before)
    const moved = await call(update, {
      ...place,
      target_branch: 'release',
      source_branch: 'other',
      target_project_id: 1,
    })
    has(
      moved.row(),
      { target_branch: 'release', source_branch: 'topic', target_project_id: project.id },
      moved,
    )
    const rival = { id: project.id, title: 'rival', source_branch: 'topic', target_branch: project.branch }
    answers(await call('POST /projects/:id/merge_requests', rival), 201)
    const reply = await call(update, { ...place, target_branch: project.branch })
    says(reply, 409, ['Another open merge request already exists for this source branch: !2'])
    has((await call(read, place)).row(), { target_branch: 'release' })
  },
})

export const sameTarget = check({
  id: 'merge-requests/same-target-branch',
  says: 'An update to the target branch that is there already changes nothing, with its `updated_at`, and leaves no note beside another change either',
  source: 'merge-requests#update-target, conventions#unchanged-update',
  level: 'should',
  covers: [update],
  needs,
  arrange: opened,
  holds: async (stage, _none, before) => {
    const { call, project } = stage
    const place = named(stage, before)
    const was = (await call(read, place)).row()
    answers(await call(update, { ...place, target_branch: project.branch }), 200)
    const reply = await call(read, place)
    equals('the merge request', reply.json, was, reply)
    answers(await call(update, { ...place, target_branch: project.branch, title: 'After' }), 200)
    const notes = await call(`${read}/notes`, place)
    const told = notes.rows().filter(({ body }) => String(body).includes('changed target branch'))
    equals('notes of a change', told, [], notes)
  },
})

export const mergedKeepsTarget = check({
  id: 'merge-requests/merged-keeps-target',
  says: 'A merged merge request keeps its target branch, whatever an update says, and takes another title',
  source: 'merge-requests#update-target',
  level: 'should',
  covers: [update],
  needs,
  arrange: opened,
  holds: async (stage, _none, before) => {
    const { call, project } = stage
    await branch(stage, 'release')
    const place = named(stage, before)
    expectArranged(await call(`${update}/merge`, place))
    const reply = await call(update, { ...place, target_branch: 'release', title: 'Afterwards' })
    answers(reply, 200)
    const kept = { state: 'merged', target_branch: project.branch, title: 'Afterwards' }
    has((await call(read, place)).row(), kept, reply)
  },
})

export const updateTargetToSource = check({
  id: 'merge-requests/update-target-to-source',
  says: 'An update to the source branch as target answers 422 and changes nothing, whatever the state',
  source: 'merge-requests#update-target, merge-requests#create-same-branch',
  level: 'must',
  covers: [update],
  needs,
  arrange: opened,
  holds: async (stage, _none, before) => {
    const { call, project } = stage
    const place = named(stage, before)
    for (const state_event of ['reopen', 'close']) {
      answers(await call(update, { ...place, state_event }), 200)
      const reply = await call(update, { ...place, target_branch: 'topic', title: 'Into itself' })
      says(reply, 422, ["You can't use same project/branch for source and target"])
      has((await call(read, place)).row(), { target_branch: project.branch, title: before.title ?? null })
    }
  },
})

export const discussionLocked = check({
  id: 'merge-requests/discussion-locked',
  says: '`discussion_locked` is null until it is first set, and a merge request with a locked discussion is updated but not reopened',
  source:
    'merge-requests#discussion-locked-field, merge-requests#reopen-locked, merge-requests#discussion-locked',
  level: 'must',
  covers: [update],
  needs,
  arrange: opened,
  holds: async (stage, _none, before) => {
    const { call } = stage
    has(before, { discussion_locked: null })
    const place = named(stage, before)
    has((await call(update, { ...place, discussion_locked: true })).row(), { discussion_locked: true })
    has((await call(update, { ...place, title: 'Still' })).row(), { title: 'Still', discussion_locked: true })
    has((await call(update, { ...place, state_event: 'close' })).row(), { state: 'closed' })
    const reply = await call(update, { ...place, state_event: 'reopen' })
    answers(reply, 200)
    has(reply.row(), { state: 'closed' }, reply)
    has((await call(update, { ...place, discussion_locked: false })).row(), { discussion_locked: false })
    has((await call(update, { ...place, state_event: 'reopen' })).row(), { state: 'opened' })
  },
})

export const pushMovesHead = check({
  id: 'merge-requests/push-moves-head',
  says: 'A push to the source branch updates `sha`, `diff_refs` and `changes_count`',
  source: 'merge-requests#push-moves-head, merge-requests#diff-refs',
  level: 'must',
  covers: [read],
  needs,
  arrange: opened,
  holds: async (stage, _none, before) => {
    const sha = await commit(stage, { branch: 'topic', path: 'second.txt' })
    const reply = await stage.call(read, named(stage, before))
    has(reply.row(), { sha, changes_count: '2' }, reply)
    const refs = rowIn(reply.row(), 'diff_refs')
    has(refs, { head_sha: sha, base_sha: rowIn(before, 'diff_refs').base_sha ?? null }, reply)
    names(refs, ['start_sha'], reply)
  },
})
