import { parseLatency } from './latency.ts'

/** Which requests to disturb, and how. A rule without an effect (status, delay, reset, truncate) is refused. */
export interface FaultRule {
  /** A method in any case, or `*`; default: all methods. */
  readonly method?: string
  /**
   * The decoded path below the API root, `*` for any run of characters and `:name` for one segment; default: all
   * paths. Paths outside the API are given in full: `/oauth/token`.
   */
  readonly path?: string
  /** Above 0, at most 1 (the default: 1, always). Drawn from the seed and the request's number. */
  readonly probability?: number
  /** Strikes at most this often; default: without limit. */
  readonly times?: number
  /** Answers with this status (400 to 599) and the service's body for it, instead of serving the request. */
  readonly status?: number
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
const SYNTAX =
  "use 'METHOD PATH [STATUS] [delay=TIME] [reset] [truncate] [probability=0..1] [times=N] [retry-after=SECONDS]', for example 'GET /projects/* 503'"

/**
 * Reads a rule from one line: `METHOD PATH [STATUS] [OPTION...]`, either of the first two `*` for any. Options are
 * `delay=TIME`, `reset`, `truncate`, `probability=P`, `times=N`, `retry-after=SECONDS`:
 * `GET /projects/* 503`, `POST * 429 retry-after=30 times=2`, `* /merge_requests delay=2s probability=0.3`, `GET * reset`.
 * Throws a RangeError that says what is wrong.
 */
export function parseFault(text: string): FaultRule {
  const [method, path, ...words] = text.trim().split(/\s+/)
  if (method === undefined || method === '' || path === undefined)
    throw invalidFault(text, `has no path: ${SYNTAX}`)
  const rule: { [field: string]: unknown } = { method, path }
  for (const word of words) {
    const [field, value] = readWord(text, word)
    if (field in rule) throw invalidFault(text, `says '${field}' twice`)
    rule[field] = value
  }
  return checkedFields(text, rule)
}

/** The rule, when it is valid. Throws a RangeError otherwise. */
export function checkedRule(rule: FaultRule): FaultRule {
  return checkedFields(JSON.stringify(rule), rule as { readonly [field: string]: unknown })
}

/** The pattern that is compared with the path below the API root. */
export function rulePath(path: string): string {
  return path.replace(/^\/api\/v4(?=\/)/, '').replace(/(?<=\/)[:*][a-z_]+/g, '*')
}

function readWord(text: string, word: string): readonly [string, unknown] {
  if (/^\d+$/.test(word)) return ['status', Number(word)]
  if (word === 'reset' || word === 'truncate') return [word, true]
  const found = /^(delay|probability|times|retry-after)=(.+)$/.exec(word)
  if (found === null) throw invalidFault(text, `has the unknown part '${word}': ${SYNTAX}`)
  const [, name, value] = found as unknown as readonly [string, string, string]
  if (name === 'delay') return ['delay', value]
  return [name === 'retry-after' ? 'retryAfter' : name, /^\d*\.?\d+$/.test(value) ? Number(value) : value]
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
  status: (value) => (isWhole(value, 400, 599) ? undefined : 'a status from 400 to 599'),
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

function contradiction({ status, delay, reset, truncate, retryAfter }: FaultRule): string | undefined {
  if (status === undefined && delay === undefined && !reset && !truncate)
    return 'does nothing: give it a status, a delay, reset or truncate'
  if (reset && truncate) return 'has both reset and truncate: a connection is dropped once'
  if (reset && status !== undefined) return 'has both reset and a status: after a reset no status is sent'
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

function isWhole(value: unknown, least: number, most: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
}

function invalidFault(text: string, what: string): RangeError {
  return new RangeError(`fault '${text}' ${what}`)
}
