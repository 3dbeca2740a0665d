import { mergeRequest, named } from '../../arrange/records.ts'
import { createdUser } from '../../arrange/users.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, numberIn, textIn } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import { expectArranged } from '../../run/stage.ts'

const list = 'GET /projects/:id/merge_requests'

const global = 'GET /merge_requests'

export const approvedByDuplicates = check({
  id: 'merge-requests/approved-by-duplicates',
  says: '`approved_by_ids` counts a repeated user once and requires every other user it names',
  source: 'merge-requests#filter-approved-by-five, merge-requests#filter-approved-by',
  level: 'must',
  covers: ['GET /projects/:id/merge_requests'],
  needs: { repository: true, tier: 'premium' },
  holds: async (stage) => {
    const { call, project, user } = stage
    const place = named(stage, await mergeRequest(stage, { branch: 'topic', as: 'developer' }))
    answers(await call('POST /projects/:id/merge_requests/:merge_request_iid/approve', place), 201)
    const { id } = user('owner')
    const list = (ids: readonly number[]) =>
      call('GET /projects/:id/merge_requests', { id: project.id, approved_by_ids: ids })
    const own = await list([id])
    answers(own, 200, (await call('GET /projects/:id/merge_requests', { id: project.id })).json ?? null)
    answers(await list([id, id, id, id, id, 987_654_321]), 200, [])
  },
})

export const approvalFiltersWithoutPlan = check<Params>({
  id: 'merge-requests/approval-filters-without-plan',
  says: 'An installation without a plan ignores filters by approvals, and the real service filters by them all the same',
  source: 'merge-requests#filter-approved-by, approvals#without-a-plan',
  level: 'should',
  covers: [list],
  needs: { repository: true, tier: 'unlicensed' },
  each: () => [{ approved_by_ids: 'Any' }, { approver_ids: 'Any' }],
  holds: async (stage, filter) => {
    const { iid = 0 } = await mergeRequest(stage, { branch: 'topic' })
    const reply = await stage.call(list, { id: stage.project.id, ...filter })
    answers(reply, 200)
    const shown = reply.rows().map((row) => row.iid ?? null)
    await stage.differs('F28', {
      specification: () => equals('what is listed', shown, [iid], reply),
      real: () => equals('what is listed', shown, [], reply),
    })
  },
})

export const approvedByFilter = check({
  id: 'merge-requests/approved-by-filter',
  says: '`approved_by_ids` matches merge requests that all the given users approved, `None` those without approvals, `Any` those with some',
  source: 'merge-requests#filter-approved-by, merge-requests#filter-approved-by-five',
  level: 'must',
  covers: [list, global],
  needs: { repository: true, tier: 'premium' },
  holds: async (stage) => {
    const { call, project, user } = stage
    const both = await mergeRequest(stage, { branch: 'both' })
    const one = await mergeRequest(stage, { branch: 'one' })
    await mergeRequest(stage, { branch: 'none' })
    const approve = 'POST /projects/:id/merge_requests/:merge_request_iid/approve'
    for (const [row, as] of [
      [both, 'maintainer'],
      [both, 'owner'],
      [one, 'owner'],
    ] as const)
      expectArranged(await call(approve, named(stage, row), { as }))
    const own = { scope: 'all', source_project_id: project.id }
    const shown = async (params: Params, expected: readonly string[]) => {
      for (const reply of [
        await call(list, { id: project.id, ...params }),
        await call(global, { ...own, ...params }),
      ])
        equals(
          `approved by ${JSON.stringify(params)}`,
          reply.rows().map((row) => row.source_branch ?? null),
          expected,
          reply,
        )
    }
    const [first, second] = [user('owner'), user('maintainer')]
    await shown({ approved_by_ids: [first.id] }, ['one', 'both'])
    await shown({ approved_by_ids: [first.id, second.id] }, ['both'])
    await shown({ approved_by_ids: 'None' }, ['none'])
    await shown({ approved_by_ids: 'Any' }, ['one', 'both'])
    await shown({ approved_by_usernames: [second.username] }, ['both'])
    await shown({ approved_by_ids: [first.id, second.id, 901, 902, 903, 904] }, [])
  },
})

export const approvedByFirstFive = check({
  id: 'merge-requests/approved-by-first-five',
  says: '`approved_by_ids` looks at the first five users that it names, and ignores others',
  source: 'merge-requests#filter-approved-by-five',
  level: 'should',
  covers: [list],
  needs: { repository: true, tier: 'premium', role: 'admin', rewinds: true },
  holds: async (stage) => {
    const { call, project } = stage
    const place = named(stage, await mergeRequest(stage, { branch: 'topic' }))
    const ids: number[] = []
    for (const name of ['first', 'second', 'third', 'fourth', 'fifth']) {
      const user = await createdUser(stage, name)
      ids.push(numberIn(user, 'id'))
      const member = { id: project.id, user_id: numberIn(user, 'id'), access_level: 30 }
      expectArranged(await call('POST /projects/:id/members', member))
      const headers = { sudo: textIn(user, 'username') }
      const approve = 'POST /projects/:id/merge_requests/:merge_request_iid/approve'
      expectArranged(await call(approve, place, { headers }))
    }
    const found = async (approved_by_ids: readonly number[]) =>
      (await call(list, { id: project.id, approved_by_ids })).rows().length
    equals('how many five approvers find', await found(ids), 1)
    equals('how many four find with somebody else', await found([...ids.slice(0, 4), 987_654_321]), 0)
    equals('how many they find before somebody else', await found([...ids, 987_654_321]), 1)
    equals('how many they find after somebody else', await found([987_654_321, ...ids]), 0)
  },
})

export const approversFilter = check({
  id: 'merge-requests/approvers-filter',
  says: '`approver_ids` matches merge requests that have all the given users as approvers, `None` those without approvers, `Any` those with some',
  source: 'merge-requests#filter-approvers',
  level: 'must',
  covers: [list, global],
  needs: { repository: true, tier: 'premium' },
  holds: async (stage) => {
    const { call, project, user } = stage
    const rule = { id: project.id, name: 'Ours', approvals_required: 1, user_ids: [user('maintainer').id] }
    expectArranged(await call('POST /projects/:id/approval_rules', rule))
    await mergeRequest(stage, { branch: 'topic' })
    const own = { scope: 'all', source_project_id: project.id }
    for (const [approver_ids, found] of [
      [[user('maintainer').id], 1],
      [[user('maintainer').id, user('owner').id], 0],
      ['None', 0],
      ['Any', 1],
    ] as const)
      for (const reply of [
        await call(list, { id: project.id, approver_ids }),
        await call(global, { ...own, approver_ids }),
      ])
        equals(`how many are found by ${JSON.stringify(approver_ids)}`, reply.rows().length, found, reply)
  },
})
