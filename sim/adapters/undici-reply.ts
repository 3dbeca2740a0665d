import { STATUS_CODES } from 'node:http'
import { errors } from 'undici'
import type { PlainReply } from '../protocol/message.ts'
import { brokenHandler, isBodiless } from './handler.ts'

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
  onHeaders?(status: number, headers: readonly Buffer[], resume: () => void, text: string): boolean
  onData?(chunk: Buffer): boolean
  onComplete?(trailers: readonly Buffer[]): void
  onError?(error: Error): void
}

const CHUNK = 64 * 1024
const NOTHING = Buffer.alloc(0)
const FORBIDDEN = /[^\t\x20-\x7e\x80-\xff]/

/** One answer on its way to whoever asked: told of aborts, and waiting while it is paused. */
export class UndiciReply {
  readonly #handler: DispatchHandler
  /** What is still to be told, in order. */
  #steps: (() => void)[] = []
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
  get rawHeaders(): readonly Buffer[] {
    const raw: Buffer[] = []
    for (const name in this.#headers) raw.push(rawText(name), rawText(this.#headers[name] as string))
    return raw
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
    this.#steps = []
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
    const reply = isCarried(plain) ? plain : brokenHandler
    const { cut } = reply.transport ?? {}
    const whole = bufferOf(reply.body)
    const bytes = hasBody(reply, method) ? whole : NOTHING
    if (cut === 'reset' || (cut === 'truncate' && bytes.length === 0)) {
      this.fail(reset())
      return
    }
    const sent = cut === 'truncate' ? bytes.subarray(0, Math.floor(bytes.length / 2)) : bytes
    this.#steps.push(() => this.#head(reply, method, whole.length))
    for (let at = 0; at < sent.length; at += CHUNK)
      this.#steps.push(() => this.#data(sent.subarray(at, at + CHUNK)))
    this.#steps.push(cut === 'truncate' ? () => this.#breakOff() : () => this.#end())
    this.#goOn()
  }

  #goOn(): void {
    while (!this.paused && !this.#ended) {
      const step = this.#steps.shift()
      if (step === undefined) return
      try {
        step()
      } catch (error) {
        this.fail(error)
      }
    }
  }

  #head({ status, headers, body }: PlainReply, method: string, length: number): void {
    const sent: { [name: string]: string } = {}
    for (const name in headers) sent[inLowerCase(name)] = headers[name] as string
    // The length of HEAD is that of GET, which a handler that gave no body may have told.
    if (isBodiless(status) || status === 205) delete sent['content-length']
    else if (body !== null || method !== 'HEAD') sent['content-length'] = String(length)
    this.#headers = sent
    const text = STATUS_CODES[status] ?? ''
    if (this.#handler.onResponseStart !== undefined) this.#handler.onResponseStart(this, status, sent, text)
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

// A header that HTTP cannot carry is the handler's fault, not the client's.
function isCarried({ headers }: PlainReply): boolean {
  for (const name in headers) if (FORBIDDEN.test(headers[name] as string)) return false
  return true
}

// Replies have the same few headers, and many the same values. Nobody writes to what undici is handed.
const lowerCase = new Map<string, string>()
const rawTexts = new Map<string, Buffer>()
const MOST_TEXTS = 1000
const LONGEST_TEXT = 24

function inLowerCase(name: string): string {
  return remembered(lowerCase, name, () => name.toLowerCase())
}

function rawText(text: string): Buffer {
  if (text.length > LONGEST_TEXT) return Buffer.from(text, 'latin1')
  return remembered(rawTexts, text, () => {
    // One from the pool would keep all that is beside it.
    const bytes = Buffer.allocUnsafeSlow(text.length)
    bytes.write(text, 'latin1')
    return bytes
  })
}

function remembered<T>(known: Map<string, T>, text: string, make: () => T): T {
  let value = known.get(text)
  if (value === undefined) {
    if (known.size >= MOST_TEXTS) known.clear()
    value = make()
    known.set(text, value)
  }
  return value
}

function hasBody({ status }: PlainReply, method: string): boolean {
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
