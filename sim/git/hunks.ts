import { withoutEnd } from '../lib/trim.ts'
import { type Change, changesBetween } from './compare/changes.ts'
import { LineNumbers } from './compare/line-numbers.ts'
import { lacksEnd, linedBytes } from './compare/lined-bytes.ts'
import { soleChange } from './compare/sole-change.ts'
import { lineFeeds } from './split-lines.ts'

/** What git cuts the section heading of a hunk to, in bytes. */
const HEADING_LENGTH = 80
const NO_LINE_FEED = '\\ No newline at end of file\n'

/** What differs between two versions of a file, line by line as git finds it. */
export class LineDiff {
  readonly #before: readonly string[]
  readonly #after: readonly string[]
  readonly #changes: readonly Change[]

  constructor(a: Uint8Array, b: Uint8Array) {
    this.#before = linedBytes(a)
    this.#after = linedBytes(b)
    this.#changes = linesChanged(this.#before, this.#after)
  }

  get additions(): number {
    return this.#changes.reduce((lines, { youngCount }) => lines + youngCount, 0)
  }

  get deletions(): number {
    return this.#changes.reduce((lines, { oldCount }) => lines + oldCount, 0)
  }

  /** The hunks of a unified diff as git has it, one character a byte; `context` is the number of common lines around a change. */
  hunks(context: number): string {
    const [before, after] = [this.#before, this.#after]
    let out = ''
    let heading = ''
    let searched = 0
    for (const changes of gathered(this.#changes, context)) {
      const [first, last] = [changes[0] as Change, changes.at(-1) as Change]
      const above = Math.min(first.old, context)
      const below = Math.min(before.length - last.old - last.oldCount, context)
      const [start, end] = [first.old - above, last.old + last.oldCount + below]
      const [youngStart, youngEnd] = [first.young - above, last.young + last.youngCount + below]
      // The nearest line above that looks like the head of a function.
      for (let at = Math.min(start, before.length) - 1; at >= searched; at--) {
        const line = before[at] as string
        if (!isHeading(line.charCodeAt(0))) continue
        heading = withoutEnd(line.slice(0, HEADING_LENGTH), ' \t\v\f\r\n')
        break
      }
      searched = start
      const ranges = `-${range(start + 1, end - start)} +${range(youngStart + 1, youngEnd - youngStart)}`
      out += `@@ ${ranges} @@${heading && ` ${heading}`}\n${linesOfHunk(changes, before, after, start, end)}`
    }
    return out
  }
}

/** The changes of each hunk: those that are close to one another. */
function gathered(changes: readonly Change[], context: number): Change[][] {
  const hunks: Change[][] = []
  for (const change of changes) {
    const last = hunks.at(-1)
    const behind = last?.at(-1)
    if (last === undefined || behind === undefined || change.old - behind.old - behind.oldCount > 2 * context)
      hunks.push([change])
    else last.push(change)
  }
  return hunks
}

function linesOfHunk(
  changes: readonly Change[],
  before: readonly string[],
  after: readonly string[],
  start: number,
  end: number,
): string {
  let out = ''
  let at = start
  for (const { old, oldCount, young, youngCount } of changes) {
    out += written(' ', before, at, old)
    at = old + oldCount
    out += written('-', before, old, at) + written('+', after, young, young + youngCount)
  }
  return out + written(' ', before, at, end)
}

function written(sign: string, version: readonly string[], from: number, to: number): string {
  let out = ''
  for (let i = from; i < to; i++) {
    const line = version[i] as string
    out += sign + line + (lacksEnd(line) ? NO_LINE_FEED : '\n')
  }
  return out
}

/** What differs between two versions, line by line as git finds it. */
export function linesChanged(before: readonly string[], after: readonly string[]): readonly Change[] {
  const sole = soleChange(before, after)
  if (sole !== undefined) return sole
  const numbers = new LineNumbers()
  return changesBetween(numbers.of(before), numbers.of(after), numbers)
}

/** Lines of two versions that their hunks add and remove at most: told at once, and mostly two too many of each. */
export function mostLinesChanged(a: Uint8Array, b: Uint8Array): number {
  const shorter = Math.min(a.length, b.length)
  const above = sameAbove(a, b, shorter)
  const below = sameBelow(a, b, shorter - above)
  return BORDERS + feedsWithin(a, above, below) + feedsWithin(b, above, below)
}

/** Lines in which what differs begins and ends, of both versions: the others within it are as many as its line feeds. */
export const BORDERS = 4

function sameAbove(a: Uint8Array, b: Uint8Array, most: number): number {
  let same = 0
  while (same < most && a[same] === b[same]) same++
  return same
}

function sameBelow(a: Uint8Array, b: Uint8Array, most: number): number {
  let same = 0
  while (same < most && a[a.length - 1 - same] === b[b.length - 1 - same]) same++
  return same
}

function feedsWithin(bytes: Uint8Array, above: number, below: number): number {
  return lineFeeds(bytes.subarray(above, bytes.length - below), bytes.length)
}

// A letter, `_` or `$`.
function isHeading(byte: number): boolean {
  const small = byte | 32
  return (small >= 97 && small <= 122) || byte === 95 || byte === 36
}

// An empty range is named by the line before it, and a single line by its number alone.
function range(start: number, count: number): string {
  if (count === 1) return String(start)
  return `${count === 0 ? start - 1 : start},${count}`
}
