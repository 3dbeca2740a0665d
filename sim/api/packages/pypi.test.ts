import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { text, utf8 } from '../../lib/bytes.ts'
import { md5Hex, sha256Hex } from '../../lib/hash.ts'
import { storeSettings } from '../../model/settings/in-force.ts'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const at = '/projects/1/packages/pypi'
const basic = (password: string, user = 'any') => ({ authorization: `Basic ${btoa(`${user}:${password}`)}` })

interface Sent {
  readonly user?: string
  readonly headers?: { readonly [name: string]: string }
  readonly file?: string
  readonly content?: string
}

/** Uploads as twine does, in a form with several parts. */
function upload(fields: { readonly [name: string]: string }, sent: Sent = {}) {
  const { user = 'carol', headers = {}, file = 'till-1.0.whl', content = 'a wheel' } = sent
  const parts = Object.entries({ ':action': 'file_upload', protocol_version: '1', ...fields }).map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `--x\r\nContent-Disposition: form-data; name="content"; filename="${file}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  const body = utf8(`${parts.join('')}${head}${content}\r\n--x--\r\n`)
  const type = { 'content-type': 'multipart/form-data; boundary=x' }
  return here.as(user === '' ? undefined : user).send('POST', at, { body, headers: { ...type, ...headers } })
}
const till = { name: 'Till.Roll', version: '1.0', requires_python: '>=3.6,<4' }
const page = (path: string, user: string | undefined = 'dave') => {
  const { status, body } = here.as(user).get(path)
  return { status, html: status === 200 ? text(body as Uint8Array) : '' }
}

describe('an upload', () => {
  test('makes a package with the digests that are sent', () => {
    const { status, json } = upload({
      ...till,
      md5_digest: md5Hex('a wheel'),
      sha256_digest: sha256Hex('a wheel'),
    })
    expect([status, json]).toEqual([201, { message: '201 Created' }])
    const [it] = here.as('carol').get('/projects/1/packages?package_type=pypi&package_name=roll').json
    expect(it).toMatchObject({ name: 'Till.Roll', version: '1.0', status: 'default' })
    expect(here.as('carol').get(`/projects/1/packages/${it.id}/package_files`).json).toMatchObject([
      {
        file_name: 'till-1.0.whl',
        file_md5: md5Hex('a wheel'),
        file_sha1: null,
        file_sha256: sha256Hex('a wheel'),
      },
    ])
  })

  test('stores the digests as they are sent, and serves the file by them', () => {
    const sha256 = '1'.repeat(64)
    upload({ ...till, md5_digest: 'no digest', sha256_digest: sha256 })
    expect(page('/projects/1/packages/pypi/simple/till-roll').html).toContain(
      `/files/${sha256}/till-1.0.whl#sha256=${sha256}`,
    )
    const { status } = here.as('carol').get(`/projects/1/packages/pypi/files/${sha256}/till-1.0.whl`)
    expect(status).toBe(200)
  })

  test('adds further files, and refuses one whose name is there', () => {
    upload(till)
    expect(upload(till, { file: 'till-1.0.tar.gz' }).status).toBe(201)
    const { status, json } = upload(till)
    expect([status, json.message]).toEqual([400, expect.stringContaining('File name has already been taken')])
    expect(
      here.as('carol').get('/projects/1/packages?package_type=pypi&package_name=roll').json,
    ).toHaveLength(1)
  })

  test.each([
    [{ version: '1.0' }, 'name is missing'],
    [{ name: 'a b', version: '1.0' }, 'Name is invalid'],
    [{ name: 'till', version: 'one' }, 'Version is invalid'],
    [{ name: 'till', version: '1.0', requires_python: 'x'.repeat(256) }, 'Required python is too long'],
    [{ name: 'till', version: '1.0', sha256_digest: 'abc' }, 'sha256_digest is invalid'],
  ])('of %j is refused', (fields, told) => {
    const { status, json } = upload(fields as { [name: string]: string })
    expect([status, JSON.stringify(json)]).toEqual([400, expect.stringContaining(told)])
  })

  test('takes tokens as passwords, and needs a Developer', () => {
    const anonymous = { user: '' }
    expect(upload(till, { ...anonymous, headers: basic('carol-token') }).status).toBe(201)
    const job = basic('acme-webapp-job-token', 'gitlab-ci-token')
    expect(upload({ ...till, version: '2.0' }, { ...anonymous, headers: job }).status).toBe(201)
    expect(upload(till, { ...anonymous, headers: basic('wrong') }).status).toBe(401)
    expect([upload(till, { user: 'dave' }).status, upload(till, anonymous).status]).toEqual([403, 401])
  })
})

describe('the index', () => {
  test('lists the packages under their normal names, and the files with what they need', () => {
    upload(till)
    const { html } = page(`${at}/simple`)
    expect(html).toContain('href="http://127.0.0.1:8080/api/v4/projects/1/packages/pypi/simple/till-roll"')
    expect(html).toContain('data-requires-python="&gt;=3.6,&lt;4">Till.Roll</a>')
    for (const name of ['till-roll', 'Till.Roll', 'TILL__roll'])
      expect(page(`${at}/simple/${name}`).html).toContain(
        `/api/v4/projects/1/packages/pypi/files/${sha256Hex('a wheel')}/till-1.0.whl#sha256=${sha256Hex('a wheel')}"`,
      )
  })

  test('is that of all projects of a group, too', () => {
    upload(till)
    const place = '/groups/acme/-/packages/pypi'
    expect(page(`${place}/simple`).html).toContain('Till.Roll</a>')
    const file = `files/${sha256Hex('a wheel')}/till-1.0.whl`
    expect(page(`${place}/simple/till-roll`).html).toContain(`/api/v4/groups/1/-/packages/pypi/${file}#`)
    expect(text(here.as('dave').get(`${place}/${file}`).body as Uint8Array)).toBe('a wheel')
    expect(here.as('dave').get(`/groups/acme%2Fplatform/-/packages/pypi/${file}`).status).toBe(404)
  })

  test('sends the client to the public index for what it lacks, unless that is switched off', () => {
    const { status, headers } = here.as('dave').get(`${at}/simple/requests`)
    expect([status, headers.Location]).toEqual([302, 'https://pypi.org/simple/requests/'])
    storeSettings(here.sim.world, { pypi_package_requests_forwarding: false }, here.sim.now())
    here.sim.clock.advance('2m')
    expect(here.as('dave').get(`${at}/simple/requests`).json).toEqual({ message: '404 Package Not Found' })
  })

  test('never holds what an upload wrote as markup', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), (needs) => {
        upload(
          { ...till, requires_python: `"><script>${needs.replace(/[\r\n\0]/g, '')}` },
          { file: `${sha256Hex(needs)}.whl` },
        )
        expect(page(`${at}/simple/till-roll`).html).not.toContain('<script>')
      }),
      { numRuns: 20 },
    )
  })

  test('asks for credentials, and refuses those that do not suffice', () => {
    const { status, headers } = here.as().get(`${at}/simple`)
    expect([status, headers['WWW-Authenticate']]).toEqual([401, 'Basic realm="GitLab Packages Registry"'])
    expect(['erin', 'mallory'].map((user) => page(`${at}/simple`, user).status)).toEqual([403, 404])
    expect(here.as().get('/groups/acme/-/packages/pypi/simple').status).toBe(401)
    expect(here.as().get('/groups/none/-/packages/pypi/simple').status).toBe(404)
    expect(here.as().get('/projects/999999/packages/pypi/simple').status).toBe(404)
  })

  test('of a public project is read whatever is no token', () => {
    const reads = (headers: { readonly [name: string]: string }) =>
      here.as().send('GET', '/projects/3/packages/pypi/simple', { headers }).status
    expect(reads(basic('nonsense'))).toBe(200)
    expect(reads(basic('nonsense', 'gitlab-ci-token'))).toBe(401)
  })
})

test('a download sends the file of that name and content alone', () => {
  upload(till)
  const file = (sha: string, name = 'till-1.0.whl') => here.as('dave').get(`${at}/files/${sha}/${name}`)
  const { status, body, headers } = file(sha256Hex('a wheel'))
  expect([status, text(body as Uint8Array)]).toEqual([200, 'a wheel'])
  expect(headers['Content-Disposition']).toContain('attachment; filename="till-1.0.whl"')
  expect([file(sha256Hex('x')).status, file(sha256Hex('a wheel'), 'other.whl').status]).toEqual([404, 404])
})
