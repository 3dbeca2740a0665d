import { beforeEach, describe, expect, test } from 'vitest'
import type { Simulator } from '../../simulator.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const seeded = testSimulator()
let sim: Simulator
beforeEach(() => {
  sim = seeded.fork()
})
const as = (user?: string) => callsOf(sim, user)
const path = '/projects/1/merge_requests/40/approval_rules'
const create = (more: object = {}) =>
  as('alice').post(path, { name: 'Own', approvals_required: 1, usernames: ['bob'], ...more })
const rowId = () => sim.world.mergeRequests.find('byIid', 1, 40)?.id ?? 0
const projectRule = (project = 1) =>
  as('alice').post(`/projects/${project}/approval_rules`, {
    name: 'Source',
    approvals_required: 2,
    usernames: ['bob', 'carol'],
    rule_type: 'regular',
  }).json.id

describe('rules of one merge request', () => {
  test('are created, listed, read, changed and deleted', () => {
    const reply = create()
    expect(reply.status).toBe(201)
    expect(Object.keys(reply.json)).toEqual([
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
    ])
    const url = `${path}/${reply.json.id}`
    expect(as('dave').get(url).json).toEqual(reply.json)
    const changed = as('alice').put(url, { approvals_required: 3, group_ids: [2] })
    expect(changed).toMatchObject({
      status: 200,
      json: { name: 'Own', approvals_required: 3, users: [{ username: 'bob' }], groups: [{ id: 2 }] },
    })
    expect(as('dave').get(path).json).toEqual([changed.json])
    expect(as('alice').delete(url).status).toBe(204)
    expect(as('alice').get(url)).toMatchObject({ status: 404, json: { message: '404 Not found' } })
  })

  test('take name and approvers of a rule of the project, and differ from it when they are changed', () => {
    const source = projectRule()
    const copy = create({
      approval_project_rule_id: source,
      usernames: undefined,
      approvals_required: 2,
    }).json
    expect(copy).toMatchObject({
      name: 'Source',
      users: [{ username: 'bob' }, { username: 'carol' }],
      source_rule: { approvals_required: 2 },
      overridden: false,
    })
    const { json } = as('alice').put(`${path}/${copy.id}`, { approvals_required: 5 })
    expect([json.approvals_required, json.overridden]).toEqual([5, true])
    as('alice').delete(`${path}/${copy.id}`)
    const own = create({ approval_project_rule_id: source, usernames: '' }).json
    expect([own.name, own.users, own.rule_type]).toEqual(['Source', [], 'any_approver'])
  })

  test.each([
    [{}, { error: 'name is missing, approvals_required is missing' }],
    [
      { name: 'a', approvals_required: 1 },
      { message: { rule_type: ['any-approver for the merge request already exists'] } },
    ],
  ])('refuse %j', (body, refusal) => {
    create({ usernames: [] })
    expect(as('alice').post(path, body)).toMatchObject({ status: 400, json: refusal })
  })

  test('copy nothing of an unknown rule, and refuse one of another project', () => {
    expect(create({ approval_project_rule_id: 99_999 }).json).toMatchObject({
      name: 'Own',
      source_rule: null,
    })
    expect(create({ approval_project_rule_id: projectRule(2) })).toMatchObject({
      status: 400,
      json: { message: { approval_project_rule: ['must be for the same project'] } },
    })
  })

  test('of code owners stay as they are', () => {
    const { id } = create().json
    sim.world.approvalRules.update(id, { ruleType: 'code_owner' })
    const refusal = { status: 403, json: { message: ['Prohibited'] } }
    expect(as('alice').put(`${path}/${id}`, { approvals_required: 0 })).toMatchObject(refusal)
    expect(as('alice').delete(`${path}/${id}`)).toMatchObject(refusal)
  })

  test('of a merged one stay as they are', () => {
    sim.world.mergeRequests.update(rowId(), { state: 'merged' })
    expect(create()).toMatchObject({
      status: 400,
      json: { message: { merge_request: ['must not be merged'] } },
    })
  })

  test('are written by its author, its assignees and maintainers, unless the project forbids it', () => {
    sim.world.projects.update(1, { visibility: 'private' })
    const carol = sim.world.users.find('byUsername', 'carol')?.id ?? 0
    const write = (user?: string) =>
      as(user).post(path, { name: `of ${user}`, approvals_required: 1, usernames: ['bob'] }).status
    const who = [undefined, 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory']
    sim.world.mergeRequests.update(rowId(), { authorId: carol, assigneeIds: [] })
    expect(who.map(write)).toEqual([401, 201, 201, 201, 403, 403, 404])
    sim.world.mergeRequests.update(rowId(), { authorId: 2, assigneeIds: [] })
    expect(write('carol')).toBe(403)
    expect(who.map((user) => as(user).get(path).status)).toEqual([401, 200, 200, 200, 200, 403, 404])
    as('alice').post('/projects/1/approvals', { disable_overriding_approvers_per_merge_request: true })
    expect(write('alice')).toBe(403)
  })

  test('are listed below premium, and not written', () => {
    sim = testSimulator({ tier: 'free' })
    expect(as('alice').get(path).status).toBe(200)
    expect(create()).toMatchObject({ status: 403, json: { message: '403 Forbidden' } })
  })
})
