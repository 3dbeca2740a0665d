import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { PlainReply, PlainRequest } from '../protocol/message.ts'
import { type Listening, listen } from './node.ts'

const fates = ['fine', 'thrown', 'late', 'unsendable', 'posted'] as const
type Fate = (typeof fates)[number]

let server: Listening
let handled: string[]

beforeAll(async () => {
  server = await listen(replyTo, { onError: () => {} })
})
afterAll(() => server.close())

function replyTo({ url, body = '' }: PlainRequest): PlainReply | Promise<PlainReply> {
  handled.push(url)
  const reply: PlainReply = { status: 200, headers: {}, body: `${url} ${Buffer.from(body)}` }
  if (url.startsWith('/thrown')) throw new Error('broken')
  if (url.startsWith('/late')) return Promise.resolve(reply)
  return url.startsWith('/unsendable') ? { ...reply, headers: { 'X-Value': '\n' } } : reply
}

/** Statuses, and bodies where all went well, of requests that one connection sends at once. */
function answered(requests: readonly string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(server.port, '127.0.0.1', () => socket.write(requests.join('')))
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    socket.on('error', reject)
    socket.on('close', () => resolve(received.split('HTTP/1.1 ').slice(1).map(told)))
  })
}

function told(reply: string): string {
  const status = reply.slice(0, 3)
  return status === '200' ? `${status} ${reply.split('\r\n\r\n')[1]}` : status
}

const requestFor = (fate: Fate | 'last', url: string): string => {
  const head = `${fate === 'posted' ? 'POST' : 'GET'} ${url} HTTP/1.1\r\nHost: x\r\n`
  if (fate === 'last') return `${head}Connection: close\r\n\r\n`
  return fate === 'posted' ? `${head}Content-Length: 3\r\n\r\nabc` : `${head}\r\n`
}
const answerFor = (fate: Fate | 'last', url: string): string => {
  if (fate === 'thrown' || fate === 'unsendable') return '500'
  return `200 ${url} ${fate === 'posted' ? 'abc' : ''}`
}

test('each request is handled in its order and answered in its place, whatever becomes of the others', async () => {
  const connection = fc.array(fc.constantFrom(...fates), { maxLength: 40, size: 'max' })
  await fc.assert(
    fc.asyncProperty(fc.array(connection, { minLength: 1, maxLength: 8 }), async (connections) => {
      handled = []
      const asked = connections.map((own, i) =>
        [...own, 'last' as const].map((fate, j) => ({ fate, url: `/${fate}/${i}/${j}` })),
      )
      const answers = await Promise.all(
        asked.map((own) => answered(own.map(({ fate, url }) => requestFor(fate, url)))),
      )
      expect(answers).toEqual(asked.map((own) => own.map(({ fate, url }) => answerFor(fate, url))))
      // What has a body is handled once that is read.
      const inOrder = (urls: readonly string[]) => urls.filter((url) => !url.startsWith('/posted'))
      for (const [i, own] of asked.entries())
        expect(inOrder(handled.filter((url) => url.split('/')[2] === String(i)))).toEqual(
          inOrder(own.map(({ url }) => url)),
        )
    }),
    { numRuns: 30 },
  )
})

test('a request is answered while timers are replaced', async () => {
  vi.useFakeTimers()
  try {
    expect(await answered([requestFor('last', '/last')])).toEqual([answerFor('last', '/last')])
  } finally {
    vi.useRealTimers()
  }
})
