import { text } from '../lib/bytes.ts'
import { encodedLately } from '../lib/recent/encoded-texts.ts'
import type { PlainRequest } from '../protocol/message.ts'
import type { Answer, Head } from '../protocol/reply.ts'
import { ListBytes } from '../store/list-text.ts'
import { BoundedRing } from './bounded-ring.ts'
import type { Fault } from './faults.ts'

/** A request, whole, and its reply without the body, which is kept by itself. */
export interface Exchange {
  /** Of a call that the simulator made, its `url` is absolute. */
  readonly request: PlainRequest
  readonly reply: Head
  /** The fault rule that struck. */
  readonly fault?: Fault | undefined
}

/** Most bytes of requests' bodies that are kept; the oldest exchanges go first. */
export const EXCHANGE_BYTES = 32 * 1024 * 1024
/** Most bytes of replies' bodies that are kept. They are only looked at, so requests never make room for them. */
export const REPLY_BYTES = 16 * 1024 * 1024
/** A longer body of a reply is not kept at all: it would push out those of many others. */
export const LONGEST_REPLY = 1024 * 1024

/** A text as its bytes, and how long it is. An engine moves each text that is kept several times, and no bytes. */
interface Packed {
  readonly bytes: Uint8Array
  readonly length: number
}

/** The exchanges of a journal's latest entries by number, each body as long as it is within the bound. */
export class Exchanges {
  readonly #exchanges: BoundedRing<Exchange>
  readonly #bodies: BoundedRing<string | Uint8Array | ListBytes | Packed>

  /** `size`: how many to keep; `most`: bytes of requests' bodies to keep. */
  constructor(size: number, most: number = EXCHANGE_BYTES) {
    this.#exchanges = new BoundedRing(size, most, ({ request }) => request.body?.length ?? 0)
    this.#bodies = new BoundedRing(size, REPLY_BYTES, ({ length }) => length)
  }

  /** Adds the exchange of the next number, or notes that it has none; later with the answer of a call. */
  put(id: number, exchange: Exchange | undefined, body: Answer['body'] = null): void {
    this.#exchanges.put(id, exchange)
    this.#bodies.put(id, body === null || body.length > LONGEST_REPLY ? undefined : packed(body))
  }

  get(id: number): Exchange | undefined {
    return this.#exchanges.get(id)
  }

  /** The body of a reply; undefined where it had none, and where it is not kept. */
  body(id: number): string | Uint8Array | undefined {
    const body = this.#bodies.get(id)
    if (body instanceof ListBytes) return body.text
    return typeof body === 'object' && 'bytes' in body ? text(body.bytes) : body
  }

  clear(): void {
    this.#exchanges.clear()
    this.#bodies.clear()
  }
}

// One that is remembered stays anyway, and is not encoded again.
function packed<Body extends NonNullable<Answer['body']>>(body: Body): Body | Packed {
  const bytes = typeof body === 'string' ? encodedLately(body) : undefined
  return bytes === undefined ? body : { bytes, length: body.length }
}
