import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { afterEach, describe, expect, test } from 'vitest'
import { type ConformOptions, runConform } from '../cli.ts'
import { NotThere } from './introduction.ts'
import { liveTarget } from './live.ts'
import { servedSimulator } from './simulator.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function listening(server: Server, scheme = 'http'): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  closing.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  )
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function always(status: number, body: string, headers: { readonly [name: string]: string } = {}) {
  return ((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  }) satisfies RequestListener
}

async function conform(url: string, options: ConformOptions = {}) {
  let out = ''
  let complaint = ''
  const status = await runConform({
    url,
    ids: ['milestones/order'],
    tokens: { owner: 'some-token' },
    write: (text) => {
      out += text
    },
    complain: (text) => {
      complaint += text
    },
    ...options,
  })
  return { status, out, complaint }
}

/** Milliseconds that somebody would wait who meets a target, which are not waited for, and the requests. */
async function patience(url: string, timeout?: number) {
  let waited = 0
  let requests = 0
  const clock = {
    now: () => waited,
    sleep: async (milliseconds: number) => {
      waited += milliseconds
    },
  }
  const counting: typeof fetch = (input, init) => {
    requests += 1
    return fetch(input, init)
  }
  const told = { url, tokens: { owner: 'some-token' }, clock, fetch: counting }
  await expect(liveTarget(timeout === undefined ? told : { ...told, timeout })).rejects.toThrow(NotThere)
  return { waited, requests }
}

/** What fits into two seconds. */
async function expectHaste(url: string) {
  const { waited, requests } = await patience(url)
  expect(waited).toBeLessThan(1000)
  expect(requests).toBeLessThan(10)
}

const html = { 'content-type': 'text/html' }

describe('a target that is no such service ends with status 2 and one sentence', () => {
  test.each<readonly [string, RequestListener, RegExp]>([
    ['500', always(500, '{"message":"oops"}'), /answers 500 \{"message":"oops"\}.*its log/],
    ['429', always(429, 'Retry later', { 'retry-after': '60' }), /answers 429.*in 60 s.*--rate/],
    ['503', always(503, '<h1>Down</h1>', html), /nothing answers .*gateway answers 503 Down.*start it/],
    [
      'a login',
      always(302, '', { location: 'https://sso.test/login' }),
      /302 to https:\/\/sso.test\/login.*--header/,
    ],
    ['a page', always(200, '<h1>It works</h1>', html), /200 \(text\/html\) <h1>It works<\/h1>.*the base URL/],
    ['an empty object', always(200, '{}'), /answers 200 \{\}, and \{"version":"…"\} was expected/],
    ['an empty list', always(200, '[]'), /answers 200 \[\].*the base URL/],
    [
      '401',
      always(401, '{"message":"401 Unauthorized"}'),
      /answers 401.*the token of the owner.*opens nothing/,
    ],
    ['404', always(404, '{"error":"404 Not Found"}'), /answers 404.*with its path if it has one/],
    [
      'a port for TLS',
      always(400, '<h1>The plain HTTP request was sent to HTTPS port</h1>', html),
      /answers 400.*try https:/,
    ],
    [
      'one behind short buffers',
      (request, response) => {
        const isList = request.url?.startsWith('/api/v4/projects?')
        const isMe = request.url === '/api/v4/user'
        response.writeHead(isList ? 502 : isMe ? 200 : 404, { 'content-type': 'application/json' })
        response.end(isMe ? '{"id":1,"username":"alice"}' : '{}')
      },
      /answers GET \/api\/v4\/user, and no page of a list \(.*502.*proxy_buffer_size/,
    ],
    ['a token without a scope', always(403, '{"error":"insufficient_scope"}'), /answers 403.*scope read_api/],
  ])('%s', async (_what, listener, sentence) => {
    const url = await listening(createServer(listener))
    const { status, out, complaint } = await conform(url)
    expect(complaint).toMatch(sentence)
    expect(complaint).toContain(url)
    expect(complaint.trim().split('\n')).toHaveLength(1)
    expect({ status, out }).toEqual({ status: 2, out: '' })
    await expectHaste(url)
  })

  test('one that resets connections', async () => {
    const url = await listening(createServer((request) => request.socket.resetAndDestroy()))
    for (let run = 0; run < 4; run++) {
      const { status, complaint } = await conform(url)
      expect(complaint).toMatch(/nothing answers at .*ECONNRESET|socket|closed/)
      expect(status).toBe(2)
    }
    await expectHaste(url)
  })

  test.each<readonly [string, RequestListener]>([
    ['hangs', () => undefined],
    [
      'never ends its replies',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const timer = setInterval(() => response.write(' '), 10)
        response.on('close', () => clearInterval(timer))
      },
    ],
  ])('one that %s, after the time allowed', async (_what, listener) => {
    const url = await listening(createServer(listener))
    const { status, complaint } = await conform(url, { timeout: 200 })
    expect(complaint).toMatch(/no reply within 0.2 s.*--timeout/)
    expect(status).toBe(2)
    expect(await patience(url, 200)).toEqual({ waited: 0, requests: 1 })
  })

  test('a simulator whose owner the token does not open', async () => {
    const server = await servedSimulator()
    closing.push(() => server.close())
    const { status, complaint } = await conform(server.url)
    expect(complaint).toMatch(/answers 401.*opens nothing/)
    expect(status).toBe(2)
  })
})

describe('a certificate of its own', () => {
  async function secured() {
    const behind = await servedSimulator()
    closing.push(() => behind.close())
    const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
      extensions: [
        { name: 'basicConstraints', cA: true },
        { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
      ],
    })
    const server = createSecureServer({ key, cert }, async (request, response) => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).filter(([name]) => name !== 'host' && name !== 'connection'),
      ) as { [name: string]: string }
      const reply = await fetch(`${behind.url}${request.url}`, { method: request.method ?? 'GET', headers })
      response.writeHead(reply.status, Object.fromEntries(reply.headers))
      response.end(Buffer.from(await reply.arrayBuffer()))
    })
    return { url: await listening(server, 'https'), cert }
  }
  const options = { tokens: {}, ids: ['conventions/request-ids'] }

  test('is refused, and both ways to trust it are named', async () => {
    const { status, complaint } = await conform((await secured()).url, options)
    expect(complaint).toMatch(
      /certificate of https:.* is not trusted \(.*self.signed.*\).*--ca FILE.*--insecure/,
    )
    expect(status).toBe(2)
  })

  test('is trusted with --insecure, and with --ca', async () => {
    const { url, cert } = await secured()
    expect(await conform(url, { ...options, insecure: true })).toMatchObject({ status: 0, complaint: '' })
    const folder = await mkdtemp(join(tmpdir(), 'forgery-'))
    try {
      const ca = join(folder, 'ca.pem')
      await writeFile(ca, cert)
      expect(await conform(url, { ...options, ca })).toMatchObject({ status: 0, complaint: '' })
      await writeFile(ca, 'nothing')
      expect(await conform(url, { ...options, ca })).toMatchObject({
        status: 2,
        complaint: expect.stringContaining('holds no certificate in PEM'),
      })
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
