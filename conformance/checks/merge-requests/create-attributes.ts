import {
  project as anotherProject,
  commit,
  groupMilestone,
  mergeRequest,
  milestone,
} from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, rowIn } from '../../kit/expect.ts'
import { isRows } from '../../kit/json.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'

const create = 'POST /projects/:id/merge_requests'

const update = 'PUT /projects/:id/merge_requests/:merge_request_iid'

const needs = { repository: true } as const

export const createLongest = check({
  id: 'merge-requests/create-longest',
  says: 'A title of 255 characters and a description of 1,048,576 characters are accepted',
  source: 'merge-requests#title-and-description',
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

export const createPeople = check({
  id: 'merge-requests/create-people',
  says: '`assignee_ids` and `reviewer_ids` set the users they name, each once, none for `0` and empty values, and leave out unknown users',
  source: 'merge-requests#create-people',
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
      [
        [second, first],
        [first, second],
      ],
      [[second, 987_654_321], [second]],
      [
        [first, second, first],
        [first, second],
      ],
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
      // Old clients read one assignee: the first.
      if (part === 'assignee' && Array.isArray(shown))
        equals('the one assignee', reply.row().assignee, shown[0] ?? null, reply)
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

export const createStrangers = check<'assignee' | 'reviewer', string>({
  id: 'merge-requests/create-strangers',
  says: 'Users who may not read the merge request become neither its assignees nor its reviewers, on creation and on update',
  source: 'merge-requests#create-people',
  level: 'must',
  covers: [create, update],
  needs: { repository: true, tier: 'premium' },
  arrange: topic,
  each: () => ['assignee', 'reviewer'],
  holds: async ({ call, project, user }, part) => {
    const [member, stranger] = [user('developer').id, user('stranger').id]
    const ids = { [`${part}_ids`]: [stranger, member] }
    const branches = { source_branch: 'topic', target_branch: project.branch }
    const made = await call(create, { id: project.id, title: 'x', ...branches, ...ids })
    answers(made, 201)
    const place = { id: project.id, merge_request_iid: numberIn(made.row(), 'iid') }
    const empty = await call(update, { ...place, [`${part}_ids`]: [] })
    const changed = await call(update, { ...place, ...ids })
    for (const [reply, expected] of [
      [made, [member]],
      [empty, []],
      [changed, [member]],
    ] as const) {
      const shown = reply.row()[`${part}s`]
      equals(`the ${part}s`, isRows(shown) ? shown.map((one) => one.id ?? null) : null, expected, reply)
    }
  },
})

export const createPeopleWithoutPlan = check({
  id: 'merge-requests/create-people-without-plan',
  says: 'An installation without a plan keeps all assignees and reviewers, and the real service only the first of each',
  source: 'merge-requests#several-people',
  level: 'must',
  covers: [create],
  needs: { repository: true, tier: 'unlicensed' },
  arrange: topic,
  holds: async ({ call, project, user, differs }) => {
    const ids = [user('maintainer').id, user('developer').id]
    const params = {
      title: 'x',
      source_branch: 'topic',
      target_branch: project.branch,
      assignee_ids: ids,
      reviewer_ids: ids,
    }
    const reply = await call(create, { id: project.id, ...params })
    const kept = (count: number) => {
      for (const part of ['assignees', 'reviewers']) {
        const shown = reply.row()[part]
        holds(Array.isArray(shown) && shown.length === count, `${count} of the ${part}`, shown ?? null, reply)
      }
    }
    await differs('F29', { specification: () => kept(2), real: () => kept(1) })
  },
})

export const createAssignee = check({
  id: 'merge-requests/create-assignee',
  says: '`assignee_id` sets one assignee, shown as `assignee` and in `assignees`',
  source: 'merge-requests#create-people, merge-requests#user-inside',
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

export const createLabels = check({
  id: 'merge-requests/create-labels',
  says: 'A label that the project does not have is created with the default colour when a merge request names it',
  source: 'merge-requests#create-labels',
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
      labels: 'fresh,fresh',
    }
    has((await call(create, params)).row(), { labels: ['fresh'] })
    const labels = await call('GET /projects/:id/labels', { id: project.id })
    const made = labels.rows().find((label) => label.name === 'fresh') ?? {}
    has(made, { name: 'fresh', color: '#6699cc' }, labels)
  },
})

export const createMilestone = check({
  id: 'merge-requests/create-milestone',
  says: '`milestone_id` sets a milestone of the project or of a group above it, and any other id is ignored',
  source: 'merge-requests#create-milestone',
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

export const quickActions = check({
  id: 'merge-requests/quick-actions',
  says: 'Quick actions in the description of a new merge request are carried out and removed from it',
  source: 'merge-requests#quick-actions',
  level: 'should',
  covers: [create],
  needs,
  holds: async (stage) => {
    const { call, project } = stage
    expectArranged(await call('POST /projects/:id/labels', { id: project.id, name: 'bug', color: '#ff0000' }))
    await commit(stage, { branch: 'topic', from: project.branch, path: 'topic.txt' })
    const params = { id: project.id, title: 'x', source_branch: 'topic', target_branch: project.branch }
    const reply = await call(create, { ...params, description: 'Text\n\n/label ~bug\n/draft' })
    has(reply.row(), { labels: ['bug'], draft: true, description: 'Text' }, reply)
  },
})

export const approvalsBeforeMerge = check({
  id: 'merge-requests/approvals-before-merge',
  says: '`approvals_before_merge` of a new merge request is kept only where it exceeds a project number above zero, and the project lets merge requests differ',
  source: 'merge-requests#approvals-before-merge, approvals#overriding-disabled',
  level: 'should',
  covers: [create],
  needs: { repository: true, tier: 'premium' },
  each: () =>
    [
      [0, 3, false, null],
      [1, 3, false, 3],
      [2, 1, false, null],
      [2, 2, false, null],
      [2, 3, false, 3],
      [1, 3, true, null],
    ] as const,
  holds: async (stage, [approvals_before_merge, given, locked, shown]) => {
    const { call, project } = stage
    const settings = { approvals_before_merge, disable_overriding_approvers_per_merge_request: locked }
    expectArranged(await call('POST /projects/:id/approvals', { id: project.id, ...settings }))
    const row = await mergeRequest(stage, { branch: 'topic', approvals_before_merge: given })
    has(row, { approvals_before_merge: shown })
    for (const [list, place] of [
      ['GET /projects/:id/merge_requests', { id: project.id }],
      ['GET /merge_requests', { scope: 'all', source_branch: 'topic' }],
    ] as const) {
      const reply = await call(list, { ...place, order_by: 'created_at', per_page: 100 })
      const listed = reply.rows().find(({ id }) => id === row.id) ?? {}
      has(listed, { approvals_before_merge: shown }, reply)
    }
  },
})

async function topic(stage: Stage): Promise<string> {
  return commit(stage, { branch: 'topic', from: stage.project.branch, path: 'topic.txt' })
}
