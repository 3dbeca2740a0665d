import { histogramChanges } from './histogram.ts'
import { changedPlaces, type LineChange } from './lines.ts'
import { slideChanges } from './slide.ts'

/** Conflicts with no more lines than this between them are shown as one. */
const CLOSE = 3

/** How conflicts are marked in the text. */
export interface MarkerStyle {
  readonly ours: string
  readonly theirs: string
  /** The length of a marker, git's default being 7. */
  readonly size: number
}

export interface MergedLines {
  readonly lines: readonly string[]
  readonly conflict: boolean
}

/** A part of the result that is not simply ours: lines of theirs, or a conflict; ranges in ours and theirs. */
interface Part {
  kind: 'ours' | 'theirs' | 'conflict'
  a: Range
  b: Range
}

interface Range {
  readonly start: number
  readonly end: number
}

/** Merges what two files made of a third, line by line, as git does: changes that touch one another conflict. */
export function mergeLines(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
  style: MarkerStyle,
): MergedLines {
  const toOurs = lineChanges(base, ours)
  const toTheirs = lineChanges(base, theirs)
  if (toOurs.length === 0) return { lines: theirs, conflict: false }
  if (toTheirs.length === 0) return { lines: ours, conflict: false }
  const parts = joinClose(
    combine(ours, theirs, toOurs, toTheirs).flatMap((part) => refine(ours, theirs, part)),
  )
  return {
    lines: render(ours, theirs, parts, style),
    conflict: parts.some(({ kind }) => kind === 'conflict'),
  }
}

const lineChanges = (a: readonly string[], b: readonly string[]): LineChange[] =>
  changedPlaces(slideChanges(a, b, histogramChanges(a, b), { indent: false }))

/** Walks both lists of changes side by side. A change made on both sides alike is already in ours. */
function combine(
  ours: readonly string[],
  theirs: readonly string[],
  toOurs: readonly LineChange[],
  toTheirs: readonly LineChange[],
): Part[] {
  const parts: Part[] = []
  let [i, j] = [0, 0]
  // Lines of the base lie this much further down in ours and theirs.
  let [aShift, bShift] = [0, 0]
  while (i < toOurs.length || j < toTheirs.length) {
    const [x, y] = [toOurs[i], toTheirs[j]]
    if (x && (!y || x.aEnd < y.aStart)) {
      append(parts, { kind: 'ours', a: after(x), b: { start: x.aStart + bShift, end: x.aEnd + bShift } })
      aShift = x.bEnd - x.aEnd
      i++
    } else if (y && (!x || y.aEnd < x.aStart)) {
      append(parts, { kind: 'theirs', a: { start: y.aStart + aShift, end: y.aEnd + aShift }, b: after(y) })
      bShift = y.bEnd - y.aEnd
      j++
    } else if (x && y) {
      if (!sameChange(ours, theirs, x, y)) append(parts, overlap(x, y))
      if (x.aEnd >= y.aEnd) {
        bShift = y.bEnd - y.aEnd
        j++
      }
      if (y.aEnd >= x.aEnd) {
        aShift = x.bEnd - x.aEnd
        i++
      }
    }
  }
  return parts
}

const after = ({ bStart, bEnd }: LineChange): Range => ({ start: bStart, end: bEnd })

function sameChange(
  ours: readonly string[],
  theirs: readonly string[],
  x: LineChange,
  y: LineChange,
): boolean {
  if (x.aStart !== y.aStart || x.aEnd !== y.aEnd || x.bEnd - x.bStart !== y.bEnd - y.bStart) return false
  return ours.slice(x.bStart, x.bEnd).every((line, k) => line === theirs[y.bStart + k])
}

/** The conflict of two changes: what each side has for all the lines of the base that either changed. */
function overlap(x: LineChange, y: LineChange): Part {
  const [start, end] = [Math.min(x.aStart, y.aStart), Math.max(x.aEnd, y.aEnd)]
  const widened = (change: LineChange): Range => ({
    start: change.bStart - (change.aStart - start),
    end: change.bEnd + (end - change.aEnd),
  })
  return { kind: 'conflict', a: widened(x), b: widened(y) }
}

/** Adds a part; one that touches the last becomes one with it, and a conflict unless both are of one kind. */
function append(parts: Part[], part: Part): void {
  const last = parts.at(-1)
  if (!last || (part.a.start > last.a.end && part.b.start > last.b.end)) {
    parts.push(part)
    return
  }
  if (last.kind !== part.kind) last.kind = 'conflict'
  last.a = { start: last.a.start, end: part.a.end }
  last.b = { start: last.b.start, end: part.b.end }
}

/** Narrows a conflict to the lines in which the two sides differ; nothing is left if they agree. */
function refine(ours: readonly string[], theirs: readonly string[], part: Part): Part[] {
  const { kind, a, b } = part
  if (kind !== 'conflict' || a.start === a.end || b.start === b.end) return [part]
  return lineChanges(ours.slice(a.start, a.end), theirs.slice(b.start, b.end)).map((change) => ({
    kind,
    a: { start: a.start + change.aStart, end: a.start + change.aEnd },
    b: { start: b.start + change.bStart, end: b.start + change.bEnd },
  }))
}

function joinClose(parts: readonly Part[]): Part[] {
  const joined: Part[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    const close =
      last && last.kind === 'conflict' && part.kind === 'conflict' && part.a.start - last.a.end <= CLOSE
    if (close) {
      last.a = { start: last.a.start, end: part.a.end }
      last.b = { start: last.b.start, end: part.b.end }
    } else joined.push(part)
  }
  return joined
}

function render(
  ours: readonly string[],
  theirs: readonly string[],
  parts: readonly Part[],
  style: MarkerStyle,
): string[] {
  const pieces: (readonly string[])[] = []
  let at = 0
  for (const { kind, a, b } of parts) {
    if (kind === 'ours') continue
    const fromTheirs = theirs.slice(b.start, b.end)
    pieces.push(ours.slice(at, a.start))
    pieces.push(kind === 'theirs' ? fromTheirs : marked(ours.slice(a.start, a.end), fromTheirs, style))
    at = a.end
  }
  return [...pieces, ours.slice(at)].flat()
}

function marked(ours: readonly string[], theirs: readonly string[], style: MarkerStyle): string[] {
  const marker = (char: string, label = ''): string => `${char.repeat(style.size)}${label && ` ${label}`}\n`
  const closed = (lines: readonly string[]): string[] =>
    lines.map((line) => (line.endsWith('\n') ? line : `${line}\n`))
  return [marker('<', style.ours), ...closed(ours), marker('='), ...closed(theirs), marker('>', style.theirs)]
}
