import { encodedForGood } from '../lib/recent/encoded-texts.ts'
import { LongTexts } from '../lib/recent/long-texts.ts'
import type { PlainReply } from '../protocol/message.ts'

/** What Node writes without memory of its own has 16 KiB, head and all; it allows three bytes for what is not ASCII. */
const ONE_WRITE = { latin1: 15_000, utf8: 4500 }

/** Bodies as they go to a socket. */
export class SentBytes {
  readonly #encoded = new LongTexts(encodedForGood)

  /** Whoever polls a list gets the same text again and again, and encoding it costs more than sending it. */
  of(body: PlainReply['body']): PlainReply['body'] {
    return typeof body === 'string' && body.length > ONE_WRITE.latin1 ? this.#encoded.of(body) : body
  }
}

export function lengthOf(body: PlainReply['body']): number {
  return body === null ? 0 : Buffer.byteLength(body)
}

/**
 * A short text goes out with the head in one write, and is not encoded before. Both then have one encoding, which only
 * ASCII has in common with the bytes of headers. `bytes` is the length of the body.
 */
export function inOneWrite(
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
