import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { storeSettings } from '../../model/settings/in-force.ts'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const registry = '/projects/1/packages/npm'
const people = ['root', 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory', undefined] as const

interface Wish {
  readonly name?: string
  readonly version?: string
  readonly tag?: string
  readonly content?: string
  readonly fields?: object
}

/** What npm sends to publish. */
function body({
  name = '@acme/lib',
  version = '1.0.0',
  tag = 'latest',
  content = 'packed',
  fields = {},
}: Wish = {}) {
  const file = `${name}-${version}.tgz`
  const shasum = createHash('sha1').update(content).digest('hex')
  const dist = { integrity: 'sha512-x', shasum, tarball: `http://registry.example/${name}/-/${file}` }
  return {
    _id: name,
    name,
    'dist-tags': { [tag]: version },
    versions: { [version]: { name, version, _id: `${name}@${version}`, readme: 'long', dist, ...fields } },
    access: null,
    _attachments: {
      [file]: {
        content_type: 'application/octet-stream',
        data: Buffer.from(content).toString('base64'),
        length: content.length,
      },
    },
  }
}

const escaped = (name: string) => name.replace('/', '%2f')
const publish = (wish: Wish = {}, user = 'carol', at = registry) =>
  here.as(user).put(`${at}/${escaped(wish.name ?? '@acme/lib')}`, body(wish))
const send = (changed: object, name = '@acme/lib') =>
  here.as('carol').put(`${registry}/${escaped(name)}`, changed)

/** Settings come into force after a minute. */
function stayHome(): void {
  storeSettings(here.sim.world, { npm_package_requests_forwarding: false }, here.sim.now())
  here.sim.clock.advance('1m')
}

describe('publishing', () => {
  test('answers with the row of the package', () => {
    const { status, json } = publish()
    expect(status).toBe(200)
    expect(json).toEqual({
      id: json.id,
      project_id: 1,
      created_at: '2024-01-01T00:00:01.000Z',
      updated_at: '2024-01-01T00:00:01.000Z',
      name: '@acme/lib',
      version: '1.0.0',
      package_type: 'npm',
      creator_id: 4,
      status: 'default',
      last_downloaded_at: null,
      status_message: null,
    })
  })

  test('makes a package with its tag and its one file, whose digest is that of the client', () => {
    const { json } = publish()
    const it = here.as('carol').get(`/projects/1/packages/${json.id}`).json
    expect(it.tags).toMatchObject([{ name: 'latest', package_id: json.id }])
    expect(here.as('carol').get(`/projects/1/packages/${json.id}/package_files`).json).toMatchObject([
      {
        file_name: '@acme/lib-1.0.0.tgz',
        size: 6,
        file_md5: null,
        file_sha1: createHash('sha1').update('packed').digest('hex'),
        file_sha256: null,
      },
    ])
  })

  test.each(['@acme/lib', '@elsewhere/lib', 'unscoped', 'Dots.and_under-scores+1'])(
    'takes the name %s',
    (name) => {
      expect(publish({ name }).status).toBe(200)
    },
  )

  const nameText =
    'Validation failed: Name should be a valid NPM package name: https://github.com/npm/validate-npm-package-name#naming-rules.'
  const versionText = 'Validation failed: Version should follow SemVer: https://semver.org'
  test.each([
    [{ name: '@a@b/c' }, nameText],
    [{ name: '@scope/sub/group' }, nameText],
    [{ name: '@scope/../../x' }, nameText],
    [{ version: '1' }, versionText],
    [{ version: '1.2' }, versionText],
    [{ version: 'v1.2.3' }, versionText],
    [{ version: '../../1.2.3' }, versionText],
    [{ fields: { padding: 'x'.repeat(20_000) } }, 'Validation failed: Package json structure is too large'],
    [{ fields: { dist: {} } }, 'Validation failed: Package json must be a valid json schema'],
    [{ content: '' }, 'Attachment data is empty.'],
  ])('refuses %j', (wish, message) => {
    const reply = here.as('carol').put(`${registry}/lib`, body(wish))
    expect([reply.status, reply.json]).toEqual([400, { message }])
  })

  test('refuses what npm would not send', () => {
    const whole = body()
    const { versions: _versions, ...without } = whole
    expect(send(without)).toMatchObject({ status: 400, json: { error: 'versions is missing' } })
    expect(send({ ...whole, versions: 'x' }).json).toEqual({ error: 'versions is invalid' })
    expect(send({ ...whole, versions: {} }).json).toEqual({ message: 'Version is empty.' })
    expect(send({ ...whole, _attachments: {} }).json).toEqual({ message: 'Attachment data is empty.' })
    const odd = { '@acme/lib-1.0.0.tgz': { data: '%%%' } }
    expect(send({ ...whole, _attachments: odd }).json).toEqual({ message: 'Attachment data is empty.' })
    expect(send({ ...whole, versions: { '1.0.0': null } }).status).toBe(400)
    const { 'dist-tags': _tags, ...untagged } = whole
    expect(send(untagged).status).toBe(200)
  })

  test('happens once a version; what was deleted may come again', () => {
    const { json } = publish()
    expect(publish({ content: 'other' })).toMatchObject({
      status: 403,
      json: { message: 'Package already exists.' },
    })
    here.as('bob').delete(`/projects/1/packages/${json.id}`)
    expect(publish({ content: 'other' }).status).toBe(200)
  })

  test('gives a name of the group to one of its projects a version; other names are free', () => {
    publish()
    const elsewhere = '/projects/2/packages/npm'
    expect(publish({}, 'carol', elsewhere)).toMatchObject({
      status: 400,
      json: { message: 'Validation failed: Package already exists' },
    })
    expect(publish({ version: '1.0.1' }, 'carol', elsewhere).status).toBe(200)
    publish({ name: '@other/lib' })
    expect(publish({ name: '@other/lib' }, 'carol', elsewhere).status).toBe(200)
  })

  test('takes a developer, a job or a deploy token', () => {
    const statuses = people.map(
      (user, i) => here.as(user).put(`${registry}/x`, body({ name: 'x', version: `1.0.${i}` })).status,
    )
    expect(statuses).toEqual([200, 200, 200, 200, 403, 403, 404, 401])
    for (const [i, token] of ['acme-webapp-job-token', 'acme-webapp-deploy-token', 'carol-token'].entries()) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const sent = JSON.stringify(body({ name: 'x', version: `2.0.${i}` }))
      expect(here.as().send('PUT', `${registry}/x`, { headers, body: sent }).status).toBe(200)
    }
    const [last] = here
      .as('carol')
      .get('/projects/1/packages?package_name=x&package_type=npm&order_by=version&sort=desc')
      .json.slice(2)
    expect(last.pipeline.ref).toBe('main')
  })

  test('takes no password: npm sends a bearer', () => {
    const headers = { authorization: `Basic ${btoa('any:carol-token')}`, 'content-type': 'application/json' }
    expect(here.as().send('PUT', `${registry}/x`, { headers, body: JSON.stringify(body()) }).status).toBe(401)
  })
})

describe('metadata', () => {
  test('tells what npm needs to install a version, and nothing more of its package.json', () => {
    const fields = {
      description: 'long',
      scripts: { test: 'true' },
      bin: { lib: 'lib.js' },
      engines: { node: '>=20' },
      dependencies: { a: '^1.0.0' },
      devDependencies: { b: '2' },
      peerDependencies: { c: '*' },
      deprecated: 'old',
    }
    publish({ fields })
    const { json } = here.as('dave').get(`${registry}/@acme%2flib`)
    expect(json).toEqual({
      name: '@acme/lib',
      versions: {
        '1.0.0': {
          name: '@acme/lib',
          version: '1.0.0',
          bin: fields.bin,
          engines: fields.engines,
          dependencies: fields.dependencies,
          devDependencies: fields.devDependencies,
          peerDependencies: fields.peerDependencies,
          deprecated: 'old',
          dist: {
            shasum: createHash('sha1').update('packed').digest('hex'),
            tarball: 'http://127.0.0.1:8080/api/v4/projects/1/packages/npm/@acme/lib/-/@acme/lib-1.0.0.tgz',
            integrity: `sha512-${createHash('sha512').update('packed').digest('base64')}`,
          },
        },
      },
      'dist-tags': { latest: '1.0.0' },
    })
    for (const name of ['@acme%2Flib', '@acme/lib'])
      expect(here.as('dave').get(`${registry}/${name}`).json).toEqual(json)
  })

  test('has the versions that can be installed, hidden ones too', () => {
    const versions = Object.keys(here.as('dave').get(`${registry}/@acme%2fmoney`).json.versions)
    expect(versions).toEqual(['0.9.0', '1.0.0', '1.1.0'])
  })

  test('is sent on to the public registry where there is nothing of that name, unless that is switched off', () => {
    for (const place of [registry, '/packages/npm', '/projects/999/packages/npm']) {
      const { status, headers } = here.as('dave').get(`${place}/@no/thing`)
      expect([status, headers.Location]).toEqual([302, 'https://registry.npmjs.org/@no/thing'])
    }
    stayHome()
    const answers = (place: string, user?: string) => here.as(user).get(`${place}/none`).json
    expect(answers(registry, 'dave')).toEqual({ message: '404 Packages Not Found' })
    expect(answers(registry, 'erin')).toEqual({ message: '403 Forbidden' })
    expect(answers(registry)).toEqual({ message: '404 Project Not Found' })
    expect(answers('/packages/npm', 'dave')).toEqual({ message: '404 Project Not Found' })
  })

  test('is for whoever may read packages of the project', () => {
    const statuses = (path: string) => people.map((user) => here.as(user).get(path).status)
    expect(statuses(`${registry}/@acme%2fmoney`)).toEqual([200, 200, 200, 200, 200, 403, 404, 404])
    expect(statuses('/projects/3/packages/npm/@acme%2fhandbook-theme')).toEqual(people.map(() => 200))
    expect(here.as('mallory').get(`${registry}/@acme%2fmoney`).json).toEqual({
      message: '404 Project Not Found',
    })
  })

  test('of the whole installation finds a package by the name of its top group', () => {
    const { json } = here.as('dave').get('/packages/npm/@acme%2fmoney')
    expect(json).toEqual(here.as('dave').get(`${registry}/@acme%2fmoney`).json)
    expect(here.as().get('/packages/npm/@acme%2fhandbook-theme').status).toBe(200)
    expect(here.as('mallory').get('/packages/npm/@acme%2fmoney').status).toBe(404)
    publish({ name: '@other/lib' })
    expect(here.as('carol').get('/packages/npm/@other%2flib').status).toBe(302)
  })

  test('of the whole installation is that of the project that published last', () => {
    publish()
    publish({ version: '1.0.1' }, 'carol', '/projects/2/packages/npm')
    const { json } = here.as('carol').get('/packages/npm/@acme%2flib')
    expect(Object.keys(json.versions)).toEqual(['1.0.1'])
    expect(json.versions['1.0.1'].dist.tarball).toContain('/projects/2/')
  })
})

describe('archives', () => {
  const file = `${registry}/@acme/money/-/@acme/money-1.1.0.tgz`

  test('are downloaded as they were sent, and the package remembers', () => {
    const { status, headers, body: bytes } = here.as('dave').get(file)
    expect([status, headers['Content-Type']]).toEqual([200, 'application/octet-stream'])
    const shown = here.as('dave').get(`${registry}/@acme%2fmoney`).json.versions['1.1.0'].dist
    expect(
      createHash('sha1')
        .update(bytes as Uint8Array)
        .digest('hex'),
    ).toBe(shown.shasum)
    expect(
      `sha512-${createHash('sha512')
        .update(bytes as Uint8Array)
        .digest('base64')}`,
    ).toBe(shown.integrity)
    expect(here.as('dave').get('/projects/1/packages/10').json.last_downloaded_at).toMatch(/^2024-01-01/)
  })

  test('are for whoever may read packages of the project', () => {
    expect(people.map((user) => here.as(user).get(file).status)).toEqual([
      200, 200, 200, 200, 200, 403, 404, 404,
    ])
    expect(here.as('dave').get(file.replace('1.1.0', '9.9.9')).json).toEqual({ message: '404 Not found' })
    expect(here.as('dave').get(file.replace('1.1.0', '1.2.0')).status).toBe(404)
  })

  test('are there in the demo world with the sizes that are shown', () => {
    for (const it of here.as('dave').get('/projects/1/packages?package_type=npm&status=default').json) {
      const [stored] = here.as('dave').get(`/projects/1/packages/${it.id}/package_files`).json
      const { body: bytes } = here.as('dave').get(`${registry}/${it.name}/-/${stored.file_name}`)
      expect([
        bytes?.length,
        createHash('sha1')
          .update(bytes as Uint8Array)
          .digest('hex'),
      ]).toEqual([stored.size, stored.file_sha1])
    }
  })
})

describe('tags', () => {
  const tags = `${registry}/-/package/@acme%2fmoney/dist-tags`
  const put = (tag: string, version: string, user = 'carol', at = tags) =>
    here
      .as(user)
      .send('PUT', `${at}/${tag}`, { body: version, headers: { 'content-type': 'application/json' } })

  test('are listed with their versions', () => {
    expect(here.as('dave').get(tags).json).toEqual({ latest: '1.1.0', next: '1.1.0' })
    expect(here.as('dave').get('/packages/npm/-/package/@acme%2fmoney/dist-tags').json).toEqual({
      latest: '1.1.0',
      next: '1.1.0',
    })
    expect(here.as('dave').get(`${registry}/-/package/none/dist-tags`).json).toEqual({
      message: '404 Package Not Found',
    })
  })

  test('are moved to another version with their number, and added', () => {
    const before = here.as('dave').get('/projects/1/packages/10').json.tags
    expect(put('latest', '"1.0.0"')).toMatchObject({ status: 204, body: null })
    expect(here.as('dave').get('/projects/1/packages/9').json.tags).toEqual([{ ...before[0], package_id: 9 }])
    expect(put('v1.x', '"1.0.0"').status).toBe(204)
    expect(here.as('dave').get(tags).json).toEqual({ latest: '1.0.0', next: '1.1.0', 'v1.x': '1.0.0' })
    const anywhere = '/packages/npm/-/package/@acme%2fmoney/dist-tags'
    expect(put('next', '"1.0.0"', 'carol', anywhere).status).toBe(204)
    expect(here.as('dave').get(tags).json.next).toBe('1.0.0')
  })

  test('are taken away by maintainers', () => {
    expect(here.as('carol').delete(`${tags}/next`).status).toBe(403)
    expect(here.as('bob').delete(`${tags}/next`).status).toBe(204)
    expect(here.as('bob').delete(`${tags}/next`).json).toEqual({ message: '404 Package tag Not Found' })
    expect(here.as('bob').delete('/packages/npm/-/package/@acme%2fmoney/dist-tags/latest').status).toBe(204)
    expect(here.as('dave').get(tags).json).toEqual({ latest: '1.1.0' })
  })

  test('without one of that name the highest version is the latest', () => {
    for (const version of ['1.9.0', '1.10.0', '1.10.0-rc.1']) publish({ version, tag: 'some' })
    expect(here.as('dave').get(`${registry}/-/package/@acme%2flib/dist-tags`).json).toEqual({
      latest: '1.10.0',
      some: '1.10.0-rc.1',
    })
  })

  test.each([
    ['', 400, '400 Bad request - "Version" not given'],
    ['1.0.0', 400, '400 Bad request - "Version" not given'],
    ['{"a":1}', 400, '400 Bad request - "Version" not given'],
    ['"9.9.9"', 404, '404 Package Not Found'],
  ])('are not given to %j', (version, status, message) => {
    expect(put('latest', version)).toMatchObject({ status, json: { message } })
  })

  test('are for developers to set', () => {
    expect(people.map((user) => here.as(user).send('PUT', `${tags}/a`, { body: '"1.0.0"' }).status)).toEqual([
      204, 204, 204, 204, 403, 403, 404, 401,
    ])
  })
})

describe('audits', () => {
  const calls = ['security/advisories/bulk', 'security/audits/quick'].map((it) => `-/npm/v1/${it}`)
  const gzipped = {
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: new Uint8Array([31, 139]),
  }

  test.each(calls)('are sent on: %s', (call) => {
    for (const place of [registry, '/packages/npm']) {
      const { status, headers } = here.as('dave').send('POST', `${place}/${call}`, gzipped)
      expect([status, headers.Location]).toEqual([307, `https://registry.npmjs.org/${call}`])
    }
    expect(here.as().send('POST', `${registry}/${call}`, gzipped).status).toBe(401)
  })

  test.each(calls)('find nothing where nothing is sent on: %s', (call) => {
    stayHome()
    expect(here.as('dave').send('POST', `${registry}/${call}`, gzipped)).toMatchObject({
      status: 200,
      json: [],
    })
    expect(here.as('erin').send('POST', `${registry}/${call}`, gzipped).status).toBe(403)
    expect(here.as('mallory').send('POST', `${registry}/${call}`, gzipped).status).toBe(404)
    expect(here.as('dave').send('POST', `/packages/npm/${call}`, gzipped).status).toBe(404)
  })
})
