import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { baseUrl } from '../protocol/base-url.ts'
import type { PlainReply, PlainRequest } from '../protocol/message.ts'
import { bodyLimit as usualLimit } from '../smart-http/body-limit.ts'
import { FastPath } from './fast-path/fast-path.ts'
import { Heads } from './fast-path/reply.ts'
import { type BodyLimit, brokenHandler, type Handler, tooLarge } from './handler.ts'
import { Batch } from './node-batch.ts'
import { readBody } from './node-body.ts'
import { Outbox } from './node-outbox.ts'
import { SentBytes } from './sent-bytes.ts'

export type { Handler } from './handler.ts'

export interface ListenOptions {
  /** 0 (the default) takes any free port. */
  readonly port?: number
  /** `127.0.0.1` unless told. */
  readonly host?: string
  /** Most bytes of a request's body, unless told 20 MiB, and 256 MiB of a push; more is answered with 413. */
  readonly bodyLimit?: BodyLimit
  /** Serves over TLS with it. */
  readonly tls?: Certificate | undefined
  /** Told of each request that was refused here and never reached the handler. */
  readonly onRefused?: (refused: Refused) => void
  /** Told what a handler threw, or why its reply could not be sent; the client gets 500. */
  readonly onError?: (error: unknown) => void
}

/** A certificate and its key, in PEM. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

export interface Refused {
  readonly method: string
  readonly url: string
  readonly status: number
}

export interface Listening {
  /** `http://HOST:PORT`, without a trailing slash. */
  readonly url: string
  readonly port: number
  /** The address that it is bound to: `127.0.0.1`, `0.0.0.0`, `::1`. */
  readonly address: string
  /**
   * Stops accepting, ends idle connections at once, sends delayed replies at once, and waits for requests under way;
   * what is not done after two seconds is cut off.
   */
  close(): Promise<void>
}

/** Bytes of a request's line and headers together; more is answered with 431. */
const HEADER_LIMIT = 32 * 1024
/** As long as the proxy before the real service: a client's pool never meets a connection that was just closed. */
const KEEP_ALIVE_MS = 75_000
const HEADERS_TIMEOUT_MS = 60_000
const REQUEST_TIMEOUT_MS = 300_000
const CLOSE_GRACE_MS = 2000

const badTarget: PlainReply = { status: 400, headers: { 'Content-Type': 'text/plain' }, body: 'Bad Request' }

/** Serves a handler over HTTP/1.1. Rejects with the system's error when the address cannot be had. */
export async function listen(handler: Handler, options: ListenOptions = {}): Promise<Listening> {
  const sockets = new Set<Socket>()
  const bytes = new SentBytes()
  const outbox = new Outbox(bytes, (socket) => resetOf(socket, sockets), options.onError)
  const settings = {
    maxHeaderSize: HEADER_LIMIT,
    joinDuplicateHeaders: true,
    keepAliveTimeout: KEEP_ALIVE_MS,
  }
  const { receive, serve } = receiver(handler, options, outbox)
  let fast: FastPath | undefined
  const arrive = (incoming: IncomingMessage, response: ServerResponse): void => {
    const reply = fast?.owedTo(incoming.socket)
    if (reply === undefined) receive(incoming, response)
    else outbox.send(response, reply)
  }
  const { createServer, STATUS_CODES } = ofNode('node:http')
  const server: Server =
    options.tls === undefined
      ? createServer(settings, arrive)
      : // biome-ignore lint/plugin: once a server.
        ofNode('node:https').createServer({ ...settings, ...options.tls }, arrive)
  if (options.tls === undefined)
    fast = new FastPath(server, {
      keepAlive: KEEP_ALIVE_MS,
      heads: new Heads(STATUS_CODES, KEEP_ALIVE_MS),
      bytes,
      limitOf: options.bodyLimit ?? usualLimit,
      serve,
    })
  server.headersTimeout = HEADERS_TIMEOUT_MS
  server.requestTimeout = REQUEST_TIMEOUT_MS
  // Node would drop headers beyond a count without a word; their size bounds them already.
  server.maxHeadersCount = 0
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await bound(server, options.port ?? 0, options.host ?? '127.0.0.1')
  const { port, address, family } = server.address() as AddressInfo
  return {
    port,
    address,
    url: baseUrl(
      `${options.tls === undefined ? 'http' : 'https'}://${hostOf(options.host, address, family)}:${port}`,
    ),
    close: () => {
      fast?.close()
      return closed(server, outbox, sockets)
    },
  }
}

// Not imported: `listen` of a simulator leads here, and bundlers for browsers refuse whatever names a module of Node.
function ofNode<Name extends 'node:http' | 'node:https'>(name: Name) {
  const found = globalThis.process?.getBuiltinModule?.(name)
  if (found === undefined)
    throw new Error('a simulator listens on a port in Node alone; in a page use forgery/msw')
  return found
}

interface Arrived {
  readonly request: PlainRequest
  readonly reply: (reply: PlainReply) => void
}

interface Receiver {
  /** Takes a request that Node read. */
  readonly receive: (incoming: IncomingMessage, response: ServerResponse) => void
  /** Takes one that is complete. */
  readonly serve: (request: PlainRequest, reply: (reply: PlainReply) => void) => void
}

function receiver(handler: Handler, options: ListenOptions, outbox: Outbox): Receiver {
  const { bodyLimit = usualLimit, onRefused, onError } = options
  const batch = new Batch(handled, send)

  function refuse(incoming: IncomingMessage, response: ServerResponse, reply: PlainReply): void {
    onRefused?.({ method: incoming.method as string, url: incoming.url as string, status: reply.status })
    outbox.send(response, reply)
  }

  function pass(
    incoming: IncomingMessage,
    response: ServerResponse,
    url: string,
    body: Uint8Array | undefined,
  ): void {
    const method = incoming.method as string
    const headers = headersOf(incoming)
    const address = incoming.socket.remoteAddress
    const reply = (reply: PlainReply) => outbox.send(response, reply)
    serve({ method, url, headers, body, address, takesMore: true }, reply)
  }

  function serve(request: PlainRequest, reply: (reply: PlainReply) => void): void {
    batch.add({ request, reply })
  }

  function send({ reply }: Arrived, made: PlainReply | Promise<PlainReply>): void {
    if (made instanceof Promise) void made.catch(broken).then(reply)
    else reply(made)
  }

  function handled({ request }: Arrived): PlainReply | Promise<PlainReply> {
    try {
      return handler(request)
    } catch (error) {
      return broken(error)
    }
  }

  function broken(error: unknown): PlainReply {
    onError?.(error)
    return brokenHandler
  }

  function receive(incoming: IncomingMessage, response: ServerResponse): void {
    const url = targetOf(incoming.url as string)
    if (url === undefined) refuse(incoming, response, badTarget)
    // Without a body there is no end to wait for.
    else if (isBare(incoming)) pass(incoming, response, url, undefined)
    else
      readBody(incoming, bodyLimit({ method: incoming.method as string, url }), (body) => {
        if (body === 'too large') refuse(incoming, response, tooLarge)
        else pass(incoming, response, url, body)
      })
  }

  return { receive, serve }
}

function isBare({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return headers['transfer-encoding'] === undefined && (length === undefined || length === '0')
}

// `set-cookie` is the one header that Node never joins; a request has no business carrying it.
function headersOf({ headers }: IncomingMessage): PlainRequest['headers'] {
  const cookies = headers['set-cookie']
  // biome-ignore lint/plugin: only a request that carries what none should is copied.
  const joined = cookies === undefined ? headers : { ...headers, 'set-cookie': cookies.join(', ') }
  return joined as PlainRequest['headers']
}

/** The path and query of a request target: also out of the absolute form that proxies are sent. */
function targetOf(target: string): string | undefined {
  const absolute = target.startsWith('/') ? target : /^https?:\/\/[^/?#]+(.*)$/i.exec(target)?.[1]
  if (absolute === undefined) return undefined
  return absolute.startsWith('/') ? absolute : `/${absolute}`
}

function bound(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

// An address that stands for all interfaces is no address that a client could use.
function hostOf(host: string | undefined, address: string, family: string): string {
  if (address === '0.0.0.0') return '127.0.0.1'
  if (address === '::') return '[::1]'
  if (host === 'localhost') return host
  return family === 'IPv6' ? `[${address}]` : address
}

// Only the connection itself can be reset, which what is encrypted goes through.
function resetOf({ remoteAddress, remotePort }: Socket, sockets: Iterable<Socket>): void {
  for (const socket of sockets)
    if (socket.remotePort === remotePort && socket.remoteAddress === remoteAddress) socket.resetAndDestroy()
}

function closed(server: Server, outbox: Outbox, sockets: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => {
      for (const socket of sockets) socket.destroy()
    }, CLOSE_GRACE_MS)
    server.close(() => {
      clearTimeout(deadline)
      resolve()
    })
    outbox.hurry()
    server.closeIdleConnections()
    // Node does not count those as idle that were opened ahead and never used, as browsers do.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  })
}
