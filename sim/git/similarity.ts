import { finished, Pace, type Steps } from '../lib/steps.ts'

/** The score of equal content; git counts in these units. */
export const MAX_SCORE = 60_000
const CHUNK = 64
const HASH_BASE = 107_927
const NEWLINE = 10
const RETURN = 13
/** git looks no further when it decides whether a file is text. */
const BINARY_PROBE = 8000

/** Whether git takes the content for binary: a NUL among the first 8000 bytes. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, BINARY_PROBE).includes(0)
}

/** What a file is made of: how many bytes stand in lines (or pieces of 64 bytes) of each hash. */
export interface Substance {
  readonly size: number
  readonly chunks: ReadonlyMap<number, number>
}

/**
 * The substance of a file by git's own hash, so that scores agree with git. A last line without a newline counts,
 * as it does in git since 2.44.
 */
export function substance(bytes: Uint8Array): Substance {
  return finished(substanceSteps(bytes))
}

/** Bytes after which it is asked whether it is time for a step. */
const ASKED = 64 * 1024

/** The same step by step. */
export function* substanceSteps(bytes: Uint8Array): Steps<Substance> {
  const pace = new Pace()
  const chunks = new Map<number, number>()
  const skipReturns = !isBinary(bytes)
  let [high, low, length] = [0, 0, 0]
  const close = (): void => {
    const hash = ((high + Math.imul(low, 0x61)) >>> 0) % HASH_BASE
    chunks.set(hash, (chunks.get(hash) ?? 0) + length)
    high = low = length = 0
  }
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number
    if (i % ASKED === ASKED - 1 && pace.of(ASKED)) yield
    if (skipReturns && byte === RETURN && bytes[i + 1] === NEWLINE) continue
    const old = high
    high = (((high << 7) ^ (low >>> 25)) + byte) | 0
    low = (low << 7) ^ (old >>> 25)
    length++
    if (length === CHUNK || byte === NEWLINE) close()
  }
  if (length > 0) close()
  return { size: bytes.length, chunks }
}

/** How alike two files are, 0 to `MAX_SCORE`; `shared` is the number of bytes they have in common. */
export function score(a: Substance, b: Substance, shared = sharedBytes(a, b)): number {
  return b.size === 0 ? 0 : Math.floor((shared * MAX_SCORE) / Math.max(a.size, b.size))
}

function sharedBytes(a: Substance, b: Substance): number {
  let shared = 0
  for (const [hash, count] of a.chunks) shared += Math.min(count, b.chunks.get(hash) ?? 0)
  return shared
}

/** Whether sizes alone rule out a score of at least `minimum`. */
export function tooDifferentInSize(a: number, b: number, minimum: number): boolean {
  return Math.max(a, b) * (MAX_SCORE - minimum) < Math.abs(a - b) * MAX_SCORE
}
