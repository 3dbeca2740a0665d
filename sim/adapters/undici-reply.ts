import { STATUS_CODES } from 'node:http'
import { errors } from 'undici'
import type { PlainReply } from '../protocol/message.ts'
import { brokenHandler, isBodiless } from './handler.ts'
import { carriedHeaders, rawHeaders } from './undici-headers.ts'

/** What undici calls while an answer comes in, in the way of version 7 on and in the one before. */
export interface DispatchHandler {
  onRequestStart?(controller: object, context: unknown): void
  onResponseStart?(
    controller: object,
    status: number,
    headers: { readonly [name: string]: string },
    text: string,
  ): void
  onResponseData?(controller: object, chunk: Buffer): void
  onResponseEnd?(controller: object, trailers: object): void
  onResponseError?(controller: object, error: Error): void
  onConnect?(abort: (reason?: Error) => void, context: unknown): void
  onHeaders?(status: number, headers: readonly string[], resume: () => void, text: string): boolean
  onData?(chunk: Buffer): boolean
  onComplete?(trailers: readonly Buffer[]): void
  onError?(error: Error): void
}

const CHUNK = 64 * 1024
const NOTHING = Buffer.alloc(0)

const BEFORE_ALL = -1

/** What is still to be told of an answer. */
interface Left {
  readonly status: number
  readonly bytes: Buffer
  /** Whether the connection breaks off behind the bytes. */
  readonly isCut: boolean
  /** How many bytes were told; below 0 before the head is. */
  at: number
}

/** One answer on its way to whoever asked: told of aborts, and waiting while it is paused. */
export class UndiciReply {
  readonly #handler: DispatchHandler
  #left: Left | undefined
  #timer: NodeJS.Timeout | undefined
  #ended = false
  paused = false
  aborted = false
  reason: Error | null = null
  #headers: { readonly [name: string]: string } = {}
  rawTrailers: readonly Buffer[] = []

  constructor(handler: DispatchHandler) {
    this.#handler = handler
    if (handler.onRequestStart !== undefined) handler.onRequestStart(this, {})
    else handler.onConnect?.((reason) => this.abort(reason), {})
  }

  /** Made for those who ask, since most read the others. */
  get rawHeaders(): readonly string[] {
    return rawHeaders(this.#headers)
  }

  pause(): void {
    this.paused = true
  }

  resume(): void {
    this.paused = false
    this.#goOn()
  }

  abort(reason?: Error): void {
    if (this.#ended) return
    this.aborted = true
    this.reason = reason ?? new errors.RequestAbortedError()
    clearTimeout(this.#timer)
    this.fail(this.reason)
  }

  fail(error: unknown): void {
    if (this.#ended) return
    this.#ended = true
    this.#left = undefined
    const told = error instanceof Error ? error : new Error(String(error))
    if (this.#handler.onResponseError !== undefined) this.#handler.onResponseError(this, told)
    else this.#handler.onError?.(told)
  }

  send(plain: PlainReply, method: string): void {
    const { delay = 0 } = plain.transport ?? {}
    if (delay === 0) this.#begin(plain, method)
    else this.#timer = setTimeout(() => this.#begin(plain, method), delay)
  }

  #begin(plain: PlainReply, method: string): void {
    if (this.#ended) return
    // A header that HTTP cannot carry is the handler's fault, not the client's.
    const carried = carriedHeaders(plain.headers)
    const { status, body, transport } = carried === undefined ? brokenHandler : plain
    const headers = carried ?? carriedHeaders(brokenHandler.headers) ?? {}
    const { cut } = transport ?? {}
    const whole = bufferOf(body)
    const bytes = hasBody(status, method) ? whole : NOTHING
    if (cut === 'reset' || (cut === 'truncate' && bytes.length === 0)) {
      this.fail(reset())
      return
    }
    // The length of HEAD is that of GET, which a handler that gave no body may have told.
    if (isBodiless(status) || status === 205) delete headers['content-length']
    else if (body !== null || method !== 'HEAD') headers['content-length'] = String(whole.length)
    this.#headers = headers
    const isCut = cut === 'truncate'
    this.#left = {
      status,
      at: BEFORE_ALL,
      bytes: isCut ? bytes.subarray(0, Math.floor(bytes.length / 2)) : bytes,
      isCut,
    }
    this.#goOn()
  }

  #goOn(): void {
    while (!this.paused && this.#left !== undefined)
      try {
        this.#tell(this.#left)
      } catch (error) {
        this.fail(error)
      }
  }

  // It may go on from within what is told.
  #tell(left: Left): void {
    const { at, bytes } = left
    if (at === BEFORE_ALL) {
      left.at = 0
      this.#head(left.status)
    } else if (at < bytes.length) {
      left.at += CHUNK
      this.#data(bytes.length <= CHUNK ? bytes : bytes.subarray(at, at + CHUNK))
    } else {
      this.#left = undefined
      if (left.isCut) this.#breakOff()
      else this.#end()
    }
  }

  #head(status: number): void {
    const text = STATUS_CODES[status] ?? ''
    if (this.#handler.onResponseStart !== undefined)
      this.#handler.onResponseStart(this, status, this.#headers, text)
    else if (this.#handler.onHeaders?.(status, this.rawHeaders, () => this.resume(), text) === false)
      this.pause()
  }

  #data(chunk: Buffer): void {
    if (this.#handler.onResponseData !== undefined) this.#handler.onResponseData(this, chunk)
    else if (this.#handler.onData?.(chunk) === false) this.pause()
  }

  // Later, as on a connection: what came before is with its reader by then.
  #breakOff(): void {
    this.#timer = setTimeout(() => this.fail(new errors.SocketError('other side closed')))
  }

  #end(): void {
    if (this.#handler.onResponseEnd !== undefined) this.#handler.onResponseEnd(this, {})
    else this.#handler.onComplete?.([])
    this.#ended = true
  }
}

function hasBody(status: number, method: string): boolean {
  // Those who read it allow no body with 205 either.
  return method !== 'HEAD' && !isBodiless(status) && status !== 205
}

function bufferOf(body: PlainReply['body']): Buffer {
  if (body === null) return NOTHING
  return typeof body === 'string'
    ? Buffer.from(body)
    : Buffer.from(body.buffer, body.byteOffset, body.byteLength)
}

function reset(): Error {
  return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
}
