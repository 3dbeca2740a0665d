import { type StructuredPatchHunk, structuredPatch } from 'diff'
import { withoutEnd } from '../lib/trim.ts'

/** What git cuts the section heading of a hunk to, in bytes. */
const HEADING_LENGTH = 80
/** Lines removed and added beyond which a file is shown as replaced: the time of a diff grows with their square. */
const MOST_EDITS = 2000
const HEADING = /^[A-Za-z_$]/

/**
 * The hunks of a unified diff of two texts, one character a byte; `context` is the number of common lines around a
 * change. They are as short as git's, but where several ways are equally short (a function put between two others)
 * they can start at another line than git's.
 */
export function unifiedHunks(a: string, b: string, context: number): string {
  const lines = a.split('\n')
  let out = ''
  let heading = ''
  let searched = 0
  for (const hunk of hunksOf(a, b, context)) {
    const start = hunk.oldStart - 1
    // The nearest line above that looks like the head of a function.
    const found = lines.slice(searched, start).findLast((line) => HEADING.test(line))
    if (found !== undefined) heading = withoutEnd(found.slice(0, HEADING_LENGTH), ' \t\v\f\r')
    searched = start
    const ranges = `-${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)}`
    out += `@@ ${ranges} @@${heading && ` ${heading}`}\n${hunk.lines.join('\n')}\n`
  }
  return out
}

/** The changes between two texts, each with its place in both; `context` is the number of common lines around it. */
export function hunksOf(a: string, b: string, context: number): StructuredPatchHunk[] {
  const options = { context, maxEditLength: MOST_EDITS }
  const found = structuredPatch('', '', a, b, '', '', options)
  return found?.hunks ?? replaced(a, b)
}

/** One hunk that takes all lines away and puts all others in their place. */
function replaced(a: string, b: string): StructuredPatchHunk[] {
  const [removal] = structuredPatch('', '', a, '', '', '', {}).hunks
  const [addition] = structuredPatch('', '', '', b, '', '', {}).hunks
  if (!removal || !addition) return [removal ?? addition].filter((hunk) => hunk !== undefined)
  return [{ ...addition, oldLines: removal.oldLines, lines: [...removal.lines, ...addition.lines] }]
}

// An empty range is named by the line before it, and a single line by its number alone.
function range(start: number, count: number): string {
  if (count === 1) return String(start)
  return `${count === 0 ? start - 1 : start},${count}`
}
