import { append } from '../lib/lists.ts'
import { withoutEnd } from '../lib/trim.ts'
import { type Edit, LineNumbers, shortestEdits } from './edits.ts'
import { linesOf } from './split-lines.ts'

/** What git cuts the section heading of a hunk to, in bytes. */
const HEADING_LENGTH = 80
/** Lines removed and added beyond which a file is shown as replaced: the time of a diff grows with their square. */
const MOST_EDITS = 2000
const HEADING = /^[A-Za-z_$]/

/** Changes that stand together, with the common lines around them; places count from 1. */
export interface Hunk {
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  /** Each begins with a blank, `-` or `+`, and lacks its line feed. */
  readonly lines: readonly string[]
}

/**
 * The hunks of a unified diff of two texts, one character a byte; `context` is the number of common lines around a
 * change. They are as short as git's, but where several ways are equally short (a function put between two others)
 * they can start at another line than git's.
 */
export function unifiedHunks(a: string, b: string, context: number): string {
  const lines = linesOf(a)
  let out = ''
  let heading = ''
  let searched = 0
  for (const hunk of hunksBetween(lines, linesOf(b), context)) {
    const start = hunk.oldStart - 1
    // The nearest line above that looks like the head of a function.
    for (let at = Math.min(start, lines.length) - 1; at >= searched; at--) {
      const line = lines[at] as string
      if (!HEADING.test(line)) continue
      heading = withoutEnd(line.replace(/\n$/, '').slice(0, HEADING_LENGTH), ' \t\v\f\r')
      break
    }
    searched = start
    const ranges = `-${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)}`
    out += `@@ ${ranges} @@${heading && ` ${heading}`}\n${hunk.lines.join('\n')}\n`
  }
  return out
}

/** The changes between two texts, each with its place in both; `context` is the number of common lines around it. */
export function hunksOf(a: string, b: string, context: number): Hunk[] {
  return hunksBetween(linesOf(a), linesOf(b), context)
}

function hunksBetween(before: readonly string[], after: readonly string[], context: number): Hunk[] {
  const numbers = new LineNumbers()
  const edits = shortestEdits(numbers.of(before), numbers.of(after), MOST_EDITS)
  return gathered(edits ?? replaced(before.length, after.length), before, after, context)
}

/** How many lines are added and removed between two texts, as their hunks have it. */
export function changedLines(a: string, b: string): { additions: number; deletions: number } {
  const [before, after] = [linesOf(a), linesOf(b)]
  const numbers = new LineNumbers()
  const edits = shortestEdits(numbers.of(before), numbers.of(after), MOST_EDITS)
  const sum = (kind: Edit['kind']) =>
    (edits ?? replaced(before.length, after.length)).reduce(
      (all, edit) => (edit.kind === kind ? all + edit.count : all),
      0,
    )
  return { additions: sum('added'), deletions: sum('removed') }
}

/** All lines go, and all others come in their place. */
function replaced(before: number, after: number): Edit[] {
  const edits: Edit[] = [
    { kind: 'removed', count: before },
    { kind: 'added', count: after },
  ]
  return edits.filter(({ count }) => count > 0)
}

function gathered(
  edits: readonly Edit[],
  before: readonly string[],
  after: readonly string[],
  context: number,
): Hunk[] {
  const hunks: Hunk[] = []
  let [old, young] = [0, 0]
  let open: { oldStart: number; newStart: number; lines: string[] } | undefined
  const take = (sign: string, lines: readonly string[], from: number, count: number) => {
    for (let at = from; at < from + count; at++)
      if (open) append(open.lines, written(sign, lines[at] as string))
  }
  const close = (shared: number) => {
    if (open === undefined) return
    take(' ', before, old, shared)
    const { oldStart, newStart, lines } = open
    const [oldLines, newLines] = [old + shared - oldStart, young + shared - newStart]
    hunks.push({ oldStart: oldStart + 1, oldLines, newStart: newStart + 1, newLines, lines })
    open = undefined
  }
  for (const [i, { kind, count }] of edits.entries()) {
    if (kind === 'kept') {
      if (count > 2 * context || i === edits.length - 1) close(Math.min(count, context))
      else take(' ', before, old, count)
      old += count
      young += count
      continue
    }
    if (open === undefined) {
      const shared = Math.min(context, i === 0 ? 0 : (edits[i - 1]?.count ?? 0))
      open = { oldStart: old - shared, newStart: young - shared, lines: [] }
      take(' ', before, old - shared, shared)
    }
    if (kind === 'removed') {
      take('-', before, old, count)
      old += count
    } else {
      take('+', after, young, count)
      young += count
    }
  }
  close(0)
  return hunks
}

function written(sign: string, line: string): readonly string[] {
  return line.endsWith('\n')
    ? [`${sign}${line.slice(0, -1)}`]
    : [`${sign}${line}`, '\\ No newline at end of file']
}

// An empty range is named by the line before it, and a single line by its number alone.
function range(start: number, count: number): string {
  if (count === 1) return String(start)
  return `${count === 0 ? start - 1 : start},${count}`
}
