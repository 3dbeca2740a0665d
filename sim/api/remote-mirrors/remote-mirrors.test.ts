import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const as = (user?: string) => here.as(user)
const path = '/projects/3/remote_mirrors'
const there = 'http://bob:bob-token@127.0.0.1:8080/acme/empty.git'

interface Ref {
  readonly name: string
  readonly commit: { readonly id: string }
}
function heads(project: number) {
  const refs = as('root').get(`/projects/${project}/repository/branches?per_page=100`).json as Ref[]
  return refs.map(({ name, commit }) => [name, commit.id])
}
const write = (file: string, branch = 'main') =>
  as('bob').post('/projects/3/repository/commits', {
    branch,
    start_branch: branch === 'main' ? undefined : 'main',
    commit_message: 'Change',
    actions: [{ action: 'create', file_path: file, content: file }],
  })

describe('a mirror', () => {
  test('is updated after each push, and when somebody asks for it', () => {
    const { status, json } = as('bob').post(path, { url: there, enabled: true })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      enabled: true,
      url: 'http://*****:*****@127.0.0.1:8080/acme/empty.git',
      update_status: 'none',
      only_protected_branches: false,
      keep_divergent_refs: false,
    })
    write('one.txt')
    expect(as('bob').get(`${path}/${json.id}`).json).toMatchObject({ update_status: 'started' })
    here.sim.clock.advance('10s')
    expect(as('bob').get(`${path}/${json.id}`).json).toMatchObject({
      update_status: 'finished',
      last_error: null,
    })
    expect(heads(6)).toEqual(heads(3))
    write('two.txt', 'topic')
    here.sim.clock.advance('10m')
    expect(heads(6)).toEqual(heads(3))
    as('bob').delete('/projects/3/repository/branches/topic')
    write('three.txt')
    here.sim.clock.advance('10m')
    expect(as('bob').post(`${path}/${json.id}/sync`).status).toBe(204)
    here.sim.clock.advance('10m')
    expect(heads(6).map(([name]) => name)).toContain('topic')
    expect(Object.fromEntries(heads(6)).main).toBe(Object.fromEntries(heads(3)).main)
  })

  test('that cannot be reached says why', () => {
    const lost = there.replace('empty', 'no-such-project')
    const { id } = as('bob').post(path, { url: lost, enabled: true }).json
    as('bob').post(`${path}/${id}/sync`)
    here.sim.clock.advance('10s')
    const { last_error, ...failed } = as('bob').get(`${path}/${id}`).json
    expect(failed).toMatchObject({ update_status: 'failed', last_successful_update_at: null })
    expect(last_error).toContain('*****:*****@127.0.0.1:8080/acme/no-such-project.git')
    expect(last_error).not.toContain('bob-token')
  })

  test('leaves what went its own way there, where that is wished for', () => {
    const wish = { url: there, enabled: true, keep_divergent_refs: true }
    const { id } = as('bob').post(path, wish).json
    as('bob').post('/projects/6/repository/commits', {
      branch: 'main',
      commit_message: 'Their own',
      actions: [{ action: 'create', file_path: 'own.txt', content: 'own' }],
    })
    const before = heads(6)
    as('bob').post(`${path}/${id}/sync`)
    here.sim.clock.advance('10s')
    expect(Object.fromEntries(heads(6)).main).toBe(Object.fromEntries(before).main)
    expect(as('bob').get(`${path}/${id}`).json).toMatchObject({
      update_status: 'failed',
      last_error: 'Some refs have diverged and have not been updated on the remote:\n\nrefs/heads/main',
    })
  })

  test('is the business of Maintainers, and everybody else is asked to sign in', () => {
    const { id } = as('bob').post(path, { url: there }).json
    const people = ['root', 'alice', 'bob', 'carol', 'erin', 'mallory']
    expect(people.map((user) => as(user).get(path).status)).toEqual([200, 200, 200, 401, 401, 401])
    expect(as('carol').get(`${path}/${id}`).json).toEqual({ message: '401 Unauthorized' })
    expect(as('bob').post(`${path}/${id}/sync`)).toMatchObject({
      status: 400,
      json: { message: 'Cannot proceed with the push mirroring. Please verify your mirror configuration.' },
    })
    expect(as('bob').put(`${path}/${id}`, { enabled: true }).json).toMatchObject({ enabled: true })
    expect(as('bob').delete(`${path}/${id}`).status).toBe(204)
    expect(as('bob').get(`${path}/${id}`).json).toEqual({ message: '404 Not found' })
  })

  test.each([
    ['ftp://example.com/x.git', 'is blocked: Only allowed schemes are ssh, git, http, https'],
    ['https://-x:y@example.com/x.git', 'is blocked: Username needs to start with an alphanumeric character'],
    ['', "can't be blank"],
  ])('is refused at %j', (url, text) => {
    expect(as('bob').post(path, { url })).toMatchObject({ status: 400, json: { message: { url: [text] } } })
  })
})

describe('a project that mirrors another repository', () => {
  const pull = '/projects/6/mirror/pull'
  const source = 'http://127.0.0.1:8080/acme/handbook.git'

  test('takes over what is there, and what is new', () => {
    expect(as('bob').get(pull)).toMatchObject({
      status: 400,
      json: { message: 'The project is not mirrored' },
    })
    const set = as('bob').put(pull, { url: source, auth_user: 'bob', auth_password: 'bob-token' })
    expect(set).toMatchObject({
      status: 200,
      json: {
        enabled: true,
        update_status: 'scheduled',
        url: 'http://*****:*****@127.0.0.1:8080/acme/handbook.git',
      },
    })
    here.sim.clock.advance('10s')
    expect(heads(6)).toEqual(heads(3))
    expect(as('bob').get('/projects/6').json.mirror).toBe(true)
    write('new.txt')
    expect(as('bob').post(pull).status).toBe(200)
    here.sim.clock.advance('10s')
    expect(heads(6)).toEqual(heads(3))
    expect(as('bob').get(pull).json).toMatchObject({ update_status: 'finished', last_error: null })
    as('bob').put(pull, { enabled: false })
    expect(as('bob').post(pull).status).toBe(400)
  })
})
