import { beforeEach, describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const as = here.as
const idOf = (name: string) => here.sim.world.users.find('byUsername', name)?.id ?? 0
const owners = `
* @carol
/api/ @bob @mallory
[Docs]
docs/ @acme/writers
^[Style]
*.css @dave
`
let project = 0
let iid = 0

const write = (branch: string, files: object, start_branch?: string) => {
  const actions = Object.entries(files).map(([file_path, content]) => ({
    action: 'create',
    file_path,
    content,
  }))
  const body = { branch, start_branch, commit_message: `Write ${branch}`, actions }
  expect(as('alice').post(`/projects/${project}/repository/commits`, body).status).toBe(201)
}
const open = (files: object, more: object = {}) => {
  write('topic', files, 'main')
  const body = { title: 'Topic', source_branch: 'topic', target_branch: 'main', ...more }
  const { status, json } = as('alice').post(`/projects/${project}/merge_requests`, body)
  expect(status).toBe(201)
  iid = json.iid
}
const path = () => `/projects/${project}/merge_requests/${iid}`
interface Rule {
  readonly id: number
  readonly name: string
  readonly rule_type: string
  readonly section: string | null
  readonly approvals_required: number
  readonly eligible_approvers: readonly { readonly username: string }[]
}
const state = (): Rule[] =>
  as('alice')
    .get(`${path()}/approval_state`)
    .json.rules.filter((it: Rule) => it.rule_type === 'code_owner')
const told = () =>
  state().map(({ section, name, approvals_required, eligible_approvers }) => [
    section,
    name,
    approvals_required,
    eligible_approvers.map(({ username }) => username).sort(),
  ])
const guard = () => {
  as('alice').delete(`/projects/${project}/protected_branches/main`)
  const body = { name: 'main', code_owner_approval_required: true, push_access_level: 40 }
  expect(as('alice').post(`/projects/${project}/protected_branches`, body).status).toBe(201)
}
const approve = (user: string) => expect(as(user).post(`${path()}/approve`).status).toBe(201)
const approvedBy = () =>
  as('alice')
    .get(`${path()}/approvals`)
    .json.approved_by.map(({ user }: { user: { username: string } }) => user.username)

beforeEach(() => {
  project = as('alice').post('/projects', { name: 'owned', namespace_id: 1, initialize_with_readme: true })
    .json.id
  const group = as('alice').post('/groups', { name: 'writers', path: 'writers', parent_id: 1 }).json.id
  as('alice').post(`/groups/${group}/members`, { user_id: idOf('dave'), access_level: 30 })
  write('main', { CODEOWNERS: owners })
})

describe('owners of the changed files', () => {
  test('have a rule each, with the pattern as its name', () => {
    open({ 'src/a.js': 'a', 'api/b.js': 'b', 'docs/c.md': 'c', 'docs/d.css': 'd' })
    expect(told()).toEqual([
      ['codeowners', '*', 0, ['carol']],
      ['codeowners', '/api/', 0, ['bob']],
      ['Docs', 'docs/', 0, ['alice', 'dave']],
      ['Style', '*.css', 0, ['dave']],
    ])
    const [rule] = state()
    expect(rule).toMatchObject({ code_owner: true, approved: true, source_rule: null, overridden: false })
    const own = as('alice').get(`${path()}/approval_rules`).json
    expect(own.map(({ id }: Rule) => id)).toEqual(state().map(({ id }) => id))
    const { json } = as('alice').get(`${path()}/approval_state`)
    expect(json.approval_rules_overwritten).toBe(false)
  })

  test('are asked where the protection of the branch says so, all but those of optional sections', () => {
    guard()
    open({ 'api/b.js': 'b', 'docs/c.css': 'c' })
    expect(told().map(([section, , required]) => [section, required])).toEqual([
      ['codeowners', 1],
      ['codeowners', 1],
      ['Docs', 1],
      ['Style', 0],
    ])
    const status = () => as('alice').get(`${path()}/approvals`).json
    expect(status()).toMatchObject({ approvals_required: 3, approvals_left: 3, has_approval_rules: false })
    const merge = () => as('alice').put(`${path()}/merge`).status
    for (const user of ['carol', 'bob', 'dave']) {
      expect(merge()).toBe(405)
      approve(user)
    }
    expect([status().approvals_left, merge()]).toEqual([0, 200])
  })

  const remove = (file: string) => {
    const url = `/projects/${project}/repository/files/${encodeURIComponent(file)}`
    as('alice').delete(url, { branch: 'main', commit_message: 'Remove' })
  }

  test.each(['CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'])(
    'are found in %s, each section by itself',
    (file) => {
      guard()
      remove('CODEOWNERS')
      write('main', { [file]: '[Backend]\napi/ @bob @carol\n' })
      open({ 'api/b.js': 'b' })
      expect(told()).toEqual([['Backend', 'api/', 1, ['bob', 'carol']]])
    },
  )

  test('are those of the first place that has a file', () => {
    write('main', { 'docs/CODEOWNERS': '* @bob', '.gitlab/CODEOWNERS': '* @alice' })
    open({ 'src/a.js': 'a' })
    expect(told()).toEqual([['codeowners', '*', 0, ['carol']]])
    remove('CODEOWNERS')
    write('topic', { 'src/b.js': 'b' })
    expect(told()).toEqual([['codeowners', '*', 0, ['bob']]])
  })

  test('are nobody where none of them belongs to the project, and then nobody is asked', () => {
    guard()
    write('main', { 'docs/CODEOWNERS': '* @nobody' })
    as('alice').delete(`/projects/${project}/repository/files/CODEOWNERS`, {
      branch: 'main',
      commit_message: 'x',
    })
    write('main', { CODEOWNERS: '* @mallory @no-such-user no@example.org\n' })
    open({ 'src/a.js': 'a' })
    expect(told()).toEqual([['codeowners', '*', 0, []]])
    expect(as('alice').get(`${path()}/approvals`).json).toMatchObject({ approved: true })
  })

  test('are those of the target branch, and change with it and with the commits', () => {
    open({ 'src/a.js': 'a' })
    const [first] = state()
    write('topic', { 'api/b.js': 'b' })
    expect(told().map(([, name]) => name)).toEqual(['*', '/api/'])
    expect(state()[0]?.id).toBe(first?.id)
    as('alice').post(`/projects/${project}/repository/branches`, { branch: 'plain', ref: 'main' })
    as('alice').delete(`/projects/${project}/repository/files/CODEOWNERS`, {
      branch: 'plain',
      commit_message: 'x',
    })
    as('alice').put(path(), { target_branch: 'plain' })
    expect(told()).toEqual([])
    as('alice').put(path(), { target_branch: 'main' })
    expect(told().map(([, name]) => name)).toEqual(['*', '/api/'])
  })

  test('are looked up again when a merge request is opened again', () => {
    open({ 'src/a.js': 'a' })
    as('alice').put(path(), { state_event: 'close' })
    write('topic', { 'api/b.js': 'b' })
    expect(told().map(([, name]) => name)).toEqual(['*'])
    as('alice').put(path(), { state_event: 'reopen' })
    expect(told().map(([, name]) => name)).toEqual(['*', '/api/'])
  })

  test('are unknown below premium', () => {
    here.sim.world.instance.update(1, { tier: 'free' })
    open({ 'src/a.js': 'a' })
    here.sim.world.instance.update(1, { tier: 'premium' })
    expect(told()).toEqual([])
  })
})

describe('a push', () => {
  const configure = (settings: object) =>
    expect(as('alice').post(`/projects/${project}/approvals`, settings).status).toBe(201)

  test('takes back the approvals of owners of what it changes, where the project says so', () => {
    configure({ reset_approvals_on_push: false, selective_code_owner_removals: true })
    open({ 'src/a.js': 'a', 'api/b.js': 'b', 'docs/c.md': 'c' })
    for (const user of ['carol', 'bob', 'dave', 'root']) approve(user)
    write('topic', { 'api/more.js': 'more' })
    expect(approvedBy()).toEqual(['carol', 'dave', 'root'])
    write('topic', { 'docs/more.md': 'more', 'src/more.js': 'more' })
    expect(approvedBy()).toEqual(['root'])
  })

  test('takes back nobody’s where it does not, and everybody’s where a push resets them', () => {
    configure({ reset_approvals_on_push: false })
    open({ 'api/b.js': 'b' })
    for (const user of ['bob', 'root']) approve(user)
    write('topic', { 'api/more.js': 'more' })
    expect(approvedBy()).toEqual(['bob', 'root'])
    configure({ reset_approvals_on_push: true })
    write('topic', { 'src/more.js': 'more' })
    expect(approvedBy()).toEqual([])
  })
})
