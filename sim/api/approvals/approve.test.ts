import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const as = here.as
const path = '/projects/1/merge_requests/40'
const row = () => {
  const found = here.sim.world.mergeRequests.find('byIid', 1, 40)
  if (found === undefined) throw new Error('!40 is missing')
  return found
}
const idOf = (name: string) => here.sim.world.users.find('byUsername', name)?.id ?? 0
const written = (author: string, assignees: readonly string[] = []) =>
  here.sim.world.mergeRequests.update(row().id, {
    authorId: idOf(author),
    assigneeIds: assignees.map(idOf),
  })
const configure = (settings: object) =>
  expect(as('alice').post('/projects/1/approvals', settings).status).toBe(201)
const approve = (user?: string, body: object = {}) => as(user).post(`${path}/approve`, body)
const unapprove = (user?: string) => as(user).post(`${path}/unapprove`)
const status = (user?: string) => as(user ?? 'alice').get(`${path}/approvals`).json
const approvedBy = () => status().approved_by.map((it: { user: { username: string } }) => it.user.username)
const refused = { status: 401, json: { message: '401 Unauthorized' } }
const forbidden = { status: 403, json: { message: '403 Forbidden' } }
const people = [undefined, 'root', 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory']

describe('approving', () => {
  test('is for developers', () => {
    written('root')
    expect(people.map((user) => approve(user).status)).toEqual([401, 401, 201, 201, 201, 403, 403, 404])
    expect(approvedBy()).toEqual(['alice', 'bob', 'carol'])
    here.sim.world.projects.update(1, { visibility: 'public' })
    expect(['dave', 'erin', 'mallory', undefined].map((user) => approve(user).status)).toEqual([
      403, 403, 403, 401,
    ])
  })

  test('is for an author or assignee of any role who reads the merge request, as a member', () => {
    configure({ merge_requests_author_approval: true })
    written('dave', ['erin'])
    expect([approve('dave').status, approve('erin').status]).toEqual([201, 403])
    here.sim.world.projects.update(1, { visibility: 'public' })
    expect(approve('erin').status).toBe(201)
    written('mallory', ['mallory'])
    expect(approve('mallory')).toMatchObject(forbidden)
    expect(status('mallory').user_can_approve).toBe(false)
  })

  test('is for members of an approver group who read the merge request, not for single reporters', () => {
    written('alice')
    const rule = (name: string, approvers: object) =>
      as('alice').post('/projects/1/approval_rules', { name, approvals_required: 1, ...approvers })
    rule('Single', { usernames: ['dave'] })
    expect([approve('dave').status, status('dave').user_can_approve]).toEqual([403, false])
    const group = as('alice').post('/groups', { name: 'testers', path: 'testers' }).json.id
    rule('Together', { group_ids: [group] })
    for (const name of ['erin', 'mallory'])
      as('alice').post(`/groups/${group}/members`, { user_id: idOf(name), access_level: 10 })
    expect([approve('dave').status, status('dave').user_can_approve]).toEqual([403, false])
    as('alice').post(`/groups/${group}/members`, { user_id: idOf('dave'), access_level: 10 })
    expect(status('dave').user_can_approve).toBe(true)
    expect(['dave', 'erin', 'mallory'].map((name) => approve(name).status)).toEqual([201, 403, 404])
    as('alice').post('/projects/1/archive')
    expect(unapprove('dave')).toMatchObject(forbidden)
  })

  test('needs an approver group of a rule that holds for the target branch', () => {
    written('alice')
    const group = as('alice').post('/groups', { name: 'testers', path: 'testers' }).json.id
    as('alice').post(`/groups/${group}/members`, { user_id: idOf('dave'), access_level: 30 })
    const [release] = here.sim.world.protectedBranches.by('byProject', 1, 'release/*').list()
    const body = { name: 'Release', approvals_required: 1, group_ids: [group] }
    as('alice').post('/projects/1/approval_rules', { ...body, protected_branch_ids: [release?.id] })
    expect(approve('dave')).toMatchObject(forbidden)
  })

  test('is refused twice, to the author, and to committers where the project says so', () => {
    written('bob')
    approve('alice')
    expect(approve('alice')).toMatchObject(refused)
    expect(approve('bob')).toMatchObject(refused)
    expect(status('bob').user_can_approve).toBe(false)
    configure({ merge_requests_author_approval: true, merge_requests_disable_committers_approval: true })
    expect(status('bob').user_can_approve).toBe(true)
    expect(approve('bob').status).toBe(201)
    expect(status('carol').user_can_approve).toBe(false)
    expect(approve('carol')).toMatchObject(refused)
    configure({ merge_requests_disable_committers_approval: false })
    expect(approve('carol').status).toBe(201)
    expect(approvedBy()).toEqual(['alice', 'bob', 'carol'])
  })

  test('looks only at commits of the merge request itself', () => {
    written('root')
    configure({ merge_requests_disable_committers_approval: true })
    // Alice has committed to the target branch, not to this merge request.
    expect([approve('alice').status, approve('carol').status]).toEqual([201, 401])
  })

  test('finds no committers where there are no commits', () => {
    configure({ merge_requests_disable_committers_approval: true })
    const request = { title: 'Nothing yet', source_branch: 'nothing', target_branch: 'main' }
    const { iid, sha } = as('carol').post('/projects/1/merge_requests', request).json
    expect(sha).toBeNull()
    expect(as('bob').post(`/projects/1/merge_requests/${iid}/approve`).status).toBe(201)
  })

  test('knows committers by their address, however it is spelt', () => {
    written('root')
    configure({ merge_requests_disable_committers_approval: true })
    here.sim.world.users.update(idOf('carol'), { email: 'CAROL@example.com' })
    expect(approve('carol')).toMatchObject(refused)
  })

  test('needs the password where the project says so', () => {
    configure({ require_password_to_approve: true })
    expect(status().require_password_to_approve).toBe(true)
    for (const body of [{}, { approval_password: '' }, { approval_password: 'carol-password' }])
      expect(approve('bob', body)).toMatchObject(refused)
    expect(approvedBy()).toEqual([])
    expect(approve('bob', { approval_password: 'bob-password' }).status).toBe(201)
    configure({ require_password_to_approve: false })
    expect(approve('alice', { approval_password: 'wrong' }).status).toBe(201)
  })

  test('takes the password that a user was created with, and none where one was made up', () => {
    configure({ require_password_to_approve: true })
    const join = (username: string, password: object) => {
      const person = { username, name: username, email: `${username}@example.com`, ...password }
      const user_id = as('root').post('/users', person).json.id
      as('alice').post('/projects/1/members', { user_id, access_level: 30 })
      const { token } = as('root').post(`/users/${user_id}/personal_access_tokens`, {
        name: 'test',
        scopes: ['api'],
      }).json
      return (approval_password: string) =>
        as().send('POST', `${path}/approve`, {
          headers: { 'private-token': token, 'content-type': 'application/json' },
          body: JSON.stringify({ approval_password }),
        }).status
    }
    const ann = join('ann', { password: 'correct horse' })
    expect([ann('ann-password'), ann('correct horse')]).toEqual([401, 201])
    expect(join('ben', { force_random_password: true })('ben-password')).toBe(401)
  })

  test('minds the head, before anything else about the approval', () => {
    const wrong = { status: 409, json: { message: `SHA does not match HEAD of source branch: ${row().sha}` } }
    approve('bob')
    expect(approve('bob', { sha: 'f'.repeat(40) })).toMatchObject(wrong)
    expect(approve('bob', { sha: '' })).toMatchObject(wrong)
    expect(approve('bob', { sha: row().sha })).toMatchObject(refused)
    expect(approve('alice', { sha: row().sha }).status).toBe(201)
    expect(approve('dave', { sha: 'f'.repeat(40) })).toMatchObject(forbidden)
  })

  test('is over once it is merged', () => {
    approve('bob')
    here.sim.world.mergeRequests.update(row().id, { state: 'merged' })
    expect(approve('alice')).toMatchObject(refused)
    expect(unapprove('bob')).toMatchObject({ status: 404, json: { message: '404 Not Found' } })
    expect(approvedBy()).toEqual(['bob'])
  })

  test('is written down, and moves the merge request', () => {
    const before = row().updatedAt
    approve('bob')
    const notes = () => as('alice').get(`${path}/notes?sort=desc&per_page=1`).json[0]
    expect(notes()).toMatchObject({
      system: true,
      body: 'approved this merge request',
      author: { username: 'bob' },
    })
    expect(row().updatedAt).toBeGreaterThan(before)
    unapprove('bob')
    expect(notes()).toMatchObject({ system: true, body: 'unapproved this merge request' })
  })

  test('of one that is missing finds nothing', () => {
    for (const call of ['approve', 'unapprove'])
      expect(as('bob').post(`/projects/1/merge_requests/9999/${call}`)).toMatchObject({
        status: 404,
        json: { message: '404 Not found' },
      })
  })
})

describe('taking an approval back', () => {
  test('needs one of the caller’s own', () => {
    approve('alice')
    expect(unapprove('bob')).toMatchObject({ status: 404, json: { message: '404 Not Found' } })
    expect(unapprove('alice')).toMatchObject({ status: 201, json: { approved_by: [] } })
    expect(approve('alice').status).toBe(201)
  })

  test('is for those who may approve', () => {
    written('root')
    expect(people.map((user) => unapprove(user).status)).toEqual([401, 404, 404, 404, 404, 403, 403, 404])
  })
})

describe('a push', () => {
  const push = () => {
    const actions = [{ action: 'create', file_path: 'pushed.txt', content: 'x' }]
    const commit = { branch: row().sourceBranch, commit_message: 'Push', actions }
    expect(as('carol').post('/projects/1/repository/commits', commit).status).toBe(201)
  }

  test.each([
    [true, []],
    [false, ['bob']],
  ])('takes approvals back: %s', (reset_approvals_on_push, left) => {
    configure({ reset_approvals_on_push })
    approve('bob')
    push()
    expect(approvedBy()).toEqual(left)
    expect(approve('bob').status).toBe(reset_approvals_on_push ? 201 : 401)
  })

  test('that deletes the branch takes nothing back', () => {
    approve('bob')
    const branch = encodeURIComponent(row().sourceBranch)
    expect(as('carol').delete(`/projects/1/repository/branches/${branch}`).status).toBe(204)
    expect(approvedBy()).toEqual(['bob'])
  })

  test('takes approvals back where the group says so', () => {
    configure({ reset_approvals_on_push: false })
    as('alice').put('/groups/1/merge_request_approval_setting', { retain_approvals_on_push: false })
    approve('bob')
    push()
    expect(approvedBy()).toEqual([])
  })
})

describe('resetting approvals', () => {
  const reset = (user: string) => as(user).put(`${path}/reset_approvals`)

  test('is for bots of the project and of the group above it', () => {
    for (const bot of ['acme-webapp-bot', 'acme-bot']) {
      approve('bob')
      const { status, json } = reset(bot)
      expect([status, json, approvedBy()]).toEqual([202, 202, []])
    }
  })

  test('is refused to everybody else, and once it is merged', () => {
    approve('bob')
    const statuses = ['root', 'alice', 'carol', 'dave', 'erin', 'mallory'].map((user) => reset(user).status)
    expect(statuses).toEqual([401, 401, 401, 401, 403, 404])
    here.sim.world.users.update(idOf('mallory'), { bot: true })
    here.sim.world.projects.update(1, { visibility: 'public' })
    expect(reset('mallory')).toMatchObject(refused)
    here.sim.world.mergeRequests.update(row().id, { state: 'merged' })
    expect(reset('acme-webapp-bot')).toMatchObject(refused)
    expect(approvedBy()).toEqual(['bob'])
  })
})

describe('below premium', () => {
  const free = perTest({ tier: 'free', dialect: 'real' })

  test('merge requests are approved, and need nothing', () => {
    free.as('alice').post('/projects/1/approvals', { approvals_before_merge: 2 })
    const { status, json } = free.as('bob').post(`${path}/approve`)
    expect([status, json]).toMatchObject([
      201,
      {
        approved: true,
        approvals_required: 0,
        approvals_left: 0,
        approved_by: [{ user: { username: 'bob' } }],
        suggested_approvers: [],
        approvers: [],
        approver_groups: [],
        approval_rules_left: [],
        has_approval_rules: false,
        merge_request_approvers_available: false,
        multiple_approval_rules_available: false,
      },
    ])
    expect(free.as('bob').post(`${path}/unapprove`).status).toBe(201)
  })
})
