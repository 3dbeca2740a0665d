import { Deflate, deflate } from 'pako'
import { concatAll, equalBytes, utf8 } from './bytes.ts'
import { append } from './lists.ts'
import { type Gzipping, type Native, native } from './native.ts'
import { Pace, type Steps } from './steps.ts'

// What zlib makes at the level that it has by default, as git has it made.

/** The zlib stream of bytes, the same on every platform. */
export function deflated(bytes: Uint8Array): Uint8Array {
  return trusted()?.deflate(bytes) ?? deflate(bytes)
}

/** Bytes that are compressed in one go. */
const BLOCK = 64 * 1024

/** A gzip file without a time, step by step: the bytes are those of all pieces together, however they are cut. */
export function* zlibGzipSteps(pieces: Iterable<Uint8Array>): Steps<Uint8Array> {
  const stream = trusted()?.gzip() ?? portableGzip()
  const out: Uint8Array[] = []
  const block = new Uint8Array(BLOCK)
  const pace = new Pace()
  let filled = 0
  for (const piece of pieces) {
    // A long one was read as a whole, which is work as well.
    if (piece.length > 16 * BLOCK) yield
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + BLOCK - filled)
      block.set(part, filled)
      filled += part.length
      at += part.length
      if (filled < BLOCK) continue
      filled = 0
      append(out, stream.push(block, false))
      if (pace.after(BLOCK)) yield
    }
  }
  append(out, stream.push(block.subarray(0, filled), true))
  return concatAll(out)
}

function portableGzip(): Gzipping {
  const stream = new Deflate({ gzip: true })
  const made: Uint8Array[] = []
  stream.onData = (chunk) => made.push(chunk as Uint8Array)
  return {
    push(piece, isLast) {
      stream.push(piece, isLast)
      return made.splice(0)
    },
  }
}

// Some platforms have another zlib, which finds other repetitions.
const checked = new WeakMap<Native, boolean>()

/** What the platform has, unless it makes other bytes. */
function trusted(): Native | undefined {
  const fast = native()
  if (fast === undefined) return undefined
  let isSame = checked.get(fast)
  if (isSame === undefined) {
    isSame = makesSame(fast)
    checked.set(fast, isSame)
  }
  return isSame ? fast : undefined
}

function makesSame(fast: Native): boolean {
  const sample = utf8(Array.from({ length: 700 }, (_, i) => ((i * i * 7919) % 4096).toString(36)).join(' '))
  if (!equalBytes(fast.deflate(sample), deflate(sample))) return false
  const [one, other] = [fast.gzip(), portableGzip()].map(
    (stream) => stream && concatAll([...stream.push(sample, false), ...stream.push(sample, true)]),
  )
  return one === undefined || equalBytes(one, other as Uint8Array)
}
