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
  const removed = a.map(() => true)
  const added = b.map(() => true)
  const keep = ({ aStart, aEnd, bStart, bEnd }: LineChange): void => {
    removed.fill(false, aStart, aEnd)
    added.fill(false, bStart, bEnd)
  }
  const pending: LineChange[] = [{ aStart: 0, aEnd: a.length, bStart: 0, bEnd: b.length }]
  for (let part = pending.pop(); part; part = pending.pop()) {
    const { aStart, aEnd, bStart, bEnd } = part
    if (aStart === aEnd || bStart === bEnd) continue
    const { matches, best } = new AnchorSearch(aLines, bLines, part)
    if (matches) for (const { a, b } of matches) keep({ aStart: a, aEnd: a + 1, bStart: b, bEnd: b + 1 })
    else if (best) {
      keep(best)
      pending.push({ aStart, aEnd: best.aStart, bStart, bEnd: best.bStart })
      pending.push({ aStart: best.aEnd, aEnd, bStart: best.bEnd, bEnd })
    } else {
      // What the parts have in common is too frequent to stand for anything.
      const classic = myersChanges(a.slice(aStart, aEnd), b.slice(bStart, bEnd))
      copy(classic.removed, removed, aStart)
      copy(classic.added, added, bStart)
    }
  }
  return { removed, added }
}

function copy(from: readonly boolean[], to: boolean[], offset: number): void {
  from.forEach((value, i) => {
    to[offset + i] = value
  })
}

interface Match {
  readonly a: number
  readonly b: number
}

/** Looks for the common run to keep: the longest of those whose rarest line is rarest, the first of equals. */
class AnchorSearch {
  best: LineChange | undefined
  /** Every pair of equal lines, if each has but one partner and none cross: then there is nothing to choose. */
  readonly matches: readonly Match[] | undefined
  private readonly a: Int32Array
  private readonly b: Int32Array
  private readonly part: LineChange
  /** Where in `a` each line occurs, in order. */
  private readonly places = new Map<number, number[]>()
  private rarity = MOST_OCCURRENCES + 1

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
    this.matches = this.onlyMatches()
    if (this.matches) return
    for (let i = part.bStart; i < part.bEnd; ) i = this.tryLine(i)
  }

  private onlyMatches(): Match[] | undefined {
    const matches: Match[] = []
    let last = -1
    for (let b = this.part.bStart; b < this.part.bEnd; b++) {
      const [a, another] = this.places.get(this.b[b] ?? -1) ?? []
      if (a === undefined) continue
      if (another !== undefined || a <= last) return undefined
      matches.push({ a, b })
      last = a
    }
    return matches
  }

  /** Tries all common runs through one line of `b`; answers the next line that is not part of one of them. */
  private tryLine(at: number): number {
    const places = this.places.get(this.b[at] ?? -1) ?? []
    let next = at + 1
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
