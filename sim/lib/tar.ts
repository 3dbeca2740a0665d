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
  const bytes = SHARED.slice()
  bytes.set(name, 0)
  setOctal(bytes, mode, 100, 7)
  setOctal(bytes, size, 124, 11)
  setOctal(bytes, Math.max(0, Math.floor(at / 1000)), 136, 11)
  bytes[156] = type.charCodeAt(0)
  if (link !== undefined) bytes.set(link, 157)
  if (prefix !== undefined) bytes.set(prefix, 345)
  setOctal(bytes, tarChecksum(bytes), 148, 7)
  return bytes
}

/** What all headers have. */
const SHARED = new Uint8Array(RECORD)
for (const place of [108, 116, 329, 337]) setOctal(SHARED, 0, place, 7)
SHARED.set(utf8('ustar\0' + '00'), 257)
for (const place of [265, 297]) SHARED.set(utf8('root'), place)

/** Writes so many digits, the last one behind the others. */
function setOctal(bytes: Uint8Array, value: number, at: number, width: number): void {
  let rest = value
  for (let place = at + width - 1; place >= at; place--) {
    bytes[place] = 48 + (rest % 8)
    rest = Math.floor(rest / 8)
  }
}

/** The sum over a header, taken with blanks in the sum's own place. */
export function tarChecksum(header: Uint8Array): number {
  let sum = 8 * 32
  for (let i = 0; i < RECORD; i++) if (i < 148 || i >= 156) sum += header[i] as number
  return sum
}

/** Content in whole records. */
export function tarContent(bytes: Uint8Array): readonly Uint8Array[] {
  if (bytes.length === 0) return []
  const over = bytes.length % RECORD
  return over === 0 ? [bytes] : [bytes, EMPTY.subarray(over)]
}

const EMPTY = new Uint8Array(RECORD)

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
