import { commit, mergeRequest, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import type { Reply } from '../../kit/client.ts'
import { answers, equals, has, holds, numberIn, rowIn, says, textIn } from '../../kit/expect.ts'
import type { Json } from '../../kit/json.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'

const path = '/projects/:id/merge_requests/:merge_request_iid'

const merge = `PUT ${path}/merge`

const needs = { repository: true } as const

const opened = (stage: Stage) => mergeRequest(stage, { branch: 'topic', title: 'Add topic' })

/** The commit at the head of a branch. */
async function head({ call, project }: Stage, branch: string): Promise<Reply> {
  return call('GET /projects/:id/repository/commits/:sha', { id: project.id, sha: branch })
}

export const mergeCheck = check({
  id: 'merge-requests/merge',
  says: 'A merge answers 200 with the merged state, who merged and when, and its commit is the head of the target branch',
  source:
    'merge-requests#merge, merge-requests#merged-fields, merge-requests#merge-commit-sha, merge-requests#operations, merge-requests#detailed-merge-status',
  level: 'must',
  covers: [merge],
  needs,
  arrange: opened,
  holds: async (stage, _none, row) => {
    const { call, project, user } = stage
    const place = named(stage, row)
    const reply = await call(merge, place)
    answers(reply, 200)
    const now = reply.row()
    has(
      now,
      {
        state: 'merged',
        detailed_merge_status: 'not_open',
        merge_error: null,
        sha: row.sha ?? null,
        squash_commit_sha: null,
      },
      reply,
    )
    for (const field of ['merged_by', 'merge_user']) has(rowIn(now, field), { id: user('owner').id }, reply)
    holds(textIn(now, 'merged_at') > textIn(row, 'created_at'), 'merged_at is later', now.merged_at, reply)
    const target = await head(stage, project.branch)
    has(target.row(), { id: now.merge_commit_sha ?? null }, target)
    equals('the second parent', (target.row().parent_ids as readonly string[])[1], row.sha, target)
    const file = await call('GET /projects/:id/repository/files/:file_path', {
      id: project.id,
      file_path: 'topic.txt',
      ref: project.branch,
    })
    answers(file, 200)
    const again = await call(`GET ${path}`, place)
    const { first_contribution: _only, ...rest } = again.row()
    equals('the merge request read again', rest, now, again)
    says(await call(merge, place), 405, '405 Method Not Allowed')
  },
})

export const mergeNotReady = check({
  id: 'merge-requests/merge-not-ready',
  says: 'A closed merge request and a draft answer 405 to merging, also with a wrong `sha`',
  source:
    'merge-requests#merge-not-ready, merge-requests#merge-order, merge-requests#draft, conventions#method-not-allowed',
  level: 'must',
  covers: [merge],
  needs,
  arrange: opened,
  each: () => [
    { state_event: 'close' },
    { title: 'Draft: Add topic' },
    { title: '[DRAFT] Add topic' },
    { title: '(draft) Add topic' },
  ],
  holds: async (stage, change, row) => {
    const place = named(stage, row)
    answers(await stage.call(`PUT ${path}`, { ...place, ...change }), 200)
    for (const params of [{}, { sha: '0'.repeat(40) }])
      says(await stage.call(merge, { ...place, ...params }), 405, '405 Method Not Allowed')
    const after = await stage.call(`GET ${path}`, place)
    holds(after.row().state !== 'merged', 'it is not merged', after.row().state, after)
  },
})

export const mergeSha = check({
  id: 'merge-requests/merge-sha',
  says: 'A merge with a `sha` other than the head of the source branch answers 409 with the head and merges nothing',
  source: 'merge-requests#merge-sha, conventions#conflict',
  level: 'must',
  covers: [merge],
  needs,
  arrange: opened,
  holds: async (stage, _none, row) => {
    const { call, project } = stage
    const place = named(stage, row)
    const before = (await head(stage, project.branch)).row().id
    const text = `SHA does not match HEAD of source branch: ${String(row.sha)}`
    for (const sha of ['0'.repeat(40), String(before), String(row.sha).slice(0, 12)])
      says(await call(merge, { ...place, sha }), 409, text)
    has((await call(`GET ${path}`, place)).row(), { state: 'opened' })
    equals('the head of the target branch', (await head(stage, project.branch)).row().id, before)
    const reply = await call(merge, { ...place, sha: String(row.sha) })
    answers(reply, 200)
    has(reply.row(), { state: 'merged' }, reply)
  },
})

export const mergeConflict = check({
  id: 'merge-requests/merge-conflict',
  says: 'A merge request with conflicts answers 422 to merging (405 where the conflict is known) and stays open',
  source: 'merge-requests#merge-impossible, merge-requests#conflicts, conventions#unprocessable',
  level: 'must',
  covers: [merge],
  needs,
  holds: async (stage) => {
    const { call, project } = stage
    await commit(stage, { branch: 'topic', from: project.branch, path: 'same.txt', content: 'one\n' })
    await commit(stage, { branch: project.branch, path: 'same.txt', content: 'two\n' })
    const params = { id: project.id, title: 'x', source_branch: 'topic', target_branch: project.branch }
    answers(await call('POST /projects/:id/merge_requests', params), 201)
    const reply = await call(merge, { id: project.id, merge_request_iid: 1 })
    await stage.changed('merge-requests#later-conflict-status', {
      before: () => {
        if (reply.status === 405) says(reply, 405, '405 Method Not Allowed')
        else says(reply, 422, 'Branch cannot be merged')
      },
      after: () => says(reply, 422, 'Branch cannot be merged'),
    })
    has((await call(`GET ${path}`, { id: project.id, merge_request_iid: 1 })).row(), { state: 'opened' })
  },
})

export const mergeMessage = check({
  id: 'merge-requests/merge-message',
  says: 'The merge commit has the default message, or `merge_commit_message`',
  source: 'merge-requests#merge-message',
  level: 'must',
  covers: [merge],
  needs,
  arrange: opened,
  each: () => [undefined, 'My words'],
  holds: async (stage, merge_commit_message, row) => {
    const { call, project } = stage
    answers(await call(merge, { ...named(stage, row), merge_commit_message }), 200)
    const usual = `Merge branch 'topic' into '${project.branch}'\n\nAdd topic\n\nSee merge request ${project.path}!1`
    const target = await head(stage, project.branch)
    equals('the message', textIn(target.row(), 'message').trimEnd(), merge_commit_message ?? usual, target)
  },
})

export const mergeSquash = check({
  id: 'merge-requests/merge-squash',
  says: 'A squash merges one commit by the author, committed by the merging user, with the title or `squash_commit_message` as its message',
  source: 'merge-requests#squash',
  level: 'must',
  covers: [merge],
  needs,
  arrange: opened,
  each: () =>
    [
      [{ squash: true }, 'Add topic'],
      [{ squash: true, squash_commit_message: 'All of it' }, 'All of it'],
      [{ squash: true, squash_commit_message: '' }, 'Add topic'],
      // As the last of its commits says.
      [{ squash: true, squash_commit_message: 'Add second.txt' }, 'Add second.txt'],
      [{ squash: false }, 'Add topic'],
      // The wish that is stored has the same effect as one that is sent.
      [{ squash_commit_message: 'All of it' }, 'All of it'],
    ] as const,
  holds: async (stage, [params, message], row) => {
    const { call, project, user } = stage
    const last = await commit(stage, { branch: 'topic', path: 'second.txt' })
    const place = named(stage, row)
    const isSent = 'squash' in params && params.squash
    if (!isSent) answers(await call(`PUT ${path}`, { ...place, squash: true }), 200)
    const reply = await call(merge, { ...place, ...params })
    answers(reply, 200)
    has(reply.row(), { squash: true }, reply)
    const made = await head(stage, textIn(reply.row(), 'squash_commit_sha'))
    holds(made.row().id !== last, 'the squashed commit is a new one', last, made)
    equals('the message of the squashed commit', textIn(made.row(), 'message').trimEnd(), message, made)
    has(made.row(), { author_name: user('developer').name, committer_name: user('owner').name }, made)
    equals('how many parents it has', (made.row().parent_ids as readonly string[]).length, 1, made)
    const target = await head(stage, project.branch)
    equals(
      'the second parent',
      (target.row().parent_ids as readonly string[])[1],
      reply.row().squash_commit_sha,
      target,
    )
  },
})

export const bothMessages = check({
  id: 'merge-requests/merge-and-squash-messages',
  says: 'A squash with both messages gives each commit its own',
  source: 'merge-requests#squash, merge-requests#merge-message',
  level: 'must',
  covers: [merge],
  needs,
  arrange: opened,
  holds: async (stage, _, row) => {
    await commit(stage, { branch: 'topic', path: 'second.txt' })
    const messages = { merge_commit_message: 'The merge', squash_commit_message: 'The squash' }
    const reply = await stage.call(merge, { ...named(stage, row), squash: true, ...messages })
    answers(reply, 200)
    const [target, squashed] = [
      await head(stage, stage.project.branch),
      await head(stage, textIn(reply.row(), 'squash_commit_sha')),
    ]
    equals('the message of the merge', textIn(target.row(), 'message').trimEnd(), 'The merge', target)
    equals('the message of the squash', textIn(squashed.row(), 'message').trimEnd(), 'The squash', squashed)
  },
})

export const squashSingleCommit = check({
  id: 'merge-requests/squash-single-commit',
  says: 'A squash of a single commit that has the message of the squash already merges that commit itself, and one with another message a new one',
  source: 'merge-requests#squash-single-commit',
  level: 'should',
  covers: [merge],
  needs,
  holds: async (stage) => {
    for (const [branch, squash_commit_message, same] of [
      ['plain', undefined, true],
      ['told', 'My words', false],
    ] as const) {
      const row = await mergeRequest(stage, { branch, title: `Add ${branch}.txt` })
      const reply = await stage.call(merge, { ...named(stage, row), squash: true, squash_commit_message })
      answers(reply, 200)
      const { squash_commit_sha } = reply.row()
      equals(`whether the commit of ${branch} is kept`, squash_commit_sha === row.sha, same, reply)
    }
  },
})

export const mergeRemovesSourceBranch = check({
  id: 'merge-requests/merge-removes-source-branch',
  says: 'A merge removes the source branch when `should_remove_source_branch`, or else the stored `remove_source_branch`, is true',
  source: 'merge-requests#remove-source, merge-requests#remove-source-fields',
  level: 'must',
  covers: [merge],
  needs,
  each: () =>
    [
      [undefined, undefined, false],
      [true, undefined, true],
      [undefined, true, true],
      [true, false, false],
    ] as const,
  holds: async (stage, [stored, said, gone]) => {
    const { call, project } = stage
    const row = await mergeRequest(stage, {
      branch: 'topic',
      ...(stored === undefined ? {} : { remove_source_branch: stored }),
    })
    const reply = await call(merge, { ...named(stage, row), should_remove_source_branch: said })
    answers(reply, 200)
    has(reply.row(), { should_remove_source_branch: said ?? null }, reply)
    const left = await call('GET /projects/:id/repository/branches/:branch', {
      id: project.id,
      branch: 'topic',
    })
    answers(left, gone ? 404 : 200)
  },
})

export const autoMergeWithoutPipeline = check({
  id: 'merge-requests/auto-merge-without-pipeline',
  says: '`merge_when_pipeline_succeeds` answers 405 where there is no pipeline',
  source: 'merge-requests#auto-merge-refused',
  level: 'must',
  covers: [merge],
  needs,
  arrange: opened,
  holds: async (stage, _none, row) => {
    const reply = await stage.call(merge, { ...named(stage, row), merge_when_pipeline_succeeds: true })
    says(reply, 405, '405 Method Not Allowed')
  },
})

export const mergeMethods = check({
  id: 'merge-requests/merge-methods',
  says: 'A fast-forward project merges without a merge commit, and a fast-forward or semi-linear project refuses a source branch that lags behind',
  source: 'merge-requests#merge-methods, merge-requests#merge-impossible',
  level: 'must',
  covers: [merge],
  needs,
  arrange: opened,
  each: () => ['ff', 'rebase_merge'],
  holds: async (stage, merge_method, row) => {
    const { call, project } = stage
    const late = await mergeRequest(stage, { branch: 'late' })
    expectArranged(await call('PUT /projects/:id', { id: project.id, merge_method }))
    const reply = await call(merge, named(stage, row))
    answers(reply, 200)
    const target = await head(stage, project.branch)
    const parents = (target.row().parent_ids as readonly string[]).length
    equals('how many parents the head has', parents, merge_method === 'ff' ? 1 : 2, target)
    const headOf = target.row().id ?? null
    if (merge_method === 'ff') equals('the head', headOf, row.sha, target)
    has(reply.row(), { merge_commit_sha: merge_method === 'ff' ? null : headOf }, reply)
    const refused = await call(merge, named(stage, late))
    answers(refused, [405, 422])
  },
})

export const mergeRetargetsChain = check({
  id: 'merge-requests/merge-retargets-chain',
  says: 'A merge that removes its source branch retargets open merge requests into that branch, at most four of them',
  source: 'merge-requests#retargets-chain',
  level: 'should',
  covers: [merge],
  needs,
  holds: async (stage) => {
    const { call, project } = stage
    const row = await mergeRequest(stage, { branch: 'topic', remove_source_branch: true })
    const onto = ['one', 'two', 'three', 'four', 'five']
    const chained: number[] = []
    for (const branch of onto)
      chained.push(
        named(stage, await mergeRequest(stage, { branch, target_branch: 'topic' })).merge_request_iid,
      )
    answers(await call(merge, named(stage, row)), 200)
    const targets: Json[] = []
    for (const merge_request_iid of chained)
      targets.push(
        (await call(`GET ${path}`, { id: project.id, merge_request_iid })).row().target_branch ?? null,
      )
    equals('how many moved', targets.filter((target) => target === project.branch).length, 4)
    equals('how many stayed', targets.filter((target) => target === 'topic').length, 1)
  },
})

export const mergeClosesIssues = check({
  id: 'merge-requests/merge-closes-issues',
  says: 'A merge into the default branch closes the issues that the description closes by keyword, and names them in the merge commit',
  source: 'merge-requests#closes-issues, merge-requests#merge-message, merge-requests#closes-issues-list',
  level: 'must',
  covers: [merge, `GET ${path}/closes_issues`],
  needs,
  holds: async (stage) => {
    const { call, project } = stage
    for (const title of ['closed by it', 'only mentioned'])
      expectArranged(await call('POST /projects/:id/issues', { id: project.id, title }))
    const row = await mergeRequest(stage, { branch: 'topic', description: 'Closes #1, see #2' })
    const closing = await call(`GET ${path}/closes_issues`, named(stage, row))
    equals(
      'what it would close',
      closing.rows().map(({ iid }) => iid ?? null),
      [1],
      closing,
    )
    answers(await call(merge, named(stage, row)), 200)
    const state = async (issue_iid: number) =>
      (await call('GET /projects/:id/issues/:issue_iid', { id: project.id, issue_iid })).row().state
    equals('the issue that it closes', await state(1), 'closed')
    equals('the issue that it mentions', await state(2), 'opened')
    const target = await head(stage, project.branch)
    holds(
      textIn(target.row(), 'message').includes('\n\nCloses #1\n\n'),
      'the merge commit names the issue',
      target.row().message,
      target,
    )
  },
})

const keywords = [
  ...['Close', 'Closes', 'Closed', 'Closing', 'Fix', 'Fixes', 'Fixed', 'Fixing', 'Resolve', 'Resolves'],
  ...['Resolved', 'Resolving', 'Implement', 'Implements', 'Implemented', 'Implementing', 'closes', 'fixes:'],
]

/** Several issues after one keyword. */
const several = ['Fixes #', ', #', ' and issue #', ', and #', ' #', ',#']

/** What closes nothing. */
const idle = ['Enclosed #', 'CLOSES #', 'Closes the #', 'Relates to #', 'Closes#']

export const closingKeywords = check({
  id: 'merge-requests/closing-keywords',
  says: 'A description closes issues by every form of close, fix, resolve and implement, one or several after each',
  source: 'merge-requests#closes-issues, merge-requests#closes-issues-list, merge-requests#closing-keywords',
  level: 'must',
  covers: [`GET ${path}/closes_issues`],
  needs,
  holds: async (stage) => {
    const { call, project } = stage
    const count = keywords.length + several.length
    for (let at = 0; at < count + idle.length; at++)
      expectArranged(await call('POST /projects/:id/issues', { id: project.id, title: `Number ${at + 1}` }))
    let at = 0
    const numbered = (text: string) => text.replaceAll('#', () => `#${++at}`)
    const closers = [...keywords.map((word) => `${word} #`), several.join('')].map(numbered)
    const description = [...closers, ...idle.map(numbered)].join('\n\n')
    const row = await mergeRequest(stage, { branch: 'topic', description })
    const closing = await call(`GET ${path}/closes_issues`, { ...named(stage, row), per_page: 100 })
    const closed = closing.rows().map((issue) => numberIn(issue, 'iid'))
    const all = Array.from({ length: count }, (_, i) => i + 1)
    equals(
      'what it would close',
      closed.sort((a, b) => a - b),
      all,
      closing,
    )
  },
})

export const mergeLandsOthers = check({
  id: 'merge-requests/merge-lands-others',
  says: 'A merge that brings the last commit of another merge request into the same branch merges that one as well',
  source: 'merge-requests#merged-along',
  level: 'should',
  covers: [merge],
  needs,
  holds: async (stage) => {
    const { call, project, user } = stage
    const first = await mergeRequest(stage, { branch: 'first' })
    await commit(stage, { branch: 'second', from: 'first', path: 'second.txt' })
    const params = { id: project.id, title: 'Both', source_branch: 'second', target_branch: project.branch }
    const both = arranged(await call('POST /projects/:id/merge_requests', params))
    const other = await mergeRequest(stage, { branch: 'other' })
    answers(await call(merge, named(stage, both)), 200)
    const landed = await stage.until(
      () => call(`GET ${path}`, named(stage, first)),
      (reply) => reply.row().state === 'merged',
      { seconds: 60, reason: 'the target takes more than a minute to look at other merge requests' },
    )
    has(rowIn(landed.row(), 'merge_user'), { id: user('owner').id }, landed)
    has((await call(`GET ${path}`, named(stage, other))).row(), { state: 'opened' })
  },
})

export const mergeOtherBranchClosesNothing = check({
  id: 'merge-requests/merge-other-branch-closes-nothing',
  says: 'A merge into a branch other than the default one closes no issue',
  source: 'merge-requests#closes-issues',
  level: 'must',
  covers: [merge],
  needs,
  holds: async (stage) => {
    const { call, project } = stage
    expectArranged(await call('POST /projects/:id/issues', { id: project.id, title: 'stays open' }))
    await commit(stage, { branch: 'release', from: project.branch, path: 'release.txt' })
    const row = await mergeRequest(stage, {
      branch: 'topic',
      target_branch: 'release',
      description: 'Closes #1',
    })
    answers(await call(merge, named(stage, row)), 200)
    const issue = await call('GET /projects/:id/issues/:issue_iid', { id: project.id, issue_iid: 1 })
    has(issue.row(), { state: 'opened' }, issue)
  },
})

export const mergeRoles = check({
  id: 'merge-requests/merge-roles',
  says: 'A developer merges into an unprotected branch but gets 401 for the protected default branch, into which a maintainer merges',
  source: 'merge-requests#merge-roles',
  level: 'must',
  covers: [merge],
  needs,
  holds: async (stage) => {
    const { call, project } = stage
    await commit(stage, { branch: 'open', from: project.branch, path: 'open.txt' })
    const free = await mergeRequest(stage, { branch: 'topic', target_branch: 'open' })
    answers(await call(merge, named(stage, free), { as: 'developer' }), 200)
    const guarded = await mergeRequest(stage, { branch: 'other' })
    answers(await call(merge, named(stage, guarded), { as: 'developer' }), 401, {
      message: '401 Unauthorized',
    })
    answers(await call(merge, named(stage, guarded), { as: 'maintainer' }), 200)
  },
})
