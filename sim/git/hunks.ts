import { changedPlaces, type LineChange, type LineChanges } from './lines.ts'

/** What git cuts the section heading of a hunk to, in bytes. */
const HEADING_LENGTH = 80

interface Hunk extends LineChange {
  readonly changes: readonly LineChange[]
}

/** The hunks of a unified diff, one character a byte; `context` is the number of common lines around a change. */
export function unifiedHunks(
  a: readonly string[],
  b: readonly string[],
  changes: LineChanges,
  context: number,
): string {
  let out = ''
  let heading = ''
  let searched = -1
  for (const hunk of groupHunks(changedPlaces(changes), a.length, b.length, context)) {
    heading = sectionHeading(a, hunk.aStart - 1, searched) ?? heading
    searched = hunk.aStart - 1
    out += `@@ -${range(hunk.aStart, hunk.aEnd)} +${range(hunk.bStart, hunk.bEnd)} @@${heading && ` ${heading}`}\n`
    out += hunkLines(a, b, hunk)
  }
  return out
}

/** Gathers changes whose contexts touch, and widens them by the context that the files have. */
function groupHunks(
  places: readonly LineChange[],
  aLength: number,
  bLength: number,
  context: number,
): Hunk[] {
  const groups: LineChange[][] = []
  for (const place of places) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (group && last && place.aStart - last.aEnd <= 2 * context) group.push(place)
    else groups.push([place])
  }
  return groups.flatMap((changes) => {
    const [first, last] = [changes[0], changes.at(-1)]
    if (!first || !last) return []
    const before = Math.min(context, first.aStart, first.bStart)
    const after = Math.min(context, aLength - last.aEnd, bLength - last.bEnd)
    const [aStart, bStart] = [first.aStart - before, first.bStart - before]
    return [{ aStart, bStart, aEnd: last.aEnd + after, bEnd: last.bEnd + after, changes }]
  })
}

// An empty range is named by the line before it, and a single line by its number alone.
function range(start: number, end: number): string {
  const count = end - start
  if (count === 1) return String(start + 1)
  return `${count === 0 ? start : start + 1},${count}`
}

/** The nearest line above that looks like the head of a function, not looking again at what was searched before. */
function sectionHeading(lines: readonly string[], from: number, searched: number): string | undefined {
  for (let i = from; i > searched; i--) {
    const line = lines[i] ?? ''
    if (/^[A-Za-z_$]/.test(line)) return line.slice(0, HEADING_LENGTH).replace(/[ \t\n\v\f\r]+$/, '')
  }
  return undefined
}

function hunkLines(a: readonly string[], b: readonly string[], hunk: Hunk): string {
  let out = ''
  let at = hunk.aStart
  for (const change of hunk.changes) {
    out += prefixed(' ', a.slice(at, change.aStart))
    out +=
      prefixed('-', a.slice(change.aStart, change.aEnd)) + prefixed('+', b.slice(change.bStart, change.bEnd))
    at = change.aEnd
  }
  return out + prefixed(' ', a.slice(at, hunk.aEnd))
}

const prefixed = (sign: string, lines: readonly string[]): string =>
  lines
    .map((line) => sign + (line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`))
    .join('')
