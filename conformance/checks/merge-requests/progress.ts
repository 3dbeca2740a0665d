import { mergeRequest, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, holds, textIn } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import { arranged, expectArranged } from '../../run/stage.ts'

const list = 'GET /projects/:id/merge_requests'
const global = 'GET /merge_requests'
const one = 'GET /projects/:id/merge_requests/:merge_request_iid'
const source = 'specification 1, Merge requests; dossier 1, 9.1'

export const approvedBy = check({
  id: 'merge-requests/approved-by',
  says: '`approved_by_ids` finds what all these users approved, `None` what nobody did, `Any` what somebody did',
  source,
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

export const approvers = check({
  id: 'merge-requests/approvers',
  says: '`approver_ids` finds what all these users are approvers of',
  source,
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

export const deployments = check({
  id: 'merge-requests/undeployed',
  says: 'Filters by deployment let nothing through that was never deployed, and a date that is none is ignored',
  source: 'dossier 1, 9.1',
  level: 'should',
  covers: [global, list],
  needs: { repository: true },
  holds: async (stage) => {
    const { call } = stage
    await mergeRequest(stage, { branch: 'never', title: 'Never deployed anywhere' })
    const mine = { scope: 'all', search: '"never deployed anywhere"' }
    answers(await call(global, { ...mine, environment: 'production' }), 200, [])
    answers(await call(global, { ...mine, deployed_after: '2001-01-01T00:00:00Z' }), 200, [])
    answers(await call(global, { ...mine, deployed_before: '2090-01-01T00:00:00Z' }), 200, [])
    answers(await call(global, { ...mine, deployed_before: 'someday' }), 200)
    const inProject = await call(list, { id: stage.project.id, environment: 'production' })
    answers(inProject, 200, [])
  },
})

export const deployed = check({
  id: 'merge-requests/deployed',
  says: 'What was merged and then deployed is found by its environment and by the time of its deployment',
  source,
  level: 'should',
  covers: [global, one],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const row = await mergeRequest(stage, { branch: 'shipped' })
    await mergeRequest(stage, { branch: 'waiting' })
    const merged = arranged(await call(`PUT ${one.slice(4)}/merge`, named(stage, row)))
    const sha = textIn(merged, 'merge_commit_sha')
    const deployment = {
      id: project.id,
      environment: 'production',
      sha,
      ref: project.branch,
      tag: false,
      status: 'success',
    }
    expectArranged(await call('POST /projects/:id/deployments', deployment))
    const own = { scope: 'all', source_project_id: project.id }
    const found = async (params: Params) => {
      const reply = await call(global, { ...own, ...params })
      return reply.rows().map((request) => request.source_branch ?? null)
    }
    equals('in production', await found({ environment: 'production' }), ['shipped'])
    equals('in staging', await found({ environment: 'staging' }), [])
    equals('deployed after the merge', await found({ deployed_after: textIn(row, 'created_at') }), [
      'shipped',
    ])
    equals('deployed in the future', await found({ deployed_after: '2090-01-01T00:00:00Z' }), [])
    equals('deployed before the future', await found({ deployed_before: '2090-01-01T00:00:00Z' }), [
      'shipped',
    ])
    equals('deployed before the merge', await found({ deployed_before: textIn(row, 'created_at') }), [])
    const reply = await call(one, named(stage, row))
    const { first_deployed_to_production_at: at } = reply.row()
    holds(typeof at === 'string', 'the first deployment to production is told', at ?? null, reply)
  },
})
