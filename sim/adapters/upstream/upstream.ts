import { apiPath } from '../../control/paths.ts'
import type { PlainReply, PlainRequest } from '../../protocol/message.ts'
import type { Handler } from '../handler.ts'
import type { Cassette } from './recording.ts'
import { bodyWithoutCredentials, credentialNames } from './sent-body.ts'

/** What is passed on to a service behind the simulator, and how. */
export interface UpstreamOptions {
  /** Base URL of the service, without `/api/v4`; without one a cassette is played. */
  readonly url?: string | undefined
  /** Its token; nothing that clients send to prove who they are is passed on. */
  readonly token?: string | undefined
  /** `missing` (the default): what the simulator answers 404. `all`: every GET and HEAD, which the simulator is not asked. */
  readonly reads?: 'missing' | 'all' | undefined
  /** Whether other methods are passed on, too: what the simulator answers 404. Default: never. */
  readonly writes?: boolean | undefined
  /** Patterns of paths below `/api/v4` that may be passed on: `/projects/*`. Default: all. */
  readonly allow?: readonly string[] | undefined
  readonly cassette?: Cassette | undefined
  /** Told of what goes wrong with the file of the cassette. */
  readonly onUnsaved?: (error: unknown) => void
}

/** Says of a reply where it came from: `live` or `cassette`. */
export const UPSTREAM_HEADER = 'X-Forgery-Upstream'

/** Milliseconds that the service has to answer. */
const TIMEOUT_MS = 30_000
const BODY_LIMIT = 20 * 1024 * 1024

/**
 * A handler that has another one answer what it can, and passes on the rest of the API to a service. Redirects are not
 * followed, so that nobody but the service is asked. Requests to named worlds stay here.
 */
export function withUpstream(own: Handler, options: UpstreamOptions): Handler {
  const { reads = 'missing', writes = false, allow } = options
  const allowed = allow?.map(glob)
  return (request) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const path = request.url.split('?', 1)[0] ?? ''
    const below = apiPath(path)
    const isOpen =
      path.startsWith('/api/v4/') &&
      request.headers['x-forgery-world'] === undefined &&
      (isRead || writes) &&
      (allowed === undefined || allowed.some((fits) => fits(below)))
    if (!isOpen) return own(request)
    return passedOn(own, request, options, isRead && reads === 'all')
  }
}

async function passedOn(
  own: Handler,
  request: PlainRequest,
  options: UpstreamOptions,
  first: boolean,
): Promise<PlainReply> {
  const here = first ? undefined : await own(request)
  if (here !== undefined && here.status !== 404) return here
  const asked = withoutCredentials(request)
  const { cassette } = options
  const recorded = cassette?.recording.reply(asked)
  if (recorded !== undefined) return marked(recorded, 'cassette', request)
  const target = options.url === undefined ? undefined : targetOf(options.url, asked.url)
  if (cassette?.played || target === undefined) return here ?? own(request)
  const reply = await fetched(asked, target, options.token)
  if (reply.status < 500) {
    cassette?.recording.add(asked, reply)
    await cassette?.save().catch(options.onUnsaved)
  }
  return marked(reply, 'live', request)
}

interface Target {
  /** The base URL, without a slash at its end. */
  readonly base: string
  readonly address: string
}

/** Where a request goes; undefined for a path that would leave the API, such as one with `..` in it. */
function targetOf(url: string, below: string): Target | undefined {
  const base = url.replace(/\/+$/, '')
  const address = `${base}${below}`
  return URL.canParse(address) && new URL(address).href === address ? { base, address } : undefined
}

const credentialHeaders = ['private-token', 'authorization', 'job-token', 'deploy-token', 'cookie', 'sudo']
const credentialParams = new RegExp(`^(?:${credentialNames.join('|')})(?:=|$)`)

function withoutCredentials(request: PlainRequest): PlainRequest {
  const { url, headers, ...same } = request
  const [path = '', query = ''] = url.split('?', 2)
  const kept = query.split('&').filter((pair) => pair !== '' && !credentialParams.test(pair))
  const named = Object.entries(headers).filter(([name]) => !credentialHeaders.includes(name))
  return {
    ...same,
    body: bodyWithoutCredentials(request),
    url: kept.length === 0 ? path : `${path}?${kept.join('&')}`,
    headers: Object.fromEntries(named),
  }
}

/** Headers that say something of what is asked, and not of the connection or the caller. */
const passedHeaders = ['accept', 'content-type', 'if-none-match', 'if-modified-since', 'range', 'user-agent']

async function fetched(
  { method, headers, body }: PlainRequest,
  { base, address }: Target,
  token: string | undefined,
): Promise<PlainReply> {
  const kept = passedHeaders.flatMap((name) => {
    const value = headers[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  try {
    const reply = await fetch(address, {
      method,
      headers: { ...Object.fromEntries(kept), ...(token === undefined ? {} : { 'private-token': token }) },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined || body.length === 0 ? {} : { body: body as BodyInit }),
    })
    const bytes = new Uint8Array(await reply.arrayBuffer())
    if (bytes.length > BODY_LIMIT) return unreachable(`it answers with more than ${BODY_LIMIT} bytes`)
    return {
      status: reply.status,
      headers: headersIn(reply.headers, base),
      body: bytes.length === 0 ? null : bytes,
    }
  } catch (error) {
    const { cause } = error as { readonly cause?: unknown }
    return unreachable(String((cause instanceof Error ? cause : (error as Error)).message))
  }
}

/** What belongs to a connection, to an encoding that is undone, or to whoever was signed in. */
const connectionHeaders = [
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-encoding',
  'content-length',
  'set-cookie',
  'alt-svc',
]

/** Stands for the base URL of the service in what is kept, since pages behind the first are asked for here as well. */
const BASE = '{upstream}'

function headersIn(headers: Headers, base: string): PlainReply['headers'] {
  return Object.fromEntries(
    [...headers]
      .filter(([name]) => !connectionHeaders.includes(name))
      .map(([name, value]) => [name, isLink(name) ? value.replaceAll(base, BASE) : value]),
  )
}

function isLink(name: string): boolean {
  return name === 'link' || name === 'location'
}

function unreachable(reason: string): PlainReply {
  const message = `502 Bad Gateway: --upstream does not answer: ${reason}`
  return { status: 502, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ message }) }
}

function marked(reply: PlainReply, from: 'live' | 'cassette', { headers: asked }: PlainRequest): PlainReply {
  const here = asked.host === undefined ? '' : `http://${asked.host}`
  const headers = Object.entries(reply.headers).map(([name, value]) => [
    name,
    isLink(name) ? value.replaceAll(BASE, () => here) : value,
  ])
  return { ...reply, headers: { ...Object.fromEntries(headers), [UPSTREAM_HEADER]: from } }
}

function glob(pattern: string): (path: string) => boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[$()+.?[\\\]^{|}]/g, '\\$&'))
  const expression = new RegExp(`^${parts.join('.*')}$`)
  return (path) => expression.test(path)
}
