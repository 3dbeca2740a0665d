import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { packageStatuses, packageTypes } from '../../model/packages/package.ts'
import { callsOf } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const real = perTest({ dialect: 'real' })
const newest = perTest({ release: '18.9' })
interface Sent {
  readonly id: number
  readonly name: string
  readonly version: string | null
  readonly package_type: (typeof packageTypes)[number]
  readonly status: string
  readonly created_at: string
  readonly project_id?: number
  readonly project_path?: string
}
const path = '/projects/1/packages'
const list = (query = '', user = 'alice', at = path): Sent[] =>
  here.as(user).get(`${at}?per_page=100&${query}`).json
const people = ['root', 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory', undefined] as const

describe('a package', () => {
  test('is sent whole in a list, without what it has not', () => {
    const [first] = list('package_type=maven')
    expect(first).toEqual({
      id: 3,
      name: 'com/acme/shop/cart',
      version: '1.0.0',
      package_type: 'maven',
      status: 'default',
      _links: {
        web_path: '/acme/webapp/-/packages/3',
        delete_api_path: 'http://127.0.0.1:8080/api/v4/projects/1/packages/3',
      },
      created_at: '2023-03-19T10:00:00.000Z',
      last_downloaded_at: null,
      tags: [],
    })
  })

  test('has its keys in the order of the wire', () => {
    const [built] = here.as('alice').get(`${path}?package_type=npm&order_by=version&sort=desc`).json.slice(1)
    expect(Object.keys(built)).toEqual([
      'id',
      'name',
      'version',
      'package_type',
      'status',
      '_links',
      'created_at',
      'last_downloaded_at',
      'tags',
      'pipeline',
      'pipelines',
    ])
  })

  test('tells what built it twice, the last build on its own, and who started that', () => {
    const { json } = here.as('alice').get(`${path}/10`)
    expect(json.pipelines).toEqual([json.pipeline])
    expect(json.pipeline).toMatchObject({
      project_id: 1,
      ref: 'v1.4.0',
      status: 'success',
      user: { username: 'alice' },
    })
    expect(Object.keys(json.pipeline)).toEqual([
      'id',
      'iid',
      'project_id',
      'sha',
      'ref',
      'status',
      'source',
      'created_at',
      'updated_at',
      'web_url',
      'user',
    ])
  })

  test('hides its builds from whoever may not see pipelines in later releases', () => {
    for (const [there, hides] of [
      [here, false],
      [newest, true],
    ] as const) {
      const { features } = there.sim.world.projects.require(1)
      there.sim.world.projects.update(1, { features: { ...features, builds: 'disabled' } })
      const shown = Object.keys(there.as('alice').get(`${path}/10`).json)
      expect(['pipeline', 'pipelines'].filter((key) => !shown.includes(key))).toEqual(
        hides ? ['pipeline', 'pipelines'] : [],
      )
    }
  })

  test('has tags that are objects', () => {
    expect(here.as('alice').get(`${path}/10`).json.tags).toEqual(
      ['latest', 'next'].map((name, i) => ({
        id: i + 1,
        package_id: 10,
        name,
        created_at: '2023-03-29T10:00:00.000Z',
        updated_at: '2023-03-29T10:00:00.000Z',
      })),
    )
  })

  test('of conan is called by its recipe, and by its bare name beside it', () => {
    const [conan] = list('package_type=conan')
    expect(conan).toMatchObject({ name: 'scales/1.0.0@acme/stable', conan_package_name: 'scales' })
    expect(list('package_type=npm')[0]).not.toHaveProperty('conan_package_name')
  })

  test.each([
    ['of the usual kind', 'package_type=npm&status=default', '/acme/webapp/-/packages/'],
    [
      'of Terraform',
      'package_type=terraform_module&status=default',
      '/acme/webapp/-/infrastructure_registry/',
    ],
  ])('%s has a page, whose path is relative', (_, query, start) => {
    const [it] = here.as('alice').get(`${path}?${query}`).json
    expect(it._links.web_path).toBe(`${start}${it.id}`)
  })

  test.each(packageStatuses)('that is %s has a page only if that is the usual', (status) => {
    const [it] = here.as('alice').get(`${path}?package_type=npm&status=${status}`).json
    expect('web_path' in it._links).toBe(status === 'default')
  })

  test('is offered for deletion to maintainers and above', () => {
    const offered = (user?: string) =>
      'delete_api_path' in here.as(user).get('/projects/3/packages').json[0]._links
    expect(people.map(offered)).toEqual([true, true, true, false, false, false, false, false])
  })

  test('on its own lists its other versions that are there or failed, by version', () => {
    const { json } = here.as('alice').get(`${path}/10`)
    expect(json.versions).toEqual([
      { id: 9, version: '1.0.0', created_at: '2023-03-20T10:00:00.000Z', tags: [] },
      { id: 11, version: '1.1.1', created_at: '2023-04-07T10:00:00.000Z', tags: [] },
    ])
    const { pipelines } = here.as('alice').get(`${path}/9`).json.versions[0]
    expect(pipelines).toEqual(json.pipelines)
    expect(here.as('dave').get('/projects/3/packages').json[0]).not.toHaveProperty('versions')
  })

  test('orders its versions as text', () => {
    const { world } = here.sim
    for (const [i, version] of ['1.10.0', '1.9.0'].entries())
      world.packages.insert({ ...world.packages.require(9), id: 9000 + i, version })
    const versions = here
      .as('alice')
      .get(`${path}/10`)
      .json.versions.map((it: Sent) => it.version)
    expect(versions).toEqual(['1.0.0', '1.1.1', '1.10.0', '1.9.0'])
  })

  test.each([
    ['hidden', { message: '404 Not found' }],
    ['processing', { message: '404 Not found' }],
    ['pending_destruction', { message: '404 Not found' }],
    ['error', { message: 'Package not found' }],
  ])('that is %s is not shown on its own', (status, json) => {
    const [{ id } = { id: 0 }] = list(`status=${status}`)
    expect(here.as('alice').get(`${path}/${id}`)).toMatchObject({ status: 404, json })
  })

  test.each([
    ['999999', 404, { message: '404 Not found' }],
    ['abc', 400, { error: 'package_id is invalid' }],
    ['npm', 400, { error: 'package_id is invalid' }],
  ] as const)('called %s is not there', (id, status, json) => {
    expect(here.as('alice').get(`${path}/${id}`)).toMatchObject({ status, json })
    expect(here.as('alice').delete(`${path}/${id}`)).toMatchObject({ status, json })
  })

  test('is of its project alone', () => {
    expect(here.as('alice').get('/projects/3/packages/10').json).toEqual({ message: '404 Not found' })
  })
})

describe('the list of a project', () => {
  test('has what is there and what failed, whatever its type, but for Terraform modules', () => {
    const all = list()
    expect(new Set(all.map((it) => it.status))).toEqual(new Set(['default', 'error']))
    expect(new Set(all.map((it) => it.package_type)).size).toBe(8)
    expect(all.some((it) => it.package_type === 'terraform_module' || it.version === null)).toBe(false)
  })

  test.each(packageTypes)('is filtered by the type %s', (type) => {
    const everything = here.sim.world.packages.by('byProject', 1).list()
    const expected = everything.filter(
      (it) => it.type === type && ['default', 'error'].includes(it.status) && it.version !== null,
    )
    expect(list(`package_type=${type}`).map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
  })

  test.each(packageStatuses)('is filtered by the status %s and nothing else', (status) => {
    const found = list(`status=${status}`)
    expect(found.length).toBe(status === 'default' ? 16 : 8)
    expect(found.every((it) => it.status === status)).toBe(true)
  })

  test('shows packages without a version on request', () => {
    const without = list('include_versionless=true').filter((it) => it.version === null)
    expect(without.map((it) => it.name)).toEqual(['com/acme/shop/cart'])
    expect(list('include_versionless=false')).toEqual(list())
    expect(here.as('alice').get(`${path}/${without[0]?.id}`).json.versions.length).toBeGreaterThan(0)
  })

  test('finds names by words in any case, of any length', () => {
    const names = (query: string) => [
      ...new Set(list(`package_name=${encodeURIComponent(query)}`).map((it) => it.name)),
    ]
    expect(names('ACME cart')).toEqual(['com/acme/shop/cart'])
    expect(names('cart acme')).toEqual(['com/acme/shop/cart'])
    expect(names('@acme/money')).toEqual(['@acme/money'])
    expect(names('nothing')).toEqual([])
    expect(names('w').length).toBeGreaterThan(1)
    expect(list('package_name=')).toEqual(list())
  })

  test('goes by each order in both directions, equal rows by id', () => {
    const rank: { readonly [order: string]: (it: Sent) => string | number } = {
      created_at: (it) => it.created_at,
      name: (it) => it.name,
      version: (it) => it.version ?? '~',
      type: (it) => packageTypes.indexOf(it.package_type),
    }
    for (const [order, of] of Object.entries(rank)) {
      const query = `order_by=${order}&include_versionless=true&status=default`
      const up = list(`${query}&sort=asc`)
      const expected = [...up].sort((a, b) => {
        const [x, y] = [of(a), of(b)]
        // Conan packages show a recipe, but are sorted by the bare name.
        return order === 'name' && [a, b].some((it) => it.package_type === 'conan')
          ? 0
          : x < y
            ? -1
            : x > y
              ? 1
              : a.id - b.id
      })
      expect(up.map((it) => it.id)).toEqual(expected.map((it) => it.id))
      expect(list(`${query}&sort=desc`)).toEqual([...up].reverse())
    }
    expect(list('order_by=created_at&sort=asc')).toEqual(list())
  })

  test.each([
    'order_by=project_path',
    'order_by=size',
    'sort=up',
    'package_type=sheep',
    'status=deprecated',
    'status=',
  ])('refuses %s', (query) => {
    const [name] = query.split('=')
    expect(here.as('alice').get(`${path}?${query}`)).toMatchObject({
      status: 400,
      json: { error: `${name} does not have a valid value` },
    })
  })

  test('refuses what is neither true nor false', () => {
    expect(here.as('alice').get(`${path}?include_versionless=maybe`).json).toEqual({
      error: 'include_versionless is invalid',
    })
  })

  test('is the same in pages', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.constantFrom('name', 'version', 'type'),
        (size, order) => {
          const whole = list(`order_by=${order}`)
          const pages: Sent[] = []
          for (let page = 1; pages.length < whole.length; page++)
            pages.push(
              ...here.as('alice').get(`${path}?order_by=${order}&per_page=${size}&page=${page}`).json,
            )
          expect(pages).toEqual(whole)
        },
      ),
      { seed: 1, numRuns: 15 },
    )
  })
})

describe('the list of a group', () => {
  const group = '/groups/1/packages'

  test('has the packages of its projects and of those below, and tells whose they are', () => {
    const all = list('', 'alice', group)
    expect(new Set(all.map((it) => it.project_path))).toEqual(
      new Set(['acme/webapp', 'acme/handbook', 'acme/platform/api']),
    )
    expect(Object.keys(all[0] ?? {}).slice(8, 10)).toEqual(['project_id', 'project_path'])
    const own = list('exclude_subgroups=true', 'alice', group)
    expect(own).toEqual(all.filter((it) => it.project_path !== 'acme/platform/api'))
  })

  test.each(['created_at', 'name', 'version', 'type', 'project_path'])('goes by %s', (order) => {
    const up = list(`order_by=${order}`, 'alice', group)
    expect(list(`order_by=${order}&sort=desc`, 'alice', group)).toEqual([...up].reverse())
    const rank = {
      created_at: (it: Sent) => it.created_at,
      name: (it: Sent) => it.name.replace(/^(scales)\/.*/, '$1'),
      version: (it: Sent) => it.version ?? '~',
      type: (it: Sent) => String(packageTypes.indexOf(it.package_type)).padStart(2, '0'),
      project_path: (it: Sent) => it.project_path?.split('/').at(-1) ?? '',
    }[order] as (it: Sent) => string
    const expected = [...up].sort((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : a.id - b.id))
    expect(up.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    const { json, headers } = here.as('alice').get(`${group}?order_by=${order}&per_page=7&page=2`)
    expect(json).toEqual(up.slice(7, 14))
    expect(headers['X-Total']).toBe(String(up.length))
  })

  test('has no Terraform modules to ask for; the real service has', () => {
    const query = '/groups/1/packages?package_type=terraform_module'
    expect(here.as('alice').get(query)).toMatchObject({
      status: 400,
      json: { error: 'package_type does not have a valid value' },
    })
    expect(real.as('alice').get(query).json.length).toBe(3)
    expect(list('', 'alice', group).some((it) => it.package_type === 'terraform_module')).toBe(false)
  })

  test('leaves out projects whose packages, or whose code, the caller may not read', () => {
    const { world } = here.sim
    const paths = (user?: string) => [
      ...new Set(list('', user ?? 'alice', group).map((it) => it.project_path)),
    ]
    world.projects.update(1, { settings: { ...world.projects.require(1).settings, packages: false } })
    expect(paths()).toEqual(['acme/platform/api', 'acme/handbook'])
    const { features } = world.projects.require(2)
    world.projects.update(2, { features: { ...features, repository: 'disabled' } })
    expect(paths()).toEqual(['acme/handbook'])
  })

  test.each([
    ['private', [200, 200, 200, 200, 200, 403, 404, 404]],
    ['internal', [200, 200, 200, 200, 200, 200, 200, 404]],
    ['public', [200, 200, 200, 200, 200, 200, 200, 200]],
  ] as const)('of a %s group is for reporters, and for whom it is open to', (visibility, expected) => {
    here.sim.world.groups.update(1, { visibility })
    expect(people.map((user) => here.as(user).get(group).status)).toEqual(expected)
  })

  test('shows strangers of a public group what its public projects have', () => {
    here.sim.world.groups.update(1, { visibility: 'public' })
    const paths = (user?: string) =>
      [
        ...new Set(
          here
            .as(user)
            .get(`${group}?per_page=100`)
            .json.map((it: Sent) => it.project_path),
        ),
      ].sort()
    expect(paths()).toEqual(['acme/handbook'])
    expect(paths('mallory')).toEqual(['acme/handbook', 'acme/platform/api'])
    expect(paths('erin')).toEqual(['acme/handbook', 'acme/platform/api'])
    expect(here.as('mallory').get('/groups/nowhere/packages').json).toEqual({
      message: '404 Group Not Found',
    })
  })

  test('takes no job token', () => {
    const headers = { 'job-token': 'acme-webapp-job-token' }
    expect(here.as().send('GET', group, { headers }).status).toBe(404)
  })
})

describe('files', () => {
  test('are sent with the digests that their format stores', () => {
    const [jar] = here.as('alice').get(`${path}/3/package_files`).json
    expect(jar).toEqual({
      id: jar.id,
      package_id: 3,
      created_at: '2023-03-19T10:00:00.000Z',
      file_name: 'cart-1.0.0.jar',
      size: 51,
      file_md5: expect.stringMatching(/^[0-9a-f]{32}$/),
      file_sha1: expect.stringMatching(/^[0-9a-f]{40}$/),
      file_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const [generic] = here.as().get('/projects/3/packages?package_type=generic').json
    const [text] = here.as().get(`/projects/3/packages/${generic.id}/package_files`).json
    expect([text.file_md5, text.file_sha1, text.file_sha256?.length]).toEqual([null, null, 64])
  })

  test('tell the pipelines that built them', () => {
    const [file] = here.as('alice').get(`${path}/10/package_files`).json
    expect(file.pipelines).toEqual(here.as('alice').get(`${path}/10`).json.pipelines)
  })

  test('come by id, twenty a page, without those on their way out', () => {
    const { world } = here.sim
    const row = world.packageFiles.by('byPackage', 3).first() as never as { id: number }
    for (let i = 0; i < 30; i++)
      world.packageFiles.insert({
        ...row,
        id: 9100 - i,
        status: i % 2 ? 'default' : 'pending_destruction',
      } as never)
    const { json, headers } = here.as('alice').get(`${path}/3/package_files`)
    expect(json.length).toBe(17)
    expect(headers['X-Per-Page']).toBe('20')
    const ids = json.map((file: Sent) => file.id)
    expect(ids).toEqual([...ids].sort((a, b) => a - b))
  })

  test('of what failed are listed, of what is hidden are not', () => {
    const [failed, hidden] = ['error', 'hidden'].map((status) => list(`status=${status}`)[0]?.id)
    expect(here.as('alice').get(`${path}/${failed}/package_files`).json.length).toBeGreaterThan(0)
    expect(here.as('alice').get(`${path}/${hidden}/package_files`).status).toBe(404)
  })

  test('are deleted one by one', () => {
    const [jar, pom] = here.as('alice').get(`${path}/3/package_files`).json
    const at = `${path}/3/package_files/${jar.id}`
    expect(here.as('bob').delete(at).status).toBe(204)
    expect(here.as('alice').get(`${path}/3/package_files`).json).toEqual([pom])
    expect(here.as('bob').delete(at)).toMatchObject({ status: 404, json: { message: '404 Not Found' } })
    expect(here.as('bob').delete(`${path}/3/package_files/999999`).json).toEqual({ message: '404 Not Found' })
    expect(here.as('bob').delete(`${path}/999999/package_files/${pom.id}`).json).toEqual({
      message: '404 Not found',
    })
    expect(here.as('bob').delete(`${path}/9/package_files/${pom.id}`).json).toEqual({
      message: '404 Not Found',
    })
    expect(here.as('bob').delete(`${path}/3/package_files/x`).json).toEqual({
      error: 'package_file_id is invalid',
    })
  })

  test('are refused to who may not delete before they are looked for', () => {
    for (const file of ['1', '999999'])
      expect(here.as('carol').delete(`${path}/999999/package_files/${file}`)).toMatchObject({
        status: 403,
        json: { message: '403 Forbidden' },
      })
  })
})

describe('deletion', () => {
  test('takes a package out of everything but its own list', () => {
    expect(here.as('bob').delete(`${path}/10`)).toMatchObject({ status: 204, body: null })
    expect(list().some(({ id }) => id === 10)).toBe(false)
    expect(list('status=pending_destruction').some(({ id }) => id === 10)).toBe(true)
    for (const at of [`${path}/10`, `${path}/10/package_files`])
      expect(here.as('alice').get(at)).toMatchObject({ status: 404, json: { message: '404 Not found' } })
    expect(here.as('bob').delete(`${path}/10`).json).toEqual({ message: '404 Not found' })
    expect(
      here
        .as('alice')
        .get(`${path}/9`)
        .json.versions.map(({ id }: Sent) => id),
    ).toEqual([11])
  })

  test('is for good at the next clean-up, and then its bytes no longer count', () => {
    const size = () => here.as('alice').get('/projects/1?statistics=true').json.statistics.packages_size
    const before = size()
    const bytes = here.as('alice').get(`${path}/10/package_files`).json[0].size
    here.as('bob').delete(`${path}/10`)
    expect(size()).toBe(before)
    here.sim.clock.set('2024-01-01T00:20:00Z')
    expect(size()).toBe(before - bytes)
    expect(here.sim.world.packages.get(10)).toBeUndefined()
    expect(here.sim.world.packageFiles.by('byPackage', 10).count()).toBe(0)
    expect(list('status=pending_destruction').length).toBe(8)
  })

  test('of a last file takes the package with it at the clean-up', () => {
    const [file] = here.as('alice').get(`${path}/10/package_files`).json
    here.as('bob').delete(`${path}/10/package_files/${file.id}`)
    expect(here.as('alice').get(`${path}/10`).status).toBe(200)
    here.sim.clock.set('2024-01-01T12:20:00Z')
    expect(here.as('alice').get(`${path}/10`).status).toBe(404)
  })

  test('is possible for what failed, and for nothing that is not listed', () => {
    const ids = (status: string) => list(`status=${status}`)[0]?.id
    expect(here.as('bob').delete(`${path}/${ids('error')}`).status).toBe(204)
    for (const status of ['hidden', 'processing', 'pending_destruction'])
      expect(here.as('bob').delete(`${path}/${ids(status)}`).status).toBe(404)
  })

  test.each([
    ['2001-01-01', 412],
    ['2039-01-01', 204],
  ])('of what has not changed since %s answers %i', (day, status) => {
    const since = new Date(day).toUTCString()
    const headers = { 'if-unmodified-since': since }
    expect(here.as('bob').send('DELETE', `${path}/10`, { headers }).status).toBe(status)
    const [file] = here.as('alice').get(`${path}/9/package_files`).json
    expect(here.as('bob').send('DELETE', `${path}/9/package_files/${file.id}`, { headers }).status).toBe(
      status,
    )
  })
})

describe('rights', () => {
  const statuses = (project: number, call: (at: string, user: string | undefined) => number) =>
    people.map((user) => call(`/projects/${project}/packages`, user))
  const reads = (project: number) => statuses(project, (at, user) => here.as(user).get(at).status)
  const deletes = (project: number) => {
    const id = here.sim.world.packages.by('byProjectId', project).first()?.id
    return statuses(project, (at, user) => {
      const fork = here.sim.fork()
      fork.world.packages.update(id ?? 0, { status: 'default' })
      return callsOf(fork, user).delete(`${at}/${id}`).status
    })
  }

  test('to read are those of a reporter, or of anybody to whom the project is open', () => {
    expect(reads(1)).toEqual([200, 200, 200, 200, 200, 403, 404, 404])
    expect(reads(2)).toEqual([200, 200, 200, 200, 200, 200, 200, 404])
    expect(reads(3)).toEqual([200, 200, 200, 200, 200, 200, 200, 200])
    expect(here.as().get(path).json).toEqual({ message: '404 Project Not Found' })
    expect(here.as('erin').get(path).json).toEqual({ message: '403 Forbidden' })
  })

  test('to delete are those of a maintainer', () => {
    expect(deletes(1)).toEqual([204, 204, 204, 403, 403, 403, 404, 401])
    expect(deletes(2)).toEqual([204, 204, 204, 403, 403, 403, 403, 401])
    expect(deletes(3)).toEqual([204, 204, 204, 403, 403, 403, 403, 401])
  })

  test('to delete are nobody’s in an archived project', () => {
    here.sim.world.projects.update(1, { archived: true })
    expect(here.as('root').delete(`${path}/10`).status).toBe(403)
    expect(here.as('dave').get(path).status).toBe(200)
  })

  test('are nobody’s where the registry is switched off', () => {
    here.as('alice').put('/projects/1', { packages_enabled: false })
    for (const user of ['root', 'alice'])
      for (const at of [path, `${path}/10`, `${path}/10/package_files`])
        expect(here.as(user).get(at)).toMatchObject({ status: 403, json: { message: '403 Forbidden' } })
  })

  test('come before parameters', () => {
    expect(here.as('erin').get(`${path}?sort=up`).status).toBe(403)
    expect(here.as('mallory').get(`${path}?sort=up`).status).toBe(404)
    expect(here.as('carol').delete(`${path}/abc`).status).toBe(403)
  })
})

describe('a job token', () => {
  const withJob = (token: string, at: string, method = 'GET') =>
    here.as().send(method, at, { headers: { 'job-token': token } })
  const job = 'acme-webapp-job-token'

  test.each([
    ['in its header', { headers: { 'job-token': job } }, ''],
    ['in the query', {}, `?job_token=${job}`],
    ['as a bearer', { headers: { authorization: `Bearer ${job}` } }, ''],
  ])('%s acts as its user in its project', (_, sent, query) => {
    for (const at of [path, `${path}/10`, `${path}/10/package_files`])
      expect(here.as().send('GET', `${at}${query}`, sent).status).toBe(200)
    expect(here.as().send('DELETE', `${path}/10${query}`, sent).status).toBe(204)
  })

  test('reads what is open elsewhere, and deletes nothing there', () => {
    expect(withJob(job, '/projects/3/packages').status).toBe(200)
    expect(withJob(job, '/projects/2/packages').status).toBe(200)
    here.sim.world.projects.update(2, { visibility: 'private' })
    expect(withJob(job, '/projects/2/packages')).toMatchObject({
      status: 404,
      json: { message: '404 Project Not Found' },
    })
    const [{ id }] = here.as().get('/projects/3/packages').json
    expect(withJob(job, `/projects/3/packages/${id}`, 'DELETE').status).toBe(403)
  })

  test('of an administrator is no key to other projects', () => {
    here.sim.world.tokens.update(here.sim.world.tokens.find('byValue', job)?.id ?? 0, { userId: 1 })
    expect(withJob(job, path).status).toBe(200)
    expect(withJob(job, '/projects/8/packages').status).toBe(404)
    const [{ id }] = here.as().get('/projects/3/packages').json
    expect(withJob(job, `/projects/3/packages/${id}`, 'DELETE').status).toBe(403)
  })

  test.each(['nonsense', 'alice-token'])(
    'that is none (%s) is refused, also where anybody may read',
    (token) => {
      expect(withJob(token, '/projects/3/packages')).toMatchObject({
        status: 401,
        json: { message: '401 Unauthorized' },
      })
    },
  )

  test('is good for as long as the job runs', () => {
    const { jobId } = here.sim.world.tokens.find('byValue', job) ?? { jobId: null }
    here.sim.world.ciJobs.update(jobId ?? 0, { status: 'success' })
    expect(withJob(job, path).status).toBe(401)
  })

  test('of a deployment is ignored here', () => {
    const headers = { 'deploy-token': 'acme-webapp-deploy-token' }
    expect(here.as().send('GET', path, { headers }).status).toBe(404)
  })
})
