import { md5 } from '@noble/hashes/legacy.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { branch, commit, mergeRequest, milestone, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, lacks, names, numberIn, rowIn } from '../../kit/expect.ts'
import type { Json, Row } from '../../kit/json.ts'
import { hasLater, type LaterFields } from '../../kit/later.ts'
import { taskCompletion } from '../../oracle/tasks.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'
import type { Who } from '../../targets/target.ts'

const read = 'GET /projects/:id/merge_requests/:merge_request_iid'

const needs = { repository: true } as const

const lines = fc.constantFrom(
  '- [ ] open',
  '* [x] done',
  '+ [X] done',
  '1. [ ] numbered',
  '2) [x] numbered',
  '  - [ ] indented',
  '-   [x] apart',
  '> - [x] quoted',
  '- [~] dropped',
  '- no task',
  '[ ] no item',
  'text',
  '```\n- [ ] in code\n```',
)

const path = '/projects/:id/merge_requests/:merge_request_iid'

export const taskCompletionCheck = check({
  id: 'merge-requests/task-completion',
  says: '`task_completion_status` counts the task items of the description, without those in code blocks',
  source: 'merge-requests#task-completion',
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
  says: '`diff_refs` name the head of the source branch and where the branches parted',
  source: 'merge-requests#diff-refs',
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
    // A diff that is made later starts at another commit than it is based on.
    const { id, branch: source_branch } = { id: project.id, branch: 'topic' }
    const release = await commit(stage, { branch: 'release', from: source_branch, path: 'released.txt' })
    const target = await call('GET /projects/:id/repository/branches/:branch', { id, branch: project.branch })
    const start_sha = rowIn(target.row(), 'commit').id ?? null
    await commit(stage, { branch: source_branch, path: 'further.txt' })
    const renewed = await call(read, named(stage, row))
    has(rowIn(renewed.row(), 'diff_refs'), { base_sha: parted, start_sha }, renewed)
    const change = await call(`PUT ${path}`, { ...named(stage, row), target_branch: 'release' })
    answers(change, 200)
    const moved = rowIn((await call(read, named(stage, row))).row(), 'diff_refs')
    has(moved, { base_sha: row.sha ?? null, start_sha: release }, change)
  },
})

export const fieldsOnDemand = check({
  id: 'merge-requests/fields-on-demand',
  says: 'Diverged commits, rebase in progress and rendered texts are shown only when they are asked for',
  source: 'merge-requests#fields-on-demand',
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

export const conflicts = check({
  id: 'merge-requests/conflicts',
  says: 'A merge request whose branches changed the same place has conflicts and cannot be merged',
  source:
    'merge-requests#conflicts, merge-requests#has-conflicts, merge-requests#merge-status, merge-requests#detailed-merge-status',
  level: 'must',
  covers: [read],
  needs,
  holds: async (stage) => {
    const { call, project } = stage
    await commit(stage, { branch: 'topic', from: project.branch, path: 'same.txt', content: 'one\n' })
    await commit(stage, { branch: project.branch, path: 'same.txt', content: 'two\n' })
    const params = { id: project.id, title: 'x', source_branch: 'topic', target_branch: project.branch }
    const reply = await call('POST /projects/:id/merge_requests', params)
    const again = await call(read, { id: project.id, merge_request_iid: 1 })
    for (const shown of [reply, again]) {
      has(shown.row(), { merge_status: 'cannot_be_merged', has_conflicts: true }, shown)
      await stage.changed('merge-requests#later-conflict-status', {
        before: () => has(shown.row(), { detailed_merge_status: 'broken_status' }, shown),
        after: () => has(shown.row(), { detailed_merge_status: 'conflict' }, shown),
      })
    }
  },
})

export const conflictsResolved = check({
  id: 'merge-requests/conflicts-resolved',
  says: 'A push that removes the conflict makes a merge request mergeable again',
  source: 'merge-requests#conflicts',
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

export const noCommits = check({
  id: 'merge-requests/no-commits',
  says: 'A merge request without commits has no `changes_count` and the status `broken_status`, or `commits_status` from 16.11 on',
  source: 'merge-requests#no-commits, merge-requests#later-conflict-status',
  level: 'should',
  covers: [read],
  needs,
  holds: async (stage) => {
    const { call, project } = stage
    await branch(stage, 'same')
    const params = { id: project.id, title: 'x', source_branch: 'same', target_branch: project.branch }
    const reply = await call('POST /projects/:id/merge_requests', params)
    has(reply.row(), { changes_count: null }, reply)
    await stage.changed('merge-requests#later-conflict-status', {
      before: () => has(reply.row(), { detailed_merge_status: 'broken_status' }, reply),
      after: () => has(reply.row(), { detailed_merge_status: 'commits_status' }, reply),
    })
  },
})

export const canMerge = check({
  id: 'merge-requests/can-merge',
  says: '`user.can_merge` says whether the caller may merge, and `subscribed` whether the caller participates',
  source: 'merge-requests#can-merge, merge-requests#subscribed',
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
    const isAuthor = rowIn(row, 'author').id === stage.user(role).id
    has(reply.row(), { subscribed: isAuthor }, reply)
  },
})

export const participantsSubscribed = check({
  id: 'merge-requests/participants-subscribed',
  says: 'The author, assignees and reviewers are subscribed, and stay so when the merge request is closed or merged',
  source: 'merge-requests#subscribed',
  level: 'must',
  covers: [read],
  needs,
  holds: async (stage) => {
    const { call, user } = stage
    const people = { assignee_ids: [user('maintainer').id], reviewer_ids: [user('reporter').id] }
    const row = await mergeRequest(stage, { branch: 'topic', ...people })
    const place = named(stage, row)
    const subscribed = async (): Promise<void> => {
      for (const role of ['developer', 'maintainer', 'reporter'] as const)
        has((await call(read, place, { as: role })).row(), { subscribed: true })
    }
    await subscribed()
    has((await call(read, place, { as: 'owner' })).row(), { subscribed: false })
    for (const state_event of ['close', 'reopen']) {
      expectArranged(await call(`PUT ${path}`, { ...place, state_event }, { as: 'developer' }))
      await subscribed()
    }
    expectArranged(await call(`PUT ${path}/merge`, place, { as: 'maintainer' }))
    await subscribed()
  },
})

export const pictureByMail = check({
  id: 'merge-requests/picture-by-mail',
  says: 'The author without a picture has the one that the avatar service keeps for the lower-case e-mail address, or none',
  source: 'conventions#user-reference',
  level: 'must',
  covers: [read],
  needs,
  holds: async (stage) => {
    const row = await mergeRequest(stage, { branch: 'topic', as: 'owner' })
    const { email } = (await stage.call('GET /user', {}, { as: 'owner' })).row()
    const reply = await stage.call(read, named(stage, row))
    const { avatar_url: shown = null } = rowIn(reply.row(), 'author')
    if (shown === null) return
    const told = /gravatar\.com\/avatar\/([0-9a-f]{32})\?/.exec(String(shown))?.[1]
    if (told === undefined) return stage.unknown('the author has a picture of another service')
    const hash = bytesToHex(md5(utf8ToBytes(String(email).toLowerCase())))
    equals('the picture', told, hash, reply)
  },
})

export const conversationSubscribes = check({
  id: 'merge-requests/conversation-subscribes',
  says: 'Whoever is mentioned in the description or in a comment is subscribed, and whoever comments; others are not',
  source: 'merge-requests#subscribed',
  level: 'must',
  covers: [read],
  needs,
  holds: async (stage) => {
    const { call, user } = stage
    const description = `Ask @${user('maintainer').username.toUpperCase()}, or @${user('owner').username}-b`
    const place = named(stage, await mergeRequest(stage, { branch: 'topic', description }))
    const members = ['owner', 'maintainer', 'reporter'] as const
    const subscribed = async (expected: readonly boolean[]): Promise<void> => {
      const told: Json[] = []
      for (const as of members) told.push((await call(read, place, { as })).row().subscribed ?? null)
      equals('who is subscribed', told, expected)
    }
    await subscribed([false, true, false])
    const comment = async (body: string, as: Who) =>
      expectArranged(await call(`POST ${path}/notes`, { ...place, body }, { as }))
    await comment('Fine', 'reporter')
    await subscribed([false, true, true])
    await comment(`Look at this, @${user('owner').username}!`, 'developer')
    await subscribed([true, true, true])
  },
})

export const userNotesCount = check({
  id: 'merge-requests/user-notes-count',
  says: '`user_notes_count` counts the comments of users',
  source: 'merge-requests#counts',
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

export const milestoneField = check({
  id: 'merge-requests/milestone-field',
  says: 'The milestone of a merge request has the shape in which it is read by itself',
  source: 'merge-requests#milestone-inside',
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

export const notApproved = check({
  id: 'merge-requests/not-approved',
  says: 'A merge request whose approval rule is not satisfied has the status `not_approved` until it is approved',
  source:
    'merge-requests#detailed-status-conditions, approvals#merge-needs-approvals, merge-requests#detailed-merge-status',
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

export const changesCount = check({
  id: 'merge-requests/changes-count',
  says: '`changes_count` is the number of changed files as text, and `1000+` above 1,000',
  source: 'merge-requests#changes-count',
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

export const userFields = check({
  id: 'merge-requests/user-fields',
  says: 'A user inside a merge request has six fields, `locked` from 16.5 on, and `web_url` ends with the username',
  source: 'merge-requests#user-inside, conventions#user-reference, users#later-locked',
  level: 'must',
  covers: [`GET ${path}`],
  needs,
  holds: async (stage) => {
    const { id, username, name } = stage.user('developer')
    const row = await mergeRequest(stage, { branch: 'topic' })
    const author = rowIn(row, 'author')
    const { avatar_url: _picture, web_url, locked, public_email: _address, ...rest } = author
    const expected = { id, username, name, state: 'active' }
    if (stage.mayAdd) has(author, expected)
    else equals('the author', rest, expected)
    await stage.changed('users#later-locked', {
      before: () => equals('`locked`', locked, undefined),
      after: () => equals('`locked`', locked, false),
    })
    equals('the end of the address', String(web_url).split('/').at(-1), username)
    names(author, ['avatar_url'])
  },
})

const sureFields = {
  'merge-requests#later-squash-on-merge': { squash_on_merge: ['boolean'] },
  'merge-requests#later-prepared-at': { prepared_at: ['time', 'null'] },
} as const satisfies LaterFields

const doubtfulFields = {
  'conventions#later-imported': { imported: ['boolean'], imported_from: ['string'] },
  'merge-requests#later-merge-after': { merge_after: ['null'] },
} as const satisfies LaterFields

/** On its own and in the list. */
async function hasFields(stage: Stage, later: LaterFields, row: Row): Promise<void> {
  const single = await stage.call(`GET ${path}`, named(stage, row))
  const listed = await stage.call('GET /projects/:id/merge_requests', { id: stage.project.id })
  await hasLater(stage, single.row(), later, single)
  await hasLater(stage, listed.rows()[0] ?? {}, later, listed)
}

export const laterFields = check({
  id: 'merge-requests/later-fields',
  says: 'A merge request has the fields that its release brought, and none of a later one',
  source: 'merge-requests#later-squash-on-merge, merge-requests#later-prepared-at',
  level: 'must',
  covers: [`GET ${path}`, 'GET /projects/:id/merge_requests'],
  needs,
  arrange: (stage) => mergeRequest(stage, { branch: 'topic' }),
  holds: (stage, _, row) => hasFields(stage, sureFields, row),
})

export const laterDoubtfulFields = check({
  id: 'merge-requests/later-doubtful-fields',
  says: 'A merge request tells from 17 on whether it was imported and when it may be merged, and from 18 on users inside it have `public_email`',
  source: 'conventions#later-imported, merge-requests#later-merge-after, users#later-public-email',
  level: 'should',
  covers: [`GET ${path}`, 'GET /projects/:id/merge_requests'],
  needs,
  arrange: (stage) => mergeRequest(stage, { branch: 'topic' }),
  holds: async (stage, _, row) => {
    await hasFields(stage, doubtfulFields, row)
    const { public_email } = rowIn(row, 'author')
    await stage.changed('users#later-public-email', {
      before: () => equals('`public_email`', public_email, undefined),
      after: () =>
        holds(!public_email || String(public_email).includes('@'), 'it is an address', public_email),
    })
  },
})

export const squashInForce = check({
  id: 'merge-requests/squash-in-force',
  says: 'From 15.9 on `squash_on_merge` tells whether merging squashes, as the project demands or forbids it',
  source: 'merge-requests#later-squash-on-merge',
  level: 'must',
  covers: [`GET ${path}`],
  needs,
  arrange: (stage) => mergeRequest(stage, { branch: 'topic', squash: true }),
  each: () =>
    [
      ['never', false],
      ['always', true],
      ['default_on', true],
      ['default_off', true],
    ] as const,
  holds: async (stage, [squash_option, squashes], row) => {
    expectArranged(await stage.call('PUT /projects/:id', { id: stage.project.id, squash_option }))
    const { squash_on_merge } = (await stage.call(`GET ${path}`, named(stage, row))).row()
    await stage.changed('merge-requests#later-squash-on-merge', {
      before: () => {
        if (stage.dialect !== undefined) equals('`squash_on_merge`', squash_on_merge, undefined)
      },
      after: () => equals('`squash_on_merge`', squash_on_merge, squashes),
    })
  },
})

export const timeStats = check({
  id: 'merge-requests/time-stats',
  says: '`time_stats` shows times in seconds and as text, with days of eight hours, weeks of five days and months of four weeks',
  source: 'merge-requests#time-stats, conventions#time-stats',
  level: 'must',
  covers: [`GET ${path}`],
  needs,
  arrange: (stage) => mergeRequest(stage, { branch: 'topic' }),
  each: () =>
    [
      ['3h30m', 12_600, '3h 30m'],
      ['8h', 28_800, '1d'],
      ['1mo', 576_000, '1mo'],
      ['1w 2d', 201_600, '1w 2d'],
      ['45s', 45, '45s'],
    ] as const,
  holds: async (stage, [duration, seconds, words], row) => {
    const { call } = stage
    const place = named(stage, row)
    expectArranged(await call(`POST ${path}/time_estimate`, { ...place, duration }))
    expectArranged(await call(`POST ${path}/add_spent_time`, { ...place, duration }))
    const stats = rowIn((await call(`GET ${path}`, place)).row(), 'time_stats')
    const expected = {
      time_estimate: seconds,
      total_time_spent: seconds,
      human_time_estimate: words,
      human_total_time_spent: words,
    }
    equals('time_stats', stats, expected)
  },
})

export const divergedWithMerges = check({
  id: 'merge-requests/diverged-with-merges',
  says: 'Diverged commits are all that the target branch has and the source branch lacks, those that were merged and merge commits too',
  source: 'merge-requests#fields-on-demand',
  level: 'must',
  covers: [read],
  needs,
  holds: async (stage) => {
    const topic = await mergeRequest(stage, { branch: 'topic' })
    const other = await mergeRequest(stage, { branch: 'other' })
    answers(await stage.call(`PUT ${path}/merge`, named(stage, other)), 200)
    const reply = await stage.call(read, { ...named(stage, topic), include_diverged_commits_count: true })
    has(reply.row(), { diverged_commits_count: 2 }, reply)
  },
})
