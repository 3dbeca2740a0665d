import type { Caller } from '../policy/caller.ts'
import { httpTime, type Instant } from '../time/calendar.ts'
import type { RawHash } from './coerce.ts'
import type { Definition } from './operation.ts'
import { Refusal } from './refusal.ts'

interface Window {
  readonly start: Instant
  count: number
}

/** A request as the limits see it. */
export interface Counted {
  readonly definition: Definition
  readonly raw: RawHash
  readonly caller: Caller
  readonly address: string | undefined
  readonly now: Instant
}

const HOUR = 3_600_000
const MINUTE = 60_000
const throttles = {
  authenticated: { name: 'throttle_authenticated_api', limit: 7200, period: HOUR },
  anonymous: { name: 'throttle_unauthenticated_api', limit: 3600, period: HOUR },
} as const

/** Counts requests in windows of the virtual clock. Kept outside the transaction, since refused requests count. */
export class RateLimits {
  readonly #windows = new Map<string, Window>()

  /** Counts one request. Throws 429 once a limit of the instance or of the operation is passed. */
  count({ definition, raw, caller, address, now }: Counted): void {
    const who = caller.user === undefined ? `ip:${address ?? 'local'}` : `user:${caller.user.id}`
    this.#throttle(caller.user === undefined ? throttles.anonymous : throttles.authenticated, who, now)
    const own = definition.rateLimit
    if (own === undefined || (own.with !== undefined && !raw[own.with])) return
    const limit = caller.user === undefined ? own.anonymous : own.user
    const window = this.#counted(`${own.name}/${who}`, MINUTE, now)
    if (window.count > limit) throw tooManyRequests(window, now)
  }

  clear(): void {
    this.#windows.clear()
  }

  #throttle(
    { name, limit, period }: (typeof throttles)['anonymous' | 'authenticated'],
    who: string,
    now: Instant,
  ): void {
    const window = this.#counted(`${name}/${who}`, period, now)
    if (window.count <= limit) return
    const reset = window.start + period
    throw new Refusal(429, 'Retry later\n', {
      text: 'Retry later\n',
      headers: {
        'Content-Type': 'text/plain',
        'RateLimit-Name': name,
        'RateLimit-Limit': String(Math.ceil(limit / (period / MINUTE))),
        'RateLimit-Observed': String(window.count),
        'RateLimit-Remaining': '0',
        'RateLimit-Reset': String(Math.floor(reset / 1000)),
        'RateLimit-ResetTime': httpTime(reset),
        'Retry-After': String(Math.ceil((reset - now) / 1000)),
      },
    })
  }

  #counted(key: string, period: number, now: Instant): Window {
    const start = Math.floor(now / period) * period
    const known = this.#windows.get(key)
    const window = known?.start === start ? known : { start, count: 0 }
    window.count++
    this.#windows.set(key, window)
    return window
  }
}

function tooManyRequests(window: Window, now: Instant): Refusal {
  return new Refusal(
    429,
    { message: { error: 'This endpoint has been requested too many times. Try again later.' } },
    { headers: { 'Retry-After': String(Math.max(1, Math.ceil((window.start + MINUTE - now) / 1000))) } },
  )
}
