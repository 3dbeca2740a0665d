import { connect, type Socket } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PlainReply, PlainRequest } from '../../protocol/message.ts'
import { type Listening, listen } from '../node.ts'

let server: Listening
let replies: readonly (() => PlainReply | Promise<PlainReply>)[]
let seen: PlainRequest[]

beforeAll(async () => {
  server = await listen(
    (request) => {
      if (!request.url.startsWith('/drawn')) return { status: 200, headers: {}, body: 'fine' }
      seen.push(request)
      return (replies[Number(request.url.slice(7))] as () => PlainReply)()
    },
    { onError: () => {}, bodyLimit: () => 40 },
  )
})
afterAll(() => server.close())
beforeEach(() => {
  replies = []
  seen = []
})

/** A client of one connection, which gathers what it is sent. */
class Client {
  readonly socket: Socket
  received = ''
  closed = false
  #wake = (): void => {}

  constructor({ port }: Listening = server) {
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.socket.on('data', (chunk) => {
      this.received += chunk.toString('latin1')
      this.#wake()
    })
    this.socket.on('error', () => {})
    this.socket.on('close', () => {
      this.closed = true
      this.#wake()
    })
  }

  /** Sends these pieces, and waits until what comes back is enough, or the connection ends. */
  async ask(pieces: readonly string[], isEnough: (received: string) => boolean): Promise<void> {
    const from = this.received.length
    for (const piece of pieces) this.socket.write(piece, 'latin1')
    while (!this.closed && !isEnough(this.received.slice(from)))
      await new Promise<void>((wake) => (this.#wake = wake))
  }
}

function countOf(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; count++) {
    const end = text.indexOf('\r\n\r\n', at)
    if (end < 0) return count
    const head = text.slice(at, end)
    const length = /^content-length: (\d+)/im.exec(head)?.[1]
    if (/^transfer-encoding: chunked/im.test(head)) {
      const last = text.indexOf('\r\n0\r\n\r\n', end)
      if (last < 0) return count
      at = last + 7
    } else at = end + 4 + Number(length ?? 0)
    if (at > text.length) return count
    if (head.startsWith('HTTP/1.1 100')) count--
  }
  return count
}

interface Asked {
  readonly pieces: readonly string[]
  readonly count: number
}

/** What a connection is sent for these requests, and what reached the handler; `first` opens it. */
async function exchanged(first: string, asked: readonly Asked[]) {
  seen = []
  const client = new Client()
  const end = first === 'HEAD' ? '\r\n\r\n' : 'fine'
  await client.ask([`${first} /first HTTP/1.1\r\nHost: x\r\n\r\n`], (received) => received.endsWith(end))
  client.received = ''
  for (const { pieces, count } of asked) await client.ask(pieces, (received) => countOf(received) >= count)
  await client.ask(['GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'], () => false)
  const requests = seen.map(({ body, ...rest }) => ({ ...rest, body: body && Buffer.from(body).toString() }))
  return { received: client.received, requests }
}

const text = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\0', '"'), maxLength: 20 }),
  fc.constantFrom(4490, 4501, 15_000, 15_001, 70_000).map((length) => 'a'.repeat(length)),
  fc.constantFrom(4490, 4501, 15_001).map((length) => `${'a'.repeat(length)}é`),
)
const body = fc.oneof(
  { weight: 4, arbitrary: text },
  fc.constantFrom(null, ''),
  text.map((each) => new TextEncoder().encode(each)),
)
const headers = fc.dictionary(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom('X-A', 'ETag', 'Content-Type', 'Content-Length', 'Date', 'Set-Cookie'),
    },
    fc.constantFrom('Connection', 'Keep-Alive', 'Trailer', 'Bad Name', 'constructor'),
  ),
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('', 'a', 'W/"abc"', '3') },
    fc.constantFrom('é', '€', '\n', 'close'),
  ),
  { maxKeys: 3 },
)
const plain = fc.record({
  status: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(200, 201, 204, 304, 404) },
    fc.constantFrom(299, 500, 999),
  ),
  headers,
  body,
})
const reply: fc.Arbitrary<() => PlainReply | Promise<PlainReply>> = fc.oneof(
  { weight: 6, arbitrary: plain.map((each) => () => each) },
  plain.map((each) => () => Promise.resolve(each)),
  plain.map((each) => () => ({ ...each, transport: { delay: 1 } })),
  plain.map((each) => () => ({ ...each, transport: { cut: 'truncate' as const } })),
  plain.map((each) => () => ({ ...each, status: 200, headers: {}, more: [Buffer.from('more')].values() })),
  fc.constant(() => {
    throw new Error('broken')
  }),
)
const request = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'DELETE'),
    header: fc.constantFrom('', '', 'X-A: b\r\n', 'X-A: b\r\nX-A: c\r\n', 'Expect: 100-continue\r\n'),
    body: fc.constantFrom('', '', 'abc', 'a'.repeat(41)),
    cut: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(60)),
    twice: fc.constantFrom(false, false, false, true),
  })
  .map(({ method, header, body, cut, twice }) => ({ method, header, body, cut, twice }))

test('a connection is sent the same bytes whether Node reads it or not', async () => {
  const asked = fc.array(fc.tuple(request, reply), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(asked, async (drawn) => {
      replies = drawn.map(([, each]) => each)
      const sent = drawn.map(([{ method, header, body, cut, twice }], i): Asked => {
        const length = body === '' ? '' : `Content-Length: ${body.length}\r\n`
        const one = `${method} /drawn/${i} HTTP/1.1\r\nHost: x\r\n${header}${length}\r\n${body}`
        const all = twice ? one + one : one
        return { pieces: cut === 0 ? [all] : [all.slice(0, cut), all.slice(cut)], count: twice ? 2 : 1 }
      })
      // Behind HEAD, a connection is Node's.
      expect(await exchanged('GET', sent)).toEqual(await exchanged('HEAD', sent))
    }),
    { numRuns: 100 },
  )
})

test.each<[string, PlainReply]>([
  ['there', { status: 200, headers: {}, body: 'all' }],
  ['made as it is sent', { status: 200, headers: {}, body: 'al', more: [Buffer.from('l')] }],
])('a client that says that it sends no more gets a reply that is %s', async (_how, drawn) => {
  replies = [() => drawn]
  const client = new Client()
  client.socket.end('GET /drawn/0 HTTP/1.1\r\nHost: x\r\n\r\n')
  await client.ask([], () => false)
  expect(client.received).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*al[\s\S]*l/)
})

test('a client that does not read is served no further', async () => {
  replies = [() => ({ status: 200, headers: {}, body: 'a'.repeat(8_000_000) })]
  const client = new Client()
  client.socket.pause()
  const asked = 'GET /drawn/0 HTTP/1.1\r\nHost: x\r\n\r\n'
  for (let i = 0; i < 20; i++) {
    await new Promise((done) => client.socket.write(asked, done))
    const other = new Client()
    await other.ask(['GET / HTTP/1.1\r\nHost: x\r\n\r\n'], (received) => received.endsWith('fine'))
    other.socket.destroy()
  }
  expect(seen.length).toBeLessThan(5)
  client.socket.destroy()
})

test('memory of a reply is used again once the system has taken all of it', async () => {
  let returned = 0
  const takeBack = () => void returned++
  replies = [20_000, 8_000_000].map((size) => () => {
    return { status: 200, headers: {}, body: Buffer.alloc(size, 'a'), lender: { takeBack } }
  })
  const client = new Client()
  const ask = (i: number) => `GET /drawn/${i} HTTP/1.1\r\nHost: x\r\n\r\n`
  await client.ask([ask(0)], (received) => received.length > 20_000)
  expect(returned).toBe(1)
  client.socket.pause()
  client.socket.write(ask(1))
  const other = new Client()
  while (seen.length < 2)
    await other.ask(['GET / HTTP/1.1\r\nHost: x\r\n\r\n'], (received) => received.endsWith('fine'))
  other.socket.destroy()
  client.socket.destroy()
  expect(returned).toBe(1)
})

test('a server that closes sends what it owes, and says that it closes', async () => {
  let answer = (_reply: PlainReply): void => {}
  let ask = (): void => {}
  const asked = new Promise<void>((resolve) => (ask = resolve))
  const other = await listen(() => {
    ask()
    return new Promise((resolve) => (answer = resolve))
  })
  const client = new Client(other)
  const ended = client.ask(['GET / HTTP/1.1\r\nHost: x\r\n\r\n'], () => false)
  await asked
  const closed = other.close()
  answer({ status: 200, headers: {}, body: 'owed' })
  await Promise.all([closed, ended])
  expect(client.received).toMatch(/\r\nConnection: close\r\n\r\nowed$/)
})
