import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSimulator } from '../../index.ts'
import type { PlainReply } from '../../protocol/message.ts'
import { type Cassette, Recording } from './recording.ts'
import { type UpstreamOptions, withUpstream } from './upstream.ts'

let server: Server
let url: string
let asked: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[]
let bodies: string[]
beforeAll(async () => {
  server = createServer((request, reply) => {
    const { method, url: target, headers } = request
    asked.push({ method, url: target, headers })
    request.on('data', (part: Buffer) => bodies.push(part.toString('latin1')))
    const links = { Link: `<${url}/api/v4/things?page=2>; rel="next"`, 'Set-Cookie': 'session=1' }
    reply.writeHead(target?.includes('/none') ? 404 : 200, { 'Content-Type': 'application/json', ...links })
    const answer = { from: 'upstream', runners_token: 'GR1348941abcdefghijklmnopqrst', to: target }
    request.on('end', () => reply.end(JSON.stringify(answer)))
    request.resume()
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  asked = []
  bodies = []
})
afterAll(() => server.close())

const sim = createSimulator()

async function answer(line: string, options: UpstreamOptions = { url }, body?: string): Promise<PlainReply> {
  const [method = '', target = ''] = line.split(' ')
  const headers = { 'private-token': 'alice-token', host: 'here.example', cookie: 'a=b', accept: 'x/y' }
  return withUpstream((request) => sim.respond(request), options)({ method, url: target, headers, body })
}

const textOf = ({ body }: PlainReply) =>
  typeof body === 'string' ? body : new TextDecoder().decode(body ?? undefined)
const calls = () => asked.map(({ method, url: target }) => `${method} ${target}`)

test('what the simulator has it answers, and what it has not is asked for upstream', async () => {
  expect((await answer('GET /api/v4/projects/1')).headers['X-Forgery-Upstream']).toBeUndefined()
  const reply = await answer('GET /api/v4/projects/9999?statistics=true')
  expect([reply.status, reply.headers['X-Forgery-Upstream'], calls()]).toEqual([
    200,
    'live',
    ['GET /api/v4/projects/9999?statistics=true'],
  ])
  expect((await answer('GET /api/v4/things/none')).status).toBe(404)
})

test('all reads can be asked for there', async () => {
  await answer('GET /api/v4/projects/1', { url, reads: 'all' })
  expect(calls()).toEqual(['GET /api/v4/projects/1'])
})

test('nobody but an own token is passed on', async () => {
  await answer('GET /api/v4/things?private_token=alice-token&a=1&job_token=x', { url, token: 'mine' })
  expect(calls()).toEqual(['GET /api/v4/things?a=1'])
  expect(asked[0]?.headers).toMatchObject({ 'private-token': 'mine', accept: 'x/y' })
  expect(asked[0]?.headers).not.toHaveProperty('cookie')
  await answer('GET /api/v4/things')
  expect(asked[1]?.headers).not.toHaveProperty('private-token')
})

test.each([
  ['POST /api/v4/things', {}],
  ['DELETE /api/v4/things/1', {}],
  ['GET /things', {}],
  ['GET /w/one/api/v4/things', {}],
  ['GET /api/v4/things', { allow: ['/projects/*', '/thing'] }],
  ['GET /api/v4/../../secret', {}],
  ['GET /api/v4/projects/%2e%2e/x', { allow: ['/projects/*'] }],
  ['GET /api/v4/projects\\x', {}],
])('%s %j is not passed on', async (line, options) => {
  expect(
    (await answer(line, { url, reads: 'all', ...options })).headers['X-Forgery-Upstream'],
  ).toBeUndefined()
  expect(calls()).toEqual([])
})

test('what is allowed is, and writes where they are told', async () => {
  await answer('GET /api/v4/projects/9999', { url, allow: ['/projects/*'] })
  await answer('POST /api/v4/things', { url, writes: true }, '{"a":1}')
  await answer('POST /api/v4/projects/1/milestones', { url, writes: true }, 'title=x')
  expect(calls()).toEqual(['GET /api/v4/projects/9999', 'POST /api/v4/things'])
})

const multipart = (...fields: [string, string][]) =>
  `${fields.map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join('')}--b--\r\n`

test.each([
  ['application/json', '{"private_token":"alice-token","title":"x","password":"hush-hush"}', '"title":"x"'],
  ['application/x-www-form-urlencoded', 'title=x&private_token=alice-token&password=hush-hush', 'title=x'],
  [
    'multipart/form-data; boundary=b',
    multipart(['private_token', 'alice-token'], ['title', 'x'], ['password', 'hush-hush']),
    'name="title"\r\n\r\nx',
  ],
])('credentials in a body of type %s go nowhere, and no secret is kept', async (type, body, stays) => {
  const recording = new Recording()
  const cassette = { recording, played: false, save: async () => {} }
  const handler = withUpstream((request) => sim.respond(request), {
    url,
    writes: true,
    token: 'mine',
    cassette,
  })
  const headers = { 'private-token': 'alice-token', 'content-type': type }
  await handler({ method: 'POST', url: '/api/v4/things', headers, body })
  expect(bodies.join()).toContain(stays)
  expect(bodies.join()).toContain('hush-hush')
  expect(bodies.join()).not.toContain('alice-token')
  const kept = JSON.stringify(recording.calls())
  expect(kept).toContain(JSON.stringify(stays).slice(1, -1))
  for (const secret of ['alice-token', 'hush-hush', 'mine"']) expect(kept).not.toContain(secret)
})

test.each([
  ['application/json', '{"key":"DEPLOY","value":"hush-hush"}'],
  ['application/x-www-form-urlencoded', 'key=DEPLOY&value=hush-hush'],
  ['multipart/form-data; boundary=b', multipart(['key', 'DEPLOY'], ['value', 'hush-hush'])],
])('the value of a variable that is sent as %s is not kept', (type, body) => {
  const recording = new Recording()
  const request = {
    method: 'POST',
    url: '/api/v4/projects/9/variables',
    headers: { 'content-type': type },
    body,
  }
  recording.add(request, { status: 201, headers: {}, body: '{}' })
  expect(JSON.stringify(recording.calls())).not.toContain('hush-hush')
  expect(recording.reply(request)?.status).toBe(201)
})

test('pages behind the first are asked for here', async () => {
  const { headers } = await answer('GET /api/v4/things')
  expect(headers.link).toBe('<http://here.example/api/v4/things?page=2>; rel="next"')
  expect(headers).not.toHaveProperty('set-cookie')
})

test('a service that does not answer is told so', async () => {
  const reply = await answer('GET /api/v4/things', { url: 'http://127.0.0.1:9' })
  expect([reply.status, textOf(reply)]).toEqual([502, expect.stringContaining('--upstream does not answer')])
})

test('what was recorded is played without network and without secrets', async () => {
  const recording = new Recording()
  const recorder: Cassette = { recording, played: false, save: async () => {} }
  const line = 'GET /api/v4/things?private_token=alice-token&page=1'
  await answer(line, { url, cassette: recorder })
  await answer(line, { url, cassette: recorder })
  expect(calls()).toHaveLength(1)
  const written = JSON.stringify(recording.calls())
  for (const secret of ['alice-token', 'GR1348941', 'session=1', '127.0.0.1'])
    expect(written).not.toContain(secret)
  const played: Cassette = {
    recording: new Recording(JSON.parse(written)),
    played: true,
    save: async () => {},
  }
  const reply = await answer(line, { url, cassette: played })
  expect(calls()).toHaveLength(1)
  expect(JSON.parse(textOf(reply))).toMatchObject({ from: 'upstream', runners_token: '[redacted]' })
  expect([reply.headers['X-Forgery-Upstream'], reply.headers.link]).toEqual([
    'cassette',
    '<http://here.example/api/v4/things?page=2>; rel="next"',
  ])
  // What is not on it is answered by the simulator alone.
  expect((await answer('GET /api/v4/others', { url, cassette: played })).status).toBe(404)
  expect((await answer('GET /api/v4/projects/1', { url, reads: 'all', cassette: played })).status).toBe(200)
  expect(calls()).toHaveLength(1)
})

test('bytes and values of variables are kept as they may be', () => {
  const recording = new Recording()
  const bytes = Uint8Array.from([0xff, 0, 1])
  const get = (target: string) => ({ method: 'GET', url: target, headers: {} })
  recording.add(get('/api/v4/picture'), { status: 200, headers: {}, body: bytes })
  recording.add(get('/api/v4/projects/1/variables'), {
    status: 200,
    headers: {},
    body: '[{"key":"K","value":"s\\"3"}]',
  })
  const again = new Recording(JSON.parse(JSON.stringify(recording.calls())))
  expect(again.reply(get('/api/v4/picture'))?.body).toEqual(bytes)
  expect(again.reply(get('/api/v4/projects/1/variables'))?.body).toBe('[{"key":"K","value":"[redacted]"}]')
})
