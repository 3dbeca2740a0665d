import { describe, expect, test } from 'vitest'
import { enforceSettings } from '../../model/settings/in-force.ts'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const as = here.as
const group = '/groups/1/merge_request_approval_setting'
const project = '/projects/1/merge_request_approval_setting'
const who = [undefined, 'root', 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory']
const own = (value: boolean) => ({ value, locked: false, inherited_from: null })
const byGroup = (value: boolean) => ({ value, locked: true, inherited_from: 'group' })
const byInstance = (value: boolean) => ({ value, locked: true, inherited_from: 'instance' })

const switches = {
  allow_author_approval: true,
  allow_committer_approval: true,
  allow_overrides_to_approver_list_per_merge_request: true,
  retain_approvals_on_push: true,
  require_password_to_approve: false,
}
const ofGroup = Object.fromEntries(
  Object.entries({ ...switches, selective_code_owner_removals: false }).map(([name, value]) => [
    name,
    own(value),
  ]),
)

describe('the approval setting of a group', () => {
  test('allows everything until somebody decides', () => {
    const { status, json } = as('alice').get(group)
    expect([status, json]).toEqual([200, ofGroup])
    expect(Object.keys(json)).toEqual([
      'allow_author_approval',
      'allow_committer_approval',
      'allow_overrides_to_approver_list_per_merge_request',
      'retain_approvals_on_push',
      'selective_code_owner_removals',
      'require_password_to_approve',
    ])
  })

  test.each(Object.entries(switches))('takes %s and leaves the rest', (name, before) => {
    const reply = as('alice').put(group, { [name]: !before })
    expect([reply.status, reply.json]).toEqual([200, { ...ofGroup, [name]: own(!before) }])
    expect(as('alice').get(group).json).toEqual(reply.json)
  })

  test('yields to the installation', () => {
    as('alice').put(group, { allow_author_approval: true })
    enforceSettings(here.sim.world, { prevent_merge_requests_author_approval: true })
    expect(as('alice').get(group).json.allow_author_approval).toEqual(byInstance(false))
    as('alice').put(group, { allow_author_approval: false })
    enforceSettings(here.sim.world, { prevent_merge_requests_author_approval: false })
    expect(as('alice').get(group).json.allow_author_approval).toEqual(own(true))
  })

  test.each([
    [
      {},
      'allow_author_approval, allow_committer_approval, allow_overrides_to_approver_list_per_merge_request, retain_approvals_on_push, require_password_to_approve are missing, at least one parameter must be provided',
    ],
    [{ allow_author_approval: null }, 'allow_author_approval is empty'],
    [{ allow_author_approval: 'perhaps' }, 'allow_author_approval is invalid'],
  ])('refuses %j', (body, error) => {
    const { status, json } = as('alice').put(group, body)
    expect([status, json]).toEqual([400, { error }])
  })

  test('is for owners, above free', () => {
    const read = (user?: string) => as(user).get(group).status
    const write = (user?: string) => as(user).put(group, { allow_author_approval: true }).status
    expect(who.map(read)).toEqual([401, 200, 200, 403, 403, 403, 403, 404])
    expect(who.map(write)).toEqual([401, 200, 200, 403, 403, 403, 403, 404])
    here.sim.world.instance.update(1, { tier: 'free' })
    expect([read('alice'), write('alice')]).toEqual([403, 403])
  })

  test('is told to auditors', () => {
    as('alice').put(group, { retain_approvals_on_push: false, require_password_to_approve: true })
    const events = as('alice').get('/groups/1/audit_events?created_after=2024-01-01T00:00:00Z').json
    expect(events.map(({ details }: { details: { change: string } }) => details)).toMatchObject([
      { change: 'require user password for approvals', from: 'false', to: 'true' },
      {
        change: 'require new approvals when new commits are added to an MR',
        from: 'false',
        to: 'true',
      },
    ])
  })
})

describe('the approval setting of a project', () => {
  const fresh = {
    allow_author_approval: own(false),
    allow_committer_approval: own(true),
    allow_overrides_to_approver_list_per_merge_request: own(true),
    retain_approvals_on_push: own(false),
    selective_code_owner_removals: own(false),
    require_password_to_approve: own(false),
  }

  test('says the same as its configuration, the other way round', () => {
    expect(as('bob').get(project).json).toEqual(fresh)
    const changed = {
      allow_author_approval: true,
      allow_committer_approval: false,
      allow_overrides_to_approver_list_per_merge_request: false,
      retain_approvals_on_push: true,
      selective_code_owner_removals: true,
      require_password_to_approve: true,
    }
    const { status, json } = as('bob').put(project, changed)
    const expected = Object.fromEntries(Object.entries(changed).map(([name, value]) => [name, own(value)]))
    expect([status, json]).toEqual([200, expected])
    expect(as('bob').get('/projects/1/approvals').json).toMatchObject({
      merge_requests_author_approval: true,
      merge_requests_disable_committers_approval: true,
      disable_overriding_approvers_per_merge_request: true,
      reset_approvals_on_push: false,
      selective_code_owner_removals: true,
      require_password_to_approve: true,
    })
  })

  test('leaves alone what is not sent', () => {
    const { json } = as('bob').put(project, { require_password_to_approve: true })
    expect(json).toEqual({ ...fresh, require_password_to_approve: own(true) })
  })

  test('says who decided', () => {
    as('alice').put(group, {
      allow_author_approval: false,
      retain_approvals_on_push: false,
      require_password_to_approve: true,
    })
    enforceSettings(here.sim.world, { prevent_merge_requests_committers_approval: true })
    const wanted = { allow_author_approval: true, allow_committer_approval: true }
    expect(as('bob').put(project, wanted).json).toEqual({
      ...fresh,
      allow_author_approval: byGroup(false),
      allow_committer_approval: byInstance(false),
      retain_approvals_on_push: byGroup(false),
      require_password_to_approve: byGroup(true),
    })
  })

  test('refuses what excludes each other', () => {
    expect(as('bob').put(project, { selective_code_owner_removals: true })).toMatchObject({
      status: 400,
      json: { message: { base: [expect.stringContaining('selective_code_owner_removals')] } },
    })
    expect(as('bob').put(project, {}).json.error).toMatch(/^allow_author_approval, .*selective_code_owner/)
  })

  test('is for maintainers, above free', () => {
    const read = (user?: string) => as(user).get(project).status
    const write = (user?: string) => as(user).put(project, { allow_author_approval: true }).status
    expect(who.map(read)).toEqual([401, 200, 200, 200, 403, 403, 403, 404])
    expect(who.map(write)).toEqual([401, 200, 200, 200, 403, 403, 403, 404])
    as('alice').post('/projects/1/archive')
    expect([read('bob'), write('bob')]).toEqual([200, 403])
    here.sim.world.instance.update(1, { tier: 'free' })
    expect([read('bob'), write('bob')]).toEqual([403, 403])
  })
})

describe('in the newest release', () => {
  const newest = perTest({ release: '18.9' })

  test.each([group, project])('%s has a new name for the password, which wins', (path) => {
    const given = { require_password_to_approve: false, require_reauthentication_to_approve: true }
    const { status, json } = newest.as('alice').put(path, given)
    const required = own(true)
    expect([status, json]).toMatchObject([
      200,
      { require_password_to_approve: required, require_reauthentication_to_approve: required },
    ])
    const { error } = newest.as('alice').put(path, {}).json
    expect(error).toContain('require_reauthentication_to_approve are missing')
  })
})
