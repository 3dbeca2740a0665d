import { Agent, Dispatcher } from 'undici'
import type { Simulator } from '../index.ts'
import { basePath, originOf } from '../lib/address.ts'
import type { PlainReply, PlainRequest } from '../protocol/message.ts'
import { bodyLimit as usualLimit } from '../smart-http/body-limit.ts'
import { type BodyLimit, brokenHandler, type Handler, tooLarge } from './handler.ts'
import { type DispatchHandler, UndiciReply } from './undici-reply.ts'
import { bytesOf, headersOf, type SentBody, targetOf } from './undici-request.ts'

export interface UndiciOptions {
  /** Base URL of the service that is doubled, without `/api/v4`. Default: the URL that the simulator's links carry. */
  readonly url?: string
  /**
   * What becomes of requests to other addresses: `pass` (the default) sends them over the network, `fail` rejects them
   * with an error that names the address, a dispatcher takes them on.
   */
  readonly others?: 'pass' | 'fail' | Dispatcher
}

/**
 * A dispatcher for undici, and for the `fetch` of Node by `setGlobalDispatcher`, that answers in process what the service
 * at a base URL would be asked. Interceptors are composed with it as with any other.
 *
 * @example
 * const sim = createSimulator({ url: 'https://gitlab.example.com' })
 * setGlobalDispatcher(forgeryDispatcher(sim).compose(interceptors.retry()))
 */
export function forgeryDispatcher(simulator: Simulator, options: UndiciOptions = {}): Dispatcher {
  return new HandlerDispatcher((request) => simulator.respond(request), {
    url: simulator.url,
    ...options,
    bodyLimit: (request) => simulator.bodyLimit(request),
  })
}

const NOTHING: SentBody = { bytes: new Uint8Array() }

interface HandlerDispatcherOptions {
  readonly url: string
  readonly bodyLimit?: BodyLimit
}

/** Answers by a handler what is below its URL. */
export class HandlerDispatcher extends Dispatcher {
  readonly #handler: Handler
  readonly #origin: string
  readonly #host: string
  readonly #below: string
  readonly #others: 'pass' | 'fail' | Dispatcher
  readonly #bodyLimit: BodyLimit
  #network: Agent | undefined
  #lastGiven = ''
  #lastOrigin = ''

  constructor(
    handler: Handler,
    { url, others = 'pass', bodyLimit = usualLimit }: UndiciOptions & HandlerDispatcherOptions,
  ) {
    super()
    this.#handler = handler
    const { origin, host } = new URL(url)
    this.#origin = origin
    this.#host = host
    this.#below = basePath(url)
    this.#others = others
    this.#bodyLimit = bodyLimit
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const target = targetOf(options)
    const origin = options.origin === undefined ? this.#origin : this.#originOf(options.origin)
    if (origin !== this.#origin || !isBelow(target, this.#below))
      return this.#elsewhere(options, handler, `${origin}${target}`)
    const reply = new UndiciReply(handler as unknown as DispatchHandler)
    const { body, method, headers } = options
    const named = headersOf(headers)
    const url = target.slice(this.#below.length)
    // Later in any case, as on a connection. Each promise that is not needed takes longer than what it is for.
    const answered =
      body === undefined || body === null
        ? this.#answered(options, url, named, NOTHING)
        : bytesOf(body).then((sent) => this.#answered(options, url, named, sent))
    void Promise.resolve(answered).then(
      (plain) => reply.send(plain, method),
      (error) => reply.fail(error),
    )
    return true
  }

  // A client asks one service again and again, and reading its address takes longer than answering.
  #originOf(given: string | URL): string {
    if (typeof given !== 'string') return originOf(given.origin)
    if (given !== this.#lastGiven) {
      this.#lastOrigin = originOf(new URL(given).origin)
      this.#lastGiven = given
    }
    return this.#lastOrigin
  }

  override async close(): Promise<void> {
    await this.#network?.close()
  }

  override async destroy(): Promise<void> {
    await this.#network?.destroy()
  }

  #answered(
    { method }: Dispatcher.DispatchOptions,
    url: string,
    named: PlainRequest['headers'],
    sent: SentBody,
  ): PlainReply | Promise<PlainReply> {
    if (sent.bytes.length > this.#bodyLimit({ method, url })) return tooLarge
    const headers: { [name: string]: string } = { host: this.#host }
    if (sent.type !== undefined) headers['content-type'] = sent.type
    for (const name in named) headers[name] = named[name] as string
    const request: PlainRequest = {
      method,
      url: url.startsWith('/') ? url : `/${url}`,
      headers,
      body: sent.bytes.length === 0 ? undefined : sent.bytes,
    }
    try {
      const reply = this.#handler(request)
      return reply instanceof Promise ? reply.catch(() => brokenHandler) : reply
    } catch {
      return brokenHandler
    }
  }

  #elsewhere(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
    address: string,
  ): boolean {
    if (this.#others === 'fail') {
      const error = new Error(
        `${options.method} ${address} is not answered: only ${this.#origin}${this.#below} is, and requests to others fail`,
      )
      new UndiciReply(handler as unknown as DispatchHandler).fail(error)
      return true
    }
    if (this.#others !== 'pass') return this.#others.dispatch(options, handler)
    this.#network ??= new Agent()
    return this.#network.dispatch(options, handler)
  }
}

function isBelow(target: string, base: string): boolean {
  return (
    target.startsWith(base) &&
    (target.length === base.length || '/?#'.includes(target[base.length] as string))
  )
}
