import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

/** What stands between the suite and a service in a real deployment. Each is switched on by itself. */
export interface ProxySwitches {
  /** Path below which the service is: `/gitlab`. */
  readonly root?: string
  /** Headers that are added to replies, or take the place of their own. */
  readonly adds?: { readonly [name: string]: string }
  /** Headers of replies that do not get through. */
  readonly drops?: readonly string[]
  /** Requests after which a connection is closed without a word. */
  readonly keepAlive?: number
  /** Requests within a second that get through; others answer 429. */
  readonly perSecond?: number
  /** What a 429 says of the time to wait; nothing unless told. */
  readonly limitHeaders?: { readonly [name: string]: string }
  /** Who has not this header is sent to a login. */
  readonly signOn?: readonly [name: string, value: string]
  /** Sessions and passwords open nothing. */
  readonly tokensOnly?: true
  /** Operations that only the paid edition has are not there. */
  readonly community?: true
  /** The licence was valid once. */
  readonly lapsed?: true
  /** `%2F` in a path is passed on as a slash. */
  readonly decodesSlashes?: true
  /** Bytes of the header `Link` at most; a longer one is answered 502. */
  readonly mostHeader?: number
  /** What is refused with a page for people. */
  readonly filter?: RegExp
  /** Rows on a page at most. */
  readonly rows?: number
  readonly compresses?: true
  /** Seconds by which the header `Date` is off. */
  readonly clock?: number
  /** Milliseconds after which what was made is seen. */
  readonly lag?: number
  /** Every so many requests the connection breaks; before or after they are passed on, in turn. */
  readonly breaksEvery?: number
  /** Every so many requests the proxy answers 502. */
  readonly gatewayEvery?: number
  /** Requests, by method and path, that are answered with this status each time. */
  readonly fault?: readonly [request: RegExp, status: number]
  /** Every so many calls of the control API answer 500. */
  readonly controlFailsEvery?: number
}

const BAD_GATEWAY = '<html><title>502 Bad Gateway</title></html>'

export interface Proxy {
  readonly url: string
  close(): Promise<void>
}

/** Passes requests on to `upstream`, as a deployment with these switches does. */
export async function proxied(upstream: string, switches: ProxySwitches): Promise<Proxy> {
  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy())
  })
  const state = { requests: 0, control: 0, second: 0, within: 0, broken: 0 }
  const made = new Map<string, number>()
  const used = new WeakMap<object, number>()

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Uint8Array[] = []
    for await (const part of request) parts.push(part as Uint8Array)
    const body = Buffer.concat(parts)
    state.requests += 1
    const early = refusal(request)
    if (early === 'break') return void request.socket.destroy()
    if (early !== undefined) return answer(response, early)
    const asked = (request.url ?? '/').slice((switches.root ?? '').length)
    const path = switches.decodesSlashes
      ? asked.replace(/^[^?]*/, (way) => way.replaceAll(/%2F/gi, '/'))
      : asked
    const url = switches.rows === undefined ? path : smaller(path, switches.rows)
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(
        ([name]) =>
          !['host', 'connection', 'content-length', 'keep-alive', 'transfer-encoding'].includes(name),
      ),
    ) as { [name: string]: string }
    if (switches.tokensOnly) delete headers.cookie
    const method = request.method ?? 'GET'
    const sent = body.length === 0 || method === 'GET' || method === 'HEAD' ? {} : { body }
    const reply = await fetch(`${upstream}${url}`, { method, headers, redirect: 'manual', ...sent })
    const bytes = Buffer.from(await reply.arrayBuffer())
    if (switches.breaksEvery !== undefined && state.requests % switches.breaksEvery === 0) {
      state.broken += 1
      return void request.socket.destroy()
    }
    if ((reply.headers.get('link') ?? '').length > (switches.mostHeader ?? Number.POSITIVE_INFINITY))
      return answer(response, { status: 502, headers: { 'content-type': 'text/html' }, body: BAD_GATEWAY })
    answer(
      response,
      late(request, path, {
        status: reply.status,
        headers: Object.fromEntries(
          [...reply.headers].filter(([name]) => name !== 'transfer-encoding' && name !== 'connection'),
        ),
        body: bytes,
      }),
    )
    const count = (used.get(request.socket) ?? 0) + 1
    used.set(request.socket, count)
    if (switches.keepAlive !== undefined && count >= switches.keepAlive)
      setTimeout(() => request.socket.destroy(), 5)
  }

  interface Answer {
    readonly status: number
    readonly headers: { readonly [name: string]: string }
    readonly body: Buffer | string
  }

  function refusal(request: IncomingMessage): Answer | 'break' | undefined {
    const { url = '/', headers } = request
    const html = { 'content-type': 'text/html' }
    if (switches.root !== undefined && !url.startsWith(`${switches.root}/`))
      return { status: 404, headers: html, body: '<html><title>404 Not Found</title></html>' }
    if (switches.signOn !== undefined && headers[switches.signOn[0]] !== switches.signOn[1])
      return { status: 302, headers: { location: 'https://sso.test/login' }, body: '' }
    if (switches.filter?.test(decoded(url)))
      return { status: 403, headers: html, body: '<html><title>Request blocked</title></html>' }
    if (switches.fault?.[0].test(`${request.method} ${url}`))
      return { status: switches.fault[1], headers: html, body: '<html><title>Fault</title></html>' }
    if (switches.gatewayEvery !== undefined && state.requests % switches.gatewayEvery === 0)
      return { status: 502, headers: html, body: BAD_GATEWAY }
    if (switches.controlFailsEvery !== undefined && url.includes('/_forgery/snapshots')) {
      state.control += 1
      if (state.control % switches.controlFailsEvery === 0)
        return { status: 500, headers: { 'content-type': 'application/json' }, body: '{"message":"no room"}' }
    }
    if (switches.perSecond !== undefined) {
      const second = Math.floor(Date.now() / 1000)
      if (second !== state.second) Object.assign(state, { second, within: 0 })
      state.within += 1
      if (state.within > switches.perSecond)
        return {
          status: 429,
          headers: { 'content-type': 'text/plain', ...switches.limitHeaders },
          body: 'Retry later\n',
        }
    }
    return undefined
  }

  function late(request: IncomingMessage, path: string, given: Answer): Answer {
    let reply = given
    const now = Date.now()
    if (switches.lag !== undefined) reply = lagging(request, path, reply, now, switches.lag)
    if (switches.community) reply = communityOf(path, reply)
    if (switches.lapsed && path.startsWith('/api/v4/license') && reply.status === 200)
      reply = { ...reply, body: '{"id":1,"plan":"ultimate","expired":true,"expires_at":"2023-01-01"}' }
    const headers: { [name: string]: string } = { ...reply.headers }
    if (switches.clock !== undefined) headers.date = new Date(now + switches.clock * 1000).toUTCString()
    for (const name of switches.drops ?? []) delete headers[name]
    Object.assign(headers, switches.adds)
    if (!switches.compresses || reply.body.length === 0) return { ...reply, headers }
    delete headers['content-length']
    if (headers.etag !== undefined) headers.etag = headers.etag.replace(/"$/, '-gzip"')
    return {
      ...reply,
      headers: { ...headers, 'content-encoding': 'gzip', vary: 'Origin, Accept-Encoding' },
      body: gzipSync(reply.body),
    }
  }

  // What was just made is missing, and what was just changed is as it was: here only the first of both.
  function lagging(request: IncomingMessage, path: string, reply: Answer, now: number, lag: number): Answer {
    const text = reply.body.toString()
    if (request.method === 'POST' && reply.status === 201) {
      const id = /"id":(\d+)/.exec(text)?.[1]
      if (id !== undefined) made.set(`${path.split('?')[0]}/${id}`, now)
      return reply
    }
    if (request.method !== 'GET' || reply.status !== 200) return reply
    const young = [...made].filter(([, at]) => now - at < lag).map(([where]) => where)
    const [plain = ''] = path.split('?')
    if (young.some((where) => plain === where || plain.startsWith(`${where}/`)))
      return {
        ...reply,
        status: 404,
        body: '{"message":"404 Not Found"}',
        headers: { 'content-type': 'application/json' },
      }
    const hidden = young
      .filter((where) => where.replace(/\/\d+$/, '') === plain)
      .map((where) => Number(where.split('/').at(-1)))
    if (hidden.length === 0) return reply
    const rows = JSON.parse(text) as readonly { readonly id: number }[]
    if (!Array.isArray(rows)) return reply
    return { ...reply, body: JSON.stringify(rows.filter(({ id }) => !hidden.includes(id))) }
  }

  function communityOf(path: string, reply: Answer): Answer {
    if (/^\/api\/v4\/(?:metadata|version)/.test(path) && reply.status === 200)
      return {
        ...reply,
        body: reply.body.toString().replace('-ee', '').replace('"enterprise":true', '"enterprise":false'),
      }
    return reply
  }

  function answer(response: ServerResponse, { status, headers, body }: Answer): void {
    const { 'content-length': _length, 'content-encoding': encoding, ...rest } = headers
    const whole = encoding === 'gzip' ? { ...rest, 'content-encoding': encoding } : rest
    response.writeHead(status, whole).end(body)
  }

  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${switches.root ?? ''}`
  return { url, close: () => closed(server) }
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

function smaller(path: string, rows: number): string {
  return path.replace(
    /([?&]per_page=)(\d+)/,
    (_all, name: string, wanted: string) => `${name}${Math.min(rows, Number(wanted))}`,
  )
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.closeAllConnections()
    server.close(() => resolve())
  })
}
