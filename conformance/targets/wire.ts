import { Interrupted, Skipped } from '../kit/finding.ts'
import { isRow, parseJson } from '../kit/json.ts'
import { causeOf, NoReply, neverSent } from './cause.ts'
import { bytesOf, type Lag, lagNow, type WireClock, type WireReply, type WireRequest } from './target.ts'
import type { Traffic } from './traffic.ts'

/** Sends one request and gives its reply; rejects where there is none. */
export type Wire = (request: WireRequest) => Promise<WireReply>

/** Real time; once the run is stopped nobody sleeps any more. */
export function realTime(stop?: AbortSignal): WireClock {
  return {
    now: () => performance.now(),
    sleep: (milliseconds) =>
      new Promise((resolve) => {
        if (stop?.aborted) return resolve()
        const woken = () => {
          clearTimeout(timer)
          resolve()
        }
        const timer = setTimeout(() => {
          stop?.removeEventListener('abort', woken)
          resolve()
        }, milliseconds)
        stop?.addEventListener('abort', woken, { once: true })
      }),
  }
}

/** More than this is no reply that a check could want, and would fill the memory. */
const MOST_BYTES = 256 * 1024 * 1024

export interface Fetching {
  readonly origin: string
  readonly fetch: typeof globalThis.fetch
  /** Milliseconds until a call is given up. */
  readonly timeout: number
  /** Sent with each request, unless it has a header of that name itself. */
  readonly headers?: { readonly [name: string]: string }
}

/** The network itself. It always settles: after the time allowed, whatever fetch does. */
export function fetching({ origin, fetch, timeout, headers: usual = {} }: Fetching): Wire {
  return async ({ method, url, headers, body }) => {
    // Bytes, since fetch would give a text a content type of its own.
    const sent = body === undefined ? {} : { body: bytesOf(body) as BodyInit }
    // What is compressed on the way has other headers than the service gave it.
    const all = { 'accept-encoding': 'identity', ...usual, ...headers }
    const at = new Date().toISOString()
    const began = performance.now()
    const exchange = async (signal: AbortSignal): Promise<WireReply> => {
      const reply = await fetch(`${origin}${url}`, {
        method,
        headers: all,
        redirect: 'manual',
        // A page of another site says `cors`, and is refused archives.
        mode: 'same-origin',
        signal,
        ...sent,
      })
      const bytes = await bytesIn(reply)
      const text = new TextDecoder().decode(bytes)
      const timing = { at, milliseconds: performance.now() - began }
      return { status: reply.status, headers: headersOf(reply), body: text, bytes, timing }
    }
    return await within(timeout, exchange)
  }
}

// A timer of its own: that of AbortSignal.timeout does not keep the process alive, and a fetch may never settle.
async function within<T>(timeout: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new NoReply(`no reply within ${timeout / 1000} s`))
      stop.abort()
    }, timeout)
  })
  const working = work(stop.signal)
  working.catch(() => undefined)
  try {
    return await Promise.race([working, late])
  } finally {
    clearTimeout(timer)
  }
}

async function bytesIn(reply: Response): Promise<Uint8Array> {
  if (reply.body === null) return new Uint8Array()
  const parts: Uint8Array[] = []
  let length = 0
  const reader = reply.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    length += value.length
    if (length <= MOST_BYTES) continue
    await reader.cancel()
    throw new NoReply(`the reply does not end within ${MOST_BYTES / 1024 / 1024} MiB`)
  }
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.length
  }
  return bytes
}

// The headers of what came compressed tell of bytes that nobody sees.
function headersOf(reply: Response): { readonly [name: string]: string } {
  const { 'content-encoding': encoding, ...headers } = Object.fromEntries(reply.headers)
  if (encoding === undefined) return headers
  const { 'content-length': _length, ...rest } = headers
  return rest
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

const MOST_WAITS = 5
const LONGEST_WAIT_S = 120

/**
 * Waits as long as a 429 says, and sends the request again: a limit of the target is no finding of the suite. What is
 * still limited then, or for longer, cannot be tried.
 */
export function patient(wire: Wire, traffic: Traffic, clock: WireClock): Wire {
  return async (request) => {
    for (let waits = 0; ; waits++) {
      const reply = await wire(request)
      if (reply.status !== 429) return reply
      const seconds = secondsTold(reply) ?? (isOwnAnswer(reply) ? undefined : Math.min(2 ** waits, 30))
      if (seconds === undefined) return reply
      if (seconds > LONGEST_WAIT_S || waits === MOST_WAITS)
        throw new Skipped(`the target limits requests (429${after(seconds)}); --rate sends fewer a second`)
      traffic.throttled += 1
      await clock.sleep(seconds * 1000)
    }
  }
}

function after(seconds: number): string {
  return seconds > LONGEST_WAIT_S ? `, for ${seconds} s` : ', again and again'
}

function secondsTold({ headers }: WireReply): number | undefined {
  const told = headers['retry-after'] ?? ''
  if (/^\d+$/.test(told)) return Number(told)
  const date = Date.parse(told)
  if (!Number.isNaN(date)) return Math.max(0, Math.ceil((date - Date.now()) / 1000))
  // A moment in seconds, as the service tells it, or the seconds that are left.
  const reset = Number.parseInt(headers['ratelimit-reset'] ?? headers['x-ratelimit-reset'] ?? '', 10)
  if (Number.isNaN(reset)) return undefined
  return reset > 1_000_000_000 ? Math.max(0, Math.ceil(reset - Date.now() / 1000)) : reset
}

// Some operations answer 429 for another host, and do so the next time as well.
function isOwnAnswer({ body }: WireReply): boolean {
  return isRow(parseJson(body)) && !/too many times|try again|retry later/i.test(body)
}

const MOST_RETRIES = 4
const RETRY_AFTER_MS = 250

export interface Persistence {
  /** Further attempts; default 4. */
  readonly retries?: number
  /** Milliseconds before the first of them, which double; default 250. */
  readonly pause?: number
  /** Whether the service answers another call; without it an outage is not told from a fault of one call. */
  readonly elsewhere?: () => Promise<boolean>
}

/**
 * Sends a request again where the network fails or a gateway answers in place of the service: what only reads, and what
 * was never sent. Other writes may have arrived. In the end it is an Interrupted, which says nothing of the service;
 * unless that answered another call after each attempt: then what the gateway says is the answer of the service.
 */
export function persistent(
  wire: Wire,
  traffic: Traffic,
  clock: WireClock,
  { retries: most = MOST_RETRIES, pause = RETRY_AFTER_MS, elsewhere }: Persistence = {},
): Wire {
  return async (request) => {
    let alone = elsewhere !== undefined
    for (let retries = 0; ; retries++) {
      const outcome = await attempt(wire, request)
      if ('reply' in outcome) return outcome.reply
      const { instead } = outcome
      alone &&= instead !== undefined && (await elsewhere?.()) === true
      const last = retries === most || !(readsOnly(request) || outcome.unsent) || outcome.final
      if (last && alone && instead !== undefined && readsOnly(request)) return instead
      if (last) {
        const problem = givenUp(request, outcome.why, retries, most)
        if (alone) problem.instead = instead
        throw problem
      }
      traffic.retried += 1
      // A service that answers others need not be waited for.
      await clock.sleep(alone ? pause : pause * 2 ** retries)
    }
  }
}

function givenUp(request: WireRequest, why: string, retries: number, most: number): Interrupted {
  const times = retries > 0 ? `, ${retries + 1} times` : ''
  const problem = new Interrupted(`${request.method} ${pathOf(request)}: ${why}${times}`)
  problem.exhausted = retries === most
  return problem
}

type Outcome =
  | { readonly reply: WireReply }
  /** `unsent`: nothing can have arrived. `final`: trying again would take as long. */
  | {
      readonly why: string
      readonly unsent: boolean
      readonly final: boolean
      /** What a gateway answered. */
      readonly instead?: WireReply
    }

async function attempt(wire: Wire, request: WireRequest): Promise<Outcome> {
  try {
    const reply = await wire(request)
    if (!isGateways(reply)) return { reply }
    const body = reply.body.replaceAll(/<[^>]*>|\s+/g, ' ').trim()
    const told = `a gateway answers ${reply.status} ${body.slice(0, 80)}`.trim()
    const unsent = isNginxLimit(reply)
    return {
      why: unsent ? `${told}, as where it limits requests; --rate sends fewer a second` : told,
      unsent,
      final: false,
      instead: reply,
    }
  } catch (problem) {
    if (problem instanceof Skipped || problem instanceof Interrupted) throw problem
    return { why: causeOf(problem), unsent: neverSent(problem), final: problem instanceof NoReply }
  }
}

/** Whether the service itself answers a request now, whatever it says. */
export async function isAnswered(wire: Wire, request: WireRequest): Promise<boolean> {
  const outcome = await attempt(wire, request)
  return 'reply' in outcome && outcome.reply.status < 500
}

/** Statuses with which gateways say that they did not get a reply; 503 is also the service's own, as JSON. */
function isGateways({ status, body }: WireReply): boolean {
  if (status === 502 || status === 504 || (status >= 520 && status <= 526)) return true
  return status === 503 && !isRow(parseJson(body))
}

/** What nginx answers where it passes nothing on, such as to more requests than `limit_req` lets through. */
function isNginxLimit({ status, body }: WireReply): boolean {
  return status === 503 && /<center>(?:nginx|openresty)/i.test(body)
}

function pathOf({ url }: WireRequest): string {
  return url.length > 120 ? `${url.slice(0, 120)}…` : url
}

export function counted(wire: Wire, traffic: Traffic): Wire {
  return (request) => {
    traffic.requests += 1
    return wire(request)
  }
}

/** Leaves time between a write and the next read, where replicas follow later. */
export function settling(wire: Wire, lag: Lag, clock: WireClock): Wire {
  let written = Number.NEGATIVE_INFINITY
  return async (request) => {
    if (!readsOnly(request)) {
      try {
        return await wire(request)
      } finally {
        written = clock.now()
      }
    }
    const rest = written + lagNow(lag) - clock.now()
    if (rest > 0) await clock.sleep(rest)
    return wire(request)
  }
}

export function readsOnly({ method }: WireRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}
