import { type Json, parseJson, toJson } from '../lib/json.ts'
import type { PlainReply } from '../protocol/message.ts'
import type { PlainAnswer } from '../protocol/reply.ts'
import { httpTime, type Instant } from '../time/calendar.ts'
import type { FaultRule } from './fault-rule.ts'

const reasons: { readonly [status: number]: string } = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Request Entity Too Large',
  422: 'Unprocessable Entity',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Time-out',
}

/** Default `Retry-After` of a 429, in seconds: the window of the service's request throttle is a minute. */
const THROTTLE_SECONDS = 60

/**
 * What a rule answers instead of the service: its own body, or that of the service (or of a proxy before it) to a failure
 * that the request did not cause.
 */
export function faultReply(rule: FaultRule, now: Instant): PlainReply {
  const { status = 200, body } = rule
  const reply = body === undefined ? serviceReply(status, rule.retryAfter, now) : ownReply(rule, body)
  return { ...reply, headers: withHeaders(reply.headers, rule.headers) }
}

function ownReply({ status = 200, retryAfter }: FaultRule, body: Json): PlainReply {
  const type = typeof body === 'string' ? 'text/plain' : 'application/json'
  const headers = { 'Content-Type': type, 'Cache-Control': 'no-cache', ...waiting(retryAfter) }
  return { status, headers, body: typeof body === 'string' ? body : toJson(body) }
}

function serviceReply(status: number, retryAfter: number | undefined, now: Instant): PlainReply {
  if (status < 400) return { status, headers: { 'Cache-Control': 'no-cache' }, body: null }
  if (status === 429) return throttled(retryAfter ?? THROTTLE_SECONDS, now)
  if (status === 502 || status === 504) return proxyPage(status)
  return {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache', ...waiting(retryAfter) },
    body: toJson({
      message: reasons[status] === undefined ? String(status) : `${status} ${reasons[status]}`,
    }),
  }
}

function waiting(retryAfter: number | undefined): { readonly [name: string]: string } {
  return retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }
}

function throttled(retryAfter: number, now: Instant): PlainReply {
  const resetAt = now + retryAfter * 1000
  const headers = {
    'Content-Type': 'text/plain',
    'Cache-Control': 'no-cache',
    'RateLimit-Name': 'throttle_authenticated_api',
    'RateLimit-Limit': '120',
    'RateLimit-Observed': '121',
    'RateLimit-Remaining': '0',
    'RateLimit-Reset': String(Math.floor(resetAt / 1000)),
    'RateLimit-ResetTime': httpTime(resetAt),
    'Retry-After': String(retryAfter),
  }
  return { status: 429, headers, body: 'Retry later\n' }
}

// The error of a gateway does not come from the service itself, so it is HTML, not JSON.
function proxyPage(status: number): PlainReply {
  const title = `${status} ${reasons[status]}`
  return {
    status,
    headers: { 'Content-Type': 'text/html' },
    body: `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n</body>\r\n</html>\r\n`,
  }
}

type Fields = { readonly [key: string]: Json }

/** An answer of the service with another status, other headers and a patched body, as a rule says. */
export function altered(answer: PlainAnswer, { status, headers, patch }: FaultRule): PlainAnswer {
  return {
    status: status ?? answer.status,
    headers: withHeaders(answer.headers, headers),
    body: patch === undefined ? answer.body : patchedBody(answer.body, patch),
  }
}

/** Headers with others in place of those of the same name, in any case. */
function withHeaders(
  own: { readonly [name: string]: string },
  others: { readonly [name: string]: string } = {},
): { readonly [name: string]: string } {
  const replaced = new Set(Object.keys(others).map((name) => name.toLowerCase()))
  const left = Object.entries(own).filter(([name]) => !replaced.has(name.toLowerCase()))
  return Object.fromEntries([...left, ...Object.entries(others)])
}

// What is no JSON stays as it is. Of a list every entry is patched: a list has no names to be patched by.
function patchedBody(body: PlainAnswer['body'], patch: Json): PlainAnswer['body'] {
  if (typeof body !== 'string') return body
  const parsed = parseJson(body, { depth: 64, count: Number.MAX_SAFE_INTEGER })
  if (!parsed.ok) return body
  const { value } = parsed
  return toJson(Array.isArray(value) ? value.map((entry) => merged(entry, patch)) : merged(value, patch))
}

/** A JSON merge patch (RFC 7396): objects are merged, `null` removes, all else replaces. */
function merged(target: Json, patch: Json): Json {
  if (!isFields(patch)) return patch
  const fields = new Map(Object.entries(isFields(target) ? target : {}))
  for (const [name, value] of Object.entries(patch))
    if (value === null) fields.delete(name)
    else fields.set(name, merged(fields.get(name) ?? null, value))
  return Object.fromEntries(fields)
}

function isFields(value: Json): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
