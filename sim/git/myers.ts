import type { LineChanges } from './lines.ts'
import { middleOf, roughRoot } from './middle.ts'

/** How far to look around a frequent line for lines that make it worthless as a match. */
const WINDOW = 100
/** A line that occurs more often than this on the other side is frequent in any file. */
const FREQUENT = 1024

/**
 * The changes between two files as git's default diff finds them: Myers' algorithm, after lines that cannot or
 * hardly be matched were set aside. The result is a shortest one unless the files are very different.
 */
export function myersChanges(a: readonly string[], b: readonly string[]): LineChanges {
  const [aLines, bLines] = numbered(a, b)
  const removed = a.map(() => false)
  const added = b.map(() => false)
  const head = commonHead(aLines, bLines)
  const tail = commonTail(aLines, bLines, head)
  const aKept = matchable(aLines, bLines, head, tail, removed)
  const bKept = matchable(bLines, aLines, head, tail, added)
  const shorten = (lines: Int32Array, kept: readonly number[]): Int32Array =>
    Int32Array.from(kept, (i) => lines[i] ?? -1)
  compare({ a: shorten(aLines, aKept), b: shorten(bLines, bKept) }, (side, from, to) => {
    const [kept, changed] = side === 'a' ? [aKept, removed] : [bKept, added]
    for (const i of kept.slice(from, to)) changed[i] = true
  })
  return { removed, added }
}

/** Replaces lines by numbers, the same for the same line. */
export function numbered(a: readonly string[], b: readonly string[]): [Int32Array, Int32Array] {
  const numbers = new Map<string, number>()
  const number = (line: string): number => {
    const known = numbers.get(line) ?? numbers.size
    if (known === numbers.size) numbers.set(line, known)
    return known
  }
  return [Int32Array.from(a, number), Int32Array.from(b, number)]
}

type Mark = (side: 'a' | 'b', from: number, to: number) => void

/** Divides and conquers: splits both files at a place some shortest way passes, until one part is empty. */
function compare(files: { readonly a: Int32Array; readonly b: Int32Array }, mark: Mark): void {
  const { a, b } = files
  const pending = [{ aStart: 0, aEnd: a.length, bStart: 0, bEnd: b.length, exact: false }]
  for (let box = pending.pop(); box; box = pending.pop()) {
    let { aStart, aEnd, bStart, bEnd } = box
    while (aStart < aEnd && bStart < bEnd && a[aStart] === b[bStart]) {
      aStart++
      bStart++
    }
    while (aStart < aEnd && bStart < bEnd && a[aEnd - 1] === b[bEnd - 1]) {
      aEnd--
      bEnd--
    }
    if (aStart === aEnd) mark('b', bStart, bEnd)
    else if (bStart === bEnd) mark('a', aStart, aEnd)
    else {
      const middle = middleOf(a, b, { aStart, aEnd, bStart, bEnd, exact: box.exact })
      pending.push({ aStart, aEnd: middle.a, bStart, bEnd: middle.b, exact: middle.exactBefore })
      pending.push({ aStart: middle.a, aEnd, bStart: middle.b, bEnd, exact: middle.exactAfter })
    }
  }
}

function commonHead(a: Int32Array, b: Int32Array): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length++
  return length
}

function commonTail(a: Int32Array, b: Int32Array, head: number): number {
  const most = Math.min(a.length, b.length) - head
  let length = 0
  while (length < most && a[a.length - 1 - length] === b[b.length - 1 - length]) length++
  return length
}

type Matches = 'none' | 'some' | 'many'

/** The lines worth a search for their match; the others, which are all between head and tail, are marked changed. */
function matchable(
  lines: Int32Array,
  other: Int32Array,
  head: number,
  tail: number,
  changed: boolean[],
): number[] {
  const counts = new Map<number, number>()
  for (const line of other) counts.set(line, (counts.get(line) ?? 0) + 1)
  const limit = Math.min(roughRoot(lines.length), FREQUENT)
  const matches = Array.from(lines.subarray(head, lines.length - tail), (line): Matches => {
    const count = counts.get(line) ?? 0
    return count === 0 ? 'none' : count >= limit ? 'many' : 'some'
  })
  const kept: number[] = []
  matches.forEach((match, i) => {
    if (match === 'some' || (match === 'many' && !isNoise(matches, i))) kept.push(head + i)
    else changed[head + i] = true
  })
  return kept
}

/** Whether a frequent line (a lone brace) stands among lines without a match, and would only tie up the diff. */
function isNoise(matches: readonly Matches[], at: number): boolean {
  const before = surroundings(matches, at, -1)
  const after = surroundings(matches, at, 1)
  if (before.none === 0 || after.none === 0) return false
  const many = before.many + after.many + 2
  return many * 4 < many + before.none + after.none
}

function surroundings(matches: readonly Matches[], at: number, step: 1 | -1): { none: number; many: number } {
  const found = { none: 0, many: 0 }
  for (let distance = 1; distance <= WINDOW; distance++) {
    const match = matches[at + step * distance]
    if (match === undefined || match === 'some') break
    found[match]++
  }
  return found
}
