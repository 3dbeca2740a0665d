import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Listening, listen } from '../adapters/node.ts'
import { createSimulator, type Server } from '../index.ts'
import { certified } from './certificate.ts'
import { run } from './run.ts'
import { captured, masked } from './testing/captured.ts'

let folder = ''
let server: Server
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forgery-judge-'))
  server = await createSimulator({ clock: 'frozen' }).listen()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await server.close()
})

async function judged(line: string) {
  const io = captured({})
  const status = await run(['judge', ...line.split(' ').map((word) => word.replace('@', `${folder}/`))], io)
  return { status, out: io.printed().replaceAll(folder, ''), err: io.complained().replaceAll(folder, '') }
}

/** A recording as Chrome saves it, of a page that calls the API beside other hosts. */
function record(name: string, change: (body: { [field: string]: unknown }) => object = (body) => body): void {
  const origin = 'https://gitlab.example.com'
  const simulator = createSimulator({ url: `${origin}/gitlab`, clock: 'frozen' })
  const entry = (second: number, path: string, as: 'text' | 'base64' | 'none' = 'text') => {
    const reply = simulator.handle({
      method: 'GET',
      url: `/api/v4${path}`,
      headers: { 'private-token': 'alice-token' },
    })
    const json = JSON.parse(String(reply.body))
    const body = JSON.stringify(Array.isArray(json) ? json : change(json))
    const size = Buffer.byteLength(body)
    const bodies = {
      text: { size, text: body },
      base64: { size, text: Buffer.from(body).toString('base64'), encoding: 'base64' },
      none: { size },
    }
    return {
      _resourceType: 'fetch',
      startedDateTime: `2026-11-23T10:00:0${second}.000Z`,
      time: 20,
      request: {
        method: 'GET',
        url: `${origin}/gitlab/api/v4${path}`,
        httpVersion: 'h2',
        headers: [
          { name: ':authority', value: 'gitlab.example.com' },
          { name: 'private-token', value: 'alice-token' },
        ],
        cookies: [],
      },
      response: {
        status: reply.status,
        httpVersion: 'h2',
        headers: [...Object.entries(reply.headers), ['content-encoding', 'br']].map(([key, value]) => ({
          name: key,
          value,
        })),
        content: { mimeType: 'application/json', ...bodies[as] },
        bodySize: -1,
      },
    }
  }
  const elsewhere = (url: string) => {
    const page = entry(5, '/version')
    return { ...page, request: { ...page.request, url } }
  }
  const entries = [
    entry(0, '/version'),
    entry(1, '/projects/1', 'base64'),
    entry(2, '/projects/1/milestones?state=active'),
    entry(3, '/users/2', 'none'),
    { ...entry(4, '/user'), _fromCache: 'memory' },
    elsewhere('https://cdn.example.net/app.js'),
    elsewhere('https://chat.example.com/api/v4/users'),
    elsewhere(`${origin}/gitlab/acme/webapp`),
    elsewhere(`${origin}/gitlab/api/v4/projects/1/unheard_of`),
  ]
  writeFileSync(
    join(folder, name),
    JSON.stringify({ log: { version: '1.2', creator: { name: 'WebInspector' }, entries } }),
  )
}

describe('a recording', () => {
  test('that is right passes, and what was not judged is told', async () => {
    record('right.har')
    const { status, out, err } = await judged('@right.har')
    expect(err).toBe('')
    expect(out).toMatchSnapshot()
    expect(status).toBe(0)
  })

  test('with a fault is reported, with the call and without its token', async () => {
    record('wrong.har', (body) => ({ ...body, id: 'one', runners_token: 'GR1348941s3cr3t' }))
    const { status, out } = await judged('@wrong.har')
    expect(out).toMatchSnapshot()
    expect(out).not.toContain('alice-token')
    expect(out).not.toContain('s3cr3t')
    expect(status).toBe(1)
    const accepted = await judged('@wrong.har --baseline @known.json --update-baseline')
    expect(accepted.status).toBe(0)
    expect((await judged('@wrong.har --baseline @known.json')).status).toBe(0)
  })

  test.each(['json', 'junit', 'sarif', 'github'])('is reported as %s', async (kind) => {
    record('wrong.har', (body) => ({ ...body, id: 'one' }))
    const { status, out } = await judged(`@wrong.har --report ${kind} --output @report`)
    expect({ status, out }).toEqual({ status: 1, out: '' })
    const report = readFileSync(join(folder, 'report'), 'utf8')
    expect(report).toContain('laws/schema/get-projects-id')
    expect(report).not.toContain('alice-token')
    if (kind === 'json') expect(JSON.parse(report)).toMatchObject({ exchanges: 4, counts: { known: 0 } })
  })
})

function asked(url: string, path: string, headers: { readonly [name: string]: string } = {}, body?: string) {
  return new Promise<{ status: number; headers: readonly string[]; bytes: Buffer }>((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST'
    const sending = request(
      `${url}${path}`,
      { method, headers: { connection: 'close', ...headers } },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.rawHeaders,
            bytes: Buffer.concat(parts),
          }),
        )
      },
    )
    sending.on('error', reject)
    sending.end(body)
  })
}

async function proxied(
  upstream: string,
  during: (url: string) => Promise<void>,
  flags: readonly string[] = [],
) {
  const io = captured({})
  const ready = join(folder, 'ready')
  const running = run(['judge', '--proxy', '--upstream', upstream, '--ready-file', ready, ...flags], io)
  const [, url = ''] = await io.until(/forgery judge: (\S+) passes everything on/)
  await during(url)
  io.signal('SIGINT')
  return { status: await running, out: masked(io.printed()), err: masked(io.complained()) }
}

const alice = { 'private-token': 'alice-token' }

describe('a proxy', () => {
  test('passes everything on unchanged, and reports at its end', async () => {
    const { status, out, err } = await proxied(server.url, async (url) => {
      const gzipped = { ...alice, 'accept-encoding': 'gzip' }
      for (const path of [
        '/api/v4/projects/1?x=%2f%C3%A4',
        '/api/v4/projects/acme%2Fwebapp/repository/archive.zip',
        '/nowhere',
      ]) {
        const [direct, through] = [await asked(server.url, path, gzipped), await asked(url, path, gzipped)]
        expect(through.status).toBe(direct.status)
        expect(withoutConnection(through.headers)).toEqual(withoutConnection(direct.headers))
        expect(through.bytes.equals(direct.bytes)).toBe(true)
      }
      const title = '{"title":"Through a proxy"}'
      const posted = await asked(
        url,
        '/api/v4/projects/1/milestones',
        { ...alice, 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
        title,
      )
      expect(posted.status).toBe(201)
      expect(JSON.parse(plain(posted.bytes))).toMatchObject({ title: 'Through a proxy' })
    })
    expect(out).toMatch(/3 exchanges of 3 operations judged: \d+ pass, 0 fail/)
    expect(err).toContain('passes everything on to http://127.0.0.1:PORT; end it with Ctrl-C\n')
    expect(status).toBe(0)
  })

  test('reports a fault of the service', async () => {
    const faulty = createSimulator({ faults: [{ path: '/api/v4/version', status: 500 }] })
    const behind = await faulty.listen()
    try {
      const { status, out } = await proxied(behind.url, async (url) => {
        expect((await asked(url, '/api/v4/version', alice)).status).toBe(500)
      })
      expect(out).toContain('FAIL laws/statuses/get-version (must)')
      expect(out).not.toContain('alice-token')
      expect(status).toBe(1)
    } finally {
      await behind.close()
    }
  })

  test('answers 502 for a service that does not, which is not judged', async () => {
    const { status, err } = await proxied('http://127.0.0.1:1', async (url) => {
      const { status: answered, bytes } = await asked(url, '/api/v4/version')
      expect(answered).toBe(502)
      expect(String(bytes)).toContain(
        'forgery judge: http://127.0.0.1:1 does not answer: connect ECONNREFUSED',
      )
    })
    expect(err).toContain('nothing was judged')
    expect(status).toBe(2)
  })
})

describe('a proxy before a certificate that nobody knows', () => {
  let secured: Listening
  beforeAll(async () => {
    const { certificate: tls } = await certified('127.0.0.1', join(folder, 'ca.pem'))
    const simulator = createSimulator({ clock: 'frozen' })
    secured = await listen((asked) => simulator.respond(asked), { tls })
  })
  afterAll(() => secured.close())

  test.each<[what: string, flags: () => readonly string[]]>([
    ['--insecure', () => ['--insecure']],
    ['--ca', () => ['--ca', join(folder, 'ca.pem')]],
  ])('passes on with %s', async (_what, flags) => {
    const during = async (url: string) => {
      expect((await asked(url, '/api/v4/version', alice)).status).toBe(200)
    }
    const { status, out } = await proxied(secured.url, during, flags())
    expect(out).toMatch(/1 exchanges of 1 operations judged: \d+ pass, 0 fail/)
    expect(status).toBe(0)
  })

  test('names both where neither was given', async () => {
    const { status } = await proxied(secured.url, async (url) => {
      const { status: answered, bytes } = await asked(url, '/api/v4/version', alice)
      expect(answered).toBe(502)
      expect(String(bytes)).toMatch(/certificate of https:.* is not trusted .*--ca FILE.*--insecure/)
    })
    expect(status).toBe(2)
  })
})

function withoutConnection(raw: readonly string[]): readonly string[] {
  const own = [
    'connection',
    'keep-alive',
    'date',
    'x-request-id',
    'x-runtime',
    'x-gitlab-meta',
    'transfer-encoding',
  ]
  return raw.flatMap((name, i) =>
    i % 2 === 0 && !own.includes(name.toLowerCase()) ? [`${name}: ${raw[i + 1]}`] : [],
  )
}

function plain(bytes: Buffer): string {
  return String(bytes[0] === 0x1f ? gunzipSync(bytes) : bytes)
}

test.each([
  ['', 'name the HAR files to judge, or give --proxy --upstream URL'],
  ['@none.har', 'there is no file /none.har'],
  ['@no.har', '/no.har is no HAR: it must be JSON with a list "log.entries"'],
  ['@empty.har', '/empty.har: no call of an API below /api/v4; there is no exchange at all'],
  ['@no.har --proxy', 'name HAR files or give --proxy, not both'],
  ['--proxy', '--proxy needs --upstream URL, the service behind it'],
  ['@no.har --upstream http://127.0.0.1:1', '--upstream needs --proxy'],
  ['@no.har --insecure', '--insecure needs --proxy'],
  [
    '--proxy --upstream https://127.0.0.1:1 --ca @none.pem',
    '--ca: cannot read /none.pem: no such file or folder',
  ],
  ['@no.har --url here', '--url: here is no URL'],
  ['@no.har --url ftp://x', '--url: ftp://x is no URL of a service; give http or https'],
  ['@no.har --report html', '--report: traffic is reported as text, json, junit, sarif, github, not as html'],
])('judge %s: status 2 and one line', async (line, text) => {
  writeFileSync(join(folder, 'no.har'), '<html>')
  writeFileSync(join(folder, 'empty.har'), '{"log":{"entries":[]}}')
  const io = captured({})
  const words = line.split(' ').filter((word) => word !== '')
  const status = await run(['judge', ...words.map((word) => word.replace('@', `${folder}/`))], io)
  const err = io.complained().replaceAll(folder, '')
  expect(err).toContain(`forgery judge: ${text}`)
  expect(err.trim().split('\n')).toHaveLength(1)
  expect(status).toBe(2)
})
