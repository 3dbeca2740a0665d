import { execFileSync } from 'node:child_process'
import { createHash, createHmac } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GitbeakerRequestError, Gitlab } from '@gitbeaker/rest'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Server, Simulator } from '../../index.ts'
import { testSimulator } from '../../testing/calls.ts'
import { type Arrived, type RemoteServer, remoteServer, type Served } from '../../testing/remote-server.ts'

const PROJECT = 'acme/webapp'

async function refusal(call: Promise<unknown>) {
  const error = (await call.then(
    () => undefined,
    (problem) => problem,
  )) as GitbeakerRequestError | undefined
  return { status: error?.cause?.response.status, description: error?.cause?.description }
}

describe.each(['specification', 'real'] as const)('a client in the dialect %s', (dialect) => {
  let sim: Simulator
  let server: Server
  let remote: RemoteServer
  let answer: (request: Arrived) => Served
  let folder: string

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'forgery-export-'))
    answer = () => ({ status: 200 })
    remote = await remoteServer((request) => answer(request))
    sim = testSimulator({ dialect, s3Endpoint: remote.url })
    server = await sim.listen()
  })
  afterEach(async () => {
    await server.close()
    await remote.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Asks until an answer is one of the last ones: the clock moves by a second a request, calls to others take their time. */
  async function until<T>(ask: () => Promise<T>, done: (answer: T) => boolean): Promise<T[]> {
    const answers: T[] = []
    for (let i = 0; i < 15; i++) {
      await sim.settled()
      const answer = await ask()
      answers.push(answer)
      if (done(answer)) return answers
    }
    throw new Error(`no end after ${answers.length} answers: ${JSON.stringify(answers.at(-1))}`)
  }

  const as = (user: string) => new Gitlab({ host: server.url, token: `${user}-token` })

  async function exported(user = 'root', upload: { url: string; http_method?: string } = {} as never) {
    const { ProjectImportExports } = as(user)
    await ProjectImportExports.scheduleExport(PROJECT, upload as never)
    const seen = await until(
      () => ProjectImportExports.showExportStatus(PROJECT),
      (status) => status.export_status === 'finished',
    )
    const archive = (await ProjectImportExports.download(PROJECT)) as unknown as Blob
    return { seen: seen.map((status) => status.export_status), archive }
  }

  async function imported(status: Promise<{ id: number }>, user = 'root') {
    const { id } = await status
    const { ProjectImportExports } = as(user)
    const seen = await until(
      () => ProjectImportExports.showImportStatus(id),
      ({ import_status }) => ['finished', 'failed'].includes(String(import_status)),
    )
    return { id, last: seen.at(-1) }
  }

  test('exports, downloads, unpacks, clones, and imports under a new name', async () => {
    const { seen, archive } = await exported()
    expect(seen[0]).toBe('queued')
    expect(seen.at(-1)).toBe('finished')
    writeFileSync(join(folder, 'archive.tar.gz'), new Uint8Array(await archive.arrayBuffer()))
    const run = (...[program, ...args]: [string, ...string[]]) =>
      execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] })
    run('tar', 'xzf', 'archive.tar.gz')
    expect(readdirSync(join(folder, 'tree', 'project'))).toContain('merge_requests.ndjson')
    run('git', 'clone', '-q', 'project.bundle', 'clone')
    run('git', '-C', 'clone', 'fsck', '--strict')
    const head = run('git', '-C', 'clone', 'rev-parse', 'HEAD').trim()
    expect(readFileSync(join(folder, 'clone', 'README.md'), 'utf8')).toContain('#')

    const { ProjectImportExports, MergeRequests, Branches } = as('root')
    const content = archive
    const { id, last } = await imported(
      ProjectImportExports.import({ content, filename: 'archive.tar.gz' }, 'again', { namespace: 'acme' }),
    )
    expect(last).toMatchObject({
      import_status: 'finished',
      path_with_namespace: 'acme/again',
      import_error: null,
    })
    expect((await Branches.show(id, 'main')).commit.id).toBe(head)
    const titles = async (project: number | string) =>
      (await MergeRequests.all({ projectId: project, perPage: 100 })).map(({ iid, title, state }) => ({
        iid,
        title,
        state,
      }))
    expect(await titles(id)).toEqual(await titles(PROJECT))
  })

  test('has a finished archive sent to a server of this machine', async () => {
    const { archive } = await exported('alice', {
      url: `${remote.url}/bucket/object?X-Signature=1`,
      http_method: 'POST',
    })
    await sim.settled()
    expect(remote.arrived).toHaveLength(1)
    const [sent] = remote.arrived
    expect(sent).toMatchObject({ method: 'POST', url: '/bucket/object?X-Signature=1' })
    expect(sent?.headers['content-type']).toBe('application/gzip')
    const bytes = new Uint8Array(await archive.arrayBuffer())
    expect(sent?.headers['content-length']).toBe(String(bytes.length))
    expect(sent?.body).toEqual(bytes)
  })

  test('imports from a URL, which is asked for before it is fetched', async () => {
    const bytes = new Uint8Array(await (await exported()).archive.arrayBuffer())
    const file = { 'content-type': 'application/gzip', 'content-length': String(bytes.length) }
    answer = () => ({ status: 200, headers: file, body: bytes })
    const { ProjectImportExports } = as('root')
    const start = ProjectImportExports.importRemote(`${remote.url}/a.tar.gz`, 'remote')
    const { last } = await imported(start)
    expect(last).toMatchObject({ import_status: 'finished', path_with_namespace: 'root/remote' })
    expect(remote.arrived.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'HEAD /a.tar.gz',
      'GET /a.tar.gz',
    ])
  })

  test.each([
    [{ 'content-type': 'application/gzip' }, 'Content length is too small (should be at least 1 Byte)'],
    [
      { 'content-type': 'application/gzip', 'content-length': '10737418241' },
      'Content length is too big (should be at most 10 GB)',
    ],
    [
      { 'content-type': 'text/plain', 'content-length': '5' },
      "Content type 'text/plain' not allowed. (Allowed: application/gzip, application/x-tar, application/x-gzip)",
    ],
  ])('is refused a file with %j', async (headers, description) => {
    answer = () => ({ status: 200, headers })
    const call = as('alice').ProjectImportExports.importRemote(`${remote.url}/a`, 'remote')
    expect(await refusal(call)).toEqual({ status: 400, description })
  })

  test('imports from a store that speaks S3 and checks signatures', async () => {
    const bytes = new Uint8Array(await (await exported()).archive.arrayBuffer())
    answer = (request) =>
      isSigned(request, 'very secret')
        ? {
            status: 200,
            headers: { 'content-type': 'application/gzip', 'content-length': String(bytes.length) },
            body: bytes,
          }
        : { status: 403 }
    const call = async (secret: string, path: string) => {
      const response = await fetch(`${server.url}/api/v4/projects/remote-import-s3`, {
        method: 'POST',
        headers: { 'private-token': 'root-token', 'content-type': 'application/json' },
        body: JSON.stringify({
          region: 'eu-west-1',
          bucket_name: 'backups',
          file_key: 'folder/an archive+1.tar.gz',
          access_key_id: 'AKIDEXAMPLE',
          secret_access_key: secret,
          path,
        }),
      })
      return { status: response.status, json: await response.json() }
    }
    expect((await call('very secret', 'a')).status).toBe(404)
    await fetch(`${server.url}/api/v4/features/import_project_from_remote_file_s3`, {
      method: 'POST',
      headers: { 'private-token': 'root-token', 'content-type': 'application/json' },
      body: '{"value":"true"}',
    })
    expect(await call('wrong', 'b')).toEqual({
      status: 400,
      json: { message: "Failed to open 'folder/an archive+1.tar.gz' in 'backups': Forbidden" },
    })
    const { json } = await call('very secret', 'c')
    const { last } = await imported(Promise.resolve(json))
    expect(last).toMatchObject({ import_status: 'finished' })
    expect(remote.arrived.at(-1)).toMatchObject({
      method: 'GET',
      url: expect.stringMatching(/^\/backups\/folder\/an%20archive%2B1\.tar\.gz\?.*X-Amz-Expires=100800/),
    })
  })
})

/** Whether a request bears version 4 of the signature, worked out here once more from its definition. */
function isSigned({ method, url, headers }: Arrived, secret: string): boolean {
  const [path = '', query = ''] = url.split('?')
  const told = new URLSearchParams(query)
  // An address that is signed itself bears everything in its query, and says nothing of a body.
  const signedAddress = told.has('X-Amz-Signature')
  const header = String(headers.authorization)
  const [, credential = '', names = '', signature = ''] = signedAddress
    ? ['', ...['Credential', 'SignedHeaders', 'Signature'].map((name) => told.get(`X-Amz-${name}`) ?? '')]
    : (/^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
        header,
      ) ?? [])
  const [id, ...scope] = credential.split('/')
  const date = String(signedAddress ? told.get('X-Amz-Date') : headers['x-amz-date'])
  if (id !== 'AKIDEXAMPLE' || scope.join('/') !== `${date.slice(0, 8)}/eu-west-1/s3/aws4_request`)
    return false
  const canonical = [
    method,
    path,
    query
      .split('&')
      .filter((part) => !part.startsWith('X-Amz-Signature='))
      .sort()
      .join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name])}`),
    '',
    names,
    signedAddress ? 'UNSIGNED-PAYLOAD' : String(headers['x-amz-content-sha256']),
  ].join('\n')
  const hash = createHash('sha256').update(canonical).digest('hex')
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const key = scope.reduce<string | Buffer>((made, part) => hmac(made, part), `AWS4${secret}`)
  const expected = hmac(key, ['AWS4-HMAC-SHA256', date, scope.join('/'), hash].join('\n')).toString('hex')
  return signature === expected
}
