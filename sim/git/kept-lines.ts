import { type Edit, shortestEdits } from './edits.ts'

/** Lines removed and added of one stretch beyond which only lines that occur once are matched. */
const MOST_EDITS = 1000
/** The squares of what is tried for all stretches together; beyond it their lines count as changed. */
const MOST_WORK = 4 * MOST_EDITS ** 2

/**
 * For each line of the new version where it stood in the old one, or -1. Where the two differ so much that the shortest
 * way would take too long, lines that both have once tell what belongs together, and what lies between is compared.
 */
export function keptLines(before: Int32Array, after: Int32Array): Int32Array {
  const kept = new Int32Array(after.length).fill(-1)
  let work = MOST_WORK
  const open: Stretch[] = [{ old: 0, oldEnd: before.length, young: 0, youngEnd: after.length, parted: false }]
  for (let stretch = open.pop(); stretch !== undefined; stretch = open.pop()) {
    const { old, oldEnd, young, youngEnd, parted } = trimmed(before, after, stretch, kept)
    const [a, b] = [before.subarray(old, oldEnd), after.subarray(young, youngEnd)]
    const most = Math.min(MOST_EDITS, a.length + b.length, Math.floor(Math.sqrt(work)))
    const edits = shortestEdits(a, b, most)
    work -= (edits === undefined ? most : lengthOf(edits)) ** 2
    if (edits === undefined) {
      if (!parted) open.push(...parts(before, after, { old, oldEnd, young, youngEnd, parted }))
      continue
    }
    let [was, is] = [old, young]
    for (const { kind, count } of edits) {
      if (kind === 'kept') for (let i = 0; i < count; i++) kept[is + i] = was + i
      if (kind !== 'added') was += count
      if (kind !== 'removed') is += count
    }
  }
  return kept
}

function lengthOf(edits: readonly Edit[]): number {
  return edits.reduce((sum, { kind, count }) => (kind === 'kept' ? sum : sum + count), 0)
}

interface Stretch {
  readonly old: number
  readonly oldEnd: number
  readonly young: number
  readonly youngEnd: number
  /** Whether it lies between lines that were matched because they occur once. */
  readonly parted: boolean
}

/** Without the lines that are the same at both ends, which are entered. */
function trimmed(before: Int32Array, after: Int32Array, stretch: Stretch, kept: Int32Array): Stretch {
  let { old, oldEnd, young, youngEnd } = stretch
  while (old < oldEnd && young < youngEnd && before[old] === after[young]) kept[young++] = old++
  while (old < oldEnd && young < youngEnd && before[oldEnd - 1] === after[youngEnd - 1])
    kept[--youngEnd] = --oldEnd
  return { ...stretch, old, oldEnd, young, youngEnd }
}

/** What lies between the lines that both sides have once, as far as these stand in the same order. */
function parts(before: Int32Array, after: Int32Array, { old, oldEnd, young, youngEnd }: Stretch): Stretch[] {
  const single = onlyOnes(before, old, oldEnd)
  const pairs: (readonly [was: number, is: number])[] = []
  for (const [line, is] of onlyOnes(after, young, youngEnd)) {
    const was = single.get(line)
    if (was !== undefined) pairs.push([was, is])
  }
  const found: Stretch[] = []
  let [from, start] = [old, young]
  for (const [was, is] of inOrder(pairs)) {
    found.push({ old: from, oldEnd: was + 1, young: start, youngEnd: is + 1, parted: true })
    from = was + 1
    start = is + 1
  }
  if (found.length > 0) found.push({ old: from, oldEnd, young: start, youngEnd, parted: true })
  return found
}

/** The lines of a stretch that occur once in it, with their places, in the order of these. */
function onlyOnes(lines: Int32Array, from: number, to: number): Map<number, number> {
  const places = new Map<number, number>()
  const repeated = new Set<number>()
  for (let at = from; at < to; at++) {
    const line = lines[at] as number
    if (places.has(line)) repeated.add(line)
    else places.set(line, at)
  }
  for (const line of repeated) places.delete(line)
  return places
}

/** The most pairs, which are in order on the one side, that are in order on the other as well. */
function inOrder(pairs: readonly (readonly [was: number, is: number])[]) {
  /** By length of a row so far, the pair at its end; and for each pair the one before it. */
  const ends: number[] = []
  const before: number[] = []
  for (const [i, [was]] of pairs.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[ends[middle] as number]?.[0] as number) < was) low = middle + 1
      else high = middle
    }
    before.push(low > 0 ? (ends[low - 1] as number) : -1)
    ends[low] = i
  }
  const row: (readonly [number, number])[] = []
  for (let i = ends.at(-1) ?? -1; i >= 0; i = before[i] as number)
    row.push(pairs[i] as (typeof pairs)[number])
  return row.reverse()
}
