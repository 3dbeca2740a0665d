import { createSimulator } from '../index.ts'
import type { PlainReply } from '../protocol/message.ts'
import type { Simulator, SimulatorOptions } from '../simulator.ts'

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

/** The calls of whoever has the token `USER-token`; nobody in particular is anonymous. */
export function callsOf(simulator: Simulator, user?: string): Calls {
  const call = (method: string, path: string, body?: unknown): Reply => {
    const headers = {
      ...(user === undefined ? {} : { 'private-token': `${user}-token` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const text = body === undefined ? undefined : JSON.stringify(body)
    const reply = simulator.handle({ method, url: `/api/v4${path}`, headers, body: text })
    const isJson = reply.headers['Content-Type'] === 'application/json' && typeof reply.body === 'string'
    return { ...reply, json: isJson && reply.body !== '' ? JSON.parse(reply.body as string) : undefined }
  }
  return {
    get: (path) => call('GET', path),
    head: (path) => call('HEAD', path),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
    delete: (path, body) => call('DELETE', path, body),
  }
}
