import { anotherGroup } from '../../arrange/groups.ts'
import { mergeRequest, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, rowIn } from '../../kit/expect.ts'
import { isRows, type Json, type Row } from '../../kit/json.ts'
import { hasLater } from '../../kit/later.ts'
import { forbidden, unauthorized } from '../../oracle/texts.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'
import type { Who } from '../../targets/target.ts'

const path = '/projects/:id/merge_requests/:merge_request_iid'

const needs = { repository: true, tier: 'premium' } as const

const opened = (stage: Stage) => mergeRequest(stage, { branch: 'topic', description: 'About it' })

const ids = (users: Json | undefined): readonly Json[] =>
  users !== undefined && isRows(users) ? users.map(({ id }) => id ?? null) : []

const approved = (status: Row): readonly Json[] =>
  ids(isRows(status.approved_by ?? null) ? (status.approved_by as Row[]).map(({ user }) => user as Row) : [])

export const whoMayApprove = check({
  id: 'approvals/who-may-approve',
  says: 'An approval answers 201 with the approval status; it answers 401 to the author and to committers where they may not approve, and to everybody without the password where one is required',
  source:
    'approvals#approve, approvals#approve-not-allowed, approvals#author-approval, approvals#committers-approval, approvals#password-required, approvals#approve-password, approvals#approved-by, approvals#later-approved-at',
  level: 'must',
  covers: [`POST ${path}/approve`, 'POST /projects/:id/approvals', `GET ${path}/approvals`],
  needs,
  // The developer is the author, and the owner has committed.
  arrange: opened,
  holds: async (stage, _none, row) => {
    const { call, project, user } = stage
    const place = named(stage, row)
    const configure = async (settings: Row) =>
      expectArranged(await call('POST /projects/:id/approvals', { id: project.id, ...settings }))
    const approve = (as: Who, params: Row = {}) =>
      call(`POST ${path}/approve`, { ...place, ...params }, { as })
    const refused = async (as: Who, params?: Row) =>
      answers(await approve(as, params), unauthorized.status, unauthorized.body)
    const [author, committer] = [user('developer'), user('owner')]
    if (author.id === committer.id) stage.skip('the author is the committer here')

    await configure({ merge_requests_author_approval: false, require_password_to_approve: false })
    await refused('developer')
    // That the author is to look after it changes nothing.
    expectArranged(await call(`PUT ${path}`, { ...place, assignee_id: author.id }))
    await refused('developer')
    await configure({ merge_requests_author_approval: true })
    const given = await approve('developer')
    answers(given, 201)
    has(given.row(), { iid: row.iid ?? null, user_has_approved: true, description: 'About it' }, given)
    const [approval] = isRows(given.row().approved_by ?? null) ? (given.row().approved_by as Row[]) : []
    await hasLater(stage, approval ?? {}, { 'approvals#later-approved-at': { approved_at: ['time'] } }, given)

    await configure({ merge_requests_disable_committers_approval: true })
    await refused('owner')
    await configure({ merge_requests_disable_committers_approval: false })
    answers(await approve('owner'), 201)

    await configure({ require_password_to_approve: true })
    await refused('maintainer')
    await refused('maintainer', { approval_password: 'no such password' })
    const status = await call(`GET ${path}/approvals`, place)
    equals('who has approved, in this order', approved(status.row()), [author.id, committer.id], status)
  },
})

export const statusApprovers = check({
  id: 'approvals/status-approvers',
  says: 'The approval status names the users of the first regular rule as approvers, and suggests those of them who have not approved and may',
  source:
    'approvals#suggested-approvers, approvals#first-rule-approvers, approvals#has-approval-rules, approvals#status',
  level: 'should',
  covers: [`GET ${path}/approvals`],
  needs,
  arrange: opened,
  holds: async (stage, _none, row) => {
    const { call, project, user } = stage
    const place = named(stage, row)
    const rules = 'POST /projects/:id/approval_rules'
    const [author, owner, maintainer] = [user('developer').id, user('owner').id, user('maintainer').id]
    const first = { name: 'First', approvals_required: 1, user_ids: [author, owner, maintainer] }
    const second = { name: 'Second', approvals_required: 1, user_ids: [user('reporter').id] }
    const settings = { merge_requests_author_approval: false }
    expectArranged(await call('POST /projects/:id/approvals', { id: project.id, ...settings }))
    for (const rule of [first, second]) expectArranged(await call(rules, { id: project.id, ...rule }))
    const before = await call(`GET ${path}/approvals`, place)
    has(before.row(), { has_approval_rules: true }, before)
    const users = (rows: Json | undefined) =>
      rows !== undefined && isRows(rows) ? ids(rows.map(({ user: one }) => one as Row)) : []
    equals('the approvers', [...users(before.row().approvers)].sort(), first.user_ids.sort(), before)
    const suggested = async () => {
      const reply = await call(`GET ${path}/approvals`, place)
      return [...ids(reply.row().suggested_approvers)]
        .filter((id) => first.user_ids.includes(Number(id)))
        .sort()
    }
    equals('who is suggested', await suggested(), [owner, maintainer].sort())
    answers(await call(`POST ${path}/approve`, place, { as: 'maintainer' }), 201)
    equals('who is suggested then', await suggested(), [owner])
  },
})

export const statusApproverGroups = check({
  id: 'approvals/status-approver-groups',
  says: 'The approval status names the groups of the first regular rule as approver groups',
  source: 'approvals#first-rule-approvers, approvals#status',
  level: 'should',
  covers: [`GET ${path}/approvals`],
  needs,
  arrange: opened,
  holds: async (stage, _none, row) => {
    const { call, project } = stage
    const approvers = await anotherGroup(stage, 'approvers', { visibility: 'public' })
    const { id = null, full_path = null } = approvers
    const wish = { id: project.id, name: 'Of groups', approvals_required: 1, group_ids: [Number(id)] }
    expectArranged(await call('POST /projects/:id/approval_rules', wish))
    const reply = await call(`GET ${path}/approvals`, named(stage, row))
    const groups = reply.row().approver_groups
    holds(groups !== undefined && isRows(groups), 'the groups are listed', groups, reply)
    equals('how many', groups.length, 1, reply)
    has(rowIn(groups[0] ?? {}, 'group'), { id, full_path }, reply)
  },
})

export const exhaustedRule = check({
  id: 'approvals/exhausted-rule',
  says: 'A rule that requires more approvals than it has approvers counts as approved once all of them have approved; `approvals_left` keeps counting, and the merge request can be merged',
  source: 'approvals#rule-without-approvers-left, approvals#approved, approvals#approval-rules-left',
  level: 'should',
  covers: [
    `GET ${path}/approvals`,
    `GET ${path}/approval_state`,
    `POST ${path}/approve`,
    `PUT ${path}/merge`,
  ],
  needs,
  arrange: opened,
  holds: async (stage, _none, row) => {
    const { call, project, user } = stage
    const place = named(stage, row)
    const [author, owner, maintainer] = [user('developer').id, user('owner').id, user('maintainer').id]
    if (author === owner) stage.skip('the author is the owner here')
    const settings = {
      merge_requests_author_approval: false,
      merge_requests_disable_committers_approval: false,
    }
    expectArranged(await call('POST /projects/:id/approvals', { id: project.id, ...settings }))
    const rule = { name: 'Reviewers', approvals_required: 3, user_ids: [author, owner, maintainer] }
    expectArranged(await call('POST /projects/:id/approval_rules', { id: project.id, ...rule }))
    const expect = async (status: Row, names: readonly string[]) => {
      const reply = await call(`GET ${path}/approvals`, place)
      has(reply.row(), status, reply)
      const left = reply.row().approval_rules_left ?? null
      const shown = isRows(left) ? left.map(({ name }) => name ?? null) : left
      equals('the rules that need more', shown, names, reply)
    }
    answers(await call(`POST ${path}/approve`, place, { as: 'maintainer' }), 201)
    await expect({ approved: false, approvals_left: 2 }, ['Reviewers'])
    answers(await call(`POST ${path}/approve`, place, { as: 'owner' }), 201)
    await expect({ approved: true, approvals_left: 1 }, [])
    const state = await call(`GET ${path}/approval_state`, place)
    const states = isRows(state.row().rules ?? null) ? (state.row().rules as Row[]) : []
    equals(
      'whether the rule is approved',
      states.find(({ name }) => name === 'Reviewers')?.approved,
      true,
      state,
    )
    answers(await call(`PUT ${path}/merge`, place), 200)
  },
})

export const archivedProject = check({
  id: 'approvals/archived-project',
  says: 'In an archived project maintainers read the approval configuration and the rules, and nobody changes them',
  source:
    'approvals#configuration-read-roles, approvals#configuration-write-roles, approvals#rule-list-roles, conventions#archived-projects',
  level: 'should',
  covers: [
    'GET /projects/:id/approvals',
    'POST /projects/:id/approvals',
    'GET /projects/:id/approval_rules',
    'POST /projects/:id/approval_rules',
  ],
  needs: { tier: 'premium' },
  holds: async (stage) => {
    const { call, project, user } = stage
    const { id } = project
    const rule = { id, name: 'Reviewers', approvals_required: 1, user_ids: [user('owner').id] }
    const made = arranged(await call('POST /projects/:id/approval_rules', rule))
    const before = await call('GET /projects/:id/approvals', { id })
    expectArranged(await call('POST /projects/:id/archive', { id }))
    answers(await call('GET /projects/:id/approvals', { id }, { as: 'maintainer' }), 200, before.json ?? null)
    const rules = await call('GET /projects/:id/approval_rules', { id }, { as: 'maintainer' })
    answers(rules, 200)
    equals('whether the rule is listed', ids(rules.json).includes(made.id ?? null), true, rules)
    const change = { id, require_password_to_approve: true }
    for (const [operation, params] of [
      ['POST /projects/:id/approvals', change],
      ['POST /projects/:id/approval_rules', { ...rule, name: 'Others' }],
    ] as const)
      answers(await call(operation, params), forbidden.status, forbidden.body)
  },
})
