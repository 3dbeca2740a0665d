import { Z_FINISH, Z_STREAM_END, ZStream, zlibInflate, zlibInflateInit, zlibInflateReset } from 'pako'
import { type Inflated, native } from '../../lib/native.ts'
import { GitError } from '../git-error.ts'

/** Bytes that are inflated without memory of their own. What is longer has some. */
export const SCRATCH = 64 * 1024

/**
 * Inflates streams that lie one behind the other, with nothing that says where each ends: only the library's low level
 * tells how far it read. One state serves all of them.
 */
export class Inflater {
  #stream: ZStream | undefined
  /** For what is read at once and then let go of, as deltas are: there are many, and each would be memory to collect. */
  #scratch: Uint8Array | undefined

  /** The `size` bytes of the stream that starts at `from`. Throws a GitError if it is broken or of another size. */
  inflate(input: Uint8Array, from: number, size: number): Inflated {
    return this.#inflated(input, from, size, undefined)
  }

  /** The same, and the bytes stand only until more is inflated. */
  inflateBriefly(input: Uint8Array, from: number, size: number): Inflated {
    this.#scratch ??= new Uint8Array(SCRATCH)
    return this.#inflated(input, from, size, this.#scratch)
  }

  #inflated(input: Uint8Array, from: number, size: number, scratch: Uint8Array | undefined): Inflated {
    const fast = native()
    let found: Inflated | undefined
    try {
      found =
        fast === undefined ? this.#portable(input, from, size) : fast.inflate(input, from, size, scratch)
    } catch {
      // As one that is of another size.
    }
    if (found?.bytes.length !== size) throw new GitError('inflate: data stream error')
    return found
  }

  #portable(input: Uint8Array, from: number, size: number): Inflated | undefined {
    const stream = this.#stream ?? new ZStream()
    if (this.#stream === undefined) zlibInflateInit(stream)
    else zlibInflateReset(stream)
    this.#stream = stream
    const bytes = new Uint8Array(size)
    stream.input = input
    stream.next_in = from
    stream.avail_in = input.length - from
    stream.output = bytes
    stream.next_out = 0
    stream.avail_out = size
    const ended = zlibInflate(stream, Z_FINISH) === Z_STREAM_END
    return ended && stream.avail_out === 0 ? { bytes, end: stream.next_in } : undefined
  }
}
