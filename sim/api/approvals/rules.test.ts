import { beforeEach, describe, expect, test } from 'vitest'
import { enforceSettings } from '../../model/settings/in-force.ts'
import type { Simulator } from '../../simulator.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const seeded = testSimulator()
const seededReal = testSimulator({ dialect: 'real' })
let sim: Simulator
beforeEach(() => {
  sim = seeded.fork()
})
const as = (user?: string) => callsOf(sim, user)
const path = '/projects/1/approval_rules'
const create = (more: object = {}) =>
  as('alice').post(path, { name: 'Reviewers', approvals_required: 1, user_ids: [3], ...more })
const userId = (name: string) => sim.world.users.find('byUsername', name)?.id ?? 0
const freshRules = () =>
  `/projects/${as('alice').post('/projects', { name: 'fresh' }).json.id}/approval_rules`
const usernames = (users: { username: string }[]) => users.map(({ username }) => username)

describe('creating a rule', () => {
  test('gives it an id that the default rule of another project does not have', () => {
    const [one, other] = [1, 2].map((n) => as('alice').post('/projects', { name: `fresh ${n}` }).json.id)
    const require = (id: number) => as('alice').put(`/projects/${id}`, { approvals_before_merge: 1 })
    expect(require(one).status).toBe(200)
    const wish = { name: 'Reviewers', approvals_required: 1, user_ids: [userId('alice')] }
    const made = as('alice').post(`/projects/${one}/approval_rules`, wish)
    expect(made.status).toBe(201)
    expect(require(other).status).toBe(200)
    expect(as('alice').get(`/projects/${one}/approval_rules/${made.json.id}`).json).toEqual(made.json)
  })

  test('answers it with every field in the order of the service', () => {
    const reply = create({ user_ids: [userId('bob')], group_ids: [2] })
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
      'protected_branches',
      'applies_to_all_protected_branches',
    ])
    expect(reply.json).toMatchObject({
      name: 'Reviewers',
      rule_type: 'regular',
      approvals_required: 1,
      users: [{ username: 'bob' }],
      groups: [{ full_path: 'acme/platform' }],
      contains_hidden_groups: false,
      protected_branches: [],
      applies_to_all_protected_branches: false,
    })
    expect(as('alice').get(`${path}/${reply.json.id}`).json).toEqual(reply.json)
  })

  test.each([
    [{}, { error: 'name is missing, approvals_required is missing' }],
    [{ name: 'a', approvals_required: 'x' }, { error: 'approvals_required is invalid' }],
    [{ name: '', approvals_required: 1, user_ids: [2] }, { message: { name: ["can't be blank"] } }],
    [
      { name: 'a'.repeat(256), approvals_required: 1, user_ids: [2] },
      { message: { name: ['is too long (maximum is 255 characters)'] } },
    ],
    [
      { name: 'Release managers', approvals_required: 1, user_ids: [2] },
      { message: { name: ['has already been taken'] } },
    ],
    [
      { name: 'a', approvals_required: -1, user_ids: [2] },
      { message: { approvals_required: ['must be greater than or equal to 0'] } },
    ],
    [
      { name: 'a', approvals_required: 101, user_ids: [2] },
      { message: { approvals_required: ['must be less than or equal to 100'] } },
    ],
    [
      { name: 'a', approvals_required: 1 },
      { message: { rule_type: ['any-approver for the project already exists'] } },
    ],
    [
      { name: 'a', approvals_required: 1, rule_type: 'any' },
      { error: 'rule_type does not have a valid value' },
    ],
    [
      { name: 'a', approvals_required: 1, rule_type: 'report_approver', report_type: 'any' },
      { error: 'report_type does not have a valid value' },
    ],
    [
      { name: 'a', approvals_required: 1, rule_type: 'report_approver' },
      { message: { report_type: ["can't be blank"] } },
    ],
    [
      { name: 'a', approvals_required: 1, rule_type: 'report_approver', report_type: 'license_scanning' },
      { message: { report_type: ['license_scanning only supports License-Check name'] } },
    ],
    [
      { name: 'License-Check', approvals_required: 1, user_ids: [2] },
      { message: { name: ['License-Check is reserved for license_scanning report type'] } },
    ],
    [
      { name: 'Coverage-Check', approvals_required: 1, user_ids: [2] },
      { message: { name: ['Coverage-Check is reserved for code_coverage report type'] } },
    ],
  ])('refuses %j', (body, refusal) => {
    expect(as('alice').post(path, body)).toMatchObject({ status: 400, json: refusal })
  })

  test.each([
    [{}, 'any_approver'],
    [{ user_ids: [], usernames: '', group_ids: null }, 'any_approver'],
    [{ rule_type: 'regular' }, 'regular'],
    [{ usernames: ['alice'] }, 'regular'],
    [{ group_ids: '1' }, 'regular'],
    [
      { rule_type: 'report_approver', name: 'License-Check', report_type: 'license_scanning' },
      'report_approver',
    ],
  ])('with %j is of the kind %s', (more, kind) => {
    const body = { name: 'Named', approvals_required: 1, ...more }
    const reply = as('alice').post(freshRules(), body)
    expect([reply.status, reply.json.rule_type, reply.json.name]).toEqual([201, kind, body.name])
  })

  test('takes users and names together, and leaves out strangers, unknown ones and hidden groups', () => {
    const ids = [userId('bob'), userId('mallory'), 9999]
    const { json } = create({ user_ids: ids, usernames: 'Carol,bob,nobody', group_ids: [1, 9999] })
    expect(usernames(json.users)).toEqual(['bob', 'carol'])
    expect(json.groups.map((it: { id: number }) => it.id)).toEqual([1])
  })

  test('takes old names of the lists, which the new ones overrule', () => {
    const [bob, carol] = [userId('bob'), userId('carol')]
    const old = create({ user_ids: undefined, users: [bob], groups: [1] }).json
    expect([usernames(old.users), old.groups.length]).toEqual([['bob'], 1])
    const both = create({ name: 'b', user_ids: [carol], users: [bob], groups: [1], group_ids: [2] }).json
    expect([usernames(both.users), both.groups[0].id]).toEqual([['carol'], 2])
  })

  test('may ask for more approvals than there are approvers', () => {
    expect(create({ approvals_required: 100 })).toMatchObject({
      status: 201,
      json: { approvals_required: 100 },
    })
  })

  test('counts members of groups once, and active accounts only', () => {
    const before = create({ user_ids: [userId('carol')], group_ids: [1] }).json
    const names = usernames(before.eligible_approvers)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toContain('carol')
    sim.world.users.update(userId('carol'), { state: 'blocked' })
    expect(usernames(as('alice').get(`${path}/${before.id}`).json.eligible_approvers)).not.toContain('carol')
  })

  test('is bound to branches, named or all', () => {
    const [first] = sim.world.protectedBranches.by('byProject', 1).list()
    const some = create({ protected_branch_ids: [first?.id, 9999] }).json
    expect(some.protected_branches.map((it: { id: number }) => it.id)).toEqual([first?.id])
    expect(some.applies_to_all_protected_branches).toBe(false)
    const all = create({ name: 'b', protected_branch_ids: [], applies_to_all_protected_branches: true }).json
    expect(all.protected_branches).toHaveLength(sim.world.protectedBranches.by('byProject', 1).count())
    expect(all.applies_to_all_protected_branches).toBe(true)
  })
})

describe('hidden groups', () => {
  const hiddenGroup = () =>
    as('root').post('/groups', { name: 'secret', path: 'secret', visibility: 'private' }).json.id

  test('are not shown, but said to be there', () => {
    const body = { name: 'Secret', approvals_required: 1, group_ids: [hiddenGroup()], user_ids: [3] }
    const { id } = as('root').post(path, body).json
    expect(as('root').get(`${path}/${id}`).json).toMatchObject({ contains_hidden_groups: false })
    expect(as('bob').get(`${path}/${id}`).json).toMatchObject({ contains_hidden_groups: true, groups: [] })
    expect(as('bob').get(`${path}/${id}`).json.eligible_approvers.length).toBeGreaterThan(0)
  })

  test('do not keep approvers from strangers where there are none', () => {
    sim.world.projects.update(1, { visibility: 'public' })
    const { id } = create({ user_ids: [userId('bob')] }).json
    expect(usernames(as('mallory').get(`${path}/${id}`).json.eligible_approvers)).toEqual(['bob'])
  })

  test('hide approvers from those who are no members', () => {
    as('alice').put('/groups/1', { visibility: 'public' })
    as('alice').put('/projects/1', { visibility: 'public' })
    sim.world.projects.update(1, { visibility: 'public' })
    const body = { name: 'Secret', approvals_required: 1, group_ids: [hiddenGroup()], user_ids: [3] }
    const { id } = as('root').post(path, body).json
    expect(as('mallory').get(`${path}/${id}`).json).toMatchObject({
      contains_hidden_groups: true,
      eligible_approvers: [],
    })
  })

  test('survive a replaced list unless they are to go', () => {
    const body = { name: 'Secret', approvals_required: 1, group_ids: [hiddenGroup()] }
    const { id } = as('root').post(path, body).json
    const change = { name: 'Secret', approvals_required: 1, group_ids: [2] }
    const hidden = (more: object) =>
      as('bob').put(`${path}/${id}`, { ...change, ...more }).json.contains_hidden_groups
    expect(hidden({})).toBe(true)
    expect(hidden({ remove_hidden_groups: true })).toBe(false)
  })
})

describe('changing a rule', () => {
  test('needs name and number', () => {
    const { id } = create().json
    expect(as('alice').put(`${path}/${id}`, {}).json).toEqual({
      error: 'name is missing, approvals_required is missing',
    })
  })

  test('removes users and groups that are not sent', () => {
    const { id } = create({ group_ids: [1] }).json
    const reply = as('alice').put(`${path}/${id}`, { name: 'New', approvals_required: 3 })
    expect(reply).toMatchObject({
      status: 200,
      json: { name: 'New', approvals_required: 3, users: [], groups: [], rule_type: 'regular' },
    })
  })

  test('needs nothing in the dialect of the real service, and leaves lists alone that are not sent', () => {
    sim = seededReal.fork()
    const { id } = create({ user_ids: [userId('bob')], group_ids: [1] }).json
    const url = `${path}/${id}`
    expect(as('alice').put(url, { name: 'New' }).json).toMatchObject({
      name: 'New',
      approvals_required: 1,
      users: [{ username: 'bob' }],
      groups: [{ id: 1 }],
    })
    expect(as('alice').put(url, { user_ids: '' }).json).toMatchObject({ users: [], groups: [{ id: 1 }] })
    expect(as('alice').put(url, { group_ids: [] }).json).toMatchObject({ groups: [] })
  })

  test('replaces lists under their old names too, and names together with ids', () => {
    const { id } = create({ group_ids: [1] }).json
    const change = { name: 'New', approvals_required: 3 }
    const url = `${path}/${id}`
    const old = as('alice').put(url, { ...change, users: [userId('carol')], groups: [2] }).json
    expect([usernames(old.users), old.groups.map((it: { id: number }) => it.id)]).toEqual([['carol'], [2]])
    const both = as('alice').put(url, {
      ...change,
      user_ids: [userId('bob')],
      users: [2],
      usernames: 'carol',
    })
    expect(usernames(both.json.users)).toEqual(['bob', 'carol'])
    const strangers = as('alice').put(url, {
      ...change,
      user_ids: [userId('mallory'), 9999],
      group_ids: [9999],
    })
    expect([strangers.json.users, strangers.json.groups]).toEqual([[], []])
  })

  test('takes branches where they are sent, and leaves the rule unbound from all of them unless told again', () => {
    const [first, second] = sim.world.protectedBranches.by('byProject', 1).list()
    const { id } = create({ protected_branch_ids: [first?.id] }).json
    const change = { name: 'New', approvals_required: 3 }
    const put = (more: object) => {
      const { json } = as('alice').put(`${path}/${id}`, { ...change, ...more })
      const ids = json.protected_branches.map((it: { id: number }) => it.id)
      return [json.applies_to_all_protected_branches, ids]
    }
    expect(put({})).toEqual([false, [first?.id]])
    expect(put({ protected_branch_ids: [second?.id, 9999] })).toEqual([false, [second?.id]])
    expect(put({ applies_to_all_protected_branches: true, protected_branch_ids: [] })).toEqual([
      true,
      [first?.id, second?.id],
    ])
    expect(put({})).toEqual([false, [second?.id]])
    expect(put({ protected_branch_ids: '' })).toEqual([false, []])
  })

  test('keeps its kind, whoever is named', () => {
    const any = sim.world.approvalRules.by('byProject', 1).first()?.id
    const change = { name: 'New', approvals_required: 3, user_ids: [userId('bob')] }
    expect(as('alice').put(`${path}/${any}`, change).json.rule_type).toBe('any_approver')
    const { id } = create().json
    expect(as('alice').put(`${path}/${id}`, { ...change, name: 'b', user_ids: [] }).json.rule_type).toBe(
      'regular',
    )
  })

  test('drops hidden groups alone in the dialect of the real service', () => {
    sim = seededReal.fork()
    const secret = as('root').post('/groups', { name: 's', path: 'secret', visibility: 'private' }).json.id
    const body = { name: 'Secret', approvals_required: 1, group_ids: [secret, 2] }
    const { id } = as('root').post(path, body).json
    const groups = (more: object) => {
      as('bob').put(`${path}/${id}`, more)
      return as('root')
        .get(`${path}/${id}`)
        .json.groups.map((it: { id: number }) => it.id)
    }
    expect(groups({ remove_hidden_groups: false })).toEqual([secret, 2])
    expect(groups({ group_ids: [1] })).toEqual([1, secret])
    expect(groups({ remove_hidden_groups: true })).toEqual([1])
  })

  test('refuses what creation refuses, and changes nothing then', () => {
    const before = create().json
    const url = `${path}/${before.id}`
    const refused = as('alice').put(url, { name: 'Release managers', approvals_required: 101 })
    expect(refused).toMatchObject({
      status: 400,
      json: {
        message: {
          name: ['has already been taken'],
          approvals_required: ['must be less than or equal to 100'],
        },
      },
    })
    expect(as('alice').get(url).json).toEqual(before)
  })
})

describe('one rule', () => {
  test('is missing where it is of another project or nowhere', () => {
    const other = as('alice').post('/projects/2/approval_rules', { name: 'a', approvals_required: 1 }).json.id
    const own = as('alice').post('/projects/1/merge_requests/40/approval_rules', {
      name: 'a',
      approvals_required: 1,
    }).json.id
    const body = { name: 'a', approvals_required: 1 }
    for (const id of [other, own, 99_999])
      for (const { status, json } of [
        as('alice').get(`${path}/${id}`),
        as('alice').put(`${path}/${id}`, body),
        as('alice').delete(`${path}/${id}`),
      ])
        expect([status, json]).toEqual([404, { message: '404 Not found' }])
  })

  test('has a number, or is invalid where it is changed and missing where it is read', () => {
    const invalid = { status: 400, json: { error: 'approval_rule_id is invalid' } }
    const body = { name: 'a', approvals_required: 1 }
    expect(as('alice').put(`${path}/abc`, body)).toMatchObject(invalid)
    expect(as('alice').delete(`${path}/abc`)).toMatchObject(invalid)
    expect(as('alice').get(`${path}/abc`).status).toBe(404)
  })

  test('goes with its copies in open merge requests, but not when it was changed meanwhile', () => {
    const { id } = create().json
    const copy = sim.world.approvalRules.by('byProject', 1).list().at(-1)
    const mergeRequest = sim.world.mergeRequests.by('byState', 1, 'opened').first()
    if (copy === undefined || mergeRequest === undefined) throw new Error('nothing to copy')
    sim.world.approvalRules.insert({ ...copy, id: 500, mergeRequestId: mergeRequest.id, sourceRuleId: id })
    const headers = { 'if-unmodified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' }
    expect(as('alice').send('DELETE', `${path}/${id}`, { headers }).status).toBe(412)
    expect(as('alice').delete(`${path}/${id}`).status).toBe(204)
    expect(sim.world.approvalRules.get(500)).toBeUndefined()
    expect(as('alice').delete(`${path}/${id}`).status).toBe(404)
  })
})

describe('the list', () => {
  test('has rules of people by number, then those of reports', () => {
    create()
    const types = as('alice')
      .get(path)
      .json.map((it: { rule_type: string; name: string }) => [it.rule_type, it.name])
    expect(types).toEqual([
      ['any_approver', 'All Members'],
      ['regular', 'Release managers'],
      ['regular', 'Reviewers'],
      ['report_approver', 'Coverage-Check'],
    ])
  })

  test('of a new project has the rule that is there before anybody makes one', () => {
    const url = freshRules()
    const [rule, ...others] = as('alice').get(url).json
    expect(others).toEqual([])
    expect(rule).toEqual({
      id: rule.id,
      name: 'All Members',
      rule_type: 'any_approver',
      eligible_approvers: [],
      approvals_required: 0,
      users: [],
      groups: [],
      contains_hidden_groups: false,
      protected_branches: [],
      applies_to_all_protected_branches: false,
    })
    const other = as('alice').post(url, { name: 'a', approvals_required: 1, user_ids: [2] }).json
    as('alice').delete(`${url}/${other.id}`)
    expect(as('alice').get(url).json).toEqual([rule])
    expect(as('alice').get(`${url}/${rule.id}`).json).toEqual(rule)
    const change = { name: 'Everybody', approvals_required: 2 }
    expect(as('alice').put(`${url}/${rule.id}`, change).json).toMatchObject(change)
    expect(as('alice').get(url).json).toMatchObject([{ id: rule.id, ...change }])
    const again = as('alice').post(url, { name: 'a', approvals_required: 1 })
    expect(again.json).toEqual({ message: { rule_type: ['any-approver for the project already exists'] } })
  })

  test('loses the rule for anybody when it is deleted, until approvals before a merge are asked for', () => {
    const url = freshRules()
    const remove = () => {
      const [{ id }] = as('alice').get(url).json
      expect(as('alice').delete(`${url}/${id}`).status).toBe(204)
      expect(as('alice').get(`${url}/${id}`).status).toBe(404)
      expect(as('alice').get(url).json).toEqual([])
    }
    remove()
    expect(as('alice').post(url, { name: 'Again', approvals_required: 1 }).status).toBe(201)
    remove()
    as('alice').post(url.replace('approval_rules', 'approvals'), { approvals_before_merge: 150 })
    expect(as('alice').get(url).json).toMatchObject([{ name: 'All Members', approvals_required: 150 }])
  })

  test('of a new project is empty in the dialect of the real service', () => {
    const url = freshRules()
    const [{ id }] = as('alice').get(url).json
    sim = seededReal.fork()
    const real = freshRules()
    expect(as('alice').get(real).json).toEqual([])
    expect(as('alice').get(`${real}/${id}`).status).toBe(404)
  })

  test('tells of code owners in words, and in the dialect of the real service by a flag', () => {
    const shown = () => as('alice').get(path).json[1].protected_branches[0]
    expect([typeof shown().code_owner_approval_required, Object.keys(shown().push_access_levels[0])]).toEqual(
      ['string', ['access_level', 'access_level_description']],
    )
    sim = seededReal.fork()
    expect([typeof shown().code_owner_approval_required, shown().push_access_levels[0].id > 0]).toEqual([
      'boolean',
      true,
    ])
  })
})

describe('rights', () => {
  const who = [undefined, 'root', 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory']

  test('to read from reporters, to write from maintainers', () => {
    const read = (user?: string) => as(user).get(path).status
    const write = (user?: string) =>
      as(user).post(path, { name: `by ${user}`, approvals_required: 1, user_ids: [3] }).status
    sim.world.projects.update(1, { visibility: 'private' })
    expect(who.map(read)).toEqual([401, 200, 200, 200, 200, 200, 403, 404])
    expect(who.map(write)).toEqual([401, 201, 201, 201, 403, 403, 403, 404])
    sim.world.projects.update(1, { visibility: 'public' })
    expect([read(), read('mallory'), write('mallory')]).toEqual([401, 200, 403])
    sim.world.projects.update(1, { archived: true })
    expect([read('bob'), read('carol'), write('bob')]).toEqual([200, 403, 403])
  })

  test.each(['merge_requests', 'repository'])(
    'stay with maintainers while %s are switched off',
    (feature) => {
      const { features } = sim.world.projects.require(1)
      sim.world.projects.update(1, { features: { ...features, [feature]: 'disabled' } })
      const read = (user?: string) => as(user).get(path).status
      expect(who.map(read)).toEqual([401, 200, 200, 200, 403, 403, 403, 404])
    },
  )

  test('are nobody\u2019s below premium', () => {
    sim = testSimulator({ tier: 'free' })
    const body = { name: 'a', approvals_required: 1 }
    for (const reply of [
      as('alice').get(path),
      create(),
      ...[1, 99_999].flatMap((id) => [
        as('alice').get(`${path}/${id}`),
        as('root').put(`${path}/${id}`, body),
        as('alice').delete(`${path}/${id}`),
      ]),
    ])
      expect([reply.status, reply.json]).toEqual([403, { message: '403 Forbidden' }])
  })
})

describe('rules that the installation has locked', () => {
  test('are read, but changed by administrators alone', () => {
    const { id } = create().json
    enforceSettings(sim.world, { disable_overriding_approvers_per_merge_request: true })
    const body = { name: 'New', approvals_required: 2, user_ids: [3] }
    const locked = { status: 403, json: { message: '403 Forbidden' } }
    for (const user of ['alice', 'bob']) {
      expect(as(user).get(`${path}/${id}`).status).toBe(200)
      expect(as(user).post(path, { ...body, name: 'Newer' })).toMatchObject(locked)
      expect(as(user).put(`${path}/${id}`, body)).toMatchObject(locked)
      expect(as(user).delete(`${path}/${id}`)).toMatchObject(locked)
    }
    expect(as('alice').delete(`${path}/99999`).status).toBe(404)
    expect(as('root').post(path, { ...body, name: 'Newer' }).status).toBe(201)
    expect(as('root').put(`${path}/${id}`, body)).toMatchObject({ status: 200, json: { name: 'New' } })
    expect(as('root').delete(`${path}/${id}`).status).toBe(204)
  })
})

describe('auditors are told', () => {
  const events = () =>
    as('alice')
      .get('/projects/1/audit_events?per_page=100&created_after=2024-01-01T00:00:00Z')
      .json.map(({ details }: { details: object }) => details)
      .reverse()

  test('how a rule came, changed and went', () => {
    const { id } = create({ user_ids: [userId('bob')], group_ids: [2] }).json
    const change = { name: 'Renamed', approvals_required: 3, user_ids: [userId('carol')], group_ids: [] }
    as('bob').put(`${path}/${id}`, change)
    as('bob').put(`${path}/${id}`, change)
    as('bob').delete(`${path}/${id}`)
    const rule = (details: string) => ({
      target_type: 'ApprovalProjectRule',
      target_id: id,
      target_details: details,
    })
    const nameOf = (name: string) => sim.world.users.find('byUsername', name)?.name
    expect(events()).toMatchObject([
      { ...rule('Reviewers'), custom_message: 'Added approval rule with number of required approvals of 1' },
      { custom_message: `Added User ${nameOf('bob')} to approval group on Reviewers rule` },
      { custom_message: 'Added Group Platform to approval group on Reviewers rule' },
      { change: 'number of required approvals', from: '1', to: '3' },
      { ...rule('Renamed'), change: 'name', from: 'Reviewers', to: 'Renamed', author_name: nameOf('bob') },
      { custom_message: `Added User ${nameOf('carol')} to approval group on Renamed rule` },
      { custom_message: `Removed User ${nameOf('bob')} from approval group on Renamed rule` },
      { custom_message: 'Removed Group Platform from approval group on Renamed rule' },
      { ...rule('Renamed'), custom_message: 'Deleted approval rule' },
    ])
  })

  test('of the pre-configured rule when it is first changed', () => {
    const url = freshRules()
    const [{ id }] = as('alice').get(url).json
    as('alice').put(`${url}/${id}`, { name: 'All Members', approvals_required: 2 })
    const told = as('alice').get(`${url.replace('approval_rules', 'audit_events')}?per_page=1`).json
    expect(told[0].details.custom_message).toBe('Added approval rule with number of required approvals of 2')
  })

  test('nothing of rules of single merge requests', () => {
    const own = '/projects/1/merge_requests/40/approval_rules'
    const { id } = as('alice').post(own, { name: 'Own', approvals_required: 1, usernames: 'bob' }).json
    as('alice').put(`${own}/${id}`, { approvals_required: 2 })
    as('alice').delete(`${own}/${id}`)
    expect(events()).toEqual([])
  })
})
