import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const real = perTest({ dialect: 'real' })
const free = perTest({ tier: 'free', dialect: 'real' })
const as = here.as
const path = '/projects/1/merge_requests/40'
const who = [undefined, 'root', 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory']
const ruleOf = (more: object) =>
  as('alice').post('/projects/1/approval_rules', { name: 'Reviewers', approvals_required: 1, ...more }).json

describe('the approvals of a merge request', () => {
  test('are read like it', () => {
    here.sim.world.projects.update(1, { visibility: 'private' })
    for (const tail of ['approvals', 'approval_state'])
      expect(who.map((user) => as(user).get(`${path}/${tail}`).status)).toEqual([
        401, 200, 200, 200, 200, 200, 403, 404,
      ])
  })

  test('of a public project are open to anybody in the dialect of the real service', () => {
    for (const { sim } of [here, real]) sim.world.projects.update(1, { visibility: 'public' })
    for (const tail of ['approvals', 'approval_state'])
      expect([here, real].map((it) => it.as().get(`${path}/${tail}`).status)).toEqual([401, 200])
    real.sim.world.projects.update(1, { visibility: 'internal' })
    expect(real.as().get(`${path}/approvals`).status).toBe(404)
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
    expect(free.as('alice').get(`${path}/approvals`).json).toMatchObject({
      multiple_approval_rules_available: false,
      merge_request_approvers_available: false,
    })
  })
})

describe('the status of a merge request', () => {
  const status = (user = 'alice') => as(user).get(`${path}/approvals`).json
  const secretGroup = () =>
    as('root').post('/groups', { name: 'secret', path: 'secret', visibility: 'private' }).json.id
  const names = (people: { user: { username: string } }[]) => people.map(({ user }) => user.username)

  test('has its fields in the order of the service, and their values', () => {
    const { id, description, title, created_at, updated_at } = as('alice').get(path).json
    expect(as('alice').get(`${path}/approvals`).body).toBe(
      JSON.stringify({
        id,
        iid: 40,
        project_id: 1,
        title,
        description,
        state: 'opened',
        created_at,
        updated_at,
        merge_status: 'can_be_merged',
        approved: true,
        approvals_required: 0,
        approvals_left: 0,
        require_password_to_approve: false,
        approved_by: [],
        suggested_approvers: [],
        approvers: [],
        approver_groups: [],
        user_has_approved: false,
        user_can_approve: true,
        approval_rules_left: [],
        has_approval_rules: true,
        merge_request_approvers_available: true,
        multiple_approval_rules_available: true,
      }),
    )
  })

  test('lists approvals from the oldest on, and tells whether the caller is among them', () => {
    for (const user of ['root', 'bob', 'alice']) as(user).post(`${path}/approve`)
    expect(names(status().approved_by)).toEqual(['root', 'bob', 'alice'])
    const told = (user: string) => [status(user).user_has_approved, status(user).user_can_approve]
    expect([told('bob'), told('dave'), told('carol')]).toEqual([
      [true, false],
      [false, false],
      [false, false],
    ])
  })

  test('names the users and groups of the first regular rule as approvers', () => {
    ruleOf({ name: 'First', usernames: 'alice,bob', group_ids: [2] })
    ruleOf({ name: 'Second', usernames: 'dave', group_ids: [1] })
    const { approvers, approver_groups } = status()
    expect([names(approvers), approver_groups]).toEqual([
      ['alice', 'bob'],
      [{ group: expect.objectContaining({ id: 2, full_path: 'acme/platform' }) }],
    ])
  })

  test('names no approver group that the caller cannot see', () => {
    as('root').post('/projects/1/approval_rules', {
      name: 'First',
      approvals_required: 1,
      group_ids: [2, secretGroup()],
    })
    const groups = (user: string) =>
      status(user).approver_groups.map((it: { group: { id: number } }) => it.group.id)
    expect([groups('root').length, groups('bob')]).toEqual([2, [2]])
  })

  test('suggests whoever counts for a rule, could approve, and has not', () => {
    const suggested = (user?: string) =>
      status(user)
        .suggested_approvers.map(({ username }: { username: string }) => username)
        .sort()
    ruleOf({ name: 'First', usernames: 'alice,bob,carol,dave' })
    ruleOf({ name: 'Second', usernames: 'alice,root' })
    expect(suggested()).toEqual(['alice', 'bob'])
    as('bob').post(`${path}/approve`)
    expect(suggested()).toEqual(['alice'])
  })

  test('suggests nobody for a rule that hides groups from the caller', () => {
    as('root').post('/projects/1/approval_rules', {
      name: 'Secret',
      approvals_required: 1,
      usernames: 'alice',
      group_ids: [secretGroup()],
    })
    const count = (user: string) => status(user).suggested_approvers.length
    expect([count('root') > 0, count('bob')]).toEqual([true, 0])
  })

  test('names rules that need more; the one for anybody only if it needs more than the others together', () => {
    const left = () => status().approval_rules_left
    const any = here.sim.world.approvalRules.by('byProject', 1).first()?.id ?? 0
    here.sim.world.approvalRules.update(any, { name: 'Anybody', approvalsRequired: 2 })
    expect(left()).toEqual([{ id: any, name: 'All Members', rule_type: 'any_approver' }])
    const first = ruleOf({ name: 'First', usernames: 'alice' })
    expect(left().map(({ name }: { name: string }) => name)).toEqual(['All Members', 'First'])
    ruleOf({ name: 'Second', usernames: 'bob' })
    expect(left().map(({ name }: { name: string }) => name)).toEqual(['First', 'Second'])
    expect(left()[0]).toEqual({ id: first.id, name: 'First', rule_type: 'regular' })
    expect(status()).toMatchObject({ approvals_required: 4, approvals_left: 2, approved: false })
  })

  test('has rules only where some hold for its target branch', () => {
    const [release] = here.sim.world.protectedBranches.by('byProject', 1, 'release/*').list()
    as('alice').delete(
      `/projects/1/approval_rules/${here.sim.world.approvalRules.by('byProject', 1).first()?.id}`,
    )
    ruleOf({ usernames: 'bob', protected_branch_ids: [release?.id] })
    expect(status()).toMatchObject({ has_approval_rules: false, approvals_required: 0, approved: true })
    here.sim.world.mergeRequests.update(status().id, { targetBranch: 'release/9.9' })
    expect(status()).toMatchObject({ has_approval_rules: true, approved: false })
  })

  test('counts a rule for all protected branches wherever one is protected', () => {
    ruleOf({ usernames: 'bob', applies_to_all_protected_branches: true })
    expect(status().approvals_required).toBe(1)
    here.sim.world.mergeRequests.update(status().id, { targetBranch: 'somewhere' })
    expect(status().approvals_required).toBe(0)
  })

  test('counts a rule everywhere once its last branch is not protected any more', () => {
    const [release] = here.sim.world.protectedBranches.by('byProject', 1, 'release/*').list()
    const { id } = ruleOf({ usernames: 'bob', approvals_required: 3, protected_branch_ids: [release?.id] })
    expect(status().approvals_required).toBe(0)
    as('alice').delete('/projects/1/protected_branches/release%2F*')
    expect(as('alice').get(`/projects/1/approval_rules/${id}`).json.protected_branches).toEqual([])
    // Two rules of the demo world apply to that branch too, with one approval each.
    expect(status().approvals_required).toBe(5)
  })

  test('does not count approvals of people whose accounts or memberships of the group have ended', () => {
    const group = as('alice').post('/groups', { name: 'testers', path: 'testers' }).json.id
    const user_id = here.sim.world.users.find('byUsername', 'bob')?.id
    as('alice').post(`/groups/${group}/members`, { user_id, access_level: 30, expires_at: '2024-02-01' })
    ruleOf({ group_ids: [group] })
    as('bob').post(`${path}/approve`)
    expect(status().approvals_left).toBe(0)
    here.sim.clock.set('2024-01-31T23:59:00Z')
    expect(status().approvals_left).toBe(0)
    here.sim.clock.set('2024-02-01T00:00:00Z')
    expect(status()).toMatchObject({ approvals_left: 1, approved_by: [{ user: { username: 'bob' } }] })
    ruleOf({ name: 'Direct', usernames: 'bob' })
    expect(status().approvals_left).toBe(1)
    as('root').post(`/users/${user_id}/block`)
    here.sim.world.users.update(user_id ?? 0, { state: 'blocked' })
    expect(status().approvals_left).toBe(2)
  })

  test('does not count people with minimal access to the group', () => {
    const group = as('root').post('/groups', { name: 'testers', path: 'testers' }).json.id
    const user_id = here.sim.world.users.find('byUsername', 'bob')?.id
    as('root').post(`/groups/${group}/members`, { user_id, access_level: 5 })
    as('root').post('/projects/1/approval_rules', { name: 'T', approvals_required: 1, group_ids: [group] })
    as('bob').post(`${path}/approve`)
    expect(status('root').approvals_left).toBe(1)
  })
})

describe('approvals before a merge', () => {
  const configure = (approvals_before_merge: number, more: object = {}) =>
    as('alice').post('/projects/1/approvals', { approvals_before_merge, ...more })
  const open = (approvals_before_merge?: number) => {
    const actions = [{ action: 'create', file_path: 'fresh.txt', content: 'x' }]
    const commit = { branch: 'fresh', start_branch: 'main', commit_message: 'Fresh', actions }
    as('carol').post('/projects/1/repository/commits', commit)
    const request = { title: 'Fresh', source_branch: 'fresh', target_branch: 'main' }
    const { status, json } = as('carol').post('/projects/1/merge_requests', {
      ...request,
      approvals_before_merge,
    })
    expect(status).toBe(201)
    return json
  }
  const statusOf = ({ iid }: { iid: number }) =>
    as('alice').get(`/projects/1/merge_requests/${iid}/approvals`).json

  test.each([
    [0, undefined, null, 0],
    [0, 3, null, 0],
    [2, undefined, null, 2],
    [2, 1, null, 2],
    [2, 2, null, 2],
    [2, 3, 3, 3],
    [2, 150, 150, 150],
  ])(
    'of a project that wants %s, asked for %s: own number %s, required %s',
    (project, given, own, required) => {
      configure(project)
      const made = open(given)
      expect(made.approvals_before_merge).toBe(own)
      expect(statusOf(made)).toMatchObject({ approvals_required: required, approvals_left: required })
      const shown = as('alice').get(`/projects/1/merge_requests/${made.iid}`).json
      expect(shown.approvals_before_merge).toBe(own)
    },
  )

  test('follow the project only while the merge request has no number of its own', () => {
    configure(2)
    const [inherits] = [open()]
    configure(4)
    expect(statusOf(inherits).approvals_required).toBe(4)
  })

  test('stay with rules of the project that name people', () => {
    configure(2)
    ruleOf({ usernames: 'alice,bob', approvals_required: 2 })
    const made = open(3)
    as('root').post(`/projects/1/merge_requests/${made.iid}/approve`)
    expect(statusOf(made)).toMatchObject({ approvals_required: 5, approvals_left: 2 })
  })

  test('cannot be raised where merge requests have no say, or below premium', () => {
    configure(2, { disable_overriding_approvers_per_merge_request: true })
    const made = open(3)
    expect([made.approvals_before_merge, statusOf(made).approvals_required]).toEqual([null, 2])
    here.sim.world.mergeRequests.update(made.id, { approvalsBeforeMerge: 5 })
    here.sim.world.instance.update(1, { tier: 'free' })
    const shown = as('alice').get(`/projects/1/merge_requests/${made.iid}`).json
    expect(shown.approvals_before_merge).toBeNull()
  })

  test('keep a merge from happening until they are given', () => {
    configure(2)
    const made = open()
    const merge = () => as('alice').put(`/projects/1/merge_requests/${made.iid}/merge`)
    const detailed = () =>
      as('alice').get(`/projects/1/merge_requests/${made.iid}`).json.detailed_merge_status
    for (const user of ['alice', 'bob']) {
      expect([detailed(), merge().status, merge().json]).toEqual([
        'not_approved',
        405,
        { message: '405 Method Not Allowed' },
      ])
      as(user).post(`/projects/1/merge_requests/${made.iid}/approve`)
    }
    expect([detailed(), merge().status]).toEqual(['mergeable', 200])
  })
})

describe('changing how many approvals are needed', () => {
  const change = (approvals_required: unknown, user = 'alice') =>
    as(user).post(`${path}/approvals`, { approvals_required })

  test('answers the status with the number, and leaves the rules of the project in force', () => {
    ruleOf({ usernames: 'alice,bob', approvals_required: 2 })
    expect(change(4)).toMatchObject({
      status: 201,
      json: { iid: 40, approvals_required: 6, approvals_left: 4 },
    })
    expect(change(1).json).toMatchObject({ approvals_required: 3 })
    expect(change(3).json).toMatchObject({ approvals_required: 5 })
  })

  test('counts rules of reports once, which stay with the project', () => {
    const report = { name: 'License-Check', rule_type: 'report_approver', report_type: 'license_scanning' }
    ruleOf({ ...report, usernames: 'bob', approvals_required: 2 })
    expect(change(1).json).toMatchObject({ approvals_required: 3, approvals_left: 2 })
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

  test('is answered below premium, where it asks for nothing', () => {
    const reply = free.as('alice').post(`${path}/approvals`, { approvals_required: 3 })
    expect([reply.status, reply.json.approvals_required]).toEqual([201, 0])
  })

  test('is for those who may change the merge request', () => {
    here.sim.world.projects.update(1, { visibility: 'private' })
    const status = (user?: string) => as(user).post(`${path}/approvals`, { approvals_required: 1 }).status
    here.sim.world.mergeRequests.update(here.sim.world.mergeRequests.find('byIid', 1, 40)?.id ?? 0, {
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
    const any = here.sim.world.approvalRules.by('byProject', 1).first()
    here.sim.world.approvalRules.update(any?.id ?? 0, { name: 'Anybody' })
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
    ruleOf({ name: 'Satisfied', usernames: 'bob' })
    ruleOf({ name: 'Not satisfied', usernames: 'alice' })
    as('bob').post(`${path}/approve`)
    const names = () =>
      as('alice')
        .get(`${path}/approval_state`)
        .json.rules.map(({ name }: { name: string }) => name)
    expect(names()).toEqual(['All Members', 'Satisfied', 'Not satisfied'])
    const row = here.sim.world.mergeRequests.find('byIid', 1, 40)
    here.sim.world.mergeRequests.update(row?.id ?? 0, { state: 'merged' })
    expect(names()).toEqual(['All Members', 'Satisfied'])
  })

  test('is empty without a licence', () => {
    // !36 has rules of its own.
    for (const iid of [40, 36])
      expect(free.as('alice').get(`/projects/1/merge_requests/${iid}/approval_state`).json).toEqual({
        approval_rules_overwritten: false,
        rules: [],
      })
  })
})
