import { project as anotherProject, commit, groupMilestone, milestone } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, rowIn } from '../../kit/expect.ts'
import type { Stage } from '../../run/stage.ts'

const create = 'POST /projects/:id/merge_requests'
const source = 'specification 1, Merge requests; dossier 1, 9.3 and 9.5'

async function topic(stage: Stage): Promise<string> {
  return commit(stage, { branch: 'topic', from: stage.project.branch, path: 'topic.txt' })
}

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
