import type { PlainReply, PlainRequest } from '../protocol/message.ts'
import type { Fault } from './faults.ts'

/** A request, whole, and its reply without the body: whoever wants that serves the request again. */
export interface Exchange {
  readonly request: PlainRequest
  readonly reply: Pick<PlainReply, 'status' | 'headers'>
  /** The fault rule that struck. */
  readonly fault?: Fault | undefined
}

/** Most bytes of requests' bodies that are kept; the oldest exchanges go first. */
export const EXCHANGE_BYTES = 32 * 1024 * 1024

/** The exchanges of a journal's latest requests by number, as far as the bodies of requests are within the bound. */
export class Exchanges {
  readonly #size: number
  readonly #most: number
  /** Each at its number modulo the size. */
  #kept: (Exchange | undefined)[] = []
  /** No exchange with a lower number is kept. */
  #oldest = 0
  #bytes = 0

  /** `size`: how many to keep; `most`: bytes of requests' bodies to keep. */
  constructor(size: number, most: number = EXCHANGE_BYTES) {
    this.#size = size
    this.#most = most
  }

  /** Adds the exchange of the next number, or notes that it has none. */
  add(id: number, exchange: Exchange | undefined): void {
    this.#drop(id - this.#size)
    this.#oldest = Math.max(this.#oldest, id - this.#size + 1)
    const bytes = bytesOf(exchange)
    if (bytes > this.#most) return
    this.#kept[id % this.#size] = exchange
    this.#bytes += bytes
    while (this.#bytes > this.#most) this.#drop(this.#oldest++)
  }

  get(id: number): Exchange | undefined {
    return id < this.#oldest ? undefined : this.#kept[id % this.#size]
  }

  clear(): void {
    this.#kept = []
    this.#oldest = 0
    this.#bytes = 0
  }

  #drop(id: number): void {
    if (id < 0) return
    this.#bytes -= bytesOf(this.#kept[id % this.#size])
    this.#kept[id % this.#size] = undefined
  }
}

function bytesOf(exchange: Exchange | undefined): number {
  return exchange?.request.body?.length ?? 0
}
