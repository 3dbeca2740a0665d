import type { PlainReply, PlainRequest } from '../protocol/message.ts'
import type { Fault } from './faults.ts'

/** A request and its reply, whole. */
export interface Exchange {
  readonly request: PlainRequest
  readonly reply: PlainReply
  /** The fault rule that struck. */
  readonly fault?: Fault | undefined
}

/** Most bytes of bodies that are kept; the oldest exchanges go first. */
export const EXCHANGE_BYTES = 32 * 1024 * 1024

/** The exchanges of a journal by number, as far as their bodies are within the bound. */
export class Exchanges {
  readonly #most: number
  readonly #kept = new Map<number, { readonly exchange: Exchange; readonly bytes: number }>()
  #bytes = 0

  /** `most`: bytes of bodies to keep. */
  constructor(most: number = EXCHANGE_BYTES) {
    this.#most = most
  }

  add(id: number, exchange: Exchange): void {
    const bytes = (exchange.request.body?.length ?? 0) + (exchange.reply.body?.length ?? 0)
    if (bytes > this.#most) return
    this.#kept.set(id, { exchange, bytes })
    this.#bytes += bytes
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#most) break
      this.delete(oldest)
    }
  }

  delete(id: number): void {
    const kept = this.#kept.get(id)
    if (kept === undefined) return
    this.#kept.delete(id)
    this.#bytes -= kept.bytes
  }

  get(id: number): Exchange | undefined {
    return this.#kept.get(id)?.exchange
  }

  clear(): void {
    this.#kept.clear()
    this.#bytes = 0
  }
}
