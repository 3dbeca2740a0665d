import { createServer, type IncomingMessage } from 'node:http'
import { Duplex } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Requests } from './request.ts'

// A parser that takes what Node's refuses, or reads it in another way, is a hole: it may only take less.

interface Read {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** All that Node reads of these bytes, and whether that was all there was. */
function readByNode(bytes: Buffer): Promise<readonly Read[]> {
  const read: Read[] = []
  const server = createServer({ joinDuplicateHeaders: true }, (incoming, response) => {
    let body = ''
    incoming.on('data', (chunk: Buffer) => (body += chunk.toString('latin1')))
    incoming.on('end', () => {
      const { method, url, headers } = incoming
      read.push({ method, url, headers, body })
      response.end()
    })
  })
  return new Promise((resolve) => {
    const stream = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done(), allowHalfOpen: true })
    server.on('clientError', () => stream.destroy())
    stream.on('error', () => {}).on('close', () => resolve(read))
    server.emit('connection', stream)
    stream.push(bytes)
    stream.push(null)
  })
}

const blank = fc.constantFrom('', ' ', ' ', ' ', '\t', '  ')
const name = fc.constantFrom(
  'Accept',
  'PRIVATE-TOKEN',
  'X-Any!#$%&*+.^_`|~1',
  'Content-Length',
  'Connection',
  'Proxy-Connection',
  'Transfer-Encoding',
  'Expect',
  'Upgrade',
  'Set-Cookie',
  'Host',
  'constructor',
  '__proto__',
  'Bad Name',
  'Bad(',
  '',
)
const value = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '3',
    '03',
    '+3',
    '3 ',
    '3, 3',
    'keep-alive',
    'Keep-Alive',
    'close',
    'upgrade',
    'chunked',
    'a b',
  ),
  fc.string({
    unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
    maxLength: 5,
  }),
)
const header = fc
  .tuple(name, blank, value, blank)
  .map(([left, before, right, after]) => `${left}:${before}${right}${after}`)
const usual = fc.constantFrom(
  'Host: x',
  'Accept: */*',
  'PRIVATE-TOKEN: abc',
  'Connection: keep-alive',
  'X-A:b c',
)
const lineEnd = fc.oneof(
  { weight: 150, arbitrary: fc.constant('\r\n') },
  fc.constantFrom('\n', '\r', '\r\n ', '\r\n\r\n'),
)
const target = fc.oneof(
  fc.constantFrom('/', '/api/v4/projects/a%2Fb?page=2', '//x', '/a#b', '*', 'http://x/y', 'x:80', ''),
  fc
    .string({
      unit: fc
        .oneof({ weight: 30, arbitrary: fc.integer({ min: 33, max: 126 }) }, fc.integer({ min: 1, max: 255 }))
        .map((code) => String.fromCharCode(code)),
      maxLength: 4,
    })
    .map((text) => `/${text}`),
)
const sent = fc
  .record({
    method: fc.constantFrom(
      'GET',
      'GET',
      'POST',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'HEAD',
      'CONNECT',
      'get',
      'BREW',
      'M-SEARCH',
    ),
    target,
    version: fc.oneof(
      { weight: 20, arbitrary: fc.constant('HTTP/1.1') },
      fc.constantFrom('HTTP/1.0', 'HTTP/1.2', 'HTTP/2.0', ''),
    ),
    lines: fc.array(fc.oneof({ weight: 6, arbitrary: usual }, header), { maxLength: 3 }),
    isTold: fc.boolean(),
    host: fc.constantFrom(true, true, true, true, false),
    ends: fc.array(lineEnd, { minLength: 8, maxLength: 8 }),
    body: fc.constantFrom('', '', '', '', '', 'abc', 'ab', 'abcd', 'GET / HTTP/1.1\r\nHost: y\r\n\r\n'),
  })
  .map(({ method, target, version, lines, host, ends, body, isTold }) => {
    const told = isTold && body !== '' ? [`Content-Length: ${body.length}`] : []
    const all = [`${method} ${target} ${version}`, ...(host ? ['Host: x'] : []), ...told, ...lines, '']
    return Buffer.from(all.map((line, i) => line + (ends[i] as string)).join('') + body, 'latin1')
  })

test('what is taken is what Node reads, and all of it', async () => {
  let taken = 0
  await fc.assert(
    fc.asyncProperty(sent, async (bytes) => {
      const found = new Requests().in(bytes)
      if (found === undefined) return
      taken++
      const { method, url, headers, body } = found
      const text = body === undefined ? '' : Buffer.from(body).toString('latin1')
      expect(await readByNode(bytes)).toEqual([{ method, url, headers, body: text }])
    }),
    { numRuns: 3000 },
  )
  expect(taken).toBeGreaterThan(300)
})

test.each([
  [
    'a client of Node',
    'GET /a?b=c HTTP/1.1\r\nhost: x:8080\r\nconnection: keep-alive\r\nprivate-token: t\r\n\r\n',
    undefined,
  ],
  ['curl', 'GET /a HTTP/1.1\r\nHost: x\r\nUser-Agent: curl/8.5.0\r\nAccept: */*\r\n\r\n', undefined],
  [
    'one that posts',
    'POST /a HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
    '{}',
  ],
  ['one that posts nothing', 'POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n', undefined],
])('a request of %s is taken', (_who, text, body) => {
  const found = new Requests().in(Buffer.from(text, 'latin1'))
  expect(found && { ...found, body: found.body && Buffer.from(found.body).toString() }).toMatchObject({
    body,
  })
})

test('headers are the same object where a client sends the same', () => {
  const requests = new Requests()
  const headersOf = (text: string) => requests.in(Buffer.from(text))?.headers
  const first = headersOf('GET /a HTTP/1.1\r\nHost: x\r\nA: 1\r\n\r\n')
  expect(headersOf('GET /b HTTP/1.1\r\nHost: x\r\nA: 1\r\n\r\n')).toBe(first)
  expect(headersOf('GET /b HTTP/1.1\r\nHost: x\r\nA: 2\r\n\r\n')).toEqual({ host: 'x', a: '2' })
})
