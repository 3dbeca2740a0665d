import type { Simulator, SimulatorOptions } from '../../index.ts'
import type { PlainReply } from '../../protocol/message.ts'
import { built } from '../../testing/built.ts'

// As it is built: the sources take longer to load than most of these clients to run.
const { createSimulator } = (await import(built().url)) as typeof import('../../index.ts')

/** A simulator that does as the real service does, whose unexpected errors fail the test. */
export function clientsSimulator(options: SimulatorOptions = {}): Simulator {
  return createSimulator({
    dialect: 'real',
    onServerError: (error) => {
      throw error
    },
    ...options,
  })
}

export interface Reply {
  readonly status: number
  readonly body: PlainReply['body']
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape, and fail where it is another one.
  readonly json: any
}

/** What a test asks beside the client, in process. */
export interface Calls {
  get(path: string): Reply
  post(path: string, body?: unknown): Reply
  put(path: string, body?: unknown): Reply
}

/** The calls of whoever has the token `USER-token`. */
export function callsOf(simulator: Simulator, user: string): Calls {
  const call = (method: string, path: string, sent?: unknown): Reply => {
    const headers = { 'private-token': `${user}-token`, 'content-type': 'application/json' }
    const content = sent === undefined ? {} : { body: JSON.stringify(sent) }
    const { status, body } = simulator.handle({ method, url: `/api/v4${path}`, headers, ...content })
    return {
      status,
      body,
      json: typeof body === 'string' && /^[{[]/.test(body) ? JSON.parse(body) : undefined,
    }
  }
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
  }
}
