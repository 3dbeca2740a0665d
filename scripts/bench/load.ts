// The load generator, a process of its own: takes one order a message, answers with the requests that it got through.
import { performance } from 'node:perf_hooks'
import { Pool } from 'undici'

/** A request that each server is sent. */
export interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: { readonly [name: string]: string }
  /** `{n}` in it becomes a number that no other request of the run has: titles must differ. */
  readonly body?: string
}

export interface Order extends Call {
  readonly origin: string
  readonly milliseconds: number
}
export interface Delivered {
  readonly requests: number
  readonly seconds: number
  /** A status that was not a success, if there was one. */
  readonly refused: number | undefined
}

const CONNECTIONS = 16
let number = 0

process.on('message', (order: Order) => {
  void deliver(order).then((delivered) => process.send?.(delivered))
})
process.once('disconnect', () => process.exit())

async function deliver({ origin, method, path, headers, body, milliseconds }: Order): Promise<Delivered> {
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 })
  const request = { method, path, headers } as const
  const start = performance.now()
  let requests = 0
  let refused: number | undefined
  const client = async () => {
    while (performance.now() - start < milliseconds) {
      const reply = await pool.request({ ...request, body: body?.replace('{n}', String(++number)) ?? null })
      await reply.body.dump({ limit: Number.POSITIVE_INFINITY })
      if (reply.statusCode >= 300) refused = reply.statusCode
      requests++
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, client))
  const seconds = (performance.now() - start) / 1000
  await pool.close()
  return { requests, seconds, refused }
}
