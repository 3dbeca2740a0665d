import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { encodedForGood } from '../lib/recent/encoded-texts.ts'
import { LongTexts } from '../lib/recent/long-texts.ts'
import type { Feed, PlainReply, Transport } from '../protocol/message.ts'
import { brokenHandler, isBodiless } from './handler.ts'

/** What Node writes without memory of its own has 16 KiB, head and all; it allows three bytes for what is not ASCII. */
const ONE_WRITE = { latin1: 15_000, utf8: 4500 }

const FEED_PAUSE_MS = 100

/** Sends replies, and keeps those that wait for their time. */
export class Outbox {
  readonly #waiting = new Map<NodeJS.Timeout, () => void>()
  readonly #reset: (socket: Socket) => void
  readonly #onError: ((error: unknown) => void) | undefined
  readonly #encoded = new LongTexts(encodedForGood)
  #closing = false
  /** Ends the replies that go on. */
  readonly #open = new Set<() => void>()

  /** `reset` breaks a connection off; `onError` is told of replies that HTTP cannot carry: the client gets 500. */
  constructor(reset: (socket: Socket) => void, onError?: (error: unknown) => void) {
    this.#reset = reset
    this.#onError = onError
  }

  send(response: ServerResponse, reply: PlainReply): void {
    const { transport } = reply
    if (transport === undefined) this.#write(response, reply)
    else if (transport.feed !== undefined) this.#feed(response, reply, transport.feed)
    else if (transport.delay === undefined || this.#closing) this.#disturb(response, reply, transport)
    else this.#later(transport.delay, () => this.#disturb(response, reply, transport))
  }

  /** The server closes: nothing waits any longer, and connections end with the reply that they are owed. */
  hurry(): void {
    this.#closing = true
    for (const [timer, send] of this.#waiting) {
      clearTimeout(timer)
      send()
    }
    this.#waiting.clear()
    for (const end of this.#open) end()
  }

  #later(delay: number, send: () => void): void {
    const timer = setTimeout(() => {
      this.#waiting.delete(timer)
      send()
    }, delay)
    this.#waiting.set(timer, send)
  }

  #disturb(response: ServerResponse, reply: PlainReply, { cut }: Transport): void {
    const { socket } = response
    if (socket === null || socket.destroyed) return
    if (cut === undefined) this.#write(response, reply)
    else if (cut === 'reset' || !hasBody(response, reply)) this.#reset(socket)
    else if (this.#begun(response, reply, lengthOf(reply.body)))
      response.write(firstHalf(reply), () => socket.destroy())
  }

  // Sent at most ten times a second, and not before the client has read what it was sent.
  #feed(response: ServerResponse, { status, headers, body }: PlainReply, feed: Feed): void {
    if (this.#closing || response.req.method === 'HEAD') {
      this.#write(response, { status, headers, body })
      return
    }
    response.sendDate = false
    response.writeHead(status, headers)
    response.write(body ?? '')
    let timer: NodeJS.Timeout | undefined
    const send = (): void => {
      timer = undefined
      if (response.writableNeedDrain) response.once('drain', wake)
      else response.write(feed.next())
    }
    const wake = (): void => {
      timer ??= setTimeout(send, FEED_PAUSE_MS)
    }
    const leave = feed.follow(wake)
    const end = (): void => {
      response.end()
    }
    this.#open.add(end)
    response.once('close', () => {
      leave()
      clearTimeout(timer)
      this.#open.delete(end)
    })
  }

  // A piece is asked for once the one before is sent, so that no more than one is in memory, and others are served between.
  #stream(response: ServerResponse, reply: PlainReply, more: Iterable<Uint8Array>): void {
    if (!this.#begun(response, reply, undefined)) return
    const pieces = more[Symbol.iterator]()
    const next = (): void => {
      if (response.destroyed) return
      try {
        const { done, value } = pieces.next()
        if (done) response.end()
        else response.write(value, sent)
      } catch (error) {
        this.#onError?.(error)
        response.destroy()
      }
    }
    // What the system takes at once is told before anybody else has a turn.
    const sent = (failure?: Error | null): void => {
      if (!failure) setImmediate(next)
    }
    response.write(reply.body ?? '', sent)
  }

  #write(response: ServerResponse, reply: PlainReply): void {
    const { body, more } = reply
    if (more !== undefined && hasBody(response, reply)) {
      this.#stream(response, reply, more)
      return
    }
    // Whoever polls a list gets the same text again and again, and encoding it costs more than sending it.
    const sent = typeof body === 'string' && body.length > ONE_WRITE.latin1 ? this.#encoded.of(body) : body
    const length = lengthOf(sent)
    if (!this.#begun(response, reply, length)) return
    if (sent === null || !hasBody(response, reply)) response.end()
    else if (typeof sent === 'string') endWith(response, ...inOneWrite(reply.headers, sent, length))
    else endWith(response, sent)
  }

  /**
   * Sends status and headers; false when HTTP cannot carry them, and the client was given 500 instead. Without a length the
   * body ends where it does.
   */
  #begun(
    response: ServerResponse,
    { status, headers, body }: PlainReply,
    length: number | undefined,
  ): boolean {
    // The flat form goes to the wire as it is: no object to copy, no names to compare.
    const head: string[] = []
    // A handler that gives no body with HEAD may tell how long it would be.
    const told = body === null && response.req.method === 'HEAD' && !isBodiless(status)
    for (const name in headers) if (told || !isLength(name)) head.push(name, headers[name] as string)
    if (length !== undefined && hasLength(response, status, body)) head.push('Content-Length', String(length))
    if (this.#closing) head.push('Connection', 'close')
    // Node's date is the wall's; the same requests are to give the same bytes.
    response.sendDate = false
    try {
      response.writeHead(status, head)
      return true
    } catch (error) {
      this.#onError?.(error)
      this.#write(response, brokenHandler)
      return false
    }
  }
}

/**
 * Sends the body, and the head with it, and ends the reply. Node's `end` puts an empty chunk behind the body, and gathers both
 * for one write; once the body has left there is none, and a text is written as it is.
 */
function endWith(response: ServerResponse, body: string | Uint8Array, encoding?: BufferEncoding): void {
  const { socket } = response
  // A reply that waits for the one before it has no socket yet.
  if (socket === null) {
    response.end(body, encoding as BufferEncoding)
    return
  }
  socket.cork()
  response.write(body, encoding as BufferEncoding)
  socket.uncork()
  response.end()
}

/**
 * A short text goes out with the head in one write, and is not encoded before. Both then have one encoding, which only
 * ASCII has in common with the bytes of headers.
 */
function inOneWrite(
  headers: PlainReply['headers'],
  body: string,
  bytes: number,
): [body: string | Uint8Array, encoding: BufferEncoding] {
  if (bytes === body.length && bytes <= ONE_WRITE.latin1) return [body, 'latin1']
  if (bytes <= ONE_WRITE.utf8 && isAscii(headers)) return [body, 'utf8']
  return [Buffer.from(body), 'utf8']
}

function isAscii(headers: PlainReply['headers']): boolean {
  for (const name in headers) if (!ASCII.test(headers[name] as string)) return false
  return true
}
const ASCII = /^[\x20-\x7e]*$/

function isLength(name: string): boolean {
  return name.length === 14 && name.toLowerCase() === 'content-length'
}

// The length of HEAD is that of GET: the handler's to tell when it gave no body.
function hasLength({ req }: ServerResponse, status: number, body: PlainReply['body']): boolean {
  return !isBodiless(status) && (body !== null || req.method !== 'HEAD')
}

function lengthOf(body: PlainReply['body']): number {
  return body === null ? 0 : Buffer.byteLength(body)
}

function hasBody(response: ServerResponse, { status, body }: PlainReply): boolean {
  return body !== null && body.length > 0 && response.req.method !== 'HEAD' && !isBodiless(status)
}

function firstHalf({ body }: PlainReply): Uint8Array {
  const bytes = typeof body === 'string' ? Buffer.from(body) : (body ?? new Uint8Array())
  return bytes.subarray(0, Math.floor(bytes.length / 2))
}
