import { type Dialect, isInForce } from '../lib/dialect.ts'
import { drawText } from '../lib/random.ts'
import type { ChangeId } from '../lib/releases/changes.ts'
import { nextNumber, type World } from '../model/world.ts'
import type { RawHash } from '../protocol/coerce.ts'
import { splitTarget } from '../protocol/handle.ts'
import { knownUser } from '../protocol/identify.ts'
import { readBody, readQuery } from '../protocol/input.ts'
import type { PlainRequest } from '../protocol/message.ts'
import type { RateLimits } from '../protocol/rate-limit.ts'
import { noRoute, Refusal } from '../protocol/refusal.ts'
import type { Answer } from '../protocol/reply.ts'
import type { Instant } from '../time/calendar.ts'
import { authorization } from './authorization.ts'
import { deviceAuthorization, deviceConsent, devicePage } from './device.ts'
import { registration } from './registration.ts'
import { revocation } from './revocation.ts'
import type { OauthCall } from './service.ts'
import { tokenInfo } from './token-info.ts'
import { tokenRequest } from './token-request.ts'

const calls: { readonly [call: string]: (call: OauthCall) => Answer } = {
  'POST /oauth/token': tokenRequest,
  'GET /oauth/token/info': tokenInfo,
  'POST /oauth/revoke': revocation,
  'GET /oauth/authorize': authorization,
  'POST /oauth/authorize': authorization,
}

/** Those that came with `conventions#later-device-grant`. */
const ofDevices: typeof calls = {
  'POST /oauth/authorize_device': deviceAuthorization,
  'GET /oauth/device': devicePage,
  'POST /oauth/device/confirm': devicePage,
  'POST /oauth/device': deviceConsent,
}

const ofRegistration: typeof calls = { 'POST /oauth/register': registration }

/** Whether a request belongs to an OAuth endpoint, of any release unless told. */
export function isOauth({ method, url }: Pick<PlainRequest, 'method' | 'url'>, dialect?: Dialect): boolean {
  if (!url.startsWith('/oauth/')) return false
  const name = nameOf(method, url)
  return (
    Object.hasOwn(calls, name) ||
    (Object.hasOwn(ofDevices, name) && isThere('conventions#later-device-grant', dialect)) ||
    (Object.hasOwn(ofRegistration, name) && isThere('conventions#later-registration', dialect))
  )
}

function isThere(change: ChangeId, dialect: Dialect | undefined): boolean {
  return dialect === undefined || isInForce(change, dialect)
}

interface Service {
  readonly world: World
  readonly seed: number
  readonly now: Instant
  readonly dialect: Dialect
  /** Absent when the request was counted before. */
  readonly limits: RateLimits | undefined
  readonly onCounted: (headers: { readonly [name: string]: string }) => void
}

/** Answers an OAuth request, or throws a Refusal. */
export function oauthAnswer(service: Service, request: PlainRequest): Answer {
  const { world, seed, now, dialect } = service
  const draw = () => drawText('0123456789abcdef', 64, seed, nextNumber(world, 'drawn'))
  const name = nameOf(request.method, request.url)
  const serve = calls[name] ?? ofDevices[name] ?? ofRegistration[name]
  if (serve === undefined) throw noRoute()
  const raw = parameters(request, dialect)
  if (isInForce('conventions#later-oauth-throttled', dialect)) count(service, request, raw)
  return serve({ world, now, draw, request, raw })
}

/** Counts a request with those of the API. */
function count(
  { world, now, dialect, limits, onCounted }: Service,
  request: PlainRequest,
  raw: RawHash,
): void {
  const [path] = splitTarget(request.url)
  const asked = { world, request, path, definition: undefined, raw }
  const counted = limits?.throttle(asked, () => knownUser({ world, request, raw, now }), now)
  if (counted !== undefined && isInForce('conventions#later-rate-limit-headers', dialect)) onCounted(counted)
}

function nameOf(method: string, url: string): string {
  return `${method} ${url.split(/[?#]/, 1)[0]}`
}

function parameters(request: PlainRequest, dialect: Dialect): RawHash {
  const sent = readQuery(splitTarget(request.url)[1])
  const body = readBody(request, dialect)
  if (body instanceof Refusal) throw body
  return { ...sent, ...body }
}
