import fc from 'fast-check'
import { commit, mergeRequest } from '../../arrange/records.ts'
import { awkwardTexts } from '../../draw/hostile.ts'
import { words } from '../../draw/params.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, names, rowIn, textIn } from '../../kit/expect.ts'
import { isDraft } from '../../oracle/draft.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'

const create = 'POST /projects/:id/merge_requests'

const read = 'GET /projects/:id/merge_requests/:merge_request_iid'

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

export const createCheck = check({
  id: 'merge-requests/create',
  says: 'A created merge request answers 201 with every attribute, and is read back the same',
  source:
    'merge-requests#create, merge-requests#single-fields, merge-requests#draft, merge-requests#references, merge-requests#web-url, merge-requests#mergeability-at-once, conventions#web-urls, merge-requests#operations, merge-requests#detailed-merge-status, merge-requests#create-options',
  level: 'must',
  covers: [create, read],
  needs: { repository: true, role: 'developer' },
  arrange: topic,
  over: () => wishes,
  examples: ['Draft: x', '[Draft] x', '(draft) x', 'draft', 'WIP: x', 'Draft - x'].map((title) => ({
    title,
  })),
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

export const listFields = check({
  id: 'merge-requests/list-fields',
  says: 'A list shows the fields of a single merge request with the same values, without those that only a single one has',
  source: 'merge-requests#list-fields, merge-requests#single-fields, merge-requests#references',
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

export const iids = check({
  id: 'merge-requests/iids',
  says: 'The `iid` of a new merge request is the next number of its project, counted apart from issues and never used again',
  source: 'merge-requests#iid',
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
