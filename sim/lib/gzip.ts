import { Gzip } from 'fflate/browser'
import {
  Deflate,
  Z_BUF_ERROR,
  Z_NO_FLUSH,
  Z_OK,
  Z_STREAM_END,
  ZStream,
  zlibInflate,
  zlibInflateInit2,
} from 'pako'
import { concatAll } from './bytes.ts'
import { finished, Pace, type Steps } from './steps.ts'

/** Compresses piece by piece what is kept, and shown with its size: equal pieces give equal bytes, and few of them. */
export function gzip(pieces: Iterable<Uint8Array>): Uint8Array {
  const out: Uint8Array[] = []
  const stream = new Gzip({ mtime: 0 }, (chunk) => out.push(chunk))
  for (const piece of pieces) for (const part of partsOf(piece)) stream.push(part)
  stream.push(new Uint8Array(), true)
  return concatAll(out)
}

/** Bytes that are compressed in one go, wherever the pieces end. */
const BLOCK = 64 * 1024
// Some 4 to 16 % larger than at the usual level, in half of the time.
const QUICKEST = 1

/**
 * Compresses step by step what is made to be sent, so that the whole is never in memory, and quickly. The same content
 * gives the same bytes on every platform, which their own compressors do not.
 */
export function* gzipSteps(pieces: Iterable<Uint8Array>): Steps<Uint8Array> {
  const out: Uint8Array[] = []
  const stream = new Deflate({ gzip: true, level: QUICKEST, chunkSize: BLOCK })
  stream.onData = (chunk) => out.push(chunk)
  const block = new Uint8Array(BLOCK)
  const pace = new Pace()
  let filled = 0
  for (const piece of pieces) {
    // A long one was read as a whole, which is work as well.
    if (piece.length > PART) yield
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + BLOCK - filled)
      block.set(part, filled)
      filled += part.length
      at += part.length
      if (filled < BLOCK) continue
      filled = 0
      stream.push(block)
      if (pace.after(BLOCK)) yield
    }
  }
  stream.push(block.subarray(0, filled), true)
  return concatAll(out)
}

/** Most bytes that are compressed in one go. */
const PART = 1024 * 1024

/** A piece in parts that are not too long; most are one. */
export function* partsOf(piece: Uint8Array): Generator<Uint8Array> {
  if (piece.length <= PART) yield piece
  else for (let at = 0; at < piece.length; at += PART) yield piece.subarray(at, at + PART)
}

export interface GunzipBounds {
  /** Most bytes that come out. */
  readonly bytes: number
  /** Most members, one after the other: each costs time, also one that holds nothing. */
  readonly members: number
  /** How many times larger than what went in the result may be, once it is larger than `harmless`. */
  readonly ratio: number
  readonly harmless: number
}

const MEBIBYTE = 1024 * 1024
export const gunzipBounds: GunzipBounds = {
  bytes: 256 * MEBIBYTE,
  members: 10_000,
  ratio: 200,
  harmless: 16 * MEBIBYTE,
}

/** What is no gzip, is cut short, or would become too large. */
export class GunzipError extends Error {
  override readonly name = 'GunzipError'
}

const WITH_GZIP_HEADER = 15 + 16
const CHUNK = 64 * 1024

/**
 * Decompresses what comes from elsewhere. Sizes are counted before memory is taken; checksums and lengths have to be
 * right, and nothing may follow but further members. Throws a GunzipError.
 *
 * On the library's low level, since its classes neither stop in the middle nor tell where a member ends.
 */
export function gunzip(bytes: Uint8Array, bounds: GunzipBounds = gunzipBounds): Uint8Array {
  return finished(gunzipSteps(bytes, bounds))
}

/** The same step by step. */
export function* gunzipSteps(bytes: Uint8Array, bounds: GunzipBounds = gunzipBounds): Steps<Uint8Array> {
  const out: Uint8Array[] = []
  let size = 0
  const take = (chunk: Uint8Array, read: number) => {
    size += chunk.length
    const tooLarge = size > bounds.bytes || (size > bounds.harmless && size > read * bounds.ratio)
    if (tooLarge) throw new GunzipError('unpacked size is above the limit')
    out.push(chunk)
  }
  const pace = new Pace()
  let at = 0
  let members = 0
  do {
    if (++members > bounds.members) throw new GunzipError('it has too many members')
    at = yield* inflateMember(bytes, at, take, pace)
    if (pace.after(0)) yield
  } while (at < bytes.length)
  return concatAll(out)
}

function* inflateMember(
  input: Uint8Array,
  from: number,
  take: (chunk: Uint8Array, read: number) => void,
  pace: Pace,
): Steps<number> {
  const stream = new ZStream()
  zlibInflateInit2(stream, WITH_GZIP_HEADER)
  stream.input = input
  stream.next_in = from
  stream.avail_in = input.length - from
  for (;;) {
    stream.output = new Uint8Array(CHUNK)
    stream.next_out = 0
    stream.avail_out = CHUNK
    const status = zlibInflate(stream, Z_NO_FLUSH)
    if (stream.next_out > 0) take(stream.output.subarray(0, stream.next_out), stream.next_in)
    if (status === Z_STREAM_END) return stream.next_in
    const stuck = status === Z_BUF_ERROR || (stream.avail_in === 0 && stream.avail_out > 0)
    if (status !== Z_OK || stuck) throw new GunzipError(stream.msg || 'unexpected end of file')
    if (pace.after(stream.next_out)) yield
  }
}
