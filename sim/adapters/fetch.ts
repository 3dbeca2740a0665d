import { utf8 } from '../lib/bytes.ts'
import type { PlainReply, PlainRequest } from '../protocol/message.ts'
import { bodyLimit as usualLimit } from '../smart-http/body-limit.ts'
import { type BodyLimit, brokenHandler, type Handler, isBodiless, tooLarge } from './handler.ts'

/**
 * A function like `fetch` that is answered by a handler: in process, with the web's own objects, in Node and browsers.
 * A body above 20 MiB, or above 256 MiB where a git client pushes, is answered with 413. What a connection would suffer (see `Transport`) is imitated: a delay waits
 * and heeds the request's signal, a reset rejects with a TypeError, a truncated body fails while it is read.
 */
export function fetchFrom(
  handler: Handler,
  bodyLimit: BodyLimit = usualLimit,
): (request: Request) => Promise<Response> {
  return async (request) => {
    request.signal.throwIfAborted()
    const plain = await toPlain(request)
    const reply = sizeOf(plain.body) > bodyLimit(plain) ? tooLarge : await handled(handler, plain)
    const { delay = 0, cut } = reply.transport ?? {}
    if (delay > 0) await pause(delay, request.signal)
    if (cut === 'reset' || (cut === 'truncate' && !hasBody(reply, request.method))) throw connectionReset()
    return sent(reply, request.method, cut === 'truncate')
  }
}

/** A web request as a plain one; the path stays as its URL has it. */
export async function toPlain(request: Request): Promise<PlainRequest> {
  const headers: { [name: string]: string } = {}
  for (const [name, value] of request.headers) headers[name] = value
  const { host, target } = splitOrigin(request.url)
  headers.host ??= host
  const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer())
  return { method: request.method, url: target, headers, body: body?.length === 0 ? undefined : body }
}

/**
 * A plain reply as a web response to a request of that method (`GET` unless told): HEAD, 204 and 304 have no body.
 * A truncated one fails in the middle of its body.
 */
export function toResponse(reply: PlainReply, method = 'GET', truncated = false): Response {
  const { status } = reply
  const headers = new Headers(reply.headers)
  // The web's objects allow no body with 205 either.
  if (isBodiless(status) || status === 205) return new Response(null, { status, headers })
  // As bytes, since a string would be given a content type that the reply does not state.
  const bytes = typeof reply.body === 'string' ? utf8(reply.body) : (reply.body ?? new Uint8Array())
  // The length of HEAD is that of GET: the handler's to tell when it gave no body.
  if (method !== 'HEAD' || reply.body !== null) headers.set('Content-Length', String(bytes.length))
  if (method === 'HEAD') return new Response(null, { status, headers })
  return new Response(truncated ? cutInHalf(bytes) : (bytes as Uint8Array<ArrayBuffer>), { status, headers })
}

// A header that HTTP cannot carry is the handler's fault, not the client's.
function sent(reply: PlainReply, method: string, truncated: boolean): Response {
  try {
    return toResponse(reply, method, truncated)
  } catch {
    return toResponse(brokenHandler, method)
  }
}

async function handled(handler: Handler, request: PlainRequest): Promise<PlainReply> {
  try {
    return await handler(request)
  } catch {
    return brokenHandler
  }
}

// `request.url` is serialised already, so cutting it is enough; parsing it again would cost more than the handler.
function splitOrigin(url: string): { readonly host: string; readonly target: string } {
  const start = url.indexOf('//') + 2
  const slash = url.indexOf('/', start)
  const hash = url.indexOf('#', start)
  return { host: url.slice(start, slash), target: url.slice(slash, hash < 0 ? undefined : hash) }
}

function sizeOf(body: PlainRequest['body']): number {
  return body?.length ?? 0
}

function hasBody({ status, body }: PlainReply, method: string): boolean {
  return method !== 'HEAD' && !isBodiless(status) && body !== null && body.length > 0
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, milliseconds)
    signal.addEventListener('abort', aborted, { once: true })
    function done() {
      signal.removeEventListener('abort', aborted)
      resolve()
    }
    function aborted() {
      clearTimeout(timer)
      reject(signal.reason)
    }
  })
}

// The error that `fetch` of Node gives when the other side resets the connection.
function connectionReset(): TypeError {
  const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  return new TypeError('fetch failed', { cause })
}

function cutInHalf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let sent = false
  return new ReadableStream({
    pull(controller) {
      if (sent) controller.error(new TypeError('terminated'))
      else controller.enqueue(bytes.slice(0, Math.floor(bytes.length / 2)))
      sent = true
    },
  })
}
