import { check } from '../../kit/check.ts'
import { answers, equals, has, refuses, says } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { freshConfiguration } from '../../oracle/approvals.ts'
import { expectArranged } from '../../run/stage.ts'

const read = 'GET /projects/:id/approvals'

const write = 'POST /projects/:id/approvals'

const needs = { tier: 'premium' } as const

const settings = [
  { approvals_before_merge: 2 },
  { reset_approvals_on_push: false },
  { merge_requests_author_approval: true },
  { merge_requests_disable_committers_approval: true },
  { disable_overriding_approvers_per_merge_request: true },
  { require_password_to_approve: true },
]

export const configurationDefaults = check({
  id: 'approvals/configuration-defaults',
  says: 'A new project has the default approval configuration',
  source: 'approvals#configuration, approvals#configuration-defaults',
  // An installation may have other defaults.
  level: 'should',
  covers: [read],
  needs,
  readOnly: true,
  holds: async ({ call, project }) => {
    const expected = { approvers: [], approver_groups: [], ...freshConfiguration }
    const reply = await call(read, { id: project.id })
    answers(reply, 200)
    has(reply.row(), expected, reply)
  },
})

export const configurationUpdate = check({
  id: 'approvals/configuration-update',
  says: 'An updated approval configuration is answered with 201, read back with the new value, and keeps its other settings',
  source: 'approvals#configuration-change, approvals#configuration, approvals#endpoints, approvals#statuses',
  level: 'must',
  covers: [read, write],
  needs,
  each: () => settings,
  holds: async (stage, change) => {
    const { call, project } = stage
    const { id } = project
    // The others are not as they are by default, so that whatever is put back to that shows.
    const others = Object.assign({}, ...settings.filter((it) => it !== change)) as Params
    expectArranged(await call(write, { id, ...others }, { as: 'owner' }))
    const before = await call(read, { id }, { as: 'owner' })
    has(before.row(), others as Row, before)
    const { require_password_to_approve: asked } = { ...before.row(), ...change } as Row
    const isLater = Object.hasOwn(before.row(), 'require_reauthentication_to_approve')
    // Both names tell the same (approvals#later-reauthentication).
    const again = isLater ? { require_reauthentication_to_approve: asked ?? null } : {}
    const expected = { ...before.row(), ...change, ...again }
    const reply = await call(write, { id, ...change }, { as: 'owner' })
    answers(reply, 201, expected)
    answers(await call(read, { id }, { as: 'owner' }), 200, expected)
  },
})

export const selectiveRemovalsWithoutReset = check({
  id: 'approvals/selective-removals-without-reset',
  says: '`selective_code_owner_removals` and `reset_approvals_on_push` cannot both be on: 400',
  source: 'approvals#selective-removals-need-no-reset',
  level: 'must',
  covers: [write],
  needs,
  holds: async ({ call, project }) => {
    const { id } = project
    const base = [
      'selective_code_owner_removals can only be enabled when reset_approvals_on_push is disabled',
    ]
    const reset = { id, reset_approvals_on_push: true, selective_code_owner_removals: false }
    expectArranged(await call(write, reset))
    const selective = { id, selective_code_owner_removals: true }
    says(await call(write, selective), 400, { base })
    says(await call(write, { ...selective, reset_approvals_on_push: true }), 400, { base })
    answers(await call(write, { ...selective, reset_approvals_on_push: false }), 201)
    says(await call(write, { id, reset_approvals_on_push: true }), 400, { base })
    const now = await call(read, { id })
    has(now.row(), { selective_code_owner_removals: true, reset_approvals_on_push: false }, now)
  },
})

export const configurationRefused = check({
  id: 'approvals/configuration-refused',
  says: 'An update of the approval configuration with a negative number answers 400 and changes nothing, and in the real service so does one without any setting',
  source:
    'approvals#configuration-needs-a-setting, approvals#approvals-before-merge-range, approvals#later-reauthentication',
  level: 'must',
  covers: [write],
  needs,
  holds: async (stage) => {
    const { call, project, differs } = stage
    const { id } = project
    const names =
      'approvals_before_merge, reset_approvals_on_push, selective_code_owner_removals, disable_overriding_approvers_per_merge_request, merge_requests_author_approval, merge_requests_disable_committers_approval, require_password_to_approve'
    const before = await call(read, { id })
    const empty = await call(write, { id })
    await differs('F24', {
      specification: () => answers(empty, 201, before.row()),
      real: () =>
        stage.changed('approvals#later-reauthentication', {
          before: () => refuses(empty, `${names} are missing, at least one parameter must be provided`),
          after: () =>
            refuses(
              empty,
              `${names}, require_reauthentication_to_approve are missing, at least one parameter must be provided`,
            ),
        }),
    })
    says(await call(write, { id, approvals_before_merge: -1 }), 400, {
      approvals_before_merge: ['must be greater than or equal to 0'],
    })
    answers(await call(read, { id }), 200, before.row())
  },
})

export const approvalsBeforeMerge = check({
  id: 'approvals/approvals-before-merge',
  says: 'The `any_approver` rule of a project requires the number that `approvals_before_merge` was set to',
  source: 'approvals#approvals-before-merge-rule',
  level: 'should',
  covers: [write, 'GET /projects/:id/approval_rules'],
  needs,
  each: () => [2, 0, 5],
  holds: async ({ call, project }, approvals_before_merge) => {
    const { id } = project
    expectArranged(await call(write, { id, approvals_before_merge: 3 }))
    answers(await call(write, { id, approvals_before_merge }), 201)
    const reply = await call('GET /projects/:id/approval_rules', { id })
    const numbers = reply.rows().map((row) => [row.rule_type ?? null, row.approvals_required ?? null])
    equals('the rules', numbers, [['any_approver', approvals_before_merge]], reply)
  },
})

export const configurationWithoutPlan = check({
  id: 'approvals/configuration-without-plan',
  says: 'An installation without a plan refuses the approval configuration with 403; the real service answers it with 0 approvals before a merge and no reset on push, whatever is sent',
  source: 'approvals#plans, approvals#without-a-plan, conventions#tiers',
  level: 'should',
  covers: [read, write],
  needs: { tier: 'unlicensed' },
  holds: async ({ call, project, differs }) => {
    const { id } = project
    const neutral = { approvals_before_merge: 0, reset_approvals_on_push: false }
    const change = { id, approvals_before_merge: 2, reset_approvals_on_push: true }
    const [reply, again] = [await call(write, change), await call(read, { id })]
    await differs('F28', {
      specification: () => {
        for (const each of [reply, again]) answers(each, 403, { message: '403 Forbidden' })
      },
      real: () => {
        answers(reply, 201)
        for (const each of [reply, again]) has(each.row(), neutral, each)
      },
    })
  },
})

export const rulesWithoutPlan = check({
  id: 'approvals/rules-without-plan',
  says: 'An installation without a plan refuses approval rules of projects with 403, and the approvals of a merge request too; the real service shows an approval state without rules',
  source: 'approvals#without-a-plan, approvals#plans, conventions#tiers, approvals#premium',
  level: 'should',
  covers: [
    'GET /projects/:id/approval_rules',
    'POST /projects/:id/approval_rules',
    'GET /projects/:id/merge_requests/:merge_request_iid/approval_state',
    'GET /projects/:id/merge_requests/:merge_request_iid/approvals',
  ],
  needs: { tier: 'unlicensed', furnished: true },
  holds: async ({ call, project, user, differs }) => {
    const { id } = project
    const refused = { message: '403 Forbidden' }
    answers(await call('GET /projects/:id/approval_rules', { id }), 403, refused)
    const rule = { id, name: 'Reviewers', approvals_required: 1, user_ids: [user('owner').id] }
    answers(await call('POST /projects/:id/approval_rules', rule), 403, refused)
    const place = { id, merge_request_iid: 1 }
    const path = '/projects/:id/merge_requests/:merge_request_iid'
    const state = { approval_rules_overwritten: false, rules: [] }
    const shown = await call(`GET ${path}/approval_state`, place)
    const status = await call(`GET ${path}/approvals`, place)
    const none = { approvals_required: 0, approvals_left: 0, multiple_approval_rules_available: false }
    await differs('F28', {
      specification: () => {
        for (const each of [shown, status]) answers(each, 403, refused)
      },
      real: () => {
        answers(shown, 200, state)
        has(status.row(), { ...none, approved: true }, status)
      },
    })
  },
})
