import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import {
  Agent,
  FormData,
  fetch,
  getGlobalDispatcher,
  interceptors,
  request,
  setGlobalDispatcher,
} from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSimulator } from '../index.ts'
import { adapterLaws, type Send } from './adapter-laws.ts'
import { forgeryDispatcher, HandlerDispatcher } from './undici.ts'

const ORIGIN = 'http://forgery.test'

const byRequest: Send = async (handler, { method = 'GET', target, headers = [], body }) => {
  const reply = await request(`${ORIGIN}${target}`, {
    dispatcher: new HandlerDispatcher(handler, { url: ORIGIN, others: 'fail' }),
    method: method as 'GET',
    headers: headers.flat(),
    body: body ?? null,
  })
  const bytes = new Uint8Array(await reply.body.arrayBuffer())
  return { status: reply.statusCode, headers: reply.headers as Record<string, string>, body: bytes }
}

const byFetch: Send = async (handler, { method = 'GET', target, headers = [], body }) => {
  const response = await fetch(`${ORIGIN}${target}`, {
    dispatcher: new HandlerDispatcher(handler, { url: ORIGIN, others: 'fail' }),
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    ...(body === undefined ? {} : { body }),
  })
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { status: response.status, headers: Object.fromEntries(response.headers), body: bytes }
}

adapterLaws('undici request', byRequest)
// The standard of `fetch` takes a 407 for an error of the network.
adapterLaws('undici fetch', byFetch, { unseen: [407] })

describe('the fetch of Node', () => {
  const before = getGlobalDispatcher()
  afterAll(() => setGlobalDispatcher(before))

  const byGlobal: Send = async (handler, { method = 'GET', target, headers = [], body }) => {
    setGlobalDispatcher(new HandlerDispatcher(handler, { url: ORIGIN, others: 'fail' }))
    const response = await globalThis.fetch(`${ORIGIN}${target}`, {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      ...(body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> }),
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, headers: Object.fromEntries(response.headers), body: bytes }
  }
  adapterLaws('fetch of Node through undici', byGlobal, { unseen: [407] })
})

describe('a simulator', () => {
  const headers = { 'private-token': 'alice-token' }
  const sim = createSimulator({ url: 'https://gitlab.example.com', dialect: 'real' })
  const dispatcher = forgeryDispatcher(sim)

  test('answers as the service at its URL, and links lead back to it', async () => {
    const reply = await request('https://gitlab.example.com/api/v4/projects', {
      dispatcher,
      headers,
      query: { per_page: 1, order_by: 'id' },
    })
    expect(reply.headers.link).toContain('<https://gitlab.example.com/api/v4/projects?')
    expect(await reply.body.json()).toHaveLength(1)
  })

  test('takes streams, forms and files', async () => {
    const fork = sim.fork()
    const title = (body: unknown, more: object = {}) =>
      request('https://gitlab.example.com/api/v4/projects/1/milestones', {
        dispatcher: forgeryDispatcher(fork),
        method: 'POST',
        headers: { ...headers, ...more },
        body: body as string,
      })
    const form = new FormData()
    form.set('title', 'by form')
    expect((await title(form)).statusCode).toBe(201)
    const json = { 'content-type': 'application/json' }
    expect((await title(Readable.from(['{"title":', '"by stream"}']), json)).statusCode).toBe(201)
    expect((await title(Buffer.from('{"title":"by bytes"}'), json)).statusCode).toBe(201)
    const blob = new Blob(['{"title":"by blob"}'], { type: 'application/json' })
    expect((await title(blob)).statusCode).toBe(201)
  })

  test('is retried by the interceptor for it', async () => {
    const fork = sim.fork()
    fork.faults.add({ path: '/user', status: 503, retryAfter: 0, times: 2 })
    const retried = forgeryDispatcher(fork).compose(interceptors.retry({ minTimeout: 1, maxTimeout: 5 }))
    const reply = await request('https://gitlab.example.com/api/v4/user', { dispatcher: retried, headers })
    expect(reply.statusCode).toBe(200)
    expect(fork.journal.entries().map(({ status }) => status)).toEqual([503, 503, 200])
  })

  test('is followed where it redirects', async () => {
    const following = dispatcher.compose(interceptors.redirect({ maxRedirections: 1 }))
    const reply = await request(
      'https://gitlab.example.com/acme/handbook/info/refs?service=git-upload-pack',
      { dispatcher: following },
    )
    expect(reply.statusCode).toBe(200)
    await reply.body.dump()
  })

  test('is paused by a reader who is slow', async () => {
    const large = new HandlerDispatcher(() => ({ status: 200, headers: {}, body: 'x'.repeat(1_000_000) }), {
      url: ORIGIN,
    })
    const { body } = await request(ORIGIN, { dispatcher: large })
    let read = 0
    for await (const chunk of body) {
      read += (chunk as Buffer).length
      await new Promise((done) => setTimeout(done, 1))
    }
    expect(read).toBe(1_000_000)
  })

  test('stops when the request is aborted', async () => {
    const slow = new HandlerDispatcher(
      () => ({ status: 200, headers: {}, body: 'late', transport: { delay: 60_000 } }),
      { url: ORIGIN },
    )
    const aborted = request(ORIGIN, { dispatcher: slow, signal: AbortSignal.timeout(20) })
    await expect(aborted).rejects.toThrow(/timeout|aborted/i)
  })
})

describe('requests to other addresses', () => {
  const server = createServer((_, response) => response.end('from the network'))
  let address = ''
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v4/user`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const sim = createSimulator({ url: 'https://gitlab.example.com/forge' })

  test('pass over the network unless told', async () => {
    const dispatcher = forgeryDispatcher(sim)
    expect(await (await request(address, { dispatcher })).body.text()).toBe('from the network')
    await dispatcher.close()
  })

  test('are taken on by another dispatcher', async () => {
    const others = new Agent()
    const dispatcher = forgeryDispatcher(sim, { others })
    expect(await (await request(address, { dispatcher })).body.text()).toBe('from the network')
    await others.close()
  })

  test('fail where that is asked for, also beside the path of the service', async () => {
    const dispatcher = forgeryDispatcher(sim, { others: 'fail' })
    await expect(request(address, { dispatcher })).rejects.toThrow(
      `GET ${address} is not answered: only https://gitlab.example.com/forge is, and requests to others fail`,
    )
    for (const path of ['/', '/forgery', '/api/v4/user'])
      await expect(request(`https://gitlab.example.com${path}`, { dispatcher })).rejects.toThrow(
        /is not answered/,
      )
    const inside = await request('https://gitlab.example.com/forge/api/v4/user', {
      dispatcher,
      headers: { 'private-token': 'alice-token' },
    })
    expect(await inside.body.json()).toMatchObject({ web_url: 'https://gitlab.example.com/forge/alice' })
  })
})
