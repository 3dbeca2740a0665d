import { utf8 } from './bytes.ts'

// Our own encoder, since the libraries that write tar without waiting know neither symbolic links nor paths above 100
// bytes, and `git archive` is to be met to the byte.

export const RECORD = 512
const BLOCK = 20 * RECORD

/** The head of an entry in the form that POSIX calls ustar. */
export interface TarHeader {
  /** At most 100 bytes; with `prefix`, of at most 155, before it. */
  readonly name: Uint8Array
  readonly prefix?: Uint8Array | undefined
  readonly mode: number
  /** `0` file, `2` symbolic link, `5` directory, `x` and `g` attributes. */
  readonly type: string
  readonly link?: Uint8Array | undefined
  readonly size: number
  /** Milliseconds since 1970. */
  readonly at: number
}

/** The record that begins an entry; it belongs to root. */
export function tarHeader({ name, prefix, mode, type, link, size, at }: TarHeader): Uint8Array {
  const bytes = new Uint8Array(RECORD)
  const octal = (value: number, width: number) => utf8(value.toString(8).padStart(width, '0'))
  bytes.set(name, 0)
  bytes.set(octal(mode, 7), 100)
  bytes.set(octal(0, 7), 108)
  bytes.set(octal(0, 7), 116)
  bytes.set(octal(size, 11), 124)
  bytes.set(octal(Math.max(0, Math.floor(at / 1000)), 11), 136)
  bytes.set(utf8(type), 156)
  if (link !== undefined) bytes.set(link, 157)
  bytes.set(utf8('ustar\0' + '00'), 257)
  bytes.set(utf8('root'), 265)
  bytes.set(utf8('root'), 297)
  bytes.set(octal(0, 7), 329)
  bytes.set(octal(0, 7), 337)
  if (prefix !== undefined) bytes.set(prefix, 345)
  bytes.set(octal(tarChecksum(bytes), 7), 148)
  return bytes
}

/** The sum over a header, taken with blanks in the sum's own place. */
export function tarChecksum(header: Uint8Array): number {
  let sum = 8 * 32
  for (let i = 0; i < RECORD; i++) if (i < 148 || i >= 156) sum += header[i] as number
  return sum
}

/** Content in whole records. */
export function* tarContent(bytes: Uint8Array): Generator<Uint8Array> {
  if (bytes.length === 0) return
  yield bytes
  const over = bytes.length % RECORD
  if (over > 0) yield new Uint8Array(RECORD - over)
}

/** Adds the end of an archive: at least two empty records, up to a whole number of blocks. */
export function* tarWithEnd(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  let written = 0
  for (const piece of pieces) {
    written += piece.length
    yield piece
  }
  const tail = BLOCK - (written % BLOCK)
  yield new Uint8Array(tail < 2 * RECORD ? tail + BLOCK : tail)
}
