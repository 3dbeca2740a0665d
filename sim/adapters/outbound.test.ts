import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { text, utf8 } from '../lib/bytes.ts'
import type { OutboundCall, OutboundPolicy, RemoteReply } from '../lib/outbound.ts'
import type { PlainRequest } from '../protocol/message.ts'
import { type Listening, listen } from './node.ts'
import { callOut, type OutboundStub } from './outbound.ts'

let remote: Listening
let seen: PlainRequest[] = []

beforeAll(async () => {
  remote = await listen((request) => {
    seen.push(request)
    if (request.url === '/slow') return { status: 200, headers: {}, body: null, transport: { delay: 300 } }
    if (request.url === '/moved') return { status: 302, headers: { Location: '/file' }, body: null }
    return { status: 200, headers: { 'Content-Type': 'application/gzip' }, body: utf8('x'.repeat(100)) }
  })
})
afterAll(() => remote.close())

function asked(call: OutboundCall, how: OutboundPolicy | OutboundStub): Promise<RemoteReply> {
  seen = []
  return new Promise((resolve) => callOut(call, how, resolve))
}

describe('a call out', () => {
  test('that the policy forbids is answered at once', () => {
    const replies: RemoteReply[] = []
    const call: OutboundCall = { method: 'GET', url: 'http://example.com/' }
    callOut(call, 'off', (reply) => replies.push(reply))
    expect(replies).toMatchObject([{ reached: false, why: 'forbidden' }])
  })

  test('waits for its turn where many are made at once, and is answered all the same', async () => {
    const call: OutboundCall = { method: 'GET', url: `${remote.url}/file` }
    const replies = await Promise.all(Array.from({ length: 100 }, () => asked(call, 'loopback')))
    expect(replies.filter(({ reached }) => reached)).toHaveLength(100)
  })

  test('arrives with its method, headers and bytes', async () => {
    const body = new Uint8Array([0, 255, 10])
    await asked({ method: 'PUT', url: `${remote.url}/file?a=%2F`, headers: { 'x-a': 'b' }, body }, 'loopback')
    expect(seen).toMatchObject([{ method: 'PUT', url: '/file?a=%2F', headers: { 'x-a': 'b' } }])
    expect(seen.flatMap((request) => [...(request.body as Uint8Array)])).toEqual([0, 255, 10])
  })

  test('brings back status, headers in lower case and bytes', async () => {
    const reply = await asked({ method: 'GET', url: `${remote.url}/file` }, 'any')
    expect(reply).toMatchObject({
      reached: true,
      status: 200,
      headers: { 'content-type': 'application/gzip' },
    })
    expect(reply.reached && text(reply.body)).toBe('x'.repeat(100))
  })

  test('does not follow a redirect', async () => {
    const reply = await asked({ method: 'GET', url: `${remote.url}/moved` }, 'loopback')
    expect(reply).toMatchObject({ reached: true, status: 302, headers: { location: '/file' } })
    expect(seen).toHaveLength(1)
  })

  test('takes a body up to its limit and no further', async () => {
    const file = { method: 'GET', url: `${remote.url}/file` } as const
    expect(await asked({ ...file, atMost: 100 }, 'loopback')).toMatchObject({ reached: true })
    expect(await asked({ ...file, atMost: 99 }, 'loopback')).toMatchObject({
      reached: false,
      why: 'too large',
    })
  })

  test('is given up at its timeout', async () => {
    const file = { method: 'GET', url: `${remote.url}/slow` } as const
    expect(await asked({ ...file, within: 50 }, 'loopback')).toMatchObject({ reached: false, why: 'timeout' })
  })

  test('to an address where nobody listens is unreachable, with the error of the system', async () => {
    const { url } = remote
    const closed = await listen(() => ({ status: 200, headers: {}, body: null }))
    await closed.close()
    expect(url).not.toBe(closed.url)
    expect(await asked({ method: 'GET', url: closed.url }, 'any')).toMatchObject({
      reached: false,
      why: 'unreachable',
      message: expect.stringContaining('ECONNREFUSED'),
    })
  })
})

describe('the policy of calls out', () => {
  test.each([
    'http://example.com/',
    'http://10.0.0.1/',
    'http://127.0.0.1.example.com/',
    'http://localhost.example.com/',
    'http://[::2]/',
    'http://user@example.com:80/?http://127.0.0.1/',
    'file:///etc/passwd',
    'data:text/plain,a',
    'no url',
  ])('loopback forbids %s', async (url) => {
    expect(await asked({ method: 'GET', url }, 'loopback')).toMatchObject({
      reached: false,
      why: 'forbidden',
    })
  })

  test('loopback allows this machine by each of its names', async () => {
    for (const host of ['127.0.0.1', 'localhost', '0x7f.1']) {
      const reply = await asked({ method: 'GET', url: `http://${host}:${remote.port}/` }, 'loopback')
      expect(reply).toMatchObject({ reached: true })
    }
  })

  test('off forbids this machine too', async () => {
    expect(await asked({ method: 'GET', url: remote.url }, 'off')).toMatchObject({
      reached: false,
      why: 'forbidden',
    })
    expect(seen).toEqual([])
  })

  test('a stub answers instead of the network, also with a promise', async () => {
    const answer: RemoteReply = { reached: true, status: 418, headers: {}, body: new Uint8Array() }
    const call: OutboundCall = { method: 'GET', url: 'https://example.com/' }
    expect(await asked(call, () => answer)).toBe(answer)
    expect(await asked(call, async () => answer)).toBe(answer)
  })

  test('a stub that throws counts as unreachable', async () => {
    const broken = () => {
      throw new Error('out of order')
    }
    expect(await asked({ method: 'GET', url: 'https://example.com/' }, broken)).toMatchObject({
      reached: false,
      message: 'out of order',
    })
  })
})
