import { utf8 } from '../lib/bytes.ts'
import type { Change } from './compare/changes.ts'
import { linedBytes } from './compare/lined-bytes.ts'
import { linesChanged } from './hunks.ts'
import { linesOf } from './split-lines.ts'

/**
 * Where the lines `from` to `to` of one text, counted from 1, begin in another; undefined where one of them was changed
 * or taken away, or something was put between them.
 */
export function findMovedLines(a: string, b: string, from: number, to: number): number | undefined {
  let shift = 0
  for (const { old, oldCount, youngCount } of changesOf(a, b)) {
    // What is only put in stands before the line that is named.
    if (old + oldCount < from) shift += youngCount - oldCount
    else if (old < to) return undefined
  }
  return from + shift
}

function changesOf(a: string, b: string): readonly Change[] {
  return linesChanged(linedBytes(utf8(a)), linedBytes(utf8(b)))
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
  const within = (start: number, count: number, line: number) => line > start && line <= start + count
  return changesOf(a, b).some(({ old, oldCount, young, youngCount }) =>
    newLine === null ? within(old, oldCount, oldLine ?? 0) : within(young, youngCount, newLine),
  )
}
