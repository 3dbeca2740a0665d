import type { ContractOperation } from '../../sim/contract.ts'
import { isRow, type Json, parseJson } from '../kit/json.ts'
import { textOf } from '../targets/target.ts'

export interface Headers {
  /** Names in lower case. */
  readonly [name: string]: string
}

/** A request that somebody else made, and its answer. */
export interface Exchange {
  readonly method: string
  /** Whole, as it was asked for. */
  readonly url: string
  readonly headers: Headers
  /** What was sent; undefined for nothing, and for what was not recorded. */
  readonly sent?: Uint8Array | string
  readonly status: number
  readonly answered: Headers
  /** Decoded; undefined where it was not recorded, or not as a whole. */
  readonly body?: Uint8Array
  /** Milliseconds since 1970, where the recording has them. */
  readonly began?: number
  readonly ended?: number
  /** What a report calls it: `entry 17`. */
  readonly name: string
  /** True where nothing was left out: tools that record in browsers leave out credentials, and fill in cached bodies. */
  readonly complete: boolean
}

/** An exchange with the operation that it is of, read once. */
export interface Heard extends Exchange {
  readonly operation: ContractOperation
  /** Scheme, host and relative root of the service. */
  readonly base: string
  /** The path below `/api/v4`, with paths of projects and groups replaced by their ids where those are known. */
  readonly path: string
  /** What the path parameters are, decoded. */
  readonly values: { readonly [param: string]: string }
  /** What was sent in the query, a form or JSON, by outer name; undefined values were sent in several ways. */
  readonly given: { readonly [param: string]: Json | undefined }
  readonly json: Json | undefined
  /** Tells callers apart; empty for one without credentials, as far as the recording shows. */
  readonly caller: string
}

export function mediaTypeOf(headers: Headers): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/** True where the body is JSON by its header. */
export function saysJson(headers: Headers): boolean {
  return /[/+]json$/.test(mediaTypeOf(headers))
}

/** Parameters of a query and of a body that is JSON or a form. */
export function givenIn({ url, headers, sent }: Exchange): Heard['given'] {
  const pairs = [...new URL(url).searchParams]
  const type = mediaTypeOf(headers)
  const text = sent === undefined ? '' : textOf(sent)
  if (type === 'application/x-www-form-urlencoded') pairs.push(...new URLSearchParams(text))
  const json = saysJson(headers) ? parseJson(text) : undefined
  const body = isRow(json) ? Object.entries(json) : []
  const given = new Map<string, Json | undefined>()
  for (const [name, value] of [...pairs.map(plain), ...body])
    given.set(name, given.has(name) ? joined(given.get(name), value) : value)
  return Object.fromEntries(given)
}

// `iids[]=1` is an item of a list, `not[labels]=a` something inside of a hash.
function plain([name, value]: [string, string]): readonly [string, Json] {
  const [outer = '', inner] = name.split('[', 2)
  if (inner === undefined) return [outer, value]
  return [outer, inner === ']' ? [value] : { [inner.replace(']', '')]: value }]
}

function joined(before: Json | undefined, value: Json): Json | undefined {
  return Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : undefined
}
