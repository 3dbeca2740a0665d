import { utf8, utf8Length } from '../lib/bytes.ts'
import type { PlainReply, PlainRequest } from '../protocol/message.ts'
import { bodyLimit as usualLimit } from '../smart-http/body-limit.ts'
import { type BodyLimit, brokenHandler, type Handler, isBodiless, tooLarge } from './handler.ts'
import { type Make, webResponse } from './held-response.ts'

/**
 * A function like `fetch` that is answered by a handler: in process, with the web's own objects, in Node and browsers.
 * A body above 20 MiB, or above 256 MiB where a git client pushes, is answered with 413. What a connection would suffer (see `Transport`) is imitated: a delay waits
 * and heeds the request's signal, a reset rejects with a TypeError, a truncated body fails while it is read.
 */
export function fetchFrom(
  handler: Handler,
  bodyLimit: BodyLimit = usualLimit,
  withBody: Make = webResponse,
): (request: Request) => Promise<Response> {
  return async (request) => {
    request.signal.throwIfAborted()
    // Each promise that is not waited for is time that a test does not take.
    const plain = request.body === null ? plainOf(request) : await toPlain(request)
    const handled = sizeOf(plain.body) > bodyLimit(plain) ? tooLarge : handledBy(handler, plain)
    const reply = handled instanceof Promise ? await handled : handled
    const { delay = 0, cut } = reply.transport ?? {}
    if (delay > 0) await pause(delay, request.signal)
    if (cut === 'reset' || (cut === 'truncate' && !hasBody(reply, request.method))) throw connectionReset()
    return sent(reply, request.method, cut === 'truncate' ? truncated : withBody)
  }
}

/** A web request as a plain one; the path stays as its URL has it. */
export async function toPlain(request: Request): Promise<PlainRequest> {
  const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer())
  return plainOf(request, body?.length === 0 ? undefined : body)
}

function plainOf(request: Request, body?: Uint8Array): PlainRequest {
  const headers: { [name: string]: string } = {}
  for (const [name, value] of request.headers) headers[name] = value
  const { host, target } = splitOrigin(request.url)
  headers.host ??= host
  return { method: request.method, url: target, headers, body }
}

/** A plain reply as a web response to a request of that method: HEAD, 204 and 304 have no body. */
function toResponse(reply: PlainReply, method: string, withBody: Make): Response {
  const { status, body } = reply
  // The web's objects allow no body with 205 either.
  if (isBodiless(status) || status === 205) return new Response(null, { status, headers: reply.headers })
  // The length of HEAD is that of GET: the handler's to tell when it gave no body.
  if (method === 'HEAD' && body === null) return new Response(null, { status, headers: reply.headers })
  const whole = body ?? ''
  const length = typeof whole === 'string' ? utf8Length(whole) : whole.length
  const headers = withLength(reply.headers, length)
  if (method === 'HEAD') return new Response(null, { status, headers })
  return withBody(whole as string | Uint8Array<ArrayBuffer>, { status, headers })
}

// A record is read once. Objects of the web's own would be made of it, and then copied header by header.
function withLength(headers: PlainReply['headers'], length: number): PlainReply['headers'] {
  const all: { [name: string]: string } = { 'Content-Length': String(length) }
  for (const name in headers) if (!isLength(name)) all[name] = headers[name] as string
  return all
}

function isLength(name: string): boolean {
  return name.length === 14 && name.toLowerCase() === 'content-length'
}

// A header that HTTP cannot carry is the handler's fault, not the client's.
function sent(reply: PlainReply, method: string, withBody: Make): Response {
  try {
    return toResponse(reply, method, withBody)
  } catch {
    return toResponse(brokenHandler, method, webResponse)
  }
}

function handledBy(handler: Handler, request: PlainRequest): PlainReply | Promise<PlainReply> {
  try {
    const reply = handler(request)
    return reply instanceof Promise ? reply.catch(() => brokenHandler) : reply
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

function sizeOf(body: PlainRequest['body'] | null): number {
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

/** One that fails in the middle of its body. */
const truncated: Make = (body, init) => new Response(cutInHalf(body), init)

function cutInHalf(body: string | Uint8Array): ReadableStream<Uint8Array> {
  const bytes = typeof body === 'string' ? utf8(body) : body
  let sent = false
  return new ReadableStream({
    pull(controller) {
      if (sent) controller.error(new TypeError('terminated'))
      else controller.enqueue(bytes.slice(0, Math.floor(bytes.length / 2)))
      sent = true
    },
  })
}
