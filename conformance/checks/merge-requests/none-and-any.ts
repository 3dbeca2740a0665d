import { mergeRequest, milestone, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals } from '../../kit/expect.ts'
import { expectArranged } from '../../run/stage.ts'

const list = 'GET /projects/:id/merge_requests'

/** Filters that take the words, and whether in any case. */
const filters = [
  ...['assignee_id', 'reviewer_id', 'reviewer_username', 'labels', 'milestone', 'my_reaction_emoji'].map(
    (name) => ({ name, anyCase: true }),
  ),
  ...['approved_by_ids', 'approved_by_usernames', 'approver_ids'].map((name) => ({ name, anyCase: false })),
]

const words = ['None', 'Any', 'none', 'any', 'NONE', 'ANY', 'nOnE', 'aNy'] as const

export const noneAndAny = check<{ readonly name: string; readonly word: string }>({
  id: 'merge-requests/none-and-any',
  says: '`None` finds the merge requests without what a filter is about, and `Any` those with it, in any case where the filter takes a name as well',
  source:
    'merge-requests#filter-users, merge-requests#filter-labels, merge-requests#filter-milestone, merge-requests#filter-reactions, merge-requests#filter-approved-by, merge-requests#filter-approvers',
  level: 'must',
  covers: [list],
  needs: { repository: true, tier: 'premium' },
  readOnly: true,
  each: () =>
    filters.flatMap(({ name, anyCase }) =>
      words.slice(0, anyCase ? words.length : 2).map((word) => ({ name, word })),
    ),
  arrange: async (stage) => {
    const { call, user } = stage
    const { id: milestone_id } = await milestone(stage, { title: 'Planned' })
    const people = { assignee_ids: [user('owner').id], reviewer_ids: [user('developer').id] }
    const full = { ...people, labels: 'one', milestone_id: Number(milestone_id) }
    const carried = named(stage, await mergeRequest(stage, { branch: 'carried', as: 'maintainer', ...full }))
    const bare = named(stage, await mergeRequest(stage, { branch: 'bare', as: 'maintainer' }))
    const on = '/projects/:id/merge_requests/:merge_request_iid'
    const rule = { name: 'Own', approvals_required: 1, user_ids: [user('developer').id] }
    expectArranged(await call(`POST ${on}/approval_rules`, { ...carried, ...rule }))
    expectArranged(await call(`POST ${on}/approve`, carried))
    expectArranged(await call(`POST ${on}/award_emoji`, { ...carried, name: 'thumbsup' }))
    // What somebody else reacted to is without a reaction of the caller.
    expectArranged(await call(`POST ${on}/award_emoji`, { ...bare, name: 'star' }, { as: 'developer' }))
  },
  holds: async ({ call, project }, { name, word }) => {
    const reply = await call(list, { id: project.id, [name]: word })
    answers(reply, 200)
    const found = reply.rows().map(({ source_branch }) => source_branch ?? null)
    equals(`${name}=${word}`, found, [word.toLowerCase() === 'any' ? 'carried' : 'bare'], reply)
  },
})
