import fc from 'fast-check'
import { branch, commit, mergeRequest, milestone, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, lacks, names, numberIn, rowIn } from '../../kit/expect.ts'
import { taskCompletion } from '../../oracle/tasks.ts'
import { expectArranged } from '../../run/stage.ts'

const read = 'GET /projects/:id/merge_requests/:merge_request_iid'
const source = 'specification 1, Merge request; dossier 1, 9.3 and 9.4'
const needs = { repository: true } as const

const lines = fc.constantFrom(
  '- [ ] open',
  '* [x] done',
  '+ [X] done',
  '1. [ ] numbered',
  '2) [x] numbered',
  '  - [ ] indented',
  '> - [x] quoted',
  '- [~] dropped',
  '- no task',
  '[ ] no item',
  'text',
  '```\n- [ ] in code\n```',
)

export const tasks = check({
  id: 'merge-requests/tasks',
  says: 'Task items of the description are counted, those in code are not',
  source,
  level: 'must',
  covers: [read],
  needs,
  arrange: (stage) => mergeRequest(stage, { branch: 'topic' }),
  over: () => fc.array(lines, { maxLength: 6 }).map((list) => list.join('\n')),
  holds: async (stage, description: string, row) => {
    const reply = await stage.call('PUT /projects/:id/merge_requests/:merge_request_iid', {
      ...named(stage, row),
      description,
    })
    has(reply.row(), { task_completion_status: { ...taskCompletion(description) } }, reply)
  },
})

export const diffRefs = check({
  id: 'merge-requests/diff-refs',
  says: '`diff_refs` name the heads of both branches and where they part',
  source,
  level: 'must',
  covers: [read],
  needs,
  holds: async (stage) => {
    const { call, project } = stage
    const base = (
      await call('GET /projects/:id/repository/branches/:branch', { id: project.id, branch: project.branch })
    ).row()
    const parted = rowIn(base, 'commit').id ?? null
    const row = await mergeRequest(stage, { branch: 'topic' })
    has(rowIn(row, 'diff_refs'), { base_sha: parted, start_sha: parted, head_sha: row.sha ?? null })
    await commit(stage, { branch: project.branch, path: 'moved-on.txt' })
    const reply = await call(read, { ...named(stage, row), include_diverged_commits_count: true })
    has(reply.row(), { diverged_commits_count: 1 }, reply)
    has(rowIn(reply.row(), 'diff_refs'), { base_sha: parted }, reply)
  },
})

export const onDemand = check({
  id: 'merge-requests/on-demand',
  says: 'Some fields are sent only when they are asked for',
  source,
  level: 'must',
  covers: [read],
  needs,
  arrange: (stage) => mergeRequest(stage, { branch: 'topic', description: '**bold**' }),
  holds: async (stage, _none, row) => {
    const place = named(stage, row)
    const fields = ['diverged_commits_count', 'rebase_in_progress', 'title_html', 'description_html']
    lacks((await stage.call(read, place)).row(), fields)
    const asked = {
      include_diverged_commits_count: true,
      include_rebase_in_progress: true,
      render_html: true,
    }
    const reply = await stage.call(read, { ...place, ...asked })
    names(reply.row(), fields, reply)
    has(reply.row(), { diverged_commits_count: 0, rebase_in_progress: false }, reply)
    holds(
      String(reply.row().description_html).includes('<strong'),
      'the description is rendered',
      reply.row().description_html,
      reply,
    )
  },
})

export const conflict = check({
  id: 'merge-requests/conflict',
  says: 'A merge request whose branches changed the same place has conflicts and cannot be merged',
  source,
  level: 'must',
  covers: [read],
  needs,
  holds: async (stage) => {
    const { call, project } = stage
    await commit(stage, { branch: 'topic', from: project.branch, path: 'same.txt', content: 'one\n' })
    await commit(stage, { branch: project.branch, path: 'same.txt', content: 'two\n' })
    const params = { id: project.id, title: 'x', source_branch: 'topic', target_branch: project.branch }
    const reply = await call('POST /projects/:id/merge_requests', params)
    const expected = {
      merge_status: 'cannot_be_merged',
      detailed_merge_status: 'broken_status',
      has_conflicts: true,
    }
    has(reply.row(), expected, reply)
    has((await call(read, { id: project.id, merge_request_iid: 1 })).row(), expected)
  },
})

export const conflictSolved = check({
  id: 'merge-requests/conflict-solved',
  says: 'A push that takes the conflict away makes it mergeable again',
  source: 'dossier 1, 9.4',
  level: 'must',
  covers: [read],
  needs,
  holds: async (stage) => {
    const { call, project } = stage
    await commit(stage, { branch: 'topic', from: project.branch, path: 'same.txt', content: 'one\n' })
    await commit(stage, { branch: project.branch, path: 'same.txt', content: 'two\n' })
    const params = { id: project.id, title: 'x', source_branch: 'topic', target_branch: project.branch }
    answers(await call('POST /projects/:id/merge_requests', params), 201)
    await commit(stage, {
      branch: project.branch,
      path: 'same.txt',
      content: 'one\n',
      action: 'update',
      message: 'Agree',
    })
    const reply = await call(read, { id: project.id, merge_request_iid: 1, with_merge_status_recheck: true })
    has(reply.row(), { merge_status: 'can_be_merged', has_conflicts: false }, reply)
  },
})

export const nothingToMerge = check({
  id: 'merge-requests/no-commits',
  says: 'A merge request without commits has no changes and is broken',
  source,
  level: 'should',
  covers: [read],
  needs,
  holds: async (stage) => {
    const { call, project } = stage
    await branch(stage, 'same')
    const params = { id: project.id, title: 'x', source_branch: 'same', target_branch: project.branch }
    const reply = await call('POST /projects/:id/merge_requests', params)
    has(reply.row(), { changes_count: null, detailed_merge_status: 'broken_status' }, reply)
  },
})

export const whoMayMerge = check({
  id: 'merge-requests/can-merge',
  says: '`user.can_merge` tells whether the caller could merge, and `subscribed` whether they take part',
  source,
  level: 'must',
  covers: [read],
  needs,
  arrange: (stage) => mergeRequest(stage, { branch: 'topic' }),
  each: () =>
    [
      ['owner', true],
      ['maintainer', true],
      ['developer', false],
      ['reporter', false],
    ] as const,
  holds: async (stage, [role, can_merge], row) => {
    const reply = await stage.call(read, named(stage, row), { as: role })
    equals('user', reply.row().user, { can_merge }, reply)
    has(reply.row(), { subscribed: role === 'developer' }, reply)
  },
})

export const subscribers = check({
  id: 'merge-requests/subscribed',
  says: 'Author, assignees and reviewers are subscribed',
  source,
  level: 'must',
  covers: [read],
  needs,
  holds: async (stage) => {
    const { call, user } = stage
    const people = { assignee_ids: [user('maintainer').id], reviewer_ids: [user('reporter').id] }
    const row = await mergeRequest(stage, { branch: 'topic', ...people })
    for (const role of ['developer', 'maintainer', 'reporter'] as const)
      has((await call(read, named(stage, row), { as: role })).row(), { subscribed: true })
    has((await call(read, named(stage, row), { as: 'owner' })).row(), { subscribed: false })
  },
})

export const notesCounted = check({
  id: 'merge-requests/notes-counted',
  says: 'User notes are counted',
  source: 'specification 1, Merge request',
  level: 'must',
  covers: [read],
  needs,
  arrange: (stage) => mergeRequest(stage, { branch: 'topic' }),
  holds: async (stage, _none, row) => {
    const place = named(stage, row)
    expectArranged(
      await stage.call('POST /projects/:id/merge_requests/:merge_request_iid/notes', {
        ...place,
        body: 'Hello',
      }),
    )
    has((await stage.call(read, place)).row(), { user_notes_count: 1 })
  },
})

export const milestoneInside = check({
  id: 'merge-requests/milestone-inside',
  says: 'The milestone inside a merge request is the milestone as it is read',
  source: 'specification 1, Milestone',
  level: 'must',
  covers: [read],
  needs,
  holds: async (stage) => {
    const { call, project } = stage
    const milestone_id = numberIn(await milestone(stage, { title: 'now', due_date: '2030-01-01' }), 'id')
    const row = await mergeRequest(stage, { branch: 'topic', milestone_id })
    const reply = await call('GET /projects/:id/milestones/:milestone_id', { id: project.id, milestone_id })
    equals('the milestone', row.milestone, reply.json, reply)
  },
})

export const unapproved = check({
  id: 'merge-requests/approvals-missing',
  says: 'While an approval rule is not met the status is `not_approved`',
  source: 'dossier 1, 9.4',
  level: 'must',
  covers: [read],
  needs: { repository: true, tier: 'premium' },
  holds: async (stage) => {
    const { call, project, user } = stage
    const rule = { id: project.id, name: 'One', approvals_required: 1, user_ids: [user('maintainer').id] }
    expectArranged(await call('POST /projects/:id/approval_rules', rule))
    const row = await mergeRequest(stage, { branch: 'topic' })
    const place = named(stage, row)
    has((await call(read, place)).row(), { detailed_merge_status: 'not_approved' })
    answers(await call(`${read.replace('GET', 'PUT')}/merge`, place), 405)
    expectArranged(
      await call('POST /projects/:id/merge_requests/:merge_request_iid/approve', place, { as: 'maintainer' }),
    )
    has((await call(read, place)).row(), { detailed_merge_status: 'mergeable' })
  },
})

export const changesCounted = check({
  id: 'merge-requests/changes-count',
  says: '`changes_count` is a text that counts the changed files, and tells of more than a thousand only that they are more',
  source: 'specification 1, Merge request; dossier 1, 9.4',
  level: 'should',
  covers: [read],
  needs: { ...needs, manyCalls: true },
  each: () =>
    [
      [1000, '1000'],
      [1001, '1000+'],
    ] as const,
  holds: async (stage, [count, shown]) => {
    const { call, project } = stage
    const actions = Array.from({ length: count }, (_, i) => ({
      action: 'create',
      file_path: `many/${i}.txt`,
      content: '',
    }))
    const change = { branch: 'topic', start_branch: project.branch, commit_message: 'Add many', actions }
    expectArranged(await call('POST /projects/:id/repository/commits', { id: project.id, ...change }))
    const params = { id: project.id, title: 'Many', source_branch: 'topic', target_branch: project.branch }
    expectArranged(await call('POST /projects/:id/merge_requests', params))
    const reply = await call(read, { id: project.id, merge_request_iid: 1 })
    has(reply.row(), { changes_count: shown }, reply)
  },
})
