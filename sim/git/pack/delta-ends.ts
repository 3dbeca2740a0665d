import { lineFeeds } from '../split-lines.ts'
import { ByteReader } from './delta.ts'

/** What a delta leaves as it was at both ends, and what it puts in between: told without its base. */
export interface DeltaEnds {
  /** Bytes at the beginning, and at the end, that it has in common with its base. */
  readonly above: number
  readonly below: number
  /** Bytes that are its own, and the line feeds among them. */
  readonly inserted: number
  readonly feeds: number
}

/** The ends of a delta. Throws a GitError where it is cut short. */
export function deltaEnds(delta: Uint8Array): DeltaEnds {
  const reader = new ByteReader(delta)
  const was = reader.size()
  const is = reader.size()
  let [made, above, inserted, feeds] = [0, 0, 0, 0]
  /** From where on it is as its base to the end. */
  let tail = 0
  while (reader.at < delta.length) {
    const command = reader.byte()
    if (command & 128) {
      const { from, length } = copied(reader, command)
      if (from === made && above === made) above += length
      made += length
      if (from + length - made !== was - is) tail = made
    } else {
      feeds += lineFeeds(reader.take(command), command)
      inserted += command
      made += command
      tail = made
    }
  }
  // Where the ends overlap, the same bytes would count twice.
  return { above, below: Math.min(is - tail, is - above, was - above), inserted, feeds }
}

/** The piece of the base that a command copies: bit by bit it says which bytes of place and length follow. */
function copied(reader: ByteReader, command: number): { from: number; length: number } {
  let [from, length] = [0, 0]
  for (let byte = 0; byte < 4; byte++) if (command & (1 << byte)) from += reader.byte() * 2 ** (8 * byte)
  for (let byte = 0; byte < 3; byte++) if (command & (16 << byte)) length += reader.byte() << (8 * byte)
  return { from, length: length === 0 ? 0x10000 : length }
}
