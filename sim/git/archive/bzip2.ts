import { finished, Pace, type Steps } from '../../lib/steps.ts'
import { BitWriter } from './bits.ts'
import { Bzip2Block } from './bzip2-block.ts'

// Our own encoder, since no library under a free enough licence compresses bzip2 without waiting.

/** The size of a block in hundreds of thousands of bytes, which stands in the header: larger ones take too long at once. */
const LEVEL = 5
/** What bzip2 itself leaves free at the end of a block. */
const CAPACITY = LEVEL * 100_000 - 19

/** Bytes that are taken between two steps. */
const RUN = 256 * 1024

/** Compresses the joined pieces. */
export function bzip2(pieces: Iterable<Uint8Array>): Uint8Array {
  return finished(bzip2Steps(pieces))
}

/** The same step by step. */
export function* bzip2Steps(pieces: Iterable<Uint8Array>): Steps<Uint8Array> {
  const pace = new Pace()
  const out = new BitWriter()
  for (const char of `BZh${LEVEL}`) out.write(char.charCodeAt(0), 8)
  let checksum = 0
  const block = new Bzip2Block(CAPACITY)
  const flush = function* () {
    if (block.isEmpty) return
    const crc = yield* block.writeTo(out)
    checksum = ((checksum << 1) | (checksum >>> 31)) ^ crc
    block.clear()
  }
  for (const piece of pieces) {
    for (let i = 0; i < piece.length; i++) {
      if (!block.add(piece[i] as number)) {
        yield* flush()
        block.add(piece[i] as number)
      }
      // Runs take little room in a block, however long they are.
      if (i % RUN === RUN - 1) yield
    }
    if (pace.after(piece.length)) yield
  }
  yield* flush()
  out.write(0x177245, 24)
  out.write(0x385090, 24)
  out.write32(checksum)
  return out.end()
}
