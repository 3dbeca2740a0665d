import { bytesOf, type WireReply, type WireRequest } from './target.ts'
import type { Traffic } from './traffic.ts'

/** Sends one request and gives its reply; rejects where there is none. */
export type Wire = (request: WireRequest) => Promise<WireReply>

/** Time as the wires need it; the real one unless told. */
export interface WireClock {
  now(): number
  sleep(milliseconds: number): Promise<void>
}

export const realTime: WireClock = {
  now: () => performance.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}

/** The network itself. */
export function fetching(origin: string, fetch: typeof globalThis.fetch, timeout: number): Wire {
  return async ({ method, url, headers, body }) => {
    // Bytes, since fetch would give a text a content type of its own.
    const sent = body === undefined ? {} : { body: bytesOf(body) as BodyInit }
    const signal = AbortSignal.timeout(timeout)
    const reply = await fetch(`${origin}${url}`, { method, headers, redirect: 'manual', signal, ...sent })
    const bytes = new Uint8Array(await reply.arrayBuffer())
    const text = new TextDecoder().decode(bytes)
    return { status: reply.status, headers: Object.fromEntries(reply.headers), body: text, bytes }
  }
}

/** Sends at most that many requests a second, evenly. */
export function paced(wire: Wire, rate: number, clock: WireClock): Wire {
  const gap = 1000 / rate
  let next = Number.NEGATIVE_INFINITY
  return async (request) => {
    const now = clock.now()
    const at = Math.max(now, next)
    next = at + gap
    if (at > now) await clock.sleep(at - now)
    return wire(request)
  }
}

const MOST_WAITS = 3
const LONGEST_WAIT_S = 120

/** Waits as long as a 429 says, and sends the request again: a limit of the target is no finding of the suite. */
export function patient(wire: Wire, traffic: Traffic, clock: WireClock): Wire {
  return async (request) => {
    for (let waits = 0; ; waits++) {
      const reply = await wire(request)
      const seconds = Number.parseInt(reply.headers['retry-after'] ?? '', 10)
      const waitable = reply.status === 429 && seconds >= 0 && seconds <= LONGEST_WAIT_S
      if (!waitable || waits === MOST_WAITS) return reply
      traffic.throttled += 1
      await clock.sleep(seconds * 1000)
    }
  }
}

const MOST_RETRIES = 2
const RETRY_AFTER_MS = 250

/** Sends a request that only reads again where the network fails; what writes may have arrived. */
export function persistent(wire: Wire, traffic: Traffic, clock: WireClock): Wire {
  return async (request) => {
    for (let retries = 0; ; retries++)
      try {
        return await wire(request)
      } catch (problem) {
        if (!readsOnly(request) || retries === MOST_RETRIES || isTimeout(problem)) throw problem
        traffic.retried += 1
        await clock.sleep(RETRY_AFTER_MS * 2 ** retries)
      }
  }
}

export function counted(wire: Wire, traffic: Traffic): Wire {
  return (request) => {
    traffic.requests += 1
    return wire(request)
  }
}

export function readsOnly({ method }: WireRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

function isTimeout(problem: unknown): boolean {
  return problem instanceof Error && problem.name === 'TimeoutError'
}
