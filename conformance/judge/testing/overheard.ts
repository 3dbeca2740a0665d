import { createSimulator, type Simulator } from '../../../sim/index.ts'
import type { CheckEnded } from '../../run/events.ts'
import type { Exchange } from '../exchange.ts'
import { createTrafficJudge, type TrafficOptions } from '../judge.ts'

export const base = 'http://forgery.test'

export interface Asked {
  readonly method?: string
  readonly path: string
  readonly token?: string
  readonly headers?: { readonly [name: string]: string }
  readonly json?: object
}

/** A simulator with somebody who writes down what passes. */
export interface Overheard {
  readonly simulator: Simulator
  ask(asked: Asked): Exchange
}

export function overheard(): Overheard {
  const simulator = createSimulator({ url: base })
  let count = 0
  return {
    simulator,
    ask: ({ method = 'GET', path, token = 'alice-token', headers = {}, json }) => {
      count += 1
      const sent = json === undefined ? undefined : new TextEncoder().encode(JSON.stringify(json))
      const asked = {
        ...(token === '' ? {} : { 'private-token': token }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      }
      const url = `/api/v4${path}`
      const reply = simulator.handle({
        method,
        url,
        headers: asked,
        ...(sent === undefined ? {} : { body: sent }),
      })
      const { body } = reply
      return {
        method,
        url: `${base}${url}`,
        headers: asked,
        ...(sent === undefined ? {} : { sent }),
        status: reply.status,
        answered: Object.fromEntries(
          Object.entries(reply.headers).map(([name, value]) => [name.toLowerCase(), value]),
        ),
        body: typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? new Uint8Array()),
        began: count * 1000,
        ended: count * 1000 + 20,
        name: `call ${count}`,
        complete: true,
      }
    },
  }
}

/** What is found in exchanges, those that can be told only at the end among them. */
export function judged(
  exchanges: readonly Exchange[],
  options: Partial<TrafficOptions> = {},
): readonly CheckEnded[] {
  const judge = createTrafficJudge({ base, ...options })
  const found = exchanges.flatMap((exchange) => judge.hear(exchange))
  const late = judge.end().flatMap((event) => (event.type === 'check-ended' ? [event] : []))
  return [...found, ...late].filter(({ result }) => result.kind === 'fail')
}

export function jsonOf({ body }: Exchange): never {
  return JSON.parse(new TextDecoder().decode(body)) as never
}

export function withJson(exchange: Exchange, json: unknown): Exchange {
  return { ...exchange, body: new TextEncoder().encode(JSON.stringify(json)) }
}
