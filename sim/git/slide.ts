import { bestSplit } from './indent.ts'
import type { LineChanges } from './lines.ts'

/** A run of changed lines, possibly none; between two runs lies one unchanged line at least. */
interface Run {
  start: number
  end: number
}

/**
 * Moves each run of changed lines to where git shows it. An inserted function can as well be said to start one
 * line earlier, with the brace above: git moves a run up or down over equal lines so that it meets a change on the
 * other side, or else (with `indent`) starts and ends where the indentation says, or else ends as late as it can.
 */
export function slideChanges(
  a: readonly string[],
  b: readonly string[],
  changes: LineChanges,
  { indent }: { readonly indent: boolean },
): LineChanges {
  const removed = new Side(a, changes.removed)
  const added = new Side(b, changes.added)
  compact(removed, added, indent)
  compact(added, removed, indent)
  return { removed: removed.changed, added: added.changed }
}

class Side {
  readonly lines: readonly string[]
  readonly changed: boolean[]
  readonly run: Run

  constructor(lines: readonly string[], changed: readonly boolean[]) {
    this.lines = lines
    this.changed = [...changed]
    this.run = { start: 0, end: 0 }
    this.rewind()
  }

  get length(): number {
    return this.run.end - this.run.start
  }

  /** Goes to the first run. */
  rewind(): void {
    this.run.start = 0
    this.run.end = this.endFrom(0)
  }

  /** Goes to the next run; false at the end. */
  next(): boolean {
    if (this.run.end >= this.lines.length) return false
    this.run.start = this.run.end + 1
    this.run.end = this.endFrom(this.run.start)
    return true
  }

  /** Goes to the run before; false at the start. */
  previous(): boolean {
    if (this.run.start === 0) return false
    this.run.end = this.run.start - 1
    this.run.start = this.startFrom(this.run.end)
    return true
  }

  /** Moves the run one line up, joining the run it meets; false if the lines do not allow it. */
  slideUp(): boolean {
    const { run, lines, changed } = this
    if (run.start === 0 || lines[run.start - 1] !== lines[run.end - 1]) return false
    changed[--run.start] = true
    changed[--run.end] = false
    run.start = this.startFrom(run.start)
    return true
  }

  /** Moves the run one line down, joining the run it meets; false if the lines do not allow it. */
  slideDown(): boolean {
    const { run, lines, changed } = this
    if (run.end >= lines.length || lines[run.start] !== lines[run.end]) return false
    changed[run.start++] = false
    changed[run.end++] = true
    run.end = this.endFrom(run.end)
    return true
  }

  private endFrom(at: number): number {
    let end = at
    while (this.changed[end]) end++
    return end
  }

  private startFrom(at: number): number {
    let start = at
    while (start > 0 && this.changed[start - 1]) start--
    return start
  }
}

/** Settles all runs of one side, the runs of the other kept in step. */
function compact(side: Side, other: Side, indent: boolean): void {
  side.rewind()
  other.rewind()
  do {
    if (side.length > 0) settle(side, other, indent)
    other.next()
  } while (side.next())
}

function settle(side: Side, other: Side, indent: boolean): void {
  const { earliest, meeting } = explore(side, other)
  if (side.run.end === earliest) return
  if (meeting !== undefined) {
    while (other.length === 0) slideBack(side, other)
    return
  }
  if (!indent) return
  const target = bestSplit(side.lines, side.run, earliest)
  while (side.run.end > target) slideBack(side, other)
}

function slideBack(side: Side, other: Side): void {
  if (!side.slideUp() || !other.previous()) throw new Error('a run of changes lost its way back')
}

/**
 * Slides up as far as it goes, then down, until no more runs join; answers the earliest end and the last end at
 * which there is a change on the other side as well. The run is left at its latest end.
 */
function explore(side: Side, other: Side): { earliest: number; meeting: number | undefined } {
  while (true) {
    const length = side.length
    while (side.slideUp()) other.previous()
    const earliest = side.run.end
    let meeting = other.length > 0 ? side.run.end : undefined
    while (side.slideDown()) {
      other.next()
      if (other.length > 0) meeting = side.run.end
    }
    if (side.length === length) return { earliest, meeting }
  }
}
