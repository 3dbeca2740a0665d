import { describe, expect, test } from 'vitest'
import { text, utf8 } from '../../lib/bytes.ts'
import { md5Hex, sha256Hex } from '../../lib/hash.ts'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const at = '/projects/1/packages/generic'
const path = `${at}/tool/1.0/file.txt`

function put(place: string, body: string | Uint8Array = 'hello', user = 'carol', headers = {}) {
  return here.as(user).send('PUT', place, { body, headers })
}
const basic = (password: string, user = 'any') => ({ authorization: `Basic ${btoa(`${user}:${password}`)}` })
const packages = (query = '') =>
  here.as('carol').get(`/projects/1/packages?package_type=generic&${query}`).json

describe('an upload', () => {
  test('makes a package with one file, and answers that it was created', () => {
    const reply = put(path)
    expect([reply.status, reply.json]).toEqual([201, { message: '201 Created' }])
    const [it] = packages()
    expect(it).toMatchObject({
      name: 'tool',
      version: '1.0',
      package_type: 'generic',
      status: 'default',
      tags: [],
    })
    expect(here.as('carol').get(`/projects/1/packages/${it.id}/package_files`).json).toMatchObject([
      { file_name: 'file.txt', size: 5, file_md5: null, file_sha1: null, file_sha256: sha256Hex('hello') },
    ])
  })

  test('answers with the file as it is stored on request', () => {
    const { status, json } = put(`${path}?select=package_file`)
    const folder = sha256Hex('1')
    expect(status).toBe(200)
    expect(json).toEqual({
      id: json.id,
      package_id: json.package_id,
      created_at: '2024-01-01T00:00:01.000Z',
      updated_at: '2024-01-01T00:00:01.000Z',
      size: 5,
      file_store: 1,
      file_md5: null,
      file_sha1: null,
      file_name: 'file.txt',
      file: {
        url: `/${folder.slice(0, 2)}/${folder.slice(2, 4)}/${folder}/packages/${json.package_id}/files/${json.id}/file.txt`,
      },
      file_sha256: sha256Hex('hello'),
      verification_retry_at: null,
      verified_at: null,
      verification_failure: null,
      verification_retry_count: null,
      verification_checksum: null,
      verification_state: 0,
      verification_started_at: null,
      status: 'default',
      new_file_path: null,
    })
  })

  test.each([
    'application/octet-stream',
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/xml',
    undefined,
  ])('of the type %s is content and nothing else', (type) => {
    const body = '--x\r\nContent-Disposition: form-data; name="status"\r\n\r\nhidden\r\n--x--\r\n'
    expect(put(path, body, 'carol', type === undefined ? {} : { 'content-type': type }).status).toBe(201)
    expect(packages()[0].status).toBe('default')
    expect(text(here.as('carol').get(path).body as Uint8Array)).toBe(body)
  })

  test('may be empty, and may be megabytes', () => {
    expect(put(path, '').status).toBe(201)
    expect(here.as('carol').get(path).body).toHaveLength(0)
    const large = new Uint8Array(3_000_000).map((_, i) => i * 31)
    expect(put(`${at}/tool/1.0/large.bin`, large).status).toBe(201)
    expect(md5Hex(here.as('carol').get(`${at}/tool/1.0/large.bin`).body as Uint8Array)).toBe(md5Hex(large))
  })

  test('to a package that is there adds a file, and a status that is given is the package’s', () => {
    put(path)
    put(`${at}/tool/1.0/other.txt?status=hidden`)
    expect(packages()).toEqual([])
    expect(packages('status=hidden')).toMatchObject([{ name: 'tool', version: '1.0' }])
    put(`${at}/tool/1.0/third.txt`)
    expect(packages('status=hidden')).toHaveLength(1)
    put(`${at}/tool/1.0/third.txt?status=default`)
    expect(packages()).toHaveLength(1)
  })

  test('of the same name is downloaded instead of the one before', () => {
    put(path, 'old')
    put(path, 'new')
    expect(text(here.as('dave').get(path).body as Uint8Array)).toBe('new')
  })

  test('after a deletion makes another package', () => {
    put(path, 'old')
    const [{ id }] = packages()
    here.as('bob').delete(`/projects/1/packages/${id}`)
    expect(here.as('carol').get(path).status).toBe(404)
    put(path, 'new')
    expect(packages()[0].id).not.toBe(id)
    expect(text(here.as('carol').get(path).body as Uint8Array)).toBe('new')
  })

  test.each([
    ['a%20b/1.0/f', 'package_name is invalid'],
    ['gr%C3%B6%C3%9Fe/1.0/f', 'package_name is invalid'],
    ['..%2Fx/1.0/f', 'package_name is invalid, package_name should be a valid file path'],
    ['../1.0/f', 'package_name should be a valid file path'],
    ['tool/1..0/f', 'package_version is invalid'],
    ['tool/..%2F1.0/f', 'package_version is invalid'],
    ['tool/1%200/f', 'package_version is invalid'],
    ['tool/1.0/a%2Fb', 'file_name is invalid'],
    ['tool/1.0/..', 'file_name should be a valid file path'],
    [
      'tool/1.0/a%40b?status=processing&select=x',
      'file_name is invalid, status does not have a valid value, select does not have a valid value',
    ],
    ['tool/1.0/f?status=', 'status does not have a valid value'],
  ])('to %s is refused', (place, error) => {
    expect(put(`${at}/${place}`)).toMatchObject({ status: 400, json: { error } })
    expect(packages('status=default')).toEqual([])
  })

  test.each(['1.0', 'v1.2.4-build', '1.3.350-20201230123456', 'd50d836eb3de6177', '1.2.bananas', '_'])(
    'takes the version %s',
    (version) => {
      expect(put(`${at}/tool/${version}/f`).status).toBe(201)
    },
  )

  test('counts into the size of the project', () => {
    const size = () => here.as('carol').get('/projects/1?statistics=true').json.statistics.packages_size
    const before = size()
    put(path, 'x'.repeat(1000))
    put(path, 'x'.repeat(1000))
    expect(size()).toBe(before + 2000)
  })

  test('shares its content with every other file of the same bytes, until the last is gone', () => {
    put(path)
    put(`${at}/other/1.0/file.txt`)
    const { world } = here.sim
    const id = sha256Hex('hello')
    expect(world.packageFiles.by('byContent', id).count()).toBe(2)
    const [first, second] = packages()
    here.as('bob').delete(`/projects/1/packages/${first.id}`)
    here.sim.clock.set('2024-01-01T00:30:00Z')
    expect(world.packageContents.get(id)?.bytes).toEqual(utf8('hello'))
    here.as('bob').delete(`/projects/1/packages/${second.id}`)
    here.sim.clock.set('2024-01-01T13:00:00Z')
    expect(world.packageContents.get(id)).toBeUndefined()
  })
})

describe('where a group wants no file twice', () => {
  const refuse = (exceptions = '') =>
    here.sim.world.groups.update(1, { genericDuplicates: { allowed: false, exceptions } })

  test('the second one is refused, and nothing changes', () => {
    refuse()
    put(path, 'old')
    expect(put(`${path}?status=hidden`, 'new')).toMatchObject({
      status: 400,
      json: { message: '400 Bad request - Duplicate package is not allowed' },
    })
    expect(packages()).toHaveLength(1)
    expect(text(here.as('carol').get(path).body as Uint8Array)).toBe('old')
    expect(put(`${at}/tool/1.0/other.txt`).status).toBe(201)
  })

  test.each([
    ['to.*', 201],
    ['1\\.\\d', 201],
    ['ool', 400],
    ['2.0', 400],
    ['(', 400],
  ])('names and versions that %s fits are excepted: %i', (pattern, status) => {
    refuse(pattern)
    put(path, 'old')
    expect(put(path, 'new').status).toBe(status)
  })

  test('projects of a subgroup and of people have settings of their own', () => {
    refuse()
    const elsewhere = '/projects/2/packages/generic/tool/1.0/file.txt'
    put(elsewhere)
    expect(put(elsewhere).status).toBe(201)
  })
})

describe('a download', () => {
  test('is an attachment of bytes', () => {
    put(path)
    const { headers, body } = here.as('dave').get(path)
    expect(body).toEqual(utf8('hello'))
    expect(headers).toMatchObject({
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename="file.txt"; filename*=UTF-8''file.txt`,
      'Content-Transfer-Encoding': 'binary',
    })
    expect(here.as('dave').head(path)).toMatchObject({ status: 200, body: null })
  })

  test('is remembered by the package', () => {
    put(path)
    expect(packages()[0].last_downloaded_at).toBeNull()
    here.as('dave').get(path)
    expect(packages()[0].last_downloaded_at).toBe('2024-01-01T00:00:03.000Z')
  })

  test.each([
    ['of an unknown package', `${at}/none/1.0/file.txt`],
    ['of an unknown version', `${at}/tool/2.0/file.txt`],
    ['of an unknown file', `${at}/tool/1.0/none.txt`],
    ['of a package that is of another type', '/projects/1/packages/generic/webapp/1.0.0/webapp-1.0.0.tgz'],
  ])('%s is missing', (_, place) => {
    put(path)
    expect(here.as('dave').get(place)).toMatchObject({ status: 404, json: { message: '404 Not found' } })
  })

  test('of a hidden package works', () => {
    put(`${path}?status=hidden`)
    expect(here.as('dave').get(path).status).toBe(200)
  })

  test('of the demo world has the size and the digest that are shown', () => {
    const [it] = here.as().get('/projects/3/packages?package_type=generic').json
    for (const file of here.as().get(`/projects/3/packages/${it.id}/package_files`).json) {
      const { body } = here
        .as()
        .get(`/projects/3/packages/generic/${it.name}/${it.version}/${file.file_name}`)
      expect([body?.length, sha256Hex(body as Uint8Array)]).toEqual([file.size, file.file_sha256])
    }
  })
})

describe('rights', () => {
  const people = ['root', 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory', undefined] as const

  test('to upload are those of a developer', () => {
    const uploads = (project: number) =>
      people.map(
        (user) =>
          here.as(user).send('PUT', `/projects/${project}/packages/generic/a/1/f`, { body: 'x' }).status,
      )
    expect(uploads(1)).toEqual([201, 201, 201, 201, 403, 403, 404, 401])
    expect(uploads(3)).toEqual([201, 201, 201, 201, 403, 403, 403, 401])
    expect(uploads(7)).toEqual([403, 403, 403, 403, 403, 403, 403, 401])
  })

  test('to download are those of a reporter, or of anybody to whom the project is open', () => {
    put(path)
    put('/projects/3/packages/generic/a/1/f', 'x')
    expect(people.map((user) => here.as(user).get(path).status)).toEqual([
      200, 200, 200, 200, 200, 403, 404, 401,
    ])
    expect(people.map((user) => here.as(user).get('/projects/3/packages/generic/a/1/f').status)).toEqual(
      people.map(() => 200),
    )
  })

  test('are told to nobody but with a challenge', () => {
    put(path)
    const { status, headers } = here.as().get(path)
    expect([status, headers['WWW-Authenticate']]).toEqual([401, 'Basic realm="GitLab Packages Registry"'])
  })

  test('come after parameters, but for those who have to sign in', () => {
    expect(put(`${at}/a%20b/1/f`, 'x', 'mallory').status).toBe(400)
    expect(here.as().send('PUT', `${at}/a%20b/1/f`, { body: 'x' }).status).toBe(401)
    expect(here.as('mallory').get(`${at}/a%20b/1/f`).status).toBe(400)
  })

  test('need the scope to write', () => {
    expect(put(path, 'x', 'alice-read')).toMatchObject({ status: 403, json: { error: 'insufficient_scope' } })
  })
})

describe('credentials', () => {
  const anonymously = (method: string, place: string, headers: { readonly [name: string]: string }) =>
    here.as().send(method, place, method === 'PUT' ? { headers, body: 'x' } : { headers }).status
  const both = (headers: { readonly [name: string]: string }, place = path) => [
    anonymously('PUT', place, headers),
    anonymously('GET', place, headers),
  ]

  test.each([
    ['a personal token as a password', basic('carol-token')],
    ['a personal token as a bearer', { authorization: 'Bearer carol-token' }],
    ['a job token', { 'job-token': 'acme-webapp-job-token' }],
    ['a job token as a password', basic('acme-webapp-job-token', 'gitlab-ci-token')],
    ['a job token as a bearer', { authorization: 'Bearer acme-webapp-job-token' }],
    ['a deploy token', { 'deploy-token': 'acme-webapp-deploy-token' }],
    ['a deploy token as a password', basic('acme-webapp-deploy-token')],
    ['a deploy token as a bearer', { authorization: 'Bearer acme-webapp-deploy-token' }],
  ])('%s uploads and downloads', (_, headers) => {
    expect(both(headers)).toEqual([201, 200])
  })

  test.each([
    ['an unknown password counts as none', basic('nonsense'), [401, 200]],
    ['a job token under another name counts as none', basic('acme-webapp-job-token'), [401, 200]],
    ['a password of a job that is no token of one', basic('carol-token', 'gitlab-ci-token'), [401, 401]],
    ['an unknown job token', { 'job-token': 'nonsense' }, [401, 401]],
    ['an unknown deploy token counts as none', { 'deploy-token': 'nonsense' }, [401, 200]],
    ['a password that cannot be read counts as none', { authorization: 'Basic !' }, [401, 200]],
    ['an OAuth token is no password', basic('alice-oauth-token'), [401, 200]],
  ])('%s', (_, headers, expected) => {
    put('/projects/3/packages/generic/a/1/f', 'x')
    expect(both(headers, '/projects/3/packages/generic/a/1/f')).toEqual(expected)
  })

  test('a deploy token opens its own project alone, as far as its scopes go', () => {
    const headers = { 'deploy-token': 'acme-webapp-deploy-token' }
    put('/projects/3/packages/generic/a/1/f', 'x')
    put('/projects/2/packages/generic/a/1/f', 'x')
    expect(both(headers, '/projects/3/packages/generic/a/1/f')).toEqual([403, 200])
    expect(both(headers, '/projects/2/packages/generic/a/1/f')).toEqual([404, 404])
    const token = here.sim.world.tokens.find('byValue', 'acme-webapp-deploy-token')
    const scoped = (scopes: readonly string[], more = {}) => {
      here.sim.world.tokens.update(token?.id ?? 0, { scopes: scopes as never, ...more })
      return both(headers)
    }
    put(path)
    expect(scoped(['read_package_registry'])).toEqual([403, 200])
    expect(scoped(['write_package_registry'])).toEqual([201, 200])
    expect(scoped(['read_repository', 'read_registry'])).toEqual([404, 404])
    expect(scoped(['write_package_registry'], { revoked: true })).toEqual([401, 401])
  })

  test('a deploy token acts for nobody else', () => {
    const headers = { 'deploy-token': 'acme-webapp-deploy-token', sudo: 'root' }
    expect(here.as().send('PUT', path, { headers, body: 'x' })).toMatchObject({
      status: 403,
      json: { message: '403 Forbidden - Must be admin to use sudo' },
    })
  })

  test('a job leaves its pipeline on package and file, a deploy token nobody', () => {
    here.as().send('PUT', path, { headers: { 'job-token': 'acme-webapp-job-token' }, body: 'x' })
    const [it] = packages()
    expect(it.pipeline.ref).toBe('main')
    const [file] = here.as('carol').get(`/projects/1/packages/${it.id}/package_files`).json
    expect(file.pipelines).toEqual(it.pipelines)
    here.as().send('PUT', `${at}/b/1/f`, { headers: basic('acme-webapp-deploy-token'), body: 'x' })
    const { world } = here.sim
    expect(world.packages.by('byName', 'generic', 'b').first()?.creatorId).toBeNull()
    expect(world.packages.by('byName', 'generic', 'tool').first()?.creatorId).toBe(3)
  })
})

test('a file above the limit of the plan is refused', () => {
  here.as('root').put('/application/plan_limits', { plan_name: 'default', generic_packages_max_file_size: 4 })
  const put = (body: string) => here.as('carol').send('PUT', `${at}/limited/1.0/file.txt`, { body })
  expect(put('12345')).toMatchObject({
    status: 400,
    json: { message: '400 Bad request - File is too large' },
  })
  expect(put('1234').status).toBe(201)
})
