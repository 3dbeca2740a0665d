import { type Dialect, isInForce } from '../lib/dialect.ts'
import type { ListName } from '../model/settings/attributes.ts'
import { laterCountInForce, settingInForce } from '../model/settings/in-force.ts'
import type { User } from '../model/users/user.ts'
import type { World } from '../model/world.ts'
import { httpTime, type Instant } from '../time/calendar.ts'
import type { ResolvedDefinition } from './bind.ts'
import type { RawHash } from './coerce.ts'
import type { Allowance, RateLimit } from './operation.ts'
import { Refusal } from './refusal.ts'
import { camelCase, type Found } from './subject.ts'
import { type Throttle, type Throttled, throttledText, throttles, throttlesFor } from './throttle.ts'

interface Window {
  readonly start: Instant
  count: number
}

/** A request as the limits see it. */
export interface Counted {
  readonly world: World
  readonly dialect: Dialect
  readonly definition: ResolvedDefinition
  readonly raw: RawHash
  readonly user: User | undefined
  readonly address: string | undefined
  /** What the path names, as soon as it is found. */
  readonly found?: Found | undefined
  /** True when the handler says that it counts now. */
  readonly late?: boolean
  readonly now: Instant
}

const MINUTE = 60_000

/** Counts requests in windows of the virtual clock. Kept outside the transaction, since refused requests count. */
export class RateLimits {
  readonly #windows = new Map<string, Window>()
  readonly #all: boolean

  /** Unless all limits count, only those for all requests do that somebody has switched on. */
  constructor(all: boolean) {
    this.#all = all
  }

  /**
   * Counts a request against the limits of the installation. Throws 429 once one is passed; otherwise gives what is
   * told of the one of which the least is left, in headers.
   */
  throttle(
    asked: Omit<Throttled, 'signedIn'>,
    caller: () => User | undefined,
    now: Instant,
  ): { readonly [name: string]: string } | undefined {
    if (!this.#all && !throttles(asked.world)) return undefined
    const user = caller()
    let tightest: { readonly throttle: Throttle; readonly window: Window } | undefined
    const left = ({ throttle, window }: NonNullable<typeof tightest>) => throttle.limit - window.count
    for (const throttle of throttlesFor({ ...asked, signedIn: user !== undefined }, this.#all)) {
      const key = `${throttle.name}/${whose(user, asked.request.address)}`
      const window = this.#counted(key, throttle.period, now)
      if (window.count > throttle.limit) throw throttled(throttle, window, now, throttledText(asked.world))
      const found = { throttle, window }
      if (tightest === undefined || left(found) < left(tightest)) tightest = found
    }
    return tightest && toldOf(tightest.throttle, tightest.window)
  }

  /**
   * Counts a request against the limit of its operation: before anything is found, after it where the limit is one
   * of each subject, or when the handler says so. Throws 429 once it is passed.
   */
  count({ world, dialect, definition, raw, user, address, found, late = false, now }: Counted): void {
    const own = definition.rateLimit
    if (!this.#all || own === undefined || (own.late === true) !== late) return
    if (!late && (own.per === undefined) !== (found === undefined)) return
    if (own.with !== undefined && !raw[own.with]) return
    const allowed = allowance(world, user === undefined ? own.anonymous : own.user)
    if (allowed === undefined || isExempt(world, own.except, user)) return
    const period = own.period ?? MINUTE
    const by = own.by === undefined ? '' : `/${raw[own.by]}`
    const counted = own.ofAll ? 'all' : whose(user, address)
    const key = `${own.name}${subjectOf(own, found)}${by}/${counted}`
    const window = this.#counted(key, period, now, own.fromFirst)
    if (window.count > allowed)
      throw tooManyRequests(
        own.text ?? defaultText(own.noun),
        waitOf(dialect, own, window.start + period - now),
      )
  }

  clear(): void {
    this.#windows.clear()
  }

  #counted(key: string, period: number, now: Instant, fromFirst = false): Window {
    const start = fromFirst ? now : Math.floor(now / period) * period
    const known = this.#windows.get(key)
    const open = known !== undefined && (fromFirst ? now < known.start + period : known.start === start)
    const window = open ? known : { start, count: 0 }
    window.count++
    this.#windows.set(key, window)
    return window
  }
}

function subjectOf({ per, column = 'id' }: RateLimit, found: Found | undefined): string {
  if (per === undefined) return ''
  const row = found?.[camelCase(per)] as { readonly [column: string]: unknown }
  return `/${per}.${column}:${row[column]}`
}

function whose(user: User | undefined, address: string | undefined): string {
  return user === undefined ? `ip:${address ?? 'local'}` : `user:${user.id}`
}

function toldOf({ name, limit, period }: Throttle, { start, count }: Window) {
  return {
    'RateLimit-Name': name,
    'RateLimit-Limit': String(Math.ceil(limit / (period / MINUTE))),
    'RateLimit-Observed': String(count),
    'RateLimit-Remaining': String(Math.max(0, limit - count)),
    'RateLimit-Reset': String(Math.floor((start + period) / 1000)),
  }
}

function throttled(throttle: Throttle, window: Window, now: Instant, text: string): Refusal {
  const reset = window.start + throttle.period
  return new Refusal(429, text, {
    text,
    headers: {
      'Content-Type': 'text/plain',
      ...toldOf(throttle, window),
      'RateLimit-ResetTime': httpTime(reset),
      'Retry-After': String(Math.ceil((reset - now) / 1000)),
    },
  })
}

// What is told in other words than those of the endpoint tells no period (conventions#later-retry-after).
function waitOf(dialect: Dialect, { noun, period = MINUTE }: RateLimit, left: number): number {
  return noun === undefined && isInForce('conventions#later-retry-after', dialect) ? period : left
}

function defaultText(noun = 'endpoint'): string {
  return `This ${noun} has been requested too many times. Try again later.`
}

function tooManyRequests(text: string, wait: number): Refusal {
  return new Refusal(
    429,
    { message: { error: text } },
    { headers: { 'Retry-After': String(Math.max(1, Math.ceil(wait / 1000))) } },
  )
}

// A setting of 0 switches its limit off (settings#throttles).
function allowance(world: World, declared: Allowance | undefined): number | undefined {
  if (typeof declared === 'object') return laterCountInForce(world, declared.later) || undefined
  return typeof declared === 'string' ? settingInForce(world, declared) || undefined : declared
}

function isExempt(world: World, except: ListName | undefined, user: User | undefined): boolean {
  return except !== undefined && user !== undefined && settingInForce(world, except).includes(user.username)
}
