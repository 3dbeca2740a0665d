import type { Json } from '../lib/json.ts'
import { fieldsOfLine, SYNTAX } from './fault-line.ts'
import { parseLatency } from './latency.ts'

/** Which requests to disturb, and how. A rule without an effect is refused. */
export interface FaultRule {
  /** A method in any case, or `*`; default: all methods. */
  readonly method?: string
  /**
   * The decoded path below the API root, `*` for any run of characters and `:name` for one segment; default: all
   * paths. Paths outside the API are given in full: `/oauth/token`, `/acme/webapp.git/git-receive-pack`.
   */
  readonly path?: string
  /** Above 0, at most 1 (the default: 1, always). Drawn from the seed and the request's number. */
  readonly probability?: number
  /** Strikes at most this often; default: without limit. */
  readonly times?: number
  /** Leaves the first ones that it would strike alone. Rules with `skip` and `times` answer in turn. */
  readonly skip?: number
  /**
   * Answers with this status (200 to 599) and, from 400 on, with the service's body for it, instead of serving the
   * request. With `patch` the request is served, and its reply gets the status.
   */
  readonly status?: number
  /** Answers with this body instead of serving the request: a text as it is, all else as JSON; 200 unless told. */
  readonly body?: Json
  /** Serves the request and changes the JSON of the reply by a merge patch (RFC 7396); of a list, each entry. */
  readonly patch?: Json
  /** Headers of the reply, in place of those of the same name. */
  readonly headers?: { readonly [name: string]: string }
  /** Wall time before the reply: milliseconds, a duration such as `2s`, or a range from which it is drawn: `1s..3s`. */
  readonly delay?: string | number
  /** Drops the connection before the reply. The request has taken effect. */
  readonly reset?: boolean
  /** Drops the connection in the middle of the body. The request has taken effect. */
  readonly truncate?: boolean
  /** `Retry-After` of a 429 or 503, in seconds (default of a 429: 60). */
  readonly retryAfter?: number
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', '*']
/**
 * Reads a rule from one line: `METHOD PATH [STATUS] [OPTION...]`, either of the first two `*` for any. Options are
 * `delay=TIME`, `reset`, `truncate`, `probability=P`, `times=N`, `skip=N`, `retry-after=SECONDS`, `header=NAME:VALUE`,
 * `body=JSON` and `patch=JSON`: `GET /projects/* 503`, `POST * 429 retry-after=30 times=2`,
 * `* /merge_requests delay=2s probability=0.3`, `GET * reset`, `GET /projects/1 patch={"archived":true}`. Throws a
 * RangeError that says what is wrong.
 */
export function parseFault(text: string): FaultRule {
  const [, method, path, rest = ''] = /^\s*(\S+)\s+(\S+)(?:\s+(.*))?$/s.exec(text) ?? []
  if (method === undefined || path === undefined) throw invalidFault(text, `has no path: ${SYNTAX}`)
  return checkedFields(text, { method, path, ...fieldsIn(text, rest) })
}

function fieldsIn(text: string, rest: string): { readonly [field: string]: unknown } {
  try {
    return fieldsOfLine(rest)
  } catch (error) {
    throw error instanceof RangeError ? invalidFault(text, error.message) : error
  }
}

/** The rule, when it is valid. Throws a RangeError otherwise. */
export function checkedRule(rule: FaultRule): FaultRule {
  return checkedFields(JSON.stringify(rule), rule as { readonly [field: string]: unknown })
}

/** True for a rule that answers instead of the service; the request then takes no effect. */
export function answersItself({ status, body, patch }: FaultRule): boolean {
  return body !== undefined || (status !== undefined && patch === undefined)
}

/** The pattern that is compared with the path below the API root. */
export function rulePath(path: string): string {
  return path.replace(/^\/api\/v4(?=\/)/, '').replace(/(?<=\/)[:*][a-z_]+/g, '*')
}

type Check = (value: unknown) => string | undefined

const checks: { readonly [field in keyof Required<FaultRule>]: Check } = {
  method: (value) =>
    typeof value === 'string' && METHODS.includes(value.toUpperCase())
      ? undefined
      : `one of ${METHODS.join(', ')}`,
  path: (value) =>
    typeof value === 'string' && /^[/*]/.test(value)
      ? undefined
      : 'a path that begins with / or *, such as /projects/*',
  probability: (value) =>
    typeof value === 'number' && value > 0 && value <= 1 ? undefined : 'a number above 0 and at most 1',
  times: (value) => (isWhole(value, 1, 1e9) ? undefined : 'a whole number from 1 on'),
  skip: (value) => (isWhole(value, 1, 1e9) ? undefined : 'a whole number from 1 on'),
  status: (value) => (isWhole(value, 200, 599) ? undefined : 'a status from 200 to 599'),
  body: () => undefined,
  patch: () => undefined,
  headers: (value) => (areHeaders(value) ? undefined : 'names of headers with a text for each'),
  delay: (value) => delayFault(value),
  reset: (value) => (typeof value === 'boolean' ? undefined : 'true or false'),
  truncate: (value) => (typeof value === 'boolean' ? undefined : 'true or false'),
  retryAfter: (value) => (isWhole(value, 0, 1e9) ? undefined : 'a whole number of seconds'),
}

function checkedFields(text: string, rule: { readonly [field: string]: unknown }): FaultRule {
  for (const [field, value] of Object.entries(rule)) {
    if (!Object.hasOwn(checks, field))
      throw invalidFault(
        text,
        `has the unknown field '${field}': known are ${Object.keys(checks).join(', ')}`,
      )
    const right = checks[field as keyof FaultRule](value)
    if (right !== undefined)
      throw invalidFault(text, `has ${field} ${JSON.stringify(value)}: it must be ${right}`)
  }
  const checked = rule as FaultRule
  const problem = contradiction(checked)
  if (problem !== undefined) throw invalidFault(text, problem)
  return checked
}

function contradiction(rule: FaultRule): string | undefined {
  const { status, body, patch, headers, delay, reset, truncate, retryAfter } = rule
  const answers = [status, body, patch, headers].some((given) => given !== undefined)
  if (!answers && delay === undefined && !reset && !truncate)
    return 'does nothing: give it a status, a body, a patch, headers, a delay, reset or truncate'
  if (body !== undefined && patch !== undefined)
    return 'has both body and patch: a body is sent instead of what a patch would change'
  if (reset && truncate) return 'has both reset and truncate: a connection is dropped once'
  if (reset && status !== undefined) return 'has both reset and a status: after a reset no status is sent'
  if (reset && answers) return 'has reset beside what would be answered: after a reset nothing is sent'
  if (retryAfter !== undefined && status !== 429 && status !== 503)
    return 'has retryAfter without status 429 or 503'
  return undefined
}

function delayFault(value: unknown): string | undefined {
  const right = 'milliseconds or a duration of at most 1h, for example 2s, or two, such as 1s..3s'
  if (typeof value !== 'string' && typeof value !== 'number') return right
  try {
    parseLatency(value)
    return undefined
  } catch {
    return right
  }
}

const NAME = /^[!#$%&'*+.^_`|~\w-]{1,100}$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: characters that a header must not have.
const UNSENDABLE = /[\u0000-\u0008\u000a-\u001f\u007f]|[^\u0000-\u00ff]/

function areHeaders(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(value).every(
      ([name, text]) => NAME.test(name) && typeof text === 'string' && !UNSENDABLE.test(text),
    )
  )
}

function isWhole(value: unknown, least: number, most: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
}

function invalidFault(text: string, what: string): RangeError {
  return new RangeError(`fault '${text}' ${what}`)
}
