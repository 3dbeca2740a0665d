import { anySwitchedOn, settingInForce } from '../model/settings/in-force.ts'
import type { World } from '../model/world.ts'
import type { RawHash } from './coerce.ts'
import type { PlainRequest } from './message.ts'

/** A limit on requests whatever they ask for. */
export interface Throttle {
  readonly name: string
  readonly limit: number
  /** In milliseconds. */
  readonly period: number
}

/** A request as the throttles see it. */
export interface Throttled {
  readonly world: World
  readonly request: PlainRequest
  /** Below the host, without the query. */
  readonly path: string
  /** What the request is routed to, if to anything. */
  readonly definition: { readonly throttle?: OwnThrottle } | undefined
  readonly raw: RawHash
  readonly signedIn: boolean
}

/**
 * The throttles that count a request, as the settings in force have them (settings#throttles); unless all are wanted,
 * only those that the service has switched off at first.
 */
export function throttlesFor(throttled: Throttled, all: boolean): readonly Throttle[] {
  return [...(all ? protecting(throttled) : []), ...byFamily(throttled)]
}

/** Families with figures of their own; while one is off, its requests count with all others. */
export const throttleFamilies = ['packages_api', 'files_api', 'deprecated_api'] as const
export type ThrottleFamily = (typeof throttleFamilies)[number]

const switches = [...throttleFamilies, 'api' as const].flatMap(
  (family) =>
    [`throttle_authenticated_${family}_enabled`, `throttle_unauthenticated_${family}_enabled`] as const,
)

/** Whether any of the throttles is on that the service has switched off at first. Every request asks. */
export const throttles: (world: World) => boolean = anySwitchedOn(switches)

/** What an operation says of the family with which its requests are counted. */
export interface OwnThrottle {
  readonly family: ThrottleFamily
  /** A parameter that, sent as false, counts the request with all others. */
  readonly unlessFalse?: string
}

const FALSE = ['false', '0', 'f', 'no', 'off']

function byFamily({ world, definition, raw, signedIn }: Throttled): readonly Throttle[] {
  const who = signedIn ? 'authenticated' : 'unauthenticated'
  const { family: own, unlessFalse } = definition?.throttle ?? {}
  const special = unlessFalse !== undefined && FALSE.includes(String(raw[unlessFalse])) ? undefined : own
  const family =
    special !== undefined && settingInForce(world, `throttle_${who}_${special}_enabled`) ? special : 'api'
  if (!settingInForce(world, `throttle_${who}_${family}_enabled`)) return []
  const limit = settingInForce(world, `throttle_${who}_${family}_requests_per_period`)
  const period = settingInForce(world, `throttle_${who}_${family}_period_in_seconds`) * 1000
  return [{ name: `throttle_${who}_${family}`, limit, period }]
}

// What is sent to paths where passwords are guessed counts once more.
function protecting({ world, request, path, signedIn }: Throttled): readonly Throttle[] {
  if (request.method !== 'POST' || !settingInForce(world, 'throttle_protected_paths_enabled')) return []
  if (!settingInForce(world, 'protected_paths_raw').some((start) => path.startsWith(start))) return []
  const limit = settingInForce(world, 'throttle_protected_paths_requests_per_period')
  const period = settingInForce(world, 'throttle_protected_paths_period_in_seconds') * 1000
  const name = signedIn
    ? 'throttle_authenticated_protected_paths_api'
    : 'throttle_unauthenticated_protected_paths'
  return [{ name, limit, period }]
}

/** The text of the refusal of a throttled request. */
export function throttledText(world: World): string {
  return `${settingInForce(world, 'rate_limiting_response_text') || 'Retry later'}\n`
}
