import { commit, mergeRequest, named } from '../../arrange/records.ts'
import { createdUser } from '../../arrange/users.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, refuses, says, textIn } from '../../kit/expect.ts'
import { isRows, type Row } from '../../kit/json.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'

const path = '/projects/:id/merge_requests/:merge_request_iid'

const status = `GET ${path}/approvals`

const change = `POST ${path}/approvals`

const needs = { repository: true, tier: 'premium' } as const

const opened = (stage: Stage) => mergeRequest(stage, { branch: 'topic', description: 'About it' })

const configure = async ({ call, project }: Stage, settings: Row) =>
  expectArranged(await call('POST /projects/:id/approvals', { id: project.id, ...settings }))

export const statusOfNewMergeRequest = check({
  id: 'approvals/status-of-new-merge-request',
  says: 'The approval status of a new merge request repeats its attributes, and is approved where no approvals are required',
  source: 'approvals#status, approvals#approved',
  level: 'must',
  covers: [status],
  needs,
  arrange: opened,
  holds: async (stage, _none, row) => {
    const reply = await stage.call(status, named(stage, row))
    answers(reply, 200)
    const { id = null, iid = null, title = null, description = null, created_at = null } = row
    const same = { id, iid, project_id: stage.project.id, title, description, created_at, state: 'opened' }
    const numbers = { approved: true, approvals_required: 0, approvals_left: 0, approved_by: [] }
    has(reply.row(), { ...same, ...numbers, approvers: [], approver_groups: [] }, reply)
  },
})

export const requiredNumber = check({
  id: 'approvals/required-number',
  says: 'An update of the required approvals of a merge request answers 201 with the new number, but no number below that of the project',
  source: 'approvals#change-number',
  level: 'should',
  covers: [change],
  needs,
  arrange: opened,
  each: () => [
    { own: 0, given: [3, 1, 0], required: [3, 1, 0] },
    { own: 2, given: [3, 1], required: [3, 2] },
  ],
  holds: async (stage, { own, given, required }, row) => {
    await configure(stage, { approvals_before_merge: own })
    for (const [i, approvals_required] of given.entries()) {
      const reply = await stage.call(change, { ...named(stage, row), approvals_required })
      answers(reply, 201)
      const number = required[i] ?? null
      has(reply.row(), { approvals_required: number, approvals_left: number }, reply)
      answers(await stage.call(status, named(stage, row)), 200, reply.row())
    }
  },
})

export const rulesLeft = check({
  id: 'approvals/rules-left',
  says: 'The rule for anybody is left beside others only if it needs more approvals than they do together',
  source: 'approvals#approval-rules-left',
  level: 'must',
  covers: [status],
  needs,
  arrange: opened,
  each: () => [
    { anybody: 1, left: ['regular'] },
    { anybody: 2, left: ['regular'] },
    { anybody: 3, left: ['any_approver', 'regular'] },
  ],
  holds: async (stage, { anybody, left }, row) => {
    const { call, project, user } = stage
    const user_ids = [user('maintainer').id, user('developer').id]
    const rule = { id: project.id, name: 'Both', approvals_required: 2, user_ids }
    expectArranged(await call('POST /projects/:id/approval_rules', rule))
    await configure(stage, { approvals_before_merge: anybody })
    const reply = await call(status, named(stage, row))
    const rules = reply.row().approval_rules_left
    const types = rules !== undefined && isRows(rules) ? rules.map(({ rule_type }) => String(rule_type)) : []
    equals('the rules that are left', types.sort(), left, reply)
  },
})

export const requiredNumberRefused = check({
  id: 'approvals/required-number-refused',
  says: 'An update of the required approvals of a merge request answers 400 without a number, and 422 where the project disables overriding',
  source:
    'approvals#change-number-needs-it, approvals#change-number-locked, conventions#unprocessable, approvals#overriding-disabled',
  level: 'must',
  covers: [change],
  needs,
  arrange: opened,
  holds: async (stage, _none, row) => {
    const place = named(stage, row)
    refuses(await stage.call(change, place), 'approvals_required is missing')
    await configure(stage, { disable_overriding_approvers_per_merge_request: true })
    const reply = await stage.call(change, { ...place, approvals_required: 2 })
    answers(reply, 422, { error: 'Overriding approvals is disabled' })
    const after = await stage.call(status, place)
    has(after.row(), { approvals_required: 0 }, after)
  },
})

export const inheritedNumber = check({
  id: 'approvals/inherited-number',
  says: "A new merge request requires the project's number of approvals, and its own number only where it exceeds a project number above zero",
  source: 'approvals#number-inherited',
  level: 'must',
  covers: ['POST /projects/:id/merge_requests', status],
  needs,
  each: () => [
    { own: 0, given: undefined, required: 0 },
    { own: 0, given: 3, required: 0 },
    { own: 2, given: undefined, required: 2 },
    { own: 2, given: 1, required: 2 },
    { own: 2, given: 2, required: 2 },
    { own: 2, given: 3, required: 3 },
  ],
  holds: async (stage, { own, given, required }) => {
    const { call, project } = stage
    await configure(stage, { approvals_before_merge: own })
    await commit(stage, { branch: 'topic', from: project.branch, path: 'topic.txt' })
    const wish = { id: project.id, source_branch: 'topic', target_branch: project.branch, title: 'Topic' }
    const created = await call('POST /projects/:id/merge_requests', {
      ...wish,
      approvals_before_merge: given,
    })
    // The real service refuses a number that is too low instead of leaving it out.
    if (created.status === 400 && stage.dialect === undefined) return stage.observe('too low', created.text)
    const row = arranged(created)
    const reply = await call(status, named(stage, row))
    has(reply.row(), { approvals_required: required, approvals_left: required }, reply)
  },
})

export const mergeNeedsApprovals = check({
  id: 'approvals/merge-needs-approvals',
  says: 'A merge request whose required approvals are missing has the status `not_approved` and answers 405 to merging',
  source: 'approvals#merge-needs-approvals, merge-requests#merge-not-ready',
  level: 'must',
  covers: [`PUT ${path}/merge`, `POST ${path}/approve`, `POST ${path}/unapprove`],
  needs,
  arrange: (stage) => mergeRequest(stage, { branch: 'topic', as: 'developer' }),
  holds: async (stage, _none, row) => {
    const { call, user, project } = stage
    const place = named(stage, row)
    const rule = { name: 'Reviewers', approvals_required: 1, user_ids: [user('maintainer').id] }
    expectArranged(await call('POST /projects/:id/approval_rules', { id: project.id, ...rule }))
    const merge = () => call(`PUT ${path}/merge`, place)
    const said = async () => (await call(`GET ${path}`, place)).row().detailed_merge_status ?? null
    equals('the status before', await said(), 'not_approved')
    says(await merge(), 405, '405 Method Not Allowed')
    // An approval of somebody whom the rule does not name changes nothing.
    answers(await call(`POST ${path}/approve`, place), 201)
    says(await merge(), 405, '405 Method Not Allowed')
    answers(await call(`POST ${path}/approve`, place, { as: 'maintainer' }), 201)
    equals('the status then', await said(), 'mergeable')
    answers(await call(`POST ${path}/unapprove`, place, { as: 'maintainer' }), 201)
    says(await merge(), 405, '405 Method Not Allowed')
    expectArranged(await call(`POST ${path}/approve`, place, { as: 'maintainer' }))
    answers(await merge(), 200)
  },
})

export const approveSha = check({
  id: 'approvals/approve-sha',
  says: 'Approving with a `sha` other than the head answers 409, a second approval 401, and unapproving without an approval 404',
  source: 'approvals#approve-sha, approvals#approve-twice, approvals#unapprove',
  level: 'must',
  covers: [`POST ${path}/approve`],
  needs,
  arrange: opened,
  holds: async (stage, _none, row) => {
    const { call } = stage
    const place = named(stage, row)
    const approve = (sha: string) => call(`POST ${path}/approve`, { ...place, sha }, { as: 'maintainer' })
    const head = `${row.sha}`
    says(await approve('0'.repeat(40)), 409, `SHA does not match HEAD of source branch: ${head}`)
    answers(await approve(head), 201)
    says(await approve(head), 401, '401 Unauthorized')
    const missing = await call(`POST ${path}/unapprove`, place)
    says(missing, 404, '404 Not Found')
  },
})

export const approvalState = check({
  id: 'approvals/approval-state',
  says: "The approval state shows the project's rules, or the merge request's own rules with their source rule and whether they are overridden",
  source:
    'approvals#state-rules, approvals#rules-overwritten, approvals#source-rule, approvals#own-rule-copied',
  level: 'must',
  covers: [`GET ${path}/approval_state`, `POST ${path}/approval_rules`],
  needs,
  arrange: opened,
  holds: async (stage, _none, row) => {
    const { call, project, user } = stage
    const place = named(stage, row)
    const rule = { name: 'Reviewers', approvals_required: 2, user_ids: [user('maintainer').id] }
    const made = arranged(await call('POST /projects/:id/approval_rules', { id: project.id, ...rule }))
    const state = async () => {
      const reply = await call(`GET ${path}/approval_state`, place)
      const rules = reply.row().rules as unknown as readonly Row[]
      return { reply, rule: rules.find(({ rule_type }) => rule_type === 'regular') ?? {} }
    }
    const inherited = await state()
    has(inherited.reply.row(), { approval_rules_overwritten: false }, inherited.reply)
    const common = {
      name: 'Reviewers',
      rule_type: 'regular',
      approved: false,
      approved_by: [],
      section: null,
    }
    has(
      inherited.rule,
      { ...common, id: made.id ?? null, source_rule: null, overridden: false },
      inherited.reply,
    )
    const copied = await call(`POST ${path}/approval_rules`, {
      ...place,
      name: 'Whatever',
      approvals_required: 2,
      approval_project_rule_id: numberIn(made, 'id'),
    })
    answers(copied, 201)
    has(
      copied.row(),
      { name: 'Reviewers', overridden: false, source_rule: { approvals_required: 2 } },
      copied,
    )
    const changed = await call(`PUT ${path}/approval_rules/:approval_rule_id`, {
      ...place,
      approval_rule_id: numberIn(copied.row(), 'id'),
      approvals_required: 1,
    })
    answers(changed, 200)
    const own = await state()
    has(own.reply.row(), { approval_rules_overwritten: true }, own.reply)
    has(
      own.rule,
      {
        ...common,
        id: copied.row().id ?? null,
        overridden: true,
        approvals_required: 1,
        source_rule: { approvals_required: 2 },
      },
      own.reply,
    )
  },
})

export const requestSettings = check({
  id: 'approvals/private-settings',
  says: 'The approval settings of a merge request show its rules with those who may approve them and those of them who commented',
  source: 'approvals#private-settings, approvals#author-approval',
  level: 'should',
  covers: [`GET ${path}/approval_settings`],
  needs,
  arrange: opened,
  holds: async (stage, _, row) => {
    await configure(stage, { merge_requests_author_approval: false })
    const [owner, maintainer] = [stage.user('owner').id, stage.user('maintainer').id]
    const user_ids = [owner, maintainer, stage.user('developer').id]
    const rule = { name: 'All', approvals_required: 1, user_ids }
    expectArranged(await stage.call(`POST ${path}/approval_rules`, { ...named(stage, row), ...rule }))
    const note = { ...named(stage, row), body: 'Fine' }
    expectArranged(await stage.call(`POST ${path}/notes`, note, { as: 'maintainer' }))
    const reply = await stage.call(`GET ${path}/approval_settings`, named(stage, row))
    answers(reply, 200)
    const { rules } = reply.row()
    const [shown = {}] = isRows(rules) ? rules : []
    const idsOf = (name: string) => {
      const people = shown[name]
      return isRows(people) ? people.map(({ id }) => id ?? null) : null
    }
    has(shown, { name: 'All', approvals_required: 1, approved: false }, reply)
    equals('who may approve', idsOf('approvers'), [owner, maintainer], reply)
    equals('who commented', idsOf('commented_by'), [maintainer], reply)
    equals('whether all the eligible are shown', idsOf('eligible_approvers'), null, reply)
  },
})

export const copiedRule = check({
  id: 'approvals/copied-rule',
  says: 'A merge request rule created from a project rule takes its name, and is deleted with the project rule',
  source: 'approvals#own-rule-copied, approvals#rule-delete',
  level: 'should',
  covers: ['POST /projects/:id/approval_rules', 'DELETE /projects/:id/approval_rules/:approval_rule_id'],
  needs,
  arrange: opened,
  holds: async (stage, _none, row) => {
    const { call, project, user } = stage
    const rule = { id: project.id, name: 'Backend', approvals_required: 1, user_ids: [user('maintainer').id] }
    const approval_project_rule_id = numberIn(
      arranged(await call('POST /projects/:id/approval_rules', rule)),
      'id',
    )
    const wish = { ...named(stage, row), name: 'Another', approvals_required: 2, approval_project_rule_id }
    const copy = await call(`POST ${path}/approval_rules`, wish)
    answers(copy, 201)
    has(copy.row(), { name: 'Backend', approvals_required: 2 }, copy)
    const gone = { id: project.id, approval_rule_id: approval_project_rule_id }
    answers(await call('DELETE /projects/:id/approval_rules/:approval_rule_id', gone), 204)
    const left = await call(`GET ${path}/approval_rules`, named(stage, row))
    const names = left.rows().map(({ name }) => name ?? null)
    equals('whether the copy is there', names.includes('Backend'), false, left)
  },
})

export const inactiveApprovers = check<'block' | 'ban', Row>({
  id: 'approvals/inactive-approvers',
  says: 'A user whose account is blocked or banned is no eligible approver of the rules that name them',
  source: 'approvals#rule-eligible-approvers, approvals#suggested-approvers',
  level: 'must',
  covers: ['GET /projects/:id/approval_rules/:approval_rule_id', status],
  needs: { ...needs, rewinds: true },
  arrange: opened,
  each: () => ['block', 'ban'],
  holds: async (stage, how, row) => {
    const { call, project } = stage
    if (!stage.has('admin')) return stage.skip('the target was given no administrator credential')
    const id = numberIn(await createdUser(stage, 'reviewer', 'admin'), 'id')
    const here = { id: project.id }
    expectArranged(await call('POST /projects/:id/members', { ...here, user_id: id, access_level: 30 }))
    const wish = { ...here, name: 'Named', approvals_required: 1, user_ids: [id] }
    const made = arranged(await call('POST /projects/:id/approval_rules', wish))
    const one = { ...here, approval_rule_id: numberIn(made, 'id') }
    const shown = async () => {
      const rule = await call('GET /projects/:id/approval_rules/:approval_rule_id', one)
      const stated = await call(status, named(stage, row))
      return [rule.row().eligible_approvers, stated.row().suggested_approvers].map(
        (users) => users !== undefined && isRows(users) && users.some((user) => user.id === id),
      )
    }
    equals('whether the user is eligible, and suggested', await shown(), [true, true])
    expectArranged(await call(`POST /users/:id/${how}`, { id }, { as: 'admin' }))
    equals('whether the former user is', await shown(), [false, false])
  },
})

export const expiredGroupMembership = check({
  id: 'approvals/expired-group-membership',
  says: "A member of a rule's group is an eligible approver until the membership expires",
  source: 'approvals#rule-eligible-approvers, approvals#state',
  level: 'should',
  covers: [status, `GET ${path}/approval_state`],
  needs: { ...needs, in: 'group' },
  arrange: opened,
  holds: async (stage, _none, row) => {
    const { call, project, user, group } = stage
    const wish = { name: 'The approvers', path: 'approvers', parent_id: group.id }
    const approvers = numberIn(arranged(await call('POST /groups', wish)), 'id')
    const today = textIn((await call('GET /projects/:id', { id: project.id })).row(), 'last_activity_at')
    const expires_at = new Date(Date.parse(today) + 3 * 86_400_000).toISOString().slice(0, 10)
    const member = { id: approvers, user_id: user('reporter').id, access_level: 30, expires_at }
    expectArranged(await call('POST /groups/:id/members', member))
    const rule = { id: project.id, name: 'Group', approvals_required: 1, group_ids: [approvers] }
    expectArranged(await call('POST /projects/:id/approval_rules', rule))
    const eligible = async () => {
      const reply = await call(`GET ${path}/approval_state`, named(stage, row))
      const [first] = reply.row().rules as readonly Row[]
      const users = (first?.eligible_approvers ?? []) as readonly Row[]
      return users.some(({ id }) => id === user('reporter').id)
    }
    equals('whether the member may approve', await eligible(), true)
    await stage.wait(5 * 86_400)
    equals('whether the former member may', await eligible(), false)
  },
})
