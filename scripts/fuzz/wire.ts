import { connect } from 'node:net'
import fc from 'fast-check'
import { createSimulator } from '../../sim/index.ts'
import { anyText } from '../../sim/testing/any-text.ts'
import type { Campaign } from './campaign.ts'

/** How long a connection may stay silent that the client has ended, in milliseconds. */
const PATIENCE = 10_000

/** Bytes that are nearly HTTP, over a real port: the server answers what it can, closes, and serves others. */
export function wire(): Campaign<string> {
  const listening = createSimulator({ outbound: 'off' }).listen()
  return {
    name: 'wire',
    says: 'malformed HTTP over a real port',
    inputs: messages,
    size: 100,
    attempt: async (input) => {
      const { port } = await listening
      const said = await exchanged(port, input)
      if (said === undefined) return 'the connection stayed open'
      const status = /^HTTP\/1\.1 (\d+)/.exec(said)?.[1]
      if (said !== '' && status === undefined) return `the answer is no HTTP: ${said.slice(0, 80)}`
      // 505 is the answer to another version of HTTP.
      if (status?.startsWith('5') && status !== '505') return `answered ${status}`
      const { status: after } = await fetch(`http://127.0.0.1:${port}/api/v4/version`)
      return after === 401 ? undefined : `answered others ${after} afterwards`
    },
    close: async () => (await listening).close(),
  }
}

/** What came back until the connection closed; undefined where it did not. */
function exchanged(port: number, message: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let said = ''
    const socket = connect(port, '127.0.0.1', () => socket.end(message, 'latin1'))
    socket.on('data', (chunk) => {
      said += chunk.toString('latin1')
    })
    // A server that has refused may reset the connection.
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(said))
    socket.setTimeout(PATIENCE, () => {
      resolve(undefined)
      socket.destroy()
    })
  })
}

const junk = anyText({ maxLength: 12 })
const lines = fc.constantFrom(
  'Host: x',
  'Host:',
  'Content-Length: 5',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Content-Length: 5, 6',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'Expect: 100-continue',
  'Expect: nothing',
  'Connection: upgrade',
  'Upgrade: h2c',
  'Content-Encoding: gzip',
  'Content-Type: application/json',
  'Content-Type: multipart/form-data; boundary=',
  'Private-Token: alice-token',
  'Range: bytes=5-1,-,9-',
  'Cookie: \x80\xff',
  ' folded: yes',
  'no colon',
  `X: ${'y'.repeat(20_000)}`,
)
const messages = fc
  .record({
    method: fc.oneof(fc.constantFrom('GET', 'POST', 'PUT', 'CONNECT', 'OPTIONS', 'TRACE', 'PRI', ''), junk),
    target: fc.oneof(
      fc.constantFrom(
        '/api/v4/projects',
        '/api/v4/projects/1/issues',
        '*',
        '/%',
        '//',
        '/\0',
        'http://a:b@c/',
        '/a b',
      ),
      fc.constantFrom(
        `/${'a/'.repeat(9_000)}`,
        '/api/v4/user?%ff',
        '/w//x',
        '/alice/dotfiles.git/git-receive-pack',
      ),
      junk,
    ),
    version: fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', ''),
    headers: fc.array(fc.oneof({ weight: 4, arbitrary: lines }, junk), { maxLength: 6 }),
    end: fc.constantFrom('\r\n', '\r\n', '\n', '\r'),
    body: fc.oneof(
      fc.constantFrom('', 'a=b', '{"a":', '5\r\nhello\r\n0\r\n\r\n', 'zz\r\n', 'ffffffffffffffff\r\nx'),
      junk,
    ),
  })
  .map(({ method, target, version, headers, end, body }) =>
    [`${method} ${target} ${version}`, ...headers, '', body].join(end),
  )
