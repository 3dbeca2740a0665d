import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { Server, Simulator, SimulatorOptions } from '../../index.ts'
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

/** What the tests of a client share. */
export interface ServedClient {
  readonly sim: Simulator
  readonly server: Server
  /** A folder of the client's own, removed in the end. */
  readonly place: string
}

/** Serves a simulator while the tests of a client run; asked for before them, it throws. */
export function servedClient(name: string): ServedClient {
  let now: ServedClient | undefined
  beforeAll(async () => {
    const sim = clientsSimulator()
    now = { sim, server: await sim.listen(), place: mkdtempSync(join(tmpdir(), `forgery-${name}-`)) }
  })
  afterAll(async () => {
    await now?.server.close()
    if (now !== undefined) rmSync(now.place, { recursive: true, force: true })
  })
  const current = (): ServedClient => {
    if (now === undefined) throw new Error('nothing is served before the tests run')
    return now
  }
  return {
    get sim() {
      return current().sim
    },
    get server() {
      return current().server
    },
    get place() {
      return current().place
    },
  }
}
