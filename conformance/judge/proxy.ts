import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { request as httpsRequest } from 'node:https'
import { type AddressInfo, connect as tcpConnect } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as tlsConnect } from 'node:tls'
import { type Trust, trusted } from '../targets/node-fetch.ts'
import { untrusted } from '../targets/untrusted.ts'
import { decodeBody } from './decode.ts'
import type { Exchange, Headers } from './exchange.ts'

export interface ProxyOptions {
  /** Scheme, host and relative root of the service. */
  readonly upstream: string
  readonly port: number
  readonly host: string
  /** Whose certificates are trusted; the usual ones by default. */
  readonly trust?: Trust
  /** Told of each exchange when it is over. */
  readonly heard: (exchange: Exchange) => void
}

export interface JudgingProxy {
  /** What clients use as base URL. */
  readonly url: string
  /** Lets what is under way come to an end, within a second. */
  close(): Promise<void>
}

/** More of a body is passed on, and not judged. */
const MOST_KEPT = 16 * 1024 * 1024

/**
 * A reverse proxy that changes nothing: method, path, headers in their order, and bytes go on as they came, but for
 * `Host`, which is that of the service, and for what belongs to a connection.
 */
export async function serveProxy(options: ProxyOptions): Promise<JudgingProxy> {
  const { upstream, port, host, heard } = options
  const tls = trusted(options.trust ?? {})
  const service = new URL(upstream)
  const root = service.pathname.replace(/\/$/, '')
  const ask = service.protocol === 'https:' ? httpsRequest : httpRequest
  let count = 0

  const server = createServer({ requireHostHeader: false, keepAliveTimeout: 5000 }, (incoming, outgoing) => {
    const name = `call ${++count}`
    const began = Date.now()
    const sent = keeping(incoming)
    const onward = ask(service, {
      ...tls,
      method: incoming.method ?? 'GET',
      path: `${root}${incoming.url ?? '/'}`,
      headers: passedOn(incoming.rawHeaders, service.host),
      setHost: false,
    })
    outgoing.on('close', () => {
      if (!outgoing.writableEnded) onward.destroy()
    })
    onward.on('error', ({ message }) =>
      refuse(outgoing, untrusted(service.origin, message) ?? `${service.origin} does not answer: ${message}`),
    )
    onward.on('response', (answer) => {
      const kept = keeping(answer)
      outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, passedOn(answer.rawHeaders))
      answer.pipe(outgoing)
      answer.on('error', () => outgoing.destroy())
      answer.on('end', () =>
        heard(exchangeOf({ incoming, answer, sent, kept, began, name, url: urlOf(service, root, incoming) })),
      )
    })
    incoming.pipe(onward)
  })
  server.on('upgrade', (incoming, socket, head) => tunnel({ service, root, tls }, incoming, socket, head))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
        setTimeout(() => server.closeAllConnections(), 1000).unref()
      }),
  }
}

/** The bytes that pass by; undefined once there are too many. */
interface Kept {
  bytes(): Uint8Array | undefined
}

function keeping(stream: IncomingMessage): Kept {
  const parts: Buffer[] = []
  let size = 0
  stream.on('data', (part: Buffer) => {
    size += part.length
    if (size <= MOST_KEPT) parts.push(part)
    else parts.length = 0
  })
  return { bytes: () => (size <= MOST_KEPT ? Buffer.concat(parts) : undefined) }
}

const ofConnection = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
]

/** Names and values in turn, as they came. The body is framed anew, with its length where that was given. */
function passedOn(raw: readonly string[], host?: string): string[] {
  const headers: string[] = host === undefined ? [] : ['Host', host]
  let chunked = false
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const [name = '', value = ''] = [raw[i], raw[i + 1]]
    const lower = name.toLowerCase()
    if (lower === 'transfer-encoding') chunked = true
    if (ofConnection.includes(lower) || (host !== undefined && lower === 'host')) continue
    headers.push(name, value)
  }
  // Without it a request whose length is not told would be sent without its body.
  if (host !== undefined && chunked) headers.push('Transfer-Encoding', 'chunked')
  return headers
}

function urlOf(service: URL, root: string, { url = '/' }: IncomingMessage): string {
  return `${service.origin}${root}${url}`
}

interface Parts {
  readonly incoming: IncomingMessage
  readonly answer: IncomingMessage
  readonly sent: Kept
  readonly kept: Kept
  readonly began: number
  readonly name: string
  readonly url: string
}

function exchangeOf({ incoming, answer, sent, kept, began, name, url }: Parts): Exchange {
  const answered = plain(answer.headers)
  const raw = kept.bytes()
  const body =
    raw === undefined
      ? undefined
      : decodeBody(raw, raw.length === 0 ? '' : (answered['content-encoding'] ?? ''))
  const request = sent.bytes()
  return {
    method: incoming.method ?? 'GET',
    url,
    headers: plain(incoming.headers),
    ...(request === undefined || request.length === 0 ? {} : { sent: request }),
    status: answer.statusCode ?? 0,
    answered,
    ...(body === undefined ? {} : { body }),
    began,
    ended: Date.now(),
    name,
    complete: true,
  }
}

function plain(headers: IncomingHttpHeaders): Headers {
  const flat = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  )
  return Object.fromEntries(flat)
}

function refuse(outgoing: ServerResponse, text: string): void {
  if (outgoing.headersSent) return void outgoing.destroy()
  outgoing.writeHead(502, { 'content-type': 'text/plain' })
  outgoing.end(`forgery judge: ${text}\n`)
}

interface Way {
  readonly service: URL
  readonly root: string
  readonly tls: ReturnType<typeof trusted>
}

// What is no HTTP any more, such as a web socket, is passed on and not judged.
function tunnel({ service, root, tls }: Way, incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
  const secure = service.protocol === 'https:'
  const port = Number(service.port || (secure ? 443 : 80))
  const greet = () => {
    const { rawHeaders: raw } = incoming
    const lines = raw.flatMap((name, i) =>
      i % 2 === 1 ? [] : [`${name}: ${name.toLowerCase() === 'host' ? service.host : raw[i + 1]}`],
    )
    onward.write(`${incoming.method} ${root}${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    if (head.length > 0) onward.write(head)
    socket.pipe(onward).pipe(socket)
  }
  const onward: Duplex = secure
    ? tlsConnect({ host: service.hostname, port, servername: service.hostname, ...tls }, greet)
    : tcpConnect({ host: service.hostname, port }, greet)
  onward.on('error', () => socket.destroy())
  socket.on('error', () => onward.destroy())
}
