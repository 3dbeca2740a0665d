import { beforeEach, describe, expect, test } from 'vitest'
import type { OutboundCall, RemoteReply } from '../../lib/outbound.ts'
import { storeSettings } from '../../model/settings/in-force.ts'
import { perTest } from '../../testing/per-test.ts'
import { standing, writtenSince } from '../../testing/worlds.ts'
import { archiveOf, least } from './testing/archives.ts'

const archive = archiveOf({ ...least, 'tree/project.json': '{"description":"Remote"}' })
const gz = { 'content-type': 'application/gzip', 'content-length': String(archive.length) }

let calls: OutboundCall[] = []
let answering: (call: OutboundCall) => RemoteReply | Promise<RemoteReply>
const here = perTest({
  remoteHost: (call) => {
    calls.push(call)
    return answering(call)
  },
})

beforeEach(() => {
  calls = []
  answering = ({ method }) => answer(200, gz, method === 'GET' ? archive : undefined)
})

function answer(
  status: number,
  headers: { [name: string]: string } = gz,
  body: Uint8Array = new Uint8Array(),
): RemoteReply {
  return { reached: true, status, headers, body }
}

function failing(message: string, why: 'unreachable' | 'forbidden' | 'timeout' = 'unreachable'): RemoteReply {
  return { reached: false, why, message }
}

const url = 'https://files.example.com/archive.tar.gz'
const remote = (body: object = {}) =>
  here.as('alice').post('/projects/remote-import', { url, path: 'remote', ...body })

async function ended(id: number) {
  here.sim.clock.advance('5s')
  await here.sim.settled()
  return here.as('alice').get(`/projects/${id}/import`).json
}

function inForce(values: { [name: string]: boolean | string[] }): void {
  storeSettings(here.sim.world, values, here.sim.now())
  here.sim.clock.advance('61s')
}

describe('an import from a URL', () => {
  test('asks what the file is, starts, and fetches it later', async () => {
    const { status, json } = remote({ namespace: 'acme', name: 'Remote one' })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      name: 'Remote one',
      path_with_namespace: 'acme/remote',
      import_status: 'scheduled',
      import_type: 'gitlab_project',
      import_error: null,
    })
    expect(calls).toMatchObject([{ method: 'HEAD', within: 1000 }])
    expect(await ended(json.id)).toMatchObject({ import_status: 'finished', description: 'Remote' })
    expect(calls.map((call) => `${call.method} ${call.url}`)).toEqual([`HEAD ${url}`, `GET ${url}`])
  })

  test('takes the place of another project, and values that win', async () => {
    const body = { path: 'dotfiles', overwrite: true, override_params: { description: 'Mine' } }
    const { json } = remote(body)
    expect(json.path).toMatch(/^dotfiles-[0-9a-f]{32}$/)
    expect(await ended(json.id)).toMatchObject({ description: 'Mine', path: 'dotfiles' })
  })

  test.each(['application/x-tar', 'application/x-gzip'])('takes %s', (type) => {
    answering = () => answer(200, { ...gz, 'content-type': type })
    expect(remote().status).toBe(201)
  })

  test('goes where it is led', async () => {
    answering = (call) => (call.url === url ? answer(302, { location: '/moved' }) : answer(200, gz, archive))
    expect((await ended(remote().json.id)).import_status).toBe('finished')
    expect(calls.map((call) => call.url)).toEqual([
      url,
      'https://files.example.com/moved',
      url,
      'https://files.example.com/moved',
    ])
  })

  test('takes ten gibibytes and no more', () => {
    const sized = (bytes: number) => {
      answering = () => answer(200, { ...gz, 'content-length': String(bytes) })
      return remote({ path: `r${bytes}` }).status
    }
    expect([sized(10 * 1024 ** 3), sized(10 * 1024 ** 3 + 1)]).toEqual([201, 400])
  })

  test('from this machine over plain HTTP is up to the policy of calls out', () => {
    expect(remote({ url: 'http://127.0.0.1:9/a' }).status).toBe(201)
    answering = () => failing('calls out are switched off', 'forbidden')
    expect(remote({ url: 'http://127.0.0.1:9/a', path: 'b' }).status).toBe(400)
  })

  test('fails where it is led astray when the file is fetched', async () => {
    const { json } = remote()
    const inside = 'https://169.254.169.254/latest'
    answering = () => answer(302, { location: inside })
    const { import_status, import_error } = await ended(json.id)
    expect([import_status, import_error]).toEqual([
      'failed',
      'Error importing repository  into alice/remote - Error downloading file: Requests to the link local network are not allowed',
    ])
    expect(calls.map((call) => call.url)).not.toContain(inside)
  })

  test('fails after a day in which the file did not come', () => {
    const { json } = remote()
    answering = () => new Promise(() => undefined)
    here.sim.clock.advance('23h')
    const status = () => here.as('alice').get(`/projects/${json.id}/import`).json
    expect(status().import_status).toBe('started')
    here.sim.clock.advance('61m')
    expect(status()).toMatchObject({
      import_status: 'failed',
      import_error: 'Import timed out. Import took longer than 86400 seconds',
    })
  })

  test('fails later if the file is not to be had any more', async () => {
    const { json } = remote()
    answering = () => answer(410)
    expect(await ended(json.id)).toMatchObject({
      import_status: 'failed',
      import_error:
        'Error importing repository  into alice/remote - Invalid response code while downloading file. Code: 410',
    })
    const again = remote({ path: 'again' })
    expect(again.status).toBe(201)
    answering = () => failing('connect ECONNREFUSED 1.2.3.4:443')
    expect((await ended(again.json.id)).import_error).toContain(
      'Error downloading file: connect ECONNREFUSED',
    )
  })
})

describe('an import from a URL is refused', () => {
  const notAllowed = (type: string) =>
    `Content type '${type}' not allowed. (Allowed: application/gzip, application/x-tar, application/x-gzip)`

  test.each([
    ['http://example.com/a.gz', 'File url is blocked: Only allowed schemes are https'],
    ['ftp://whatever.com/url', 'File url is blocked: Only allowed schemes are https'],
    ['https://localhost/a', 'File url is blocked: Requests to localhost are not allowed'],
    ['https://127.0.0.1/a', 'File url is blocked: Requests to localhost are not allowed'],
    ['https://127.0.0.2/a', 'File url is blocked: Requests to loopback addresses are not allowed'],
    ['https://192.168.1.1/a', 'File url is blocked: Requests to the local network are not allowed'],
    ['https://169.254.169.254/a', 'File url is blocked: Requests to the link local network are not allowed'],
  ])('for the address %s, which is never called', (address, message) => {
    expect(remote({ url: address })).toMatchObject({ status: 400, json: { message } })
    expect(calls).toEqual([])
  })

  test('for an address to which it is led', () => {
    answering = () => answer(302, { location: 'https://169.254.169.254/latest' })
    expect(remote().json.message).toBe(
      'File url is blocked: Requests to the link local network are not allowed',
    )
    expect(calls).toHaveLength(1)
  })

  test('not for a local address that administrators allow', () => {
    inForce({ allow_local_requests_from_web_hooks_and_services: true })
    expect(remote({ url: 'https://localhost/a' }).status).toBe(201)
  })

  test('not for a local address that administrators list', () => {
    inForce({ outbound_local_requests_whitelist: ['127.0.0.1:443'] })
    expect(remote({ url: 'https://localhost/a' }).status).toBe(201)
    expect(remote({ url: 'https://localhost:444/a', path: 'elsewhere' }).status).toBe(400)
  })

  test.each([
    [failing('getaddrinfo ENOTFOUND x'), 'File url is blocked: Host cannot be resolved or invalid'],
    [
      failing('x is not this machine', 'forbidden'),
      'File url is blocked: Host cannot be resolved or invalid',
    ],
    [failing('connect ECONNREFUSED'), 'Failed to retrive headers: connect ECONNREFUSED'],
    [failing('The operation was aborted', 'timeout'), 'Failed to retrive headers: execution expired'],
    [answer(200, {}), 'Content length is too small (should be at least 1 Byte)'],
    [
      answer(200, { ...gz, 'content-length': '0' }),
      'Content length is too small (should be at least 1 Byte)',
    ],
    [
      answer(200, { ...gz, 'content-length': 'many' }),
      'Content length is too small (should be at least 1 Byte)',
    ],
    [
      answer(200, { ...gz, 'content-length': '99999999999' }),
      'Content length is too big (should be at most 10 GB)',
    ],
    [answer(200, { 'content-length': '5', 'content-type': 'text/plain' }), notAllowed('text/plain')],
    [
      answer(200, { ...gz, 'content-type': 'application/gzip; charset=x' }),
      notAllowed('application/gzip; charset=x'),
    ],
    [answer(404, { 'content-length': '9', 'content-type': 'text/html' }), notAllowed('text/html')],
  ])('for %j', (reply, message) => {
    answering = () => reply
    const before = standing(here.sim.world)
    expect(remote()).toMatchObject({ status: 400, json: { message } })
    expect(writtenSince(before, here.sim.world)).toEqual([])
  })

  test('for a file before it is for its project', () => {
    answering = () => answer(200, {})
    expect(remote({ path: 'dotfiles' }).json.message).toContain('Content length')
    answering = () => answer(200)
    expect(remote({ path: 'dotfiles' }).json.message).toBe('Project namespace name has already been taken')
  })

  test('for its parameters, its namespace, its source, its flag', () => {
    expect(here.as('alice').post('/projects/remote-import', {})).toMatchObject({
      status: 400,
      json: { error: 'url is missing, path is missing' },
    })
    expect(remote({ namespace: 'nowhere' })).toMatchObject({
      status: 404,
      json: { message: '404 Namespace Not Found' },
    })
    // The file is not requested if its project could not be created.
    expect(calls).toEqual([])
    here.as('root').post('/features/import_project_from_remote_file', { value: 'false' })
    expect(remote()).toMatchObject({ status: 404, json: { message: '404 Not Found' } })
    inForce({ import_sources: [] })
    expect(remote()).toMatchObject({ status: 403, json: { message: '403 Forbidden' } })
    expect(here.as().post('/projects/remote-import', {}).status).toBe(401)
  })
})

describe('an import from S3', () => {
  const object = {
    region: 'eu-west-1',
    bucket_name: 'backups',
    file_key: 'a folder/archive.tar.gz',
    access_key_id: 'AKIDEXAMPLE',
    secret_access_key: 'very secret',
    path: 'from-s3',
  }
  const s3 = (body: object = {}) =>
    here.as('alice').post('/projects/remote-import-s3', { ...object, ...body })
  const switchedOn = () =>
    here.as('root').post('/features/import_project_from_remote_file_s3', { value: true })

  test('does not exist until its flag is set', () => {
    expect(s3()).toMatchObject({ status: 404, json: { message: '404 Not Found' } })
    expect(switchedOn().status).toBe(201)
    expect(s3().status).toBe(201)
  })

  test('asks for the object, signed, and fetches it later', async () => {
    switchedOn()
    const { json } = s3({ name: 'Stored', namespace: 'acme' })
    expect(await ended(json.id)).toMatchObject({ import_status: 'finished', name: 'Stored' })
    const signature = {
      service: 's3',
      region: 'eu-west-1',
      accessKeyId: 'AKIDEXAMPLE',
      accessSecret: 'very secret',
    }
    const at = 'https://s3.eu-west-1.amazonaws.com/backups/a%20folder/archive.tar.gz'
    expect(calls).toMatchObject([
      { method: 'HEAD', url: at, signature },
      { method: 'GET', url: at, signature: { ...signature, presigned: 100_800 } },
    ])
    expect(here.sim.world.projectImports.require(json.id).source).toBeNull()
  })

  test('says everything that is missing', () => {
    expect(here.as('alice').post('/projects/remote-import-s3', {}).json.error).toBe(
      'region is missing, bucket_name is missing, file_key is missing, access_key_id is missing, secret_access_key is missing, path is missing',
    )
  })

  test.each([
    [answer(404), "File not found 'a folder/archive.tar.gz' in 'backups'"],
    [answer(403), "Failed to open 'a folder/archive.tar.gz' in 'backups': Forbidden"],
    [answer(500), "Failed to open 'a folder/archive.tar.gz' in 'backups': HTTP status 500"],
    [failing('no such host'), "Failed to open 'a folder/archive.tar.gz' in 'backups': no such host"],
    [
      answer(200, { ...gz, 'content-length': '0' }),
      'Content length is too small (should be at least 1 Byte)',
    ],
    [
      answer(200, { ...gz, 'content-type': 'text/plain' }),
      "Content type 'text/plain' not allowed. (Allowed: application/gzip, application/x-tar, application/x-gzip)",
    ],
  ])('is refused for %j', (reply, message) => {
    switchedOn()
    answering = () => reply
    expect(s3()).toMatchObject({ status: 400, json: { message } })
  })

  test('does not let a region name another host', () => {
    switchedOn()
    expect(s3({ region: 'x.evil.test/' }).json.message).toMatch(/^Failed to open .*: Invalid region/)
    expect(calls).toEqual([])
  })

  test('is what a URL of S3 is sent to while both are there', () => {
    answering = () => answer(200, { ...gz, server: 'AmazonS3' })
    expect(remote().status).toBe(201)
    switchedOn()
    expect(remote({ path: 'b' }).json).toEqual({
      message: 'To import from AWS S3 use `projects/remote-import-s3`',
    })
  })

  test('never shows its secret among the rows of the world', () => {
    switchedOn()
    s3()
    const { body } = here.sim.handle({ method: 'GET', url: '/_forgery/db/projectImports', headers: {} })
    expect(String(body)).toContain('AKIDEXAMPLE')
    expect(String(body)).not.toContain('very secret')
  })
})

describe('feature flags', () => {
  test('are set, listed and unset by administrators', () => {
    const root = here.as('root')
    const name = 'import_project_from_remote_file_s3'
    expect(root.post(`/features/${name}`, { value: true })).toMatchObject({
      status: 201,
      json: { name, state: 'on', gates: [{ key: 'boolean', value: true }], definition: null },
    })
    const others = root.get('/features').json.filter((flag: { readonly name: string }) => flag.name !== name)
    expect(root.get('/features').json).toContainEqual(expect.objectContaining({ name, state: 'on' }))
    expect(root.delete(`/features/${name}`).status).toBe(204)
    expect(root.get('/features').json).toEqual(others)
    expect(here.as('alice').get('/features').status).toBe(403)
    expect(root.post(`/features/${name}`, { value: 'perhaps' }).status).toBe(400)
    expect(root.post('/features/A%20B', { value: 'true' }).status).toBe(400)
  })
})
