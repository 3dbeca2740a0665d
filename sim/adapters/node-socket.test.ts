import { connect, type Socket } from 'node:net'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PlainReply, PlainRequest } from '../protocol/message.ts'
import { type Listening, listen, type Refused } from './node.ts'

// What only a raw connection can show: malformed targets, keep-alive, and how a server closes.

const fine: PlainReply = { status: 200, headers: { 'Content-Type': 'text/plain' }, body: 'fine' }
let server: Listening
let refused: Refused[]
let errors: unknown[]
let seen: PlainRequest[]
let reply: PlainReply
const sockets: Socket[] = []

beforeEach(async () => {
  refused = []
  errors = []
  seen = []
  reply = fine
  server = await listen(
    (request) => {
      seen.push(request)
      return reply
    },
    { bodyLimit: () => 1000, onRefused: (one) => refused.push(one), onError: (error) => errors.push(error) },
  )
})

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server.close()
})

function open(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => resolve(socket))
    socket.on('error', reject)
    sockets.push(socket)
  })
}

/** Writes text and gives what came back until the other side closed. */
async function exchanged(text: string): Promise<string> {
  const socket = await open()
  socket.write(text, 'latin1')
  return ended(socket)
}

function ended(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    socket.on('close', () => resolve(received))
  })
}

function until(socket: Socket, marker: string): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      if (received.includes(marker)) resolve(received)
    })
  })
}

const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`

describe('targets', () => {
  test('dot segments and double slashes are left to the handler', async () => {
    await exchanged(get('/api//v4/../x/%2e%2e/./y?a=/../'))
    expect(seen[0]?.url).toBe('/api//v4/../x/%2e%2e/./y?a=/../')
  })

  test('the absolute form of proxies gives its path', async () => {
    await exchanged(get('http://forge.example:8080/api/v4/version?x=1'))
    await exchanged(get('http://forge.example?x=1'))
    expect(seen.map(({ url }) => url)).toEqual(['/api/v4/version?x=1', '/?x=1'])
  })

  test('bytes beyond ASCII are refused with 400', async () => {
    expect(await exchanged(get('/caf\xc3\xa9'))).toMatch(/^HTTP\/1.1 400 /)
  })

  test.each(['*', 'forge.example:80', 'ftp://x/y'])('the target %s is refused with 400', async (target) => {
    expect(await exchanged(`OPTIONS ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 400 /,
    )
    expect(seen).toEqual([])
  })

  test('what is not HTTP is refused with 400 and harms nobody', async () => {
    expect(await exchanged('\0\x01\x02 nonsense\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /)
    expect(await exchanged(get('/'))).toMatch(/^HTTP\/1.1 200 /)
  })

  test('no bytes of a client end the server', async () => {
    const valid = Buffer.from(
      `POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello`,
    )
    const mutated = fc.tuple(fc.nat(valid.length - 1), fc.uint8Array({ maxLength: 8 })).map(([at, bytes]) => {
      return Buffer.concat([valid.subarray(0, at), bytes, valid.subarray(at + 1)]).toString('latin1')
    })
    await fc.assert(
      fc.asyncProperty(mutated, async (bytes) => {
        const socket = await open()
        socket.end(bytes, 'latin1')
        await ended(socket)
      }),
      { numRuns: 200 },
    )
    expect(await exchanged(get('/'))).toMatch(/^HTTP\/1.1 200 /)
  })

  test('headers above the limit are refused with 431', async () => {
    expect(await exchanged(get(`/${'a'.repeat(40_000)}`))).toMatch(/^HTTP\/1.1 431 /)
  })

  test('headers below the limit all arrive, however many', async () => {
    const many = Array.from({ length: 2500 }, (_, i) => `h${i}: 1\r\n`).join('')
    await exchanged(`GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${many}\r\n`)
    expect(seen[0]?.headers.h2499).toBe('1')
  })
})

describe('headers', () => {
  test('a repeated credential is joined, not chosen from', async () => {
    await exchanged(
      'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: a\r\nAuthorization: b\r\nSet-Cookie: c\r\nSet-Cookie: d\r\nCookie: e=1\r\nCookie: f=2\r\n\r\n',
    )
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'a, b',
      'set-cookie': 'c, d',
      cookie: 'e=1; f=2',
    })
  })

  test('the reply carries no time of the wall', async () => {
    expect(await exchanged(get('/'))).not.toMatch(/^date:/im)
  })

  test('the length that a handler states is not sent twice', async () => {
    reply = { ...fine, headers: { 'content-length': '4' } }
    expect((await exchanged(get('/'))).match(/content-length/gi)).toHaveLength(1)
  })

  test('the address of the client is told', async () => {
    await exchanged(get('/'))
    expect(seen[0]?.address).toBe('127.0.0.1')
  })
})

describe('bodies', () => {
  const lengths = [1, 4499, 4500, 4501, 14_999, 15_000, 15_001, 20_000]
  const cases = lengths.flatMap((length) =>
    ['a', 'é', '😀'].flatMap((ending) => ['plain', 'caf\u00e9'].map((value) => ({ length, ending, value }))),
  )
  test.each(cases)(
    'of about $length characters that end with $ending is sent as UTF-8 behind the header $value',
    async ({ length, ending, value }) => {
      const body = 'a'.repeat(length - 1) + ending
      reply = { ...fine, headers: { 'X-Value': value }, body }
      const [head, sent] = (await exchanged(get('/'))).split('\r\n\r\n')
      const bytes = Buffer.from(body).toString('latin1')
      expect(sent).toBe(bytes)
      expect(head).toContain(`X-Value: ${value}`)
      expect(head).toContain(`Content-Length: ${bytes.length}`)
    },
  )

  const chunked = (body: string) =>
    `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`

  test('a chunked body arrives', async () => {
    await exchanged(chunked('hello'))
    expect(Buffer.from(seen[0]?.body as Uint8Array).toString()).toBe('hello')
  })

  test('a chunked body above the limit is refused with 413', async () => {
    expect(await exchanged(chunked('x'.repeat(1001)))).toMatch(/^HTTP\/1.1 413 /)
    expect(refused).toEqual([{ method: 'POST', url: '/', status: 413 }])
    expect(seen).toEqual([])
  })

  test('a length above the limit is refused before the body comes', async () => {
    const socket = await open()
    const answer = until(socket, 'Too Large"}')
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n')
    expect(await answer).toMatch(/^HTTP\/1.1 413 /)
  })

  test('the connection serves on after a body that was too large', async () => {
    const socket = await open()
    const first = until(socket, 'Too Large"}')
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1500\r\n\r\n${'x'.repeat(1500)}`)
    await first
    const second = until(socket, 'fine')
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(await second).toMatch(/^HTTP\/1.1 200 /)
  })

  test('a long body arrives as it was sent', async () => {
    const sent = Buffer.from('0123456789abcdef'.repeat(400_000))
    let received: PlainRequest | undefined
    const other = await listen(
      (request) => {
        received = request
        return fine
      },
      { bodyLimit: () => 2 * sent.length },
    )
    try {
      for (const body of [sent, new Blob([sent]).stream()]) {
        await fetch(other.url, { method: 'POST', body, duplex: 'half' } as RequestInit)
        expect(sent.equals(received?.body as Uint8Array)).toBe(true)
      }
    } finally {
      await other.close()
    }
  })

  test('the rest of a reply is made as it is sent, and each piece may be made where the one before was', async () => {
    const memory = new Uint8Array(100_000)
    function* pieces() {
      for (const digit of '12345') yield memory.fill(digit.charCodeAt(0))
    }
    reply = { ...fine, more: pieces() }
    const [head, sent] = (await exchanged(get('/').replace('1.1', '1.0'))).split('\r\n\r\n')
    expect(head).not.toContain('Content-Length')
    expect(sent).toBe(['fine', ...Array.from('12345', (digit) => digit.repeat(100_000))].join(''))
  })

  test('others are served while the rest of a reply is made', async () => {
    let made = 0
    function* pieces() {
      reply = fine
      while (seen.length < 2 && made++ < 20_000) yield Buffer.from('piece')
    }
    reply = { ...fine, more: pieces() }
    const long = exchanged(get('/long'))
    await becomes(() => made > 0)
    expect(await exchanged(get('/'))).toMatch(/fine$/)
    await long
    expect(made).toBeLessThan(20_000)
  })

  test('a reply of which the rest cannot be made is broken off', async () => {
    function* pieces() {
      yield Buffer.from(' so far')
      throw new Error('no more')
    }
    reply = { ...fine, more: pieces() }
    const sent = await exchanged(get('/'))
    expect(sent).toContain(' so far')
    expect(sent).not.toContain('\r\n0\r\n')
    expect(errors).toEqual([new Error('no more')])
  })

  test('an upload that is broken off never reaches the handler', async () => {
    const socket = await open()
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\nhalf')
    socket.destroy()
    expect(await exchanged(get('/'))).toMatch(/^HTTP\/1.1 200 /)
    expect(seen.map(({ method }) => method)).toEqual(['GET'])
  })
})

/** Milliseconds: a connection that is kept open, or a delayed reply, would take longer on any machine. */
const LONG_BEFORE = 4000

describe('closing', () => {
  test('ends a connection that is kept alive at once', async () => {
    const socket = await open()
    const answered = until(socket, 'fine')
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await answered
    expect(await duration(server.close())).toBeLessThan(LONG_BEFORE)
  })

  test('ends a connection that never sent anything', async () => {
    await open()
    expect(await duration(server.close())).toBeLessThan(LONG_BEFORE)
  })

  test('sends delayed replies at once', async () => {
    reply = { ...fine, transport: { delay: 60_000 } }
    const answer = exchanged('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await becomes(() => seen.length === 1)
    expect(await duration(server.close())).toBeLessThan(LONG_BEFORE)
    expect(await answer).toMatch(/^HTTP\/1.1 200 [\s\S]*Connection: close[\s\S]*fine$/)
  })

  test('twice is the same as once', async () => {
    await server.close()
    await server.close()
  })
})

describe('addresses', () => {
  test('an address in use rejects with the system error', async () => {
    await expect(listen(() => fine, { port: server.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })

  test('an address for all interfaces gives one that a client can use', async () => {
    const all = await listen(() => fine, { host: '0.0.0.0' })
    expect(all.url).toBe(`http://127.0.0.1:${all.port}`)
    await all.close()
  })
})

async function duration(work: Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work
  return performance.now() - start
}

async function becomes(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5))
}
