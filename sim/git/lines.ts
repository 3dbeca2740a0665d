import { hunksOf } from './hunks.ts'
import { linesOf } from './split-lines.ts'

/**
 * Where the lines `from` to `to` of one text, counted from 1, begin in another; undefined where one of them was changed
 * or taken away, or something was put between them.
 */
export function findMovedLines(a: string, b: string, from: number, to: number): number | undefined {
  let shift = 0
  for (const { oldStart, oldLines, newLines } of hunksOf(a, b, 0)) {
    // What is only put in stands before the line that is named.
    if (oldStart + oldLines <= from) shift += newLines - oldLines
    else if (oldStart <= to) return undefined
  }
  return from + shift
}

/** A line of a diff: of the new text when it was added, of the old one when it was removed, of both when it stayed. */
export interface LinePlace {
  readonly oldLine: number | null
  readonly newLine: number | null
}

/** True when the diff of two texts has such a line. */
export function hasLine(a: string, b: string, { oldLine, newLine }: LinePlace): boolean {
  if (a === b) return false
  if (oldLine !== null && newLine !== null)
    return oldLine >= 1 && oldLine <= linesOf(a).length && findMovedLines(a, b, oldLine, oldLine) === newLine
  const within = (start: number, lines: number, line: number) => line >= start && line < start + lines
  return hunksOf(a, b, 0).some(({ oldStart, oldLines, newStart, newLines }) =>
    newLine === null ? within(oldStart, oldLines, oldLine ?? 0) : within(newStart, newLines, newLine),
  )
}
