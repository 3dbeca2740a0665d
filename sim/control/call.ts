import { text } from '../lib/bytes.ts'
import { type Json, type NotParsed, type Parsed, parseJson } from '../lib/json.ts'
import type { JsonBounds } from '../lib/long-json/json-scan.ts'
import { parseLongJson } from '../lib/long-json/long-json.ts'
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
  /** The same step by step, of a body that may be a whole world. */
  longBody(): Steps<Json | undefined>
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

/** The same of steps. */
export function* inRange<T>(steps: Steps<T>): Steps<T> {
  try {
    return yield* steps
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

const bounds: JsonBounds = { depth: 64, count: 100_000 }
/** Descriptions of worlds, and snapshots, are longer than what clients of the service send. */
const longBounds: JsonBounds = { depth: 64, count: 4_000_000, names: 400_000 }

/** Reads a request's body as JSON. */
export function jsonBody(request: Pick<PlainRequest, 'body'>): Json | undefined {
  const text = textOf(request)
  return text === '' ? undefined : parsedBody(text, parseJson(text, bounds), bounds)
}

/** The same step by step, of a body that may be a whole world. */
export function* longJsonBody(request: Pick<PlainRequest, 'body'>): Steps<Json | undefined> {
  const text = textOf(request)
  return text === '' ? undefined : parsedBody(text, yield* parseLongJson(text, longBounds), longBounds)
}

function textOf({ body }: Pick<PlainRequest, 'body'>): string {
  const given = body === undefined ? '' : typeof body === 'string' ? body : text(body)
  return given.trim()
}

function parsedBody(text: string, parsed: Parsed, bounds: JsonBounds): Json {
  if (parsed.ok) return parsed.value
  throw new CallRefused(400, `the body ${unfit(text, parsed, bounds)}`)
}

function unfit(text: string, { above }: NotParsed, { depth, count, names }: JsonBounds): string {
  if (above === 'depth') return `is nested deeper than ${depth} levels`
  if (above === 'names') return `has an object with more than ${names} names`
  if (above === 'count') return `has more than ${count} values and names`
  return `is not JSON: it begins with ${JSON.stringify(text.slice(0, 40))}`
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
