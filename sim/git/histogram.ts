import type { LineChange, LineChanges } from './lines.ts'
import { myersChanges, numbered } from './myers.ts'

/** A line that occurs more often than this is no anchor. */
const MOST_OCCURRENCES = 64

/**
 * The changes between two files as git finds them for a merge: the common run with the rarest line is taken for
 * unchanged, and what lies before and after it is compared the same way.
 */
export function histogramChanges(a: readonly string[], b: readonly string[]): LineChanges {
  const [aLines, bLines] = numbered(a, b)
  const removed = a.map(() => false)
  const added = b.map(() => false)
  const pending: LineChange[] = [{ aStart: 0, aEnd: a.length, bStart: 0, bEnd: b.length }]
  for (let part = pending.pop(); part; part = pending.pop()) {
    const { aStart, aEnd, bStart, bEnd } = part
    if (aStart === aEnd || bStart === bEnd) {
      removed.fill(true, aStart, aEnd)
      added.fill(true, bStart, bEnd)
      continue
    }
    const search = new AnchorSearch(aLines, bLines, part)
    if (search.onlyFrequent) {
      const classic = myersChanges(a.slice(aStart, aEnd), b.slice(bStart, bEnd))
      classic.removed.forEach((changed, i) => void (removed[aStart + i] = changed))
      classic.added.forEach((changed, i) => void (added[bStart + i] = changed))
    } else if (search.best) {
      const { best } = search
      pending.push({ aStart, aEnd: best.aStart, bStart, bEnd: best.bStart })
      pending.push({ aStart: best.aEnd, aEnd, bStart: best.bEnd, bEnd })
    } else {
      removed.fill(true, aStart, aEnd)
      added.fill(true, bStart, bEnd)
    }
  }
  return { removed, added }
}

/** Looks for the common run to keep: the longest of those whose rarest line is rarest, the first of equals. */
class AnchorSearch {
  best: LineChange | undefined
  private readonly a: Int32Array
  private readonly b: Int32Array
  private readonly part: LineChange
  /** Where in `a` each line occurs, in order. */
  private readonly places = new Map<number, number[]>()
  private rarity = MOST_OCCURRENCES + 1
  private anyCommon = false

  constructor(a: Int32Array, b: Int32Array, part: LineChange) {
    this.a = a
    this.b = b
    this.part = part
    for (let i = part.aStart; i < part.aEnd; i++) {
      const line = a[i] ?? -1
      const places = this.places.get(line)
      if (places) places.push(i)
      else this.places.set(line, [i])
    }
    for (let i = part.bStart; i < part.bEnd; ) i = this.tryLine(i)
  }

  /** Whether the parts have lines in common, but only such as are too frequent to stand for anything. */
  get onlyFrequent(): boolean {
    return this.anyCommon && this.rarity > MOST_OCCURRENCES
  }

  /** Tries all common runs through one line of `b`; answers the next line that is not part of one of them. */
  private tryLine(at: number): number {
    const places = this.places.get(this.b[at] ?? -1) ?? []
    let next = at + 1
    if (places.length > 0) this.anyCommon = true
    if (places.length > this.rarity) return next
    let covered = -1
    for (const place of places) {
      if (place < covered) continue
      const run = this.extend(place, at)
      covered = run.aEnd
      next = Math.max(next, run.bEnd)
      this.consider(run, places.length)
    }
    return next
  }

  private extend(aAt: number, bAt: number): LineChange {
    const { a, b, part } = this
    let [aStart, bStart, aEnd, bEnd] = [aAt, bAt, aAt + 1, bAt + 1]
    while (aStart > part.aStart && bStart > part.bStart && a[aStart - 1] === b[bStart - 1]) {
      aStart--
      bStart--
    }
    while (aEnd < part.aEnd && bEnd < part.bEnd && a[aEnd] === b[bEnd]) {
      aEnd++
      bEnd++
    }
    return { aStart, aEnd, bStart, bEnd }
  }

  private consider(run: LineChange, occurrences: number): void {
    let rarest = occurrences
    for (let i = run.aStart; i < run.aEnd && rarest > 1; i++) {
      rarest = Math.min(rarest, this.places.get(this.a[i] ?? -1)?.length ?? rarest)
    }
    // An anchor of one line counts as long as none at all.
    const longest = this.best ? this.best.aEnd - this.best.aStart : 1
    if (run.aEnd - run.aStart <= longest && rarest >= this.rarity) return
    this.best = run
    this.rarity = rarest
  }
}
