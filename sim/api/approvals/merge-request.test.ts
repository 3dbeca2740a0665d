import { beforeEach, describe, expect, test } from 'vitest'
import type { Simulator } from '../../simulator.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const seeded = testSimulator()
let sim: Simulator
beforeEach(() => {
  sim = seeded.fork()
})
const as = (user?: string) => callsOf(sim, user)
const path = '/projects/1/merge_requests/40'
const who = [undefined, 'root', 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory']
const ruleOf = (more: object) =>
  as('alice').post('/projects/1/approval_rules', { name: 'Reviewers', approvals_required: 1, ...more }).json

describe('the approvals of a merge request', () => {
  test('are read like it', () => {
    sim.world.projects.update(1, { visibility: 'private' })
    for (const tail of ['approvals', 'approval_state'])
      expect(who.map((user) => as(user).get(`${path}/${tail}`).status)).toEqual([
        401, 200, 200, 200, 200, 200, 403, 404,
      ])
  })

  test('of a public project are open to anybody in the dialect of the real service', () => {
    sim.world.projects.update(1, { visibility: 'public' })
    expect(as().get(`${path}/approvals`).status).toBe(401)
    sim = testSimulator({ dialect: 'real' })
    sim.world.projects.update(1, { visibility: 'public' })
    for (const tail of ['approvals', 'approval_state']) expect(as().get(`${path}/${tail}`).status).toBe(200)
  })

  test('count what rules need, and what is left of it', () => {
    ruleOf({ usernames: 'alice,bob', approvals_required: 2 })
    as('bob').post(`${path}/approve`)
    expect(as('alice').get(`${path}/approvals`).json).toMatchObject({
      approved: false,
      approvals_required: 2,
      approvals_left: 1,
      approved_by: [{ user: { username: 'bob' } }],
      approval_rules_left: [{ name: 'Reviewers', rule_type: 'regular' }],
      has_approval_rules: true,
    })
  })

  test('say without a licence that rules are not available', () => {
    sim = testSimulator({ tier: 'free' })
    expect(as('alice').get(`${path}/approvals`).json).toMatchObject({
      multiple_approval_rules_available: false,
      merge_request_approvers_available: false,
    })
  })
})

describe('changing how many approvals are needed', () => {
  const change = (approvals_required: unknown, user = 'alice') =>
    as(user).post(`${path}/approvals`, { approvals_required })

  test('answers the status with the number, and leaves the rules of the project in force', () => {
    ruleOf({ usernames: 'alice,bob', approvals_required: 2 })
    expect(change(4)).toMatchObject({
      status: 201,
      json: { iid: 40, approvals_required: 4, approvals_left: 4 },
    })
    expect(change(1).json).toMatchObject({ approvals_required: 2 })
    expect(change(3).json).toMatchObject({ approvals_required: 3 })
  })

  test('needs the number', () => {
    expect(as('alice').post(`${path}/approvals`, {})).toMatchObject({
      status: 400,
      json: { error: 'approvals_required is missing' },
    })
    expect(change(-1).json).toEqual({
      message: { approvals_required: ['must be greater than or equal to 0'] },
    })
  })

  test('is refused where the project forbids it', () => {
    as('alice').post('/projects/1/approvals', { disable_overriding_approvers_per_merge_request: true })
    expect(change(1)).toMatchObject({ status: 422, json: { error: 'Overriding approvals is disabled' } })
  })

  test('is for those who may change the merge request', () => {
    sim.world.projects.update(1, { visibility: 'private' })
    const status = (user?: string) => as(user).post(`${path}/approvals`, { approvals_required: 1 }).status
    sim.world.mergeRequests.update(sim.world.mergeRequests.find('byIid', 1, 40)?.id ?? 0, {
      authorId: 2,
      assigneeIds: [],
    })
    expect(who.map(status)).toEqual([401, 201, 201, 201, 201, 403, 403, 404])
  })
})

describe('the approval state', () => {
  test('shows where each rule stands, in the order of the service', () => {
    const { id } = ruleOf({ usernames: 'alice,bob', approvals_required: 1 })
    as('bob').post(`${path}/approve`)
    const { json } = as('alice').get(`${path}/approval_state`)
    expect(Object.keys(json)).toEqual(['approval_rules_overwritten', 'rules'])
    expect(json.approval_rules_overwritten).toBe(false)
    const rule = json.rules.find((it: { id: number }) => it.id === id)
    expect(Object.keys(rule)).toEqual([
      'id',
      'name',
      'rule_type',
      'eligible_approvers',
      'approvals_required',
      'users',
      'groups',
      'contains_hidden_groups',
      'section',
      'source_rule',
      'overridden',
      'code_owner',
      'approved_by',
      'approved',
    ])
    expect(rule).toMatchObject({
      section: null,
      source_rule: null,
      overridden: false,
      code_owner: false,
      approved_by: [{ username: 'bob' }],
      approved: true,
    })
  })

  test('calls the rule for anybody All Members, whatever its name', () => {
    const any = sim.world.approvalRules.by('byProject', 1).first()
    sim.world.approvalRules.update(any?.id ?? 0, { name: 'Anybody' })
    const [rule] = as('alice').get(`${path}/approval_state`).json.rules
    expect(rule).toMatchObject({ name: 'All Members', rule_type: 'any_approver' })
  })

  test('tells copies from their sources, unless overriding is disabled', () => {
    const { id } = ruleOf({ usernames: 'bob', approvals_required: 2 })
    as('alice').post(`${path}/approvals`, { approvals_required: 5 })
    const { json } = as('alice').get(`${path}/approval_state`)
    expect(json.approval_rules_overwritten).toBe(true)
    expect(json.rules.map((it: { overridden: boolean }) => it.overridden)).toEqual([true, false])
    expect(json.rules[1]).toMatchObject({ name: 'Reviewers', source_rule: { approvals_required: 2 } })
    as('alice').post('/projects/1/approvals', { disable_overriding_approvers_per_merge_request: true })
    const after = as('alice').get(`${path}/approval_state`).json
    expect(after.approval_rules_overwritten).toBe(false)
    expect(after.rules.map((it: { id: number }) => it.id)).toContain(id)
  })

  test('of a merged one has the rules that were satisfied', () => {
    ruleOf({ usernames: 'bob', approvals_required: 2 })
    const row = sim.world.mergeRequests.find('byIid', 1, 40)
    sim.world.mergeRequests.update(row?.id ?? 0, { state: 'merged' })
    const { rules } = as('alice').get(`${path}/approval_state`).json
    expect(rules.every((it: { approved: boolean }) => it.approved)).toBe(true)
  })

  test('is empty without a licence', () => {
    sim = testSimulator({ tier: 'free' })
    expect(as('alice').get(`${path}/approval_state`).json).toEqual({
      approval_rules_overwritten: false,
      rules: [],
    })
  })
})
