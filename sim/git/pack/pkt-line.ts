import { concat, text, utf8 } from '../../lib/bytes.ts'
import { GitError } from '../git-error.ts'

/** One unit of git's wire format: a line with content, or one of the marks between sections. */
export type Packet = Uint8Array | 'flush' | 'delimiter' | 'end'

const MARKS = ['flush', 'delimiter', 'end'] as const
/** Most bytes of content of one line, as git has it. */
export const LONGEST_LINE = 65_516
/** Most packets before what is not in packets: clients and servers send a line for a reference or a commit, not a million. */
const MOST_PACKETS = 100_000

export const FLUSH: Uint8Array = utf8('0000')
export const DELIMITER: Uint8Array = utf8('0001')

/** A line with its length in front. Text of the protocol ends in a line feed, which the caller writes. */
export function pktLine(content: string | Uint8Array): Uint8Array {
  const bytes = typeof content === 'string' ? utf8(content) : content
  if (bytes.length > LONGEST_LINE) throw new Error('line too long')
  return concat(utf8((bytes.length + 4).toString(16).padStart(4, '0')), bytes)
}

/**
 * Content on a side band, in as many lines as it takes: 1 is data, 2 what the user is told, 3 a fatal error. A line stands
 * until the next one is asked for: a clone consists of little else, and all are made in the same place.
 */
export function* sideBand(band: 1 | 2 | 3, pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  const line = new Uint8Array(4 + LONGEST_LINE)
  line[4] = band
  let filled = HEAD
  for (const piece of pieces)
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + line.length - filled)
      line.set(part, filled)
      at += part.length
      filled += part.length
      if (filled < line.length) continue
      yield withLength(line, filled)
      filled = HEAD
    }
  if (filled > HEAD) yield withLength(line, filled)
}

/** Length and band. */
const HEAD = 5

function withLength(line: Uint8Array, length: number): Uint8Array {
  line.set(utf8(length.toString(16).padStart(4, '0')))
  return line.subarray(0, length)
}

const LINE_FEED = 10

/** What four hexadecimal digits say; -1 where they are none. */
function lengthAt(bytes: Uint8Array, at: number): number {
  let length = 0
  for (let i = at; i < at + 4; i++) {
    const digit = digitOf(bytes[i] ?? 0)
    if (digit < 0) return -1
    length = length * 16 + digit
  }
  return length
}

function digitOf(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48
  const lower = byte | 32
  return lower >= 97 && lower <= 102 ? lower - 87 : -1
}

/** Reads packets one after the other; what follows them is in `rest`. */
export class PacketReader {
  readonly #bytes: Uint8Array
  #at = 0
  #left = MOST_PACKETS

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Undefined at the end. Throws a GitError for a length that is none or that the bytes do not have, and for too many. */
  next(): Packet | undefined {
    if (this.#at === this.#bytes.length) return undefined
    this.#left -= 1
    if (this.#left < 0) throw new GitError('protocol error: too many lines')
    const length = lengthAt(this.#bytes, this.#at)
    const mark = MARKS[length]
    if (mark !== undefined) {
      this.#at += 4
      return mark
    }
    const end = this.#at + length
    if (length < 4 || end > this.#bytes.length) throw new GitError('protocol error: bad line length')
    const content = this.#bytes.subarray(this.#at + 4, end)
    this.#at = end
    return content
  }

  /** The lines up to the next mark, without line feeds; leaves behind which mark that was. */
  lines(): { readonly lines: string[]; readonly mark: Exclude<Packet, Uint8Array> | undefined } {
    const lines: string[] = []
    for (let packet = this.next(); packet !== undefined; packet = this.next()) {
      if (typeof packet === 'string') return { lines, mark: packet }
      lines.push(text(packet.at(-1) === LINE_FEED ? packet.subarray(0, -1) : packet))
    }
    return { lines, mark: undefined }
  }

  get rest(): Uint8Array {
    return this.#bytes.subarray(this.#at)
  }
}
