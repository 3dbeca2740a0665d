import { roughRoot } from './rough-root.ts'

/** Times that a line occurs from which on it always counts as frequent, however long the version is. */
const MOST_FEW = 1024
/** Lines on either side of one that are looked at to judge it. */
const WINDOW = 100
/** How many times the lines without a match must outnumber those with many. */
const OUTNUMBERED = 3

const ALONE = 0
const FEW = 1
const MANY = 2

/** A part of a version: the lines from one to another. */
export interface Part {
  readonly lines: Int32Array
  readonly from: number
  readonly to: number
}

/**
 * The places of lines that are worth a search for their match. The others are marked as changed: those that the other
 * version does not have, and those that it has very often where most lines around them have no match. `others` tells
 * how often the other version has a line.
 */
export function candidates({ lines, from, to }: Part, others: Int32Array, changed: Uint8Array): Int32Array {
  const limit = Math.min(roughRoot(lines.length), MOST_FEW)
  const kinds = new Uint8Array(to - from)
  for (let i = from; i < to; i++) {
    const count = others[lines[i] as number] as number
    kinds[i - from] = count === 0 ? ALONE : count < limit ? FEW : MANY
  }
  const places = new Int32Array(to - from)
  let found = 0
  for (let i = 0; i < kinds.length; i++) {
    const kind = kinds[i]
    if (kind === FEW || (kind === MANY && !isAmongLonely(kinds, i))) places[found++] = from + i
    else changed[from + i] = 1
  }
  return places.subarray(0, found)
}

/** Whether a line with many matches stands in the middle of lines most of which have none. */
function isAmongLonely(kinds: Uint8Array, at: number): boolean {
  const above = around(kinds, at, -1)
  if (above.alone === 0) return false
  const below = around(kinds, at, 1)
  if (below.alone === 0) return false
  // The line itself counts from either side.
  return (above.many + below.many + 2) * OUTNUMBERED < above.alone + below.alone
}

function around(kinds: Uint8Array, at: number, direction: 1 | -1): { alone: number; many: number } {
  let [alone, many] = [0, 0]
  for (let distance = 1; distance <= WINDOW; distance++) {
    const kind = kinds[at + direction * distance]
    if (kind === ALONE) alone++
    else if (kind === MANY) many++
    else break
  }
  return { alone, many }
}
