import { GitError } from '../git-error.ts'

/** Reads the small numbers of git's binary formats: seven bits a byte, lowest first. */
export class ByteReader {
  readonly bytes: Uint8Array
  at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes
    this.at = at
  }

  byte(): number {
    const byte = this.bytes[this.at++]
    if (byte === undefined) throw new GitError('pack is cut short')
    return byte
  }

  /** `start` are the bits that were read before, so many of them. */
  size(start = 0, bits = 0): number {
    let value = start
    let factor = 2 ** bits
    for (let byte = 128; byte & 128; factor *= 128) {
      byte = this.byte()
      value += (byte & 127) * factor
      if (value > Number.MAX_SAFE_INTEGER) throw new GitError('number is out of bounds')
    }
    return value
  }

  take(length: number): Uint8Array {
    if (this.at + length > this.bytes.length) throw new GitError('pack is cut short')
    this.at += length
    return this.bytes.subarray(this.at - length, this.at)
  }
}

/** The size of what a delta makes: it stands behind the size of its base. */
export function deltaSize(delta: Uint8Array): number {
  const reader = new ByteReader(delta)
  reader.size()
  return reader.size()
}

/** Bytes of a piece that are copied one by one. */
const SHORT = 32

/** What a delta makes of its base, in `scratch` where that has room: pieces of the base, and of its own. Throws a GitError. */
export function applyDelta(base: Uint8Array, delta: Uint8Array, scratch?: Uint8Array): Uint8Array {
  const reader = new ByteReader(delta)
  if (reader.size() !== base.length) throw new GitError('delta is for another base')
  const size = reader.size()
  const result =
    scratch !== undefined && size <= scratch.length ? scratch.subarray(0, size) : new Uint8Array(size)
  let filled = 0
  for (let { at } = reader; at < delta.length; ) {
    const command = delta[at++] as number
    let source = delta
    let from = at
    let length = command
    if (command & 128) {
      // Its bits say which bytes of place and length follow; a length of 0 means 64 KiB.
      source = base
      from = command & 1 ? (delta[at++] as number) : 0
      if (command & 2) from += (delta[at++] as number) << 8
      if (command & 4) from += (delta[at++] as number) << 16
      if (command & 8) from += (delta[at++] as number) * 2 ** 24
      length = command & 16 ? (delta[at++] as number) : 0
      if (command & 32) length += (delta[at++] as number) << 8
      if (command & 64) length += (delta[at++] as number) << 16
      if (at > delta.length) throw new GitError('pack is cut short')
      if (length === 0) length = 0x10000
    } else at += length
    if (length === 0 || filled + length > size || from + length > source.length)
      throw new GitError('delta is broken')
    // Most pieces are short, and an array for each would cost more than they do.
    if (length > SHORT) result.set(source.subarray(from, from + length), filled)
    else for (let i = 0; i < length; i++) result[filled + i] = source[from + i] as number
    filled += length
  }
  if (filled !== size) throw new GitError('delta is broken')
  return result
}
