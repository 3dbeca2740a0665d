import { describe, expect, test } from 'vitest'
import { enforceSettings } from '../../model/settings/in-force.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const as = here.as
const path = '/projects/1/approvals'
const fresh = () => as('alice').post('/projects', { name: 'fresh' }).json.id

const defaults = {
  approvers: [],
  approver_groups: [],
  approvals_before_merge: 0,
  reset_approvals_on_push: true,
  selective_code_owner_removals: false,
  disable_overriding_approvers_per_merge_request: false,
  merge_requests_author_approval: false,
  merge_requests_disable_committers_approval: false,
  require_password_to_approve: false,
}
const settings = [
  ['approvals_before_merge', 3],
  ['reset_approvals_on_push', false],
  ['disable_overriding_approvers_per_merge_request', true],
  ['merge_requests_author_approval', true],
  ['merge_requests_disable_committers_approval', true],
  ['require_password_to_approve', true],
] as const
const exclusive = {
  status: 400,
  json: {
    message: {
      base: ['selective_code_owner_removals can only be enabled when reset_approvals_on_push is disabled'],
    },
  },
}

describe('the approval configuration', () => {
  test('of a new project has its defaults, in the order of the service', () => {
    const reply = as('alice').get(`/projects/${fresh()}/approvals`)
    expect([reply.status, reply.body]).toEqual([200, JSON.stringify(defaults)])
  })

  test.each(settings)('takes %s and leaves the rest', (name, value) => {
    const url = `/projects/${fresh()}/approvals`
    const reply = as('alice').post(url, { [name]: value })
    expect([reply.status, reply.json]).toEqual([201, { ...defaults, [name]: value }])
    expect(as('alice').get(url).json).toEqual(reply.json)
  })

  test.each(settings)('leaves %s as it is for null', (name, value) => {
    const url = `/projects/${fresh()}/approvals`
    as('alice').post(url, { [name]: value })
    const { status, json } = as('alice').post(url, { [name]: null })
    expect([status, json]).toEqual([201, { ...defaults, [name]: value }])
  })

  test('is sent as a form and in the query as well', () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = 'require_password_to_approve=yes'
    const reply = as('alice').send('POST', `${path}?approvals_before_merge=2`, { headers, body })
    expect(reply.json).toEqual({ ...defaults, approvals_before_merge: 2, require_password_to_approve: true })
  })

  test('needs none of its parameters, in the real service one', () => {
    expect(as('alice').post(path)).toMatchObject({ status: 201, json: defaults })
    const inReal = testSimulator({ dialect: 'real' })
    expect(callsOf(inReal, 'alice').post(path, { unknown: 1 })).toMatchObject({
      status: 400,
      json: {
        error:
          'approvals_before_merge, reset_approvals_on_push, selective_code_owner_removals, disable_overriding_approvers_per_merge_request, merge_requests_author_approval, merge_requests_disable_committers_approval, require_password_to_approve are missing, at least one parameter must be provided',
      },
    })
  })

  test.each([
    ['approvals_before_merge', 'many'],
    ['reset_approvals_on_push', 'maybe'],
    ['selective_code_owner_removals', 'maybe'],
    ['disable_overriding_approvers_per_merge_request', 'maybe'],
    ['merge_requests_author_approval', 'maybe'],
    ['merge_requests_disable_committers_approval', 'maybe'],
    ['require_password_to_approve', 'maybe'],
  ])('refuses another type of %s', (name, value) => {
    const { status, json } = as('alice').post(path, { [name]: value })
    expect([status, json]).toEqual([400, { error: `${name} is invalid` }])
    expect(as('alice').get(path).json).toEqual(defaults)
  })

  test('removes code owners selectively only while a push resets nothing', () => {
    const url = `/projects/${fresh()}/approvals`
    expect(as('alice').post(url, { selective_code_owner_removals: true })).toMatchObject(exclusive)
    const both = { selective_code_owner_removals: true, reset_approvals_on_push: true }
    expect(as('alice').post(url, both)).toMatchObject(exclusive)
    expect(as('alice').get(url).json).toEqual(defaults)
    const apart = { selective_code_owner_removals: true, reset_approvals_on_push: false }
    expect(as('alice').post(url, apart).json).toEqual({ ...defaults, ...apart })
    expect(as('alice').post(url, { reset_approvals_on_push: true })).toMatchObject(exclusive)
    const other = { selective_code_owner_removals: false, reset_approvals_on_push: true }
    expect(as('alice').post(url, other).json).toEqual(defaults)
  })

  test('refuses a negative number', () => {
    expect(as('alice').post(path, { approvals_before_merge: -1 })).toMatchObject({
      status: 400,
      json: { message: { approvals_before_merge: ['must be greater than or equal to 0'] } },
    })
  })

  test('is for maintainers, who can still read it when the project is archived', () => {
    const get = (user?: string) => as(user).get(path).status
    const post = (user?: string) => as(user).post(path, { require_password_to_approve: false }).status
    const who = [undefined, 'root', 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory']
    expect(who.map(get)).toEqual([401, 200, 200, 200, 403, 403, 403, 404])
    expect(who.map(post)).toEqual([401, 201, 201, 201, 403, 403, 403, 404])
    as('alice').post('/projects/1/archive')
    expect([get('bob'), post('bob'), get('carol')]).toEqual([200, 403, 403])
  })

  test('asks a stranger to sign in, or refuses, where the project is public', () => {
    here.sim.world.projects.update(1, { visibility: 'public' })
    expect([undefined, 'mallory'].map((user) => as(user).get(path).status)).toEqual([401, 403])
  })
})

describe('approvals before a merge', () => {
  const rules = () => as('alice').get('/projects/1/approval_rules').json
  const anybody = () => rules().find((it: { rule_type: string }) => it.rule_type === 'any_approver')

  test('are asked for by the rule that takes anybody, which keeps its own number otherwise', () => {
    const { id } = anybody()
    as('alice').post(path, { approvals_before_merge: 2 })
    expect(anybody()).toMatchObject({ id, approvals_required: 2 })
    as('alice').put(`/projects/1/approval_rules/${id}`, { name: 'All Members', approvals_required: 5 })
    as('alice').post(path, { require_password_to_approve: true })
    expect(anybody().approvals_required).toBe(5)
    as('alice').put('/projects/1', { approvals_before_merge: 0 })
    expect(anybody().approvals_required).toBe(0)
  })

  test('are asked for by the pre-configured rule where nobody made one, from the first day if wished', () => {
    const id = fresh()
    const only = () => as('alice').get(`/projects/${id}/approval_rules`).json
    const [before] = only()
    as('alice').post(`/projects/${id}/approvals`, { approvals_before_merge: 4 })
    expect(only()).toMatchObject([{ id: before.id, rule_type: 'any_approver', approvals_required: 4 }])
    const other = as('alice').post('/projects', { name: 'strict', approvals_before_merge: 3 }).json.id
    expect(as('alice').get(`/projects/${other}/approval_rules`).json).toMatchObject([
      { name: 'All Members', rule_type: 'any_approver', approvals_required: 3 },
    ])
  })

  test('hold for merge requests, also beyond what a rule may ask for', () => {
    const required = () => as('alice').get('/projects/1/merge_requests/40/approvals').json
    as('alice').post(path, { approvals_before_merge: 2 })
    expect(required()).toMatchObject({ approvals_required: 2, approvals_left: 2, approved: false })
    as('alice').post(path, { approvals_before_merge: 150 })
    expect(required().approvals_required).toBe(150)
  })
})

describe('below premium the configuration', () => {
  const free = perTest({ tier: 'free', dialect: 'real' })

  test('is read and written, with neutral values whatever is stored', () => {
    const stored = { approvals_before_merge: 2, reset_approvals_on_push: true }
    const reply = free.as('alice').post(path, stored)
    const neutral = { ...defaults, approvals_before_merge: 0, reset_approvals_on_push: false }
    expect([reply.status, reply.json]).toEqual([201, neutral])
    expect(free.as('alice').get(path).json).toEqual(neutral)
    free.sim.world.instance.update(1, { tier: 'premium' })
    expect(free.as('alice').get(path).json).toEqual({ ...defaults, ...stored })
  })

  test('is locked by nobody', () => {
    enforceSettings(free.sim.world, { prevent_merge_requests_author_approval: true })
    const reply = free.as('alice').post(path, { merge_requests_author_approval: true })
    expect(reply.json.merge_requests_author_approval).toBe(true)
  })

  test('lets a push keep approvals', () => {
    const base = '/projects/1/merge_requests/40'
    free.as('bob').post(`${base}/approve`)
    push(free)
    expect(free.as('bob').get(`${base}/approvals`).json.approved_by).toHaveLength(1)
    free.sim.world.instance.update(1, { tier: 'premium' })
    push(free, 'again')
    expect(free.as('bob').get(`${base}/approvals`).json.approved_by).toEqual([])
  })
})

/** Adds a commit to the branch of !40. */
function push({ as }: typeof here, name = 'pushed'): void {
  const branch = as('carol').get('/projects/1/merge_requests/40').json.source_branch
  const actions = [{ action: 'create', file_path: `${name}.txt`, content: name }]
  const commit = { branch, commit_message: name, actions }
  expect(as('carol').post('/projects/1/repository/commits', commit).status).toBe(201)
}

describe('what the group above decides', () => {
  const decide = (switches: object) => as('alice').put('/groups/1/merge_request_approval_setting', switches)

  test.each([
    [{ allow_author_approval: false }, 'merge_requests_author_approval', { wanted: true, held: false }],
    [
      { allow_committer_approval: false },
      'merge_requests_disable_committers_approval',
      { wanted: false, held: true },
    ],
    [
      { allow_overrides_to_approver_list_per_merge_request: false },
      'disable_overriding_approvers_per_merge_request',
      { wanted: false, held: true },
    ],
    [{ retain_approvals_on_push: false }, 'reset_approvals_on_push', { wanted: false, held: true }],
    [{ require_password_to_approve: true }, 'require_password_to_approve', { wanted: false, held: true }],
  ])('%j holds in its projects, and what they say of %s is ignored', (switches, name, { wanted, held }) => {
    as('bob').post(path, { [name]: !wanted })
    decide(switches)
    const reply = as('bob').post(path, { [name]: wanted, approvals_before_merge: 1 })
    const expected = { ...defaults, [name]: held, approvals_before_merge: 1 }
    expect([reply.status, reply.json]).toEqual([201, expected])
    decide(Object.fromEntries(Object.entries(switches).map(([key, value]) => [key, !value])))
    expect(as('bob').get(path).json).toEqual({ ...expected, [name]: !wanted })
    expect(as('bob').post(path, { [name]: wanted }).json[name]).toBe(wanted)
  })

  test('holds in subgroups, and nothing that a subgroup decides', () => {
    const below = '/projects/2/approvals'
    as('alice').put('/groups/2/merge_request_approval_setting', { allow_author_approval: false })
    const wanted = { merge_requests_author_approval: true }
    expect(as('alice').post(below, wanted).json.merge_requests_author_approval).toBe(true)
    decide({ allow_author_approval: false })
    expect(as('alice').get(below).json.merge_requests_author_approval).toBe(false)
  })

  test('keeps code owners from being removed selectively', () => {
    decide({ retain_approvals_on_push: false })
    const both = { selective_code_owner_removals: true, reset_approvals_on_push: false }
    expect(as('alice').post(path, both)).toMatchObject(exclusive)
  })

  test('is nobody\u2019s matter in a personal project, or below premium', () => {
    decide({ allow_author_approval: false })
    const wanted = { merge_requests_author_approval: true }
    expect(as('alice').post('/projects/4/approvals', wanted).json).toMatchObject(wanted)
    here.sim.world.instance.update(1, { tier: 'free' })
    expect(as('alice').post(path, wanted)).toMatchObject({ status: 403, json: { message: '403 Forbidden' } })
  })
})

describe('what the installation decides', () => {
  test.each([
    [
      'prevent_merge_requests_author_approval',
      'merge_requests_author_approval',
      { wanted: true, held: false },
    ],
    [
      'prevent_merge_requests_committers_approval',
      'merge_requests_disable_committers_approval',
      { wanted: false, held: true },
    ],
    [
      'disable_overriding_approvers_per_merge_request',
      'disable_overriding_approvers_per_merge_request',
      { wanted: false, held: true },
    ],
  ])('%s holds everywhere, and what a project says of %s is ignored', (setting, name, { wanted, held }) => {
    const urls = [1, 4].map((project) => `/projects/${project}/approvals`)
    for (const url of urls) as('alice').post(url, { [name]: !wanted })
    enforceSettings(here.sim.world, { [setting]: true })
    for (const url of urls) {
      const reply = as('alice').post(url, { [name]: wanted })
      expect([reply.status, reply.json]).toEqual([201, { ...defaults, [name]: held }])
    }
    enforceSettings(here.sim.world, { [setting]: false })
    for (const url of urls) expect(as('alice').get(url).json).toEqual({ ...defaults, [name]: !wanted })
  })
})

describe('auditors are told', () => {
  const changes = () =>
    as('alice')
      .get('/projects/1/audit_events?per_page=100&created_after=2024-01-01T00:00:00Z')
      .json.map(({ details }: { details: object }) => details)

  test.each([
    ['merge_requests_author_approval', true, 'prevent merge request approval from authors', 'true', 'false'],
    [
      'merge_requests_disable_committers_approval',
      true,
      'prevent merge request approval from committers',
      'false',
      'true',
    ],
    [
      'reset_approvals_on_push',
      false,
      'require new approvals when new commits are added to an MR',
      'true',
      'false',
    ],
    [
      'disable_overriding_approvers_per_merge_request',
      true,
      'prevent users from modifying MR approval rules in merge requests',
      'false',
      'true',
    ],
    ['require_password_to_approve', true, 'require user password for approvals', 'false', 'true'],
  ])('of %s', (name, value, change, from, to) => {
    as('bob').post(path, { [name]: value })
    as('bob').post(path, { [name]: value })
    expect(changes()).toMatchObject([
      { change, from, to, author_name: here.sim.world.users.find('byUsername', 'bob')?.name },
    ])
  })
})
