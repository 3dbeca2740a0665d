import { createSimulator, type Simulator, type SimulatorOptions } from '../index.ts'
import type { PlainReply, PlainRequest } from '../protocol/message.ts'
import { contradiction } from './documented.ts'

export interface Reply {
  readonly status: number
  readonly headers: PlainReply['headers']
  /** What the body says in JSON; undefined for an empty one. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape, and fail where it is another one.
  readonly json: any
  readonly body: PlainReply['body']
}

/** Calls of one caller. Paths are below the API root; a body travels as JSON. */
export interface Calls {
  get(path: string): Reply
  head(path: string): Reply
  post(path: string, body?: unknown): Reply
  put(path: string, body?: unknown): Reply
  delete(path: string, body?: unknown): Reply
  /** A request with headers and a body of its own. */
  send(method: string, path: string, sent?: Sent): Reply
}

export interface Sent {
  readonly headers?: PlainRequest['headers']
  readonly body?: PlainRequest['body']
  readonly address?: string
}

/** A simulator whose unexpected errors fail the test. */
export function testSimulator(options: SimulatorOptions = {}): Simulator {
  return createSimulator({
    onServerError: (error) => {
      throw error
    },
    ...options,
  })
}

/**
 * The calls of whoever has the token `USER-token`; nobody in particular is anonymous. A reply that contradicts the
 * OpenAPI document fails the test.
 */
export function callsOf(simulator: Simulator, user?: string): Calls {
  const send: Calls['send'] = (method, path, { headers, ...sent } = {}) => {
    const token = user === undefined ? {} : { 'private-token': `${user}-token` }
    const request = { method, url: `/api/v4${path}`, headers: { ...token, ...headers }, ...sent }
    const reply = simulator.handle(request)
    const wrong = contradiction(simulator.dialect, request, reply)
    if (wrong !== undefined) throw new Error(`${method} ${path}: ${wrong}`)
    return { ...reply, json: jsonOf(reply) }
  }
  const call = (method: string, path: string, body?: unknown): Reply => {
    if (body === undefined) return send(method, path)
    return send(method, path, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  }
  return {
    get: (path) => call('GET', path),
    head: (path) => call('HEAD', path),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
    delete: (path, body) => call('DELETE', path, body),
    send,
  }
}

function jsonOf({ headers, body }: PlainReply): unknown {
  const isJson = headers['Content-Type'] === 'application/json' && typeof body === 'string'
  return isJson && body !== '' ? JSON.parse(body) : undefined
}
