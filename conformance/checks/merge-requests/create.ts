import fc from 'fast-check'
import {
  project as anotherProject,
  branch,
  commit,
  groupMilestone,
  mergeRequest,
  milestone,
} from '../../arrange/records.ts'
import { check } from '../../check.ts'
import { awkwardTexts } from '../../draw/hostile.ts'
import { words } from '../../draw/params.ts'
import { answers, equals, has, holds, names, numberIn, refuses, rowIn, says, textIn } from '../../expect.ts'
import { isDraft } from '../../oracle/draft.ts'
import { forbidden, recordMissing } from '../../oracle/texts.ts'
import { expectArranged, type Stage } from '../../stage.ts'

const create = 'POST /projects/:id/merge_requests'
const read = 'GET /projects/:id/merge_requests/:merge_request_iid'
const source = 'specification 1, Merge requests; dossier 1, 9.3 and 9.5'

async function topic(stage: Stage): Promise<string> {
  return commit(stage, { branch: 'topic', from: stage.project.branch, path: 'topic.txt' })
}

const wishes = fc.record(
  {
    title: fc.oneof(
      words,
      fc.constantFrom(...awkwardTexts, 'Draft: x', '[Draft] x', '(draft) x', 'draft', 'WIP: x', 'Draft - x'),
    ),
    description: fc.oneof(words, fc.constant('')),
    labels: fc.constantFrom('bug', 'b, a', 'x,x', ''),
    remove_source_branch: fc.boolean(),
    squash: fc.boolean(),
  },
  { requiredKeys: ['title'] },
)
interface Wish {
  readonly title: string
  readonly description?: string
  readonly labels?: string
  readonly remove_source_branch?: boolean
  readonly squash?: boolean
}

export const creation = check({
  id: 'merge-requests/create',
  says: 'A created merge request is answered whole with 201, and read alike',
  source,
  level: 'must',
  covers: [create, read],
  needs: { repository: true, role: 'developer' },
  arrange: topic,
  over: () => wishes,
  holds: async ({ call, project, user }, wish: Wish, head) => {
    const target_branch = project.branch
    const reply = await call(create, { id: project.id, source_branch: 'topic', target_branch, ...wish })
    answers(reply, 201)
    const row = reply.row()
    const { title, description = null, labels = '', remove_source_branch = null, squash = false } = wish
    const wanted = [
      ...new Set(
        labels
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== ''),
      ),
    ].sort()
    const me = user('developer')
    has(rowIn(row, 'author'), { id: me.id, username: me.username, name: me.name, state: 'active' }, reply)
    has(
      row,
      {
        iid: 1,
        project_id: project.id,
        source_project_id: project.id,
        target_project_id: project.id,
        title,
        description,
        state: 'opened',
        source_branch: 'topic',
        target_branch,
        labels: wanted,
        draft: isDraft(title),
        work_in_progress: isDraft(title),
        squash,
        force_remove_source_branch: remove_source_branch,
        should_remove_source_branch: null,
        sha: head,
        milestone: null,
        merge_status: 'can_be_merged',
        detailed_merge_status: isDraft(title) ? 'draft_status' : 'mergeable',
        has_conflicts: false,
        merged_by: null,
        merge_user: null,
        merged_at: null,
        closed_by: null,
        closed_at: null,
        merge_commit_sha: null,
        squash_commit_sha: null,
        discussion_locked: null,
        merge_error: null,
        assignee: null,
        assignees: [],
        reviewers: [],
        upvotes: 0,
        downvotes: 0,
        user_notes_count: 0,
        changes_count: '1',
        subscribed: true,
        reference: '!1',
        references: { short: '!1', relative: '!1', full: `${project.path}!1` },
        merge_when_pipeline_succeeds: false,
        time_stats: {
          time_estimate: 0,
          total_time_spent: 0,
          human_time_estimate: null,
          human_total_time_spent: null,
        },
        blocking_discussions_resolved: true,
        updated_at: textIn(row, 'created_at'),
      },
      reply,
    )
    holds(
      textIn(row, 'web_url').endsWith(`/${project.path}/-/merge_requests/1`),
      'web_url leads to it',
      row.web_url,
      reply,
    )
    const again = await call(read, { id: project.id, merge_request_iid: 1 })
    const { first_contribution: _only, ...rest } = again.row()
    equals('the merge request read again', rest, row, again)
  },
})

export const listForm = check({
  id: 'merge-requests/list-form',
  says: 'A list shows what a single merge request shows, but for what only a single one has',
  source: 'dossier 1, 9.3',
  level: 'must',
  covers: ['GET /projects/:id/merge_requests', 'GET /merge_requests', read],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    await mergeRequest(stage, { branch: 'one', labels: 'a' })
    const single = (await call(read, { id: project.id, merge_request_iid: 1 })).row()
    const row = (await call('GET /projects/:id/merge_requests', { id: project.id })).rows()[0] ?? {}
    for (const [name, value] of Object.entries(row)) equals(`field ${name} of the list`, value, single[name])
    const onlySingle = [
      'subscribed',
      'changes_count',
      'diff_refs',
      'merge_error',
      'user',
      'latest_build_started_at',
      'pipeline',
      'head_pipeline',
      'first_contribution',
    ]
    names(single, onlySingle)
    for (const name of onlySingle)
      holds(!Object.hasOwn(row, name), `a list has no ${name}`, row[name] ?? null)
    const elsewhere = await call('GET /merge_requests', { scope: 'all', per_page: 100 })
    const global = elsewhere.rows().find((candidate) => candidate.id === single.id) ?? {}
    for (const [name, value] of Object.entries(row))
      if (name !== 'references') equals(`field ${name} of the global list`, global[name], value, elsewhere)
    has(
      rowIn(global, 'references'),
      { relative: `${project.path}!1`, full: `${project.path}!1`, short: '!1' },
      elsewhere,
    )
  },
})

export const required = check({
  id: 'merge-requests/create-required',
  says: 'Title and both branches are required, and all that miss are told at once',
  source,
  level: 'must',
  covers: [create],
  readOnly: true,
  holds: async ({ call, project }) => {
    refuses(
      await call(create, { id: project.id }),
      'title is missing, source_branch is missing, target_branch is missing',
    )
    refuses(
      await call(create, { id: project.id, title: 'x', source_branch: 'a' }),
      'target_branch is missing',
    )
  },
})

export const sameBranch = check({
  id: 'merge-requests/create-same-branch',
  says: 'A branch cannot be merged into itself: 422',
  source,
  level: 'must',
  covers: [create],
  needs: { repository: true },
  holds: async ({ call, project }) => {
    const reply = await call(create, {
      id: project.id,
      title: 'x',
      source_branch: project.branch,
      target_branch: project.branch,
    })
    says(reply, 422, ["You can't use same project/branch for source and target"])
  },
})

export const secondOpen = check({
  id: 'merge-requests/create-second',
  says: 'A second open merge request for the same branches answers 409 and names the first; a closed one is no obstacle, nor another target',
  source,
  level: 'must',
  covers: [create],
  needs: { repository: true },
  arrange: topic,
  holds: async (stage) => {
    const { call, project } = stage
    await branch(stage, 'release')
    const params = { id: project.id, title: 'x', source_branch: 'topic', target_branch: project.branch }
    answers(await call(create, params), 201)
    says(await call(create, params), 409, [
      'Another open merge request already exists for this source branch: !1',
    ])
    answers(await call(create, { ...params, target_branch: 'release' }), 201)
    const close = { id: project.id, merge_request_iid: 1, state_event: 'close' }
    answers(await call('PUT /projects/:id/merge_requests/:merge_request_iid', close), 200)
    const third = await call(create, params)
    answers(third, 201)
    has(third.row(), { iid: 3 }, third)
  },
})

export const modelErrors = check({
  id: 'merge-requests/create-refused',
  says: 'Blank and overlong titles and names that no branch can have are refused by the model',
  source,
  level: 'must',
  covers: [create],
  needs: { repository: true },
  arrange: topic,
  each: () =>
    [
      [{ title: '' }, { title: ["can't be blank"] }],
      [{ title: 'x'.repeat(256) }, { title: ['is too long (maximum is 255 characters)'] }],
      [{ source_branch: '' }, { source_branch: ["can't be blank"] }],
      [{ source_branch: 'no..branch' }, { source_branch: ['is invalid'] }],
      [{ target_branch: 'a b' }, { target_branch: ['is invalid'] }],
      [
        { description: 'x'.repeat(1_048_577) },
        { description: ['is too long (maximum is 1048576 characters)'] },
      ],
    ] as const,
  holds: async ({ call, project }, [change, errors]) => {
    const good = { id: project.id, title: 'x', source_branch: 'topic', target_branch: project.branch }
    answers(await call(create, { ...good, ...change }), 400, { message: errors })
    answers(await call('GET /projects/:id/merge_requests', { id: project.id }), 200, [])
  },
})

export const longest = check({
  id: 'merge-requests/create-longest',
  says: 'A title of 255 characters and a description of 1,048,576 are taken',
  source: 'specification 1, Limits',
  level: 'must',
  covers: [create],
  needs: { repository: true },
  arrange: topic,
  holds: async ({ call, project }) => {
    const texts = { title: 'ü'.repeat(255), description: 'y'.repeat(1_048_576) }
    const reply = await call(create, {
      id: project.id,
      source_branch: 'topic',
      target_branch: project.branch,
      ...texts,
    })
    answers(reply, 201)
    has(reply.row(), texts, reply)
  },
})

export const unknownBranch = check({
  id: 'merge-requests/create-unknown-branch',
  says: 'A merge request for a branch that is not there is created, and cannot be merged',
  source,
  level: 'should',
  covers: [create],
  needs: { repository: true },
  holds: async ({ call, project }) => {
    const reply = await call(create, {
      id: project.id,
      title: 'x',
      source_branch: 'nowhere',
      target_branch: project.branch,
    })
    answers(reply, 201)
    has(reply.row(), { sha: null, changes_count: null, detailed_merge_status: 'broken_status' }, reply)
  },
})

export const unknownTarget = check({
  id: 'merge-requests/create-unknown-target',
  says: 'A target project that is unknown answers 404, one that the source is no fork of 422',
  source,
  level: 'must',
  covers: [create],
  needs: { repository: true, in: 'group' },
  arrange: topic,
  holds: async (stage) => {
    const { call, project, group } = stage
    const params = { id: project.id, title: 'x', source_branch: 'topic', target_branch: project.branch }
    answers(
      await call(create, { ...params, target_project_id: 987_654_321 }),
      recordMissing.status,
      recordMissing.body,
    )
    const stranger = await anotherProject(stage, 'no-fork', {
      namespace_id: group.id,
      initialize_with_readme: true,
    })
    const reply = await call(create, { ...params, target_project_id: numberIn(stranger, 'id') })
    says(reply, 422, ['Source project is not a fork of the target project'])
  },
})

export const people = check({
  id: 'merge-requests/create-people',
  says: 'Assignees and reviewers are given by id; `0` and an empty list give none, unknown users are dropped',
  source,
  level: 'must',
  covers: [create],
  needs: { repository: true, tier: 'premium' },
  arrange: topic,
  each: () => ['assignee', 'reviewer'] as const,
  holds: async ({ call, project, user }, part) => {
    const [first, second] = [user('maintainer').id, user('developer').id]
    const cases: readonly (readonly [unknown, readonly number[]])[] = [
      [
        [first, second],
        [first, second],
      ],
      [[second, 987_654_321], [second]],
      [[0], []],
      [[], []],
      ['', []],
      [`${first},${second}`, [first, second]],
    ]
    for (const [sent, expected] of cases) {
      const params = {
        id: project.id,
        title: 'x',
        source_branch: 'topic',
        target_branch: project.branch,
        [`${part}_ids`]: sent as number[],
      }
      const reply = await call(create, params)
      answers(reply, 201)
      const shown = reply.row()[`${part}s`]
      const ids = Array.isArray(shown)
        ? shown.map((one: { readonly id: number }) => one.id).sort((a, b) => a - b)
        : shown
      equals(
        `the ${part}s`,
        ids,
        [...expected].sort((a, b) => a - b),
        reply,
      )
      const iid = numberIn(reply.row(), 'iid')
      answers(
        await call('DELETE /projects/:id/merge_requests/:merge_request_iid', {
          id: project.id,
          merge_request_iid: iid,
        }),
        204,
      )
    }
  },
})

export const onePerson = check({
  id: 'merge-requests/create-one-person',
  says: 'Without a plan only the first assignee and the first reviewer are kept',
  source,
  level: 'must',
  covers: [create],
  needs: { repository: true, tier: 'unlicensed' },
  arrange: topic,
  holds: async ({ call, project, user }) => {
    const ids = [user('maintainer').id, user('developer').id]
    const params = {
      title: 'x',
      source_branch: 'topic',
      target_branch: project.branch,
      assignee_ids: ids,
      reviewer_ids: ids,
    }
    const reply = await call(create, { id: project.id, ...params })
    for (const part of ['assignees', 'reviewers']) {
      const shown = reply.row()[part]
      holds(Array.isArray(shown) && shown.length === 1, `there is one of the ${part}`, shown ?? null, reply)
    }
  },
})

export const assigneeAlone = check({
  id: 'merge-requests/create-assignee',
  says: '`assignee_id` gives one assignee, shown alone and in the list',
  source,
  level: 'must',
  covers: [create],
  needs: { repository: true },
  arrange: topic,
  holds: async ({ call, project, user }) => {
    const { id } = user('maintainer')
    const reply = await call(create, {
      id: project.id,
      title: 'x',
      source_branch: 'topic',
      target_branch: project.branch,
      assignee_id: id,
    })
    has(rowIn(reply.row(), 'assignee'), { id }, reply)
    equals('the assignees', reply.row().assignees, [rowIn(reply.row(), 'assignee')], reply)
  },
})

export const labelsMade = check({
  id: 'merge-requests/create-labels',
  says: 'Labels that the project does not have are made, in the usual colour',
  source,
  level: 'should',
  covers: [create],
  needs: { repository: true, role: 'developer' },
  arrange: topic,
  holds: async ({ call, project }) => {
    const params = {
      id: project.id,
      title: 'x',
      source_branch: 'topic',
      target_branch: project.branch,
      labels: 'fresh',
    }
    has((await call(create, params)).row(), { labels: ['fresh'] })
    const labels = await call('GET /projects/:id/labels', { id: project.id })
    const made = labels.rows().find((label) => label.name === 'fresh') ?? {}
    has(made, { name: 'fresh', color: '#6699cc' }, labels)
  },
})

export const milestones = check({
  id: 'merge-requests/create-milestone',
  says: 'A milestone of the project or of a group above is taken by its global id, any other is ignored',
  source,
  level: 'must',
  covers: [create],
  needs: { repository: true, in: 'group' },
  arrange: topic,
  holds: async (stage) => {
    const { call, project, group } = stage
    const elsewhere = numberIn(await anotherProject(stage, 'elsewhere', { namespace_id: group.id }), 'id')
    const foreign = await call('POST /projects/:id/milestones', { id: elsewhere, title: 'foreign' })
    const own = await milestone(stage, { title: 'own' })
    const above = await groupMilestone(stage, { title: 'above' })
    for (const [row, expected] of [
      [own, own],
      [above, above],
      [foreign.row(), null],
      [{ id: 987_654_321 }, null],
    ] as const) {
      const params = {
        title: 'x',
        source_branch: 'topic',
        target_branch: project.branch,
        milestone_id: Number(row.id),
      }
      const reply = await call(create, { id: project.id, ...params })
      answers(reply, 201)
      equals('the milestone', reply.row().milestone, expected, reply)
      const place = { id: project.id, merge_request_iid: numberIn(reply.row(), 'iid') }
      answers(await call('DELETE /projects/:id/merge_requests/:merge_request_iid', place), 204)
    }
  },
})

export const numbered = check({
  id: 'merge-requests/iids',
  says: 'Merge requests are numbered by themselves, apart from issues, and no number is used twice',
  source: 'dossier 1, 9.3',
  level: 'must',
  covers: [create, 'DELETE /projects/:id/merge_requests/:merge_request_iid'],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    expectArranged(await call('POST /projects/:id/issues', { id: project.id, title: 'an issue' }))
    has(await mergeRequest(stage, { branch: 'one' }), { iid: 1 })
    has(await mergeRequest(stage, { branch: 'two' }), { iid: 2 })
    const place = { id: project.id, merge_request_iid: 2 }
    answers(await call('DELETE /projects/:id/merge_requests/:merge_request_iid', place), 204)
    has(await mergeRequest(stage, { branch: 'three' }), { iid: 3 })
  },
})

export const archivedIsFrozen = check({
  id: 'merge-requests/archived-project',
  says: 'In an archived project merge requests are read as before, and every write is refused',
  source: 'dossier 1, section 12',
  level: 'must',
  covers: [create, read, 'DELETE /projects/:id/merge_requests/:merge_request_iid'],
  needs: { repository: true },
  arrange: topic,
  holds: async (stage) => {
    const { call, project } = stage
    await mergeRequest(stage, { branch: 'kept' })
    expectArranged(await call('POST /projects/:id/archive', { id: project.id }))
    const place = { id: project.id, merge_request_iid: 1 }
    answers(await call(read, place), 200)
    const fresh = { id: project.id, title: 'x', source_branch: 'topic', target_branch: project.branch }
    answers(await call(create, fresh), forbidden.status, forbidden.body)
    answers(
      await call('PUT /projects/:id/merge_requests/:merge_request_iid', { ...place, title: 'x' }),
      forbidden.status,
      forbidden.body,
    )
    answers(
      await call('DELETE /projects/:id/merge_requests/:merge_request_iid', place),
      forbidden.status,
      forbidden.body,
    )
  },
})
