import type { Steps } from '../../lib/steps.ts'
import type { BitWriter } from './bits.ts'
import { writeCoded } from './bzip2-codes.ts'
import { sortRotations } from './bzip2-sort.ts'
import { bzip2Crc } from './crc.ts'

const LONGEST_RUN = 255

/** One block of bzip2: bytes go in run by run, and out sorted, moved to front and Huffman-coded. */
export class Bzip2Block {
  readonly #bytes: Uint8Array
  #length = 0
  #crc = -1
  #last = -1
  #run = 0

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity)
  }

  get isEmpty(): boolean {
    return this.#run === 0 && this.#length === 0
  }

  /** False when the block is full and the byte has to go into the next one. */
  add(byte: number): boolean {
    if (byte === this.#last && this.#run < LONGEST_RUN) {
      this.#run++
    } else {
      // A run takes five bytes at most.
      if (this.#length + 10 > this.#bytes.length) return false
      this.#endRun()
      this.#last = byte
      this.#run = 1
    }
    this.#crc = bzip2Crc(this.#crc, byte)
    return true
  }

  /** Writes the block, step by step, and gives the checksum of what it holds. */
  *writeTo(out: BitWriter): Steps<number> {
    this.#endRun()
    const crc = ~this.#crc
    const bytes = this.#bytes.subarray(0, this.#length)
    const { last, origin } = yield* sortRotations(bytes)
    yield
    out.write(0x314159, 24)
    out.write(0x265359, 24)
    out.write32(crc)
    out.write(0, 1)
    out.write(origin, 24)
    writeCoded(last, out)
    return crc
  }

  clear(): void {
    this.#length = 0
    this.#crc = -1
    this.#last = -1
    this.#run = 0
  }

  // Four equal bytes are followed by the number of further ones.
  #endRun(): void {
    const shown = Math.min(this.#run, 4)
    for (let i = 0; i < shown; i++) this.#bytes[this.#length++] = this.#last
    if (shown === 4) this.#bytes[this.#length++] = this.#run - 4
    this.#run = 0
  }
}
