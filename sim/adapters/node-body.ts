import type { IncomingMessage } from 'node:http'
import { GrowingBytes } from './growing-bytes.ts'

/** Bytes of a body that is short enough to be joined of its pieces. */
const SHORT = 1024 * 1024

/**
 * Reads a request's body and gives it to `done`, once: undefined when it is empty, `too large` as soon as it is known to
 * be above `limit` bytes. A client that goes away before the end gets no answer, so `done` is not called.
 */
export function readBody(
  incoming: IncomingMessage,
  limit: number,
  done: (body: Uint8Array | undefined | 'too large') => void,
): void {
  const chunks: Uint8Array[] = []
  let long: GrowingBytes | undefined
  let size = 0
  let refused = false

  function refuse(): void {
    refused = true
    chunks.length = 0
    long = undefined
    done('too large')
  }

  // What is left of a refused body is read and dropped: a client that is cut off while it still writes often never
  // sees the answer. Patience ends at another `limit`.
  incoming.on('data', (chunk: Uint8Array) => {
    size += chunk.length
    if (refused) {
      if (size > 2 * limit) incoming.destroy()
      return
    }
    if (size > limit) refuse()
    else if (long !== undefined) long.add(chunk)
    else {
      chunks.push(chunk)
      if (size > SHORT) {
        long = new GrowingBytes()
        for (const each of chunks) long.add(each)
        chunks.length = 0
      }
    }
  })
  incoming.on('end', () => {
    if (refused) return
    const body = long?.handedOver() ?? (chunks.length < 2 ? chunks[0] : Buffer.concat(chunks, size))
    // The request outlives this.
    chunks.length = 0
    done(body)
  })
  // Without a listener an aborted upload would end the process.
  incoming.on('error', () => {})
  if (Number(incoming.headers['content-length'] ?? 0) > limit) refuse()
}
