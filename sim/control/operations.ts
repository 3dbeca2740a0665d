import { isSteps, type Steps } from '../lib/steps.ts'
import type { PlainReply, PlainRequest } from '../protocol/message.ts'
import { type Call, CallRefused, jsonBody, longJsonBody } from './call.ts'
import { clockCalls } from './clock-calls.ts'
import type { Controlled } from './controlled.ts'
import { eventCalls } from './events/event-calls.ts'
import { faultCalls } from './fault-calls.ts'
import { foreignCall, type OwnNames } from './foreign.ts'
import { pageReply } from './page.ts'
import { splitUrl } from './paths.ts'
import { registryCalls } from './registry-calls.ts'
import { json } from './replies.ts'
import { requestCalls } from './request-calls.ts'
import { rowCalls } from './row-calls.ts'
import { scriptCalls } from './script-calls.ts'
import { snapshotCalls } from './snapshot-calls.ts'
import { storeCalls } from './store-calls.ts'
import { worldCalls } from './world-calls.ts'

/** Where the control API is served. */
export const CONTROL_ROOT = '/_forgery'

export interface ControlOptions {
  /** Required in every call (`Authorization: Bearer`, or `X-Forgery-Token`), else 401. Default: no token is needed. */
  readonly token?: string | undefined
  /** Names of the server, for which pages and clients may call it. Default: none but addresses and `localhost`. */
  readonly names?: OwnNames
}

const calls: readonly Call[] = [
  { method: 'GET', path: '', serve: () => json({ calls: controlCalls }) },
  { method: 'GET', path: '/', serve: () => json({ calls: controlCalls }) },
  ...worldCalls,
  ...registryCalls,
  ...snapshotCalls,
  ...clockCalls,
  ...storeCalls,
  ...requestCalls,
  ...scriptCalls,
  ...eventCalls,
  ...faultCalls,
  ...rowCalls,
]

/** Every call as `METHOD PATH`. */
export const controlCalls: readonly string[] = calls
  .filter(({ path }) => path.length > 1)
  .map(({ method, path }) => `${method} ${CONTROL_ROOT}${path}`)

/** The reply of the control API, or the steps to it; undefined when the path is not below `/_forgery`. */
export function controlReply(
  controlled: Controlled,
  request: PlainRequest,
  { token, names = { hosts: [] } }: ControlOptions = {},
): PlainReply | Steps<PlainReply> | undefined {
  const { path, query } = splitUrl(request.url)
  if (path !== CONTROL_ROOT && !path.startsWith(`${CONTROL_ROOT}/`)) return undefined
  // Who knows the token was told it by the user.
  const error = token === undefined ? foreignCall(request, names) : undefined
  if (error !== undefined) return json({ error }, 403)
  // The page itself tells nothing of the world; it asks for the token before it calls.
  const page = pageReply(controlled, request, path.slice(CONTROL_ROOT.length))
  if (page !== undefined) return page
  if (token !== undefined && !hasToken(request, token)) return unauthorised()
  const segments = path.slice(CONTROL_ROOT.length).split('/')
  const named = calls.flatMap((call) => {
    const found = matched(call.path, segments)
    return found === undefined ? [] : [{ call, found }]
  })
  if (named.length === 0) return unknown(path)
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const chosen = named.find(({ call }) => call.method === method)
  if (chosen === undefined)
    return wrongMethod(request.method, path, [...new Set(named.map(({ call }) => call.method))])
  return served(controlled, request, chosen.call, chosen.found, new URLSearchParams(query))
}

function served(
  controlled: Controlled,
  request: PlainRequest,
  call: Call,
  path: { readonly [name: string]: string },
  query: URLSearchParams,
): PlainReply | Steps<PlainReply> {
  try {
    expectQuery(call, query)
    const reply = call.serve(controlled, {
      path,
      query,
      header: (name) => request.headers[name],
      body: () => jsonBody(request),
      longBody: () => longJsonBody(request),
    })
    if (call.method !== 'GET') controlled.journal.watched.wake()
    return isSteps(reply) ? inSteps(reply) : reply
  } catch (error) {
    return refusedCall(error)
  }
}

function* inSteps(reply: Steps<PlainReply>): Steps<PlainReply> {
  try {
    return yield* reply
  } catch (error) {
    return refusedCall(error)
  }
}

function refusedCall(error: unknown): PlainReply {
  if (error instanceof CallRefused) return json({ error: error.message }, error.status)
  throw error
}

function expectQuery({ query: known = [] }: Call, query: URLSearchParams): void {
  if (known === 'any') return
  for (const name of query.keys())
    if (!known.includes(name))
      throw new CallRefused(
        400,
        `the query has the unknown parameter '${name}': known are ${known.join(', ') || 'none'}`,
      )
}

function matched(
  pattern: string,
  segments: readonly string[],
): { readonly [name: string]: string } | undefined {
  const parts = pattern.split('/')
  if (parts.length !== segments.length) return undefined
  const values: { [name: string]: string } = {}
  for (const [i, part] of parts.entries()) {
    const segment = decoded(segments[i] as string)
    if (part.startsWith(':') && segment !== '') values[part.slice(1)] = segment
    else if (part !== segment) return undefined
  }
  return values
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function hasToken({ headers }: PlainRequest, token: string): boolean {
  return headers['x-forgery-token'] === token || headers.authorization === `Bearer ${token}`
}

function unauthorised(): PlainReply {
  const error = 'the control API needs its token: send Authorization: Bearer TOKEN, or X-Forgery-Token: TOKEN'
  return json({ error }, 401, { 'WWW-Authenticate': 'Bearer realm="forgery"' })
}

function unknown(path: string): PlainReply {
  return json({ error: `there is no ${path} in the control API`, calls: controlCalls }, 404)
}

function wrongMethod(method: string, path: string, allowed: readonly string[]): PlainReply {
  const verbs = allowed.includes('GET')
    ? ['GET', 'HEAD', ...allowed.filter((verb) => verb !== 'GET')]
    : allowed
  const error = `${path} does not take ${method}: it takes ${verbs.join(', ')}`
  return json({ error }, 405, { Allow: verbs.join(', ') })
}
