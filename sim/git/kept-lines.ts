import { finished, Pace, type Steps } from '../lib/steps.ts'
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
  return finished(keptLinesSteps(before, after))
}

/** Bytes of lines that take as long to compare as the numbers of two of them. */
const EACH_LINE = 64

/** The same step by step. */
export function* keptLinesSteps(before: Int32Array, after: Int32Array): Steps<Int32Array> {
  const pace = new Pace()
  const kept = new Int32Array(after.length).fill(-1)
  let work = MOST_WORK
  const open: Stretch[] = [{ old: 0, oldEnd: before.length, young: 0, youngEnd: after.length, parted: false }]
  for (let stretch = open.pop(); stretch !== undefined; stretch = open.pop()) {
    const { old, oldEnd, young, youngEnd, parted } = trimmed(before, after, stretch, kept)
    const [a, b] = [before.subarray(old, oldEnd), after.subarray(young, youngEnd)]
    if (pace.after((a.length + b.length) * EACH_LINE)) yield
    const most = Math.min(MOST_EDITS, a.length + b.length, Math.floor(Math.sqrt(work)))
    const edits = shortestEdits(a, b, most)
    work -= (edits === undefined ? most : lengthOf(edits)) ** 2
    if (edits === undefined) {
      // There may be more of them than a call takes arguments.
      if (!parted)
        for (const part of yield* parts(before, after, { old, oldEnd, young, youngEnd, parted }))
          open.push(part)
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
function* parts(
  before: Int32Array,
  after: Int32Array,
  { old, oldEnd, young, youngEnd }: Stretch,
): Steps<Stretch[]> {
  const single = onlyOnes(before, old, oldEnd)
  yield
  const alone = onlyOnes(after, young, youngEnd)
  yield
  const pairs: (readonly [was: number, is: number])[] = []
  for (let is = young; is < youngEnd; is++) {
    const line = after[is] as number
    if ((alone[line] as number) > 0 && (single[line] ?? 0) > 0) pairs.push([(single[line] as number) - 1, is])
  }
  yield
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

/** By line: 1 + its place in a stretch where it occurs once, 0 where it does not, less where it occurs again. */
function onlyOnes(lines: Int32Array, from: number, to: number): Int32Array {
  let most = 0
  for (let at = from; at < to; at++) most = Math.max(most, lines[at] as number)
  const places = new Int32Array(most + 1)
  for (let at = from; at < to; at++) {
    const line = lines[at] as number
    places[line] = places[line] === 0 ? at + 1 : -1
  }
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
