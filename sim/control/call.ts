import { text } from '../lib/bytes.ts'
import { type Json, parseJson } from '../lib/json.ts'
import type { Steps } from '../lib/steps.ts'
import type { PlainReply, PlainRequest } from '../protocol/message.ts'
import type { Controlled } from './controlled.ts'

/** One call of the control API. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Below `/_forgery`, parameters with a colon. */
  readonly path: string
  /** Names of query parameters; `any` where names are columns. */
  readonly query?: readonly string[] | 'any'
  /** What takes long returns steps. */
  readonly serve: (controlled: Controlled, asked: CallRequest) => PlainReply | Steps<PlainReply>
}

/** The request of a call. */
export interface CallRequest {
  /** Values of the path's parameters, decoded. */
  readonly path: { readonly [name: string]: string }
  readonly query: URLSearchParams
  /** A header by its name in lower case. */
  header(name: string): string | undefined
  /** Reads the body: undefined when empty. Throws a `CallRefused` when it is not JSON. */
  body(): Json | undefined
}

/** A call that cannot be served; its text tells the user why. */
export class CallRefused extends Error {
  readonly status: 400 | 404 | 409
  constructor(status: 400 | 404 | 409, text: string) {
    super(text)
    this.name = 'CallRefused'
    this.status = status
  }
}

/** Runs `work`; a RangeError, thrown for an invalid value, becomes a 400 with its text. */
export function refuseRangeErrors<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw refusedRange(error)
  }
}

/** The same of an error that was caught: 400 for a RangeError, any other as it is. */
export function refusedRange(error: unknown): unknown {
  return error instanceof RangeError ? new CallRefused(400, error.message) : error
}

/** The body as an object with no other fields than these; an empty body is an empty object. */
export function fieldsOf(
  body: Json | undefined,
  known: readonly string[],
): { readonly [name: string]: Json } {
  if (body === undefined) return {}
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new CallRefused(
      400,
      `the body must be a JSON object (fields: ${listed(known)}), not ${kindOf(body)}`,
    )
  for (const name of Object.keys(body))
    if (!known.includes(name))
      throw new CallRefused(400, `the body has the unknown field '${name}': known are ${listed(known)}`)
  return body as { readonly [name: string]: Json }
}

/** A field that is a string when it is given. */
export function textField(fields: { readonly [name: string]: Json }, name: string): string | undefined {
  const value = fields[name]
  if (value === undefined || typeof value === 'string') return value
  throw new CallRefused(400, `'${name}' must be a string, not ${kindOf(value)}`)
}

/** Descriptions of worlds are longer than what clients of the service send. */
const bounds = { depth: 64, count: 10_000_000 }

const boundTexts = {
  depth: `is nested deeper than ${bounds.depth} levels`,
  count: `has more than ${bounds.count} values and names`,
}

/** Reads a request's body as JSON. */
export function jsonBody({ body }: Pick<PlainRequest, 'body'>): Json | undefined {
  const given = body === undefined ? '' : typeof body === 'string' ? body : text(body)
  if (given.trim() === '') return undefined
  const parsed = parseJson(given, bounds)
  if (parsed.ok) return parsed.value
  const wrong =
    parsed.above === undefined
      ? `is not JSON: it begins with ${JSON.stringify(given.slice(0, 40))}`
      : boundTexts[parsed.above]
  throw new CallRefused(400, `the body ${wrong}`)
}

function listed(names: readonly string[]): string {
  return names.join(', ') || 'none'
}

function kindOf(value: Json): string {
  if (value === null) return 'null'
  return Array.isArray(value)
    ? 'an array'
    : typeof value === 'object'
      ? 'an object'
      : `${typeof value} ${JSON.stringify(value)}`
}
