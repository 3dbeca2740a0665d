// The load generator, a process of its own: takes one order a message, answers with the requests that it got through.
import { performance } from 'node:perf_hooks'
import { Pool } from 'undici'
import type { Call, Load } from './loads.ts'

export interface Order extends Pick<Load, 'calls' | 'writes' | 'writesPercent' | 'connections' | 'whole'> {
  readonly origin: string
  /** How long it asks, or how often. */
  readonly until: { readonly milliseconds: number } | { readonly requests: number }
}
export interface Delivered {
  readonly requests: number
  readonly seconds: number
  /** A call that was not answered with success, if there was one. */
  readonly refused: string | undefined
}

let number = 0

process.on('message', (order: Order) => {
  void deliver(order).then((delivered) => process.send?.(delivered))
})
process.once('disconnect', () => process.exit())

async function deliver(order: Order): Promise<Delivered> {
  const { origin, connections, until, whole, calls } = order
  const pool = new Pool(origin, { connections, pipelining: 1 })
  const start = performance.now()
  let requests = 0
  let refused: string | undefined
  let created = ''
  const goesOn = () =>
    'requests' in until ? requests < until.requests : performance.now() - start < until.milliseconds
  const client = async () => {
    while (goesOn() || (whole && requests % calls.length > 0)) {
      const { method, headers, body, creates, ...call } = callAt(order, requests++)
      const path = call.path.replace('{created}', created)
      const sent = body?.replaceAll('{n}', String(++number)) ?? null
      const reply = await pool.request({ method, path, headers, body: sent })
      if (creates === undefined) await reply.body.dump({ limit: Number.POSITIVE_INFINITY })
      else created = String(((await reply.body.json()) as { [name: string]: unknown })[creates])
      if (reply.statusCode >= 300) refused = `${reply.statusCode} to ${method} ${path}`
    }
  }
  await Promise.all(Array.from({ length: connections }, client))
  const seconds = (performance.now() - start) / 1000
  await pool.close()
  return { requests, seconds, refused }
}

// Writes come evenly between the others: there is one wherever the share of them reaches the next whole number.
function callAt({ calls, writes, writesPercent }: Order, place: number): Call {
  const share = writes.length === 0 ? 0 : writesPercent
  const before = Math.floor((place * share) / 100)
  const written = Math.floor(((place + 1) * share) / 100) > before
  const [from, at] = written ? [writes, before] : [calls, place]
  return from[at % from.length] as Call
}
