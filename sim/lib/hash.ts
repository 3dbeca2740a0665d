import { md5, sha1 } from '@noble/hashes/legacy.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { base64, hex, utf8 } from './bytes.ts'
import { native, type RunningAlgorithm, type RunningHash } from './native.ts'
import type { Steps } from './steps.ts'

const algorithms = { md5, sha1, sha256, sha512 }
const encodings = { hex, base64 }

/** A digest as text; a string is hashed as UTF-8. */
export type Digest = (
  algorithm: keyof typeof algorithms,
  data: Uint8Array | string,
  encoding: keyof typeof encodings,
) => string

/** Computed here, which every machine can. */
export const portableDigest: Digest = (algorithm, data, encoding) =>
  encodings[encoding](algorithms[algorithm](typeof data === 'string' ? utf8(data) : data))

let digest = portableDigest

/** Has digests computed by what the machine brings along: the same bytes, in a fraction of the time. */
export function digestBy(fast: Digest): void {
  digest = fast
}

/** SHA-1 in lower-case hexadecimal; a string is hashed as UTF-8. */
export function sha1Hex(data: Uint8Array | string): string {
  return digest('sha1', data, 'hex')
}

/** The SHA-1 of bytes that come piece by piece. */
export function runningSha1(): RunningHash {
  return running('sha1')
}

/** The SHA-256 of bytes that come piece by piece. */
export function runningSha256(): RunningHash {
  return running('sha256')
}

function running(algorithm: RunningAlgorithm): RunningHash {
  const fast = native()
  if (fast !== undefined) return fast.running(algorithm)
  const portable = algorithms[algorithm].create()
  return { update: (data) => void portable.update(data), digest: () => portable.digest() }
}

/** Bytes that are hashed in one go. */
const PIECE = 1024 * 1024

/** SHA-256 of long content in lower-case hexadecimal, step by step. */
export function* sha256Steps(data: Uint8Array): Steps<string> {
  if (data.length <= PIECE) return sha256Hex(data)
  const sum = runningSha256()
  for (let at = 0; at < data.length; at += PIECE) {
    sum.update(data.subarray(at, at + PIECE))
    yield
  }
  return hex(sum.digest())
}

/** SHA-256 in lower-case hexadecimal; a string is hashed as UTF-8. */
export function sha256Hex(data: Uint8Array | string): string {
  return digest('sha256', data, 'hex')
}

/** SHA-256 in base64; a string is hashed as UTF-8. */
export function sha256Base64(data: Uint8Array | string): string {
  return digest('sha256', data, 'base64')
}

/** MD5 in lower-case hexadecimal; a string is hashed as UTF-8. */
export function md5Hex(data: Uint8Array | string): string {
  return digest('md5', data, 'hex')
}

/** SHA-512 in base64, as checksums of packages are written. */
export function sha512Base64(data: Uint8Array | string): string {
  return digest('sha512', data, 'base64')
}
