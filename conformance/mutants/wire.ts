import { isRow, isRows, type Json, parseJson, type Row } from '../kit/json.ts'
import { type Credential, textOf, type WireReply, type WireRequest } from '../targets/target.ts'
import type { Mutant, Next } from './mutant.ts'

/** True when a request calls an operation, given as `GET /projects/:id`. */
export function calls({ method, url }: WireRequest, operation: string): boolean {
  const [verb, path = ''] = operation.split(' ')
  const pattern = new RegExp(`^/api/v4${path.replaceAll(/[:*][a-z_]+/g, '[^/]+')}$`)
  return method === verb && pattern.test(pathOf(url))
}

export function pathOf(url: string): string {
  return url.replace(/\?.*$/, '')
}

/** The request without some parameters of its query. */
export function without(request: WireRequest, wanted: (name: string) => boolean): WireRequest {
  const [path = '', query = ''] = request.url.split('?')
  const kept = query.split('&').filter((pair) => pair !== '' && !wanted(nameOf(pair)))
  return { ...request, url: kept.length === 0 ? path : `${path}?${kept.join('&')}` }
}

function nameOf(pair: string): string {
  return decoded(pair.replace(/=.*$/, ''))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A parameter of the query; undefined where it is absent. */
export function given({ url }: WireRequest, name: string): string | undefined {
  const pair = (url.split('?')[1] ?? '').split('&').find((candidate) => nameOf(candidate) === name)
  return pair === undefined ? undefined : decoded(pair.replace(/^[^=]*=?/, ''))
}

/** The request as somebody else makes it. */
export function as(request: WireRequest, credential: Credential | undefined): WireRequest {
  return credential === undefined
    ? request
    : { ...request, headers: { ...request.headers, 'private-token': credential.token } }
}

export function isBy(request: WireRequest, credential: Credential | undefined): boolean {
  return credential !== undefined && request.headers['private-token'] === credential.token
}

/** The request with other parameters in its JSON body. */
export function withParams(request: WireRequest, change: (params: Row) => Row): WireRequest {
  const params = parseJson(textOf(request.body ?? ''))
  return isRow(params) ? { ...request, body: JSON.stringify(change(params)) } : request
}

export function paramsOf({ body }: WireRequest): Row {
  const params = parseJson(textOf(body ?? ''))
  return isRow(params) ? params : {}
}

/** The reply with its object, or each object of its array, changed; errors stay as they are. */
export function withRows(reply: WireReply, change: (row: Row) => Row): WireReply {
  const json = parseJson(reply.body)
  if (reply.status >= 300) return reply
  if (isRow(json)) return withJson(reply, change(json))
  return isRows(json) ? withJson(reply, json.map(change)) : reply
}

export function withJson(reply: WireReply, json: Json): WireReply {
  return { ...reply, body: JSON.stringify(json) }
}

export function withHeader(reply: WireReply, name: string, change: (value: string) => string): WireReply {
  const value = reply.headers[name]
  return value === undefined ? reply : { ...reply, headers: { ...reply.headers, [name]: change(value) } }
}

export function rowsOf(reply: WireReply): readonly Row[] {
  const json = parseJson(reply.body)
  return isRows(json) ? json : []
}

/** The object of a reply; empty where it is none. */
export function rowOf(reply: WireReply): Row {
  const json = parseJson(reply.body)
  return isRow(json) ? json : {}
}

/** Answers of these operations with other rows. */
export function rowsChanged(
  name: string,
  says: string,
  caughtBy: string,
  operations: readonly string[],
  change: Parameters<typeof withRows>[1],
): Mutant {
  return {
    name,
    says,
    caughtBy,
    fault: async (request, next) => {
      const reply = await next(request)
      return operations.some((it) => calls(request, it)) ? withRows(reply, change) : reply
    },
  }
}

/** Calls of this operation with other parameters. */
export function paramsChanged(
  name: string,
  says: string,
  caughtBy: string,
  operation: string,
  change: Parameters<typeof withParams>[1],
): Mutant {
  return {
    name,
    says,
    caughtBy,
    fault: (request, next) => next(calls(request, operation) ? withParams(request, change) : request),
  }
}

/** Lets the other calls of the moment go on, as a process does between reading a row and writing it. */
export function othersFirst(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/** What was read to be written: the row of a request that goes on to change it. */
export async function readFirst(next: Next, { url, headers }: WireRequest): Promise<WireReply> {
  const { 'content-type': _type, ...rest } = headers
  const reply = await next({ method: 'GET', url: pathOf(url), headers: rest })
  await othersFirst()
  return reply
}

/** Parameters but for the one of that name. */
export function withoutParam(params: Row, name: string): Row {
  return Object.fromEntries(Object.entries(params).filter(([key]) => key !== name))
}
