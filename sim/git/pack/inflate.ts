import { Z_FINISH, Z_STREAM_END, ZStream, zlibInflate, zlibInflateInit, zlibInflateReset } from 'pako'
import { GitError } from '../git-error.ts'

/**
 * Inflates streams that lie one behind the other, with nothing that says where each ends: only the library's low level
 * tells how far it read. One state serves all of them.
 */
export class Inflater {
  readonly #stream = new ZStream()

  constructor() {
    zlibInflateInit(this.#stream)
  }

  /** The `size` bytes of the stream that starts at `from`. Throws a GitError if it is broken or of another size. */
  inflate(
    input: Uint8Array,
    from: number,
    size: number,
  ): { readonly bytes: Uint8Array; readonly end: number } {
    const stream = this.#stream
    zlibInflateReset(stream)
    const bytes = new Uint8Array(size)
    stream.input = input
    stream.next_in = from
    stream.avail_in = input.length - from
    stream.output = bytes
    stream.next_out = 0
    stream.avail_out = size
    const ended = zlibInflate(stream, Z_FINISH) === Z_STREAM_END
    if (!ended || stream.avail_out > 0) throw new GitError('inflate: data stream error')
    return { bytes, end: stream.next_in }
  }
}
