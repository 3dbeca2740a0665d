import { binary } from '../lib/bytes.ts'

/**
 * The lines of a file, each with its newline; a last line may lack it. One character stands for one byte, so that
 * files of any encoding are compared, and put together again, without loss.
 */
export function splitLines(bytes: Uint8Array): string[] {
  return binary(bytes).match(/[^\n]*\n|[^\n]+$/g) ?? []
}

/** Which lines of two files are not common to both; what is not marked lines up one to one. */
export interface LineChanges {
  /** By line of the old file. */
  readonly removed: readonly boolean[]
  /** By line of the new file. */
  readonly added: readonly boolean[]
}

/** One place where two files differ: lines `aStart` to `aEnd` (exclusive) became lines `bStart` to `bEnd`. */
export interface LineChange {
  readonly aStart: number
  readonly aEnd: number
  readonly bStart: number
  readonly bEnd: number
}

/** The places where two files differ, in order. */
export function changedPlaces({ removed, added }: LineChanges): LineChange[] {
  const places: LineChange[] = []
  let [a, b] = [0, 0]
  while (a < removed.length || b < added.length) {
    const [aStart, bStart] = [a, b]
    while (removed[a]) a++
    while (added[b]) b++
    if (a > aStart || b > bStart) places.push({ aStart, aEnd: a, bStart, bEnd: b })
    else {
      a++
      b++
    }
  }
  return places
}
