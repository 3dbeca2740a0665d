import { append } from '../lib/lists.ts'
import { withoutEnd } from '../lib/trim.ts'
import { type Change, changesBetween } from './compare/changes.ts'
import { LineNumbers } from './compare/line-numbers.ts'
import { linesOf } from './split-lines.ts'

/** What git cuts the section heading of a hunk to, in bytes. */
const HEADING_LENGTH = 80
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
 * The hunks of a unified diff of two texts as git has it, one character a byte; `context` is the number of common lines
 * around a change.
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
  const gathered: Change[][] = []
  for (const change of changesOf(before, after)) {
    const last = gathered.at(-1)
    const behind = last?.at(-1)
    if (last === undefined || behind === undefined || change.old - behind.old - behind.oldCount > 2 * context)
      gathered.push([change])
    else last.push(change)
  }
  return gathered.map((changes) => hunkOf(changes, before, after, context))
}

/** How many lines are added and removed between two texts, as their hunks have it. */
export function changedLines(a: string, b: string): { additions: number; deletions: number } {
  let [additions, deletions] = [0, 0]
  for (const { oldCount, youngCount } of changesOf(linesOf(a), linesOf(b))) {
    additions += youngCount
    deletions += oldCount
  }
  return { additions, deletions }
}

function changesOf(before: readonly string[], after: readonly string[]): Change[] {
  const numbers = new LineNumbers()
  return changesBetween(numbers.of(before), numbers.of(after), numbers)
}

/** The hunk of changes that are close to one another. */
function hunkOf(
  changes: readonly Change[],
  before: readonly string[],
  after: readonly string[],
  context: number,
): Hunk {
  const [first, last] = [changes[0] as Change, changes.at(-1) as Change]
  const above = Math.min(first.old, context)
  const below = Math.min(before.length - last.old - last.oldCount, context)
  const [start, end] = [first.old - above, last.old + last.oldCount + below]
  const lines: string[] = []
  const take = (sign: string, from: readonly string[], at: number, to: number) => {
    for (let i = at; i < to; i++) append(lines, written(sign, from[i] as string))
  }
  let at = start
  for (const { old, oldCount, young, youngCount } of changes) {
    take(' ', before, at, old)
    at = old + oldCount
    take('-', before, old, at)
    take('+', after, young, young + youngCount)
  }
  take(' ', before, at, end)
  return {
    oldStart: start + 1,
    oldLines: end - start,
    newStart: first.young - above + 1,
    newLines: last.young + last.youngCount + below - (first.young - above),
    lines,
  }
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
