import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { text, utf8 } from '../../lib/bytes.ts'
import { sha256Hex } from '../../lib/hash.ts'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const content = 'A large picture'
const oid = sha256Hex(content)

interface Asked {
  readonly user?: string
  readonly project?: string
  readonly body?: unknown
}

function ask(method: string, path: string, { user = 'carol', project = 'acme/webapp', body }: Asked = {}) {
  const authorization = user === '' ? {} : { authorization: `Basic ${btoa(`any:${user}-token`)}` }
  const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const reply = here.sim.handle({
    method,
    url: `/${project}.git/${path}`,
    headers: { ...authorization, 'content-type': 'application/vnd.git-lfs+json' },
    ...(sent !== undefined && { body: sent }),
  })
  const said = typeof reply.body === 'string' ? reply.body : text(reply.body ?? new Uint8Array())
  return { ...reply, text: said, json: /^[{[]/.test(said) ? JSON.parse(said) : undefined }
}
const batch = (operation: string, asked: Asked = {}) =>
  ask('POST', 'info/lfs/objects/batch', {
    body: { operation, objects: [{ oid, size: content.length }] },
    ...asked,
  })
const put = (asked: Asked = {}, id = oid, size = content.length) =>
  ask('PUT', `gitlab-lfs/objects/${id}/${size}`, { body: content, ...asked })
const size = () => here.as('bob').get('/projects/1?statistics=true').json.statistics.lfs_objects_size

describe('objects', () => {
  test('are uploaded where the client is told to, once, and fetched with the same credentials', () => {
    const before = size()
    const [told] = batch('upload').json.objects
    expect(told.actions.upload).toEqual({
      href: `http://127.0.0.1:8080/acme/webapp.git/gitlab-lfs/objects/${oid}/15`,
      header: {
        Authorization: `Basic ${btoa('any:carol-token')}`,
        'Content-Type': 'application/octet-stream',
        'Transfer-Encoding': 'chunked',
      },
    })
    expect([put().status, put().status, size() - before]).toEqual([200, 200, content.length])
    expect(batch('upload').json.objects).toEqual([{ oid, size: 15 }])
    const [stored] = batch('download', { user: 'dave' }).json.objects
    expect(stored.actions.download.href).toBe(
      `http://127.0.0.1:8080/acme/webapp.git/gitlab-lfs/objects/${oid}`,
    )
    expect(ask('GET', `gitlab-lfs/objects/${oid}`, { user: 'dave' }).text).toBe(content)
  })

  test('that are not there are told one by one', () => {
    const [it] = batch('download').json.objects
    expect([it.actions, it.error.code]).toEqual([undefined, 404])
    expect(ask('GET', `gitlab-lfs/objects/${oid}`).status).toBe(404)
  })

  test('are what their id and their size say', () => {
    expect([put({}, sha256Hex('x')).status, put({}, oid, 3).status]).toEqual([400, 400])
    expect(batch('upload').json.objects[0].actions).toBeDefined()
  })

  test('of one project are nothing to another', () => {
    put()
    expect(batch('download', { user: 'alice', project: 'alice/dotfiles' }).json.objects[0].error.code).toBe(
      404,
    )
    expect(ask('GET', `gitlab-lfs/objects/${oid}`, { user: 'alice', project: 'alice/dotfiles' }).status).toBe(
      404,
    )
  })

  test('of a project are those of its fork, and need not be sent again', () => {
    put()
    const [it] = batch('upload', { project: 'carol/webapp' }).json.objects
    expect(it.actions).toBeUndefined()
    expect(ask('GET', `gitlab-lfs/objects/${oid}`, { project: 'carol/webapp' }).text).toBe(content)
  })

  test('of a fork are those of the project that it is merged into', () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 15\n`
    put({ project: 'carol/webapp' })
    expect(batch('download').json.objects[0].error.code).toBe(404)
    here.as('carol').post('/projects/5/repository/commits', {
      branch: 'poster',
      start_branch: 'main',
      commit_message: 'Add a poster',
      actions: [{ action: 'create', file_path: 'poster.psd', content: pointer }],
    })
    const wish = {
      source_branch: 'poster',
      target_branch: 'main',
      target_project_id: 1,
      title: 'Add a poster',
    }
    const { iid } = here.as('carol').post('/projects/5/merge_requests', wish).json
    here.as('bob').post(`/projects/1/merge_requests/${iid}/approve`)
    here.sim.clock.advance('1m')
    expect(here.as('alice').put(`/projects/1/merge_requests/${iid}/merge`).json.state).toBe('merged')
    expect(batch('download').json.objects[0].actions).toBeDefined()
  })

  test('go with their last project', () => {
    put()
    put({ user: 'alice', project: 'alice/dotfiles' })
    here.as('alice').delete('/projects/4')
    expect(here.sim.world.lfsObjects.get(oid)).toBeDefined()
    here.as('root').delete('/projects/1')
    here.as('root').delete('/projects/1?permanently_remove=true&full_path=acme/webapp')
    here.sim.clock.advance('30d')
    expect([here.sim.world.projects.get(1), here.sim.world.lfsObjects.get(oid)]).toEqual([
      undefined,
      undefined,
    ])
  })
})

test.each([
  ['nobody, of a private project', '', 'acme/webapp', 401, 401],
  ['nobody, of a public one', '', 'acme/handbook', 200, 401],
  ['nobody, of none', '', 'acme/nothing', 401, 401],
  ['somebody, of none', 'carol', 'acme/nothing', 404, 404],
  ['a stranger', 'mallory', 'acme/webapp', 404, 404],
  ['a guest', 'erin', 'acme/webapp', 404, 404],
  ['a reporter', 'dave', 'acme/webapp', 200, 403],
  ['a developer', 'carol', 'acme/webapp', 200, 200],
  ['a token that is none', 'wrong', 'acme/handbook', 401, 401],
  ['a job', 'acme-webapp-job', 'acme/webapp', 200, 403],
  ['a job of another project', 'acme-webapp-job', 'acme/empty', 404, 404],
  ['a deploy token', 'acme-webapp-deploy', 'acme/webapp', 200, 403],
])('%s', (_, user, project, downloads, uploads) => {
  expect(batch('download', { user, project }).status).toBe(downloads)
  expect(batch('upload', { user, project }).status).toBe(uploads)
})

test('nothing is served where large files are switched off', () => {
  here.as('bob').put('/projects/1', { lfs_enabled: false })
  expect([batch('download').json.message, put().status]).toEqual(['Not found.', 404])
})

describe('locks', () => {
  const lock = (path: string, user = 'carol') => ask('POST', 'info/lfs/locks', { user, body: { path } })

  test('are listed, told apart by their owners, and removed by them', () => {
    const { status, json } = lock('a.psd')
    const { id } = json.lock
    expect([status, json.lock.path]).toEqual([201, 'a.psd'])
    expect([lock('a.psd', 'bob').status, lock('a.psd', 'bob').json.lock.id]).toEqual([409, id])
    lock('b.psd', 'bob')
    const { ours, theirs } = ask('POST', 'info/lfs/locks/verify', { body: {} }).json
    expect([ours[0].path, theirs[0].path, ours.length + theirs.length]).toEqual(['a.psd', 'b.psd', 2])
    expect(ask('GET', 'info/lfs/locks?path=b.psd', { user: 'dave' }).json.locks).toMatchObject([
      { path: 'b.psd' },
    ])
    expect(ask('POST', `info/lfs/locks/${id}/unlock`, { body: {} }).status).toBe(200)
    expect(ask('GET', 'info/lfs/locks').json.locks).toHaveLength(1)
  })

  test('of others are removed by Maintainers who insist', () => {
    const [own, others] = [lock('a.psd').json.lock.id, lock('b.psd', 'bob').json.lock.id]
    const unlock = (id: string, user: string, force: boolean) =>
      ask('POST', `info/lfs/locks/${id}/unlock`, { user, body: { force } }).status
    expect([unlock(others, 'carol', false), unlock(others, 'carol', true)]).toEqual([403, 403])
    expect([unlock(own, 'bob', false), unlock(own, 'bob', true), unlock(own, 'bob', true)]).toEqual([
      403, 200, 404,
    ])
  })

  test('keep others from changing a file, through the API too', () => {
    const files = '/projects/1/repository/files'
    const save = (path: string, user: string, method: 'post' | 'put' = 'post') =>
      here.as(user)[method](`${files}/${path}`, { branch: 'locks', content: method, commit_message: 'Save' })
    here.as('carol').post('/projects/1/repository/branches', { branch: 'locks', ref: 'main' })
    lock('a.psd')
    const refused = { status: 400, json: { message: "The path 'a.psd' is locked in Git LFS by Carol Çelik" } }
    expect(save('a.psd', 'bob')).toMatchObject(refused)
    expect(save('b.psd', 'bob').status).toBe(201)
    expect(save('a.psd', 'carol').status).toBe(201)
    const { id } = here.as('carol').get('/projects/1/repository/commits/locks').json
    const again = `/projects/1/repository/commits/${id}/revert`
    expect(here.as('bob').post(again, { branch: 'locks' })).toMatchObject(refused)
    expect(here.as('carol').post(again, { branch: 'locks' }).status).toBe(201)
    here.as('bob').put('/projects/1', { lfs_enabled: false })
    expect(save('a.psd', 'bob').status).toBe(201)
  })

  test('need a path', () => {
    expect([lock('').status, lock('x'.repeat(512)).status]).toEqual([422, 422])
    expect(here.sim.world.lfsLocks.size).toBe(0)
  })
})

test('whatever is sent is answered, and what is refused changes nothing', () => {
  const body = fc.oneof(fc.json(), fc.string(), fc.constant('['.repeat(10_000)))
  const path = fc.constantFrom(
    ...['objects/batch', 'locks', 'locks/verify', 'locks/1/unlock', 'objects', `objects/${oid}`].map(
      (it) => `info/lfs/${it}`,
    ),
    `gitlab-lfs/objects/${oid}/3`,
    `gitlab-lfs/objects/${oid}`,
  )
  fc.assert(
    fc.property(fc.constantFrom('GET', 'POST', 'PUT', 'HEAD'), path, body, (method, at, sent) => {
      here.sim.world.changes.take()
      const { status } = ask(method, at, { body: sent })
      expect(status).toBeLessThan(502)
      expect(status).not.toBe(500)
      if (status >= 400) expect(here.sim.world.changes.isEmpty).toBe(true)
    }),
  )
})

test('files that a commit of the API adds become pointers where .gitattributes says so', () => {
  const calls = here.as('carol')
  const commit = (actions: readonly object[]) =>
    calls.post('/projects/1/repository/commits', {
      branch: 'large',
      start_branch: 'main',
      commit_message: 'Add',
      actions,
    })
  commit([
    { action: 'create', file_path: '.gitattributes', content: '*.psd filter=lfs diff=lfs merge=lfs -text\n' },
  ])
  const add = (name: string) =>
    calls.post(`/projects/1/repository/files/${name}`, { branch: 'large', commit_message: 'Add', content })
  expect([add('a.psd').status, add('a.txt').status]).toEqual([201, 201])
  const raw = (name: string, query = '') =>
    text(calls.get(`/projects/1/repository/files/${name}/raw?ref=large${query}`).body as Uint8Array)
  expect(raw('a.psd')).toContain(`oid sha256:${oid}\nsize 15\n`)
  expect([raw('a.psd', '&lfs=true'), raw('a.txt', '&lfs=true')]).toEqual([content, content])
  const tar = text(calls.get('/projects/1/repository/archive.tar?sha=large').body as Uint8Array)
  expect([tar.includes('git-lfs.github.com'), tar.split(content).length]).toEqual([false, 3])
})

test('an archive keeps a pointer whose object is not there, and one that no attribute names', () => {
  const calls = here.as('carol')
  const pointer = (id: string) => `version https://git-lfs.github.com/spec/v1\noid sha256:${id}\nsize 15\n`
  put()
  const files = {
    '.gitattributes': '*.psd filter=lfs\n',
    'lost.psd': pointer(sha256Hex('lost')),
    'other.txt': pointer(oid),
  }
  calls.post('/projects/1/repository/commits', {
    branch: 'pointers',
    start_branch: 'main',
    commit_message: 'Add',
    actions: Object.entries(files).map(([file_path, text]) => ({
      action: 'create',
      file_path,
      content: text,
    })),
  })
  const tar = text(calls.get('/projects/1/repository/archive.tar?sha=pointers').body as Uint8Array)
  expect(tar.split('https://git-lfs.github.com').length).toBe(3)
  expect(calls.get('/projects/1/repository/files/lost.psd/raw?ref=pointers&lfs=true').status).toBe(404)
  expect(utf8(tar).length).toBeGreaterThan(0)
})
