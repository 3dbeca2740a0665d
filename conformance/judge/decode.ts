import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import type { Decode } from './har.ts'

// A bomb of some kilobytes must not become gigabytes.
const bound = { maxOutputLength: 64 * 1024 * 1024 }

const decoders: { readonly [encoding: string]: ((bytes: Uint8Array) => Uint8Array) | undefined } = {
  gzip: (bytes) => gunzipSync(bytes, bound),
  'x-gzip': (bytes) => gunzipSync(bytes, bound),
  br: (bytes) => brotliDecompressSync(bytes, bound),
  // Some servers send the bare stream.
  deflate: (bytes) =>
    ((bytes[0] ?? 0) & 0x0f) === 8 ? inflateSync(bytes, bound) : inflateRawSync(bytes, bound),
  identity: (bytes) => bytes,
}

/** Undoes the encodings of a `Content-Encoding`, the last one first. */
export const decodeBody: Decode = (bytes, encodings) => {
  let decoded = bytes
  for (const name of encodings
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .reverse()) {
    if (name === '') continue
    const decode = decoders[name]
    if (decode === undefined) return undefined
    try {
      decoded = decode(decoded)
    } catch {
      return undefined
    }
  }
  return decoded
}
