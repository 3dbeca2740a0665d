import type { Change } from './changes.ts'
import { isSameLine, type LinedBytes } from './lined-bytes.ts'

/** Pairs of lines that are compared at most. */
const MOST_PAIRS = 64

/**
 * What differs between two versions where that is one change, and nothing is to be chosen: none of its lines is on both
 * sides, and it could stand nowhere else. Most changes are such ones, and need no search. Nothing where the versions are
 * the same; undefined where they have to be searched.
 */
export function soleChange(a: LinedBytes, b: LinedBytes): readonly Change[] | undefined {
  const start = sharedAbove(a, b)
  const below = sharedBelow(a, b, start)
  const [oldEnd, youngEnd] = [a.count - below, b.count - below]
  const [oldCount, youngCount] = [oldEnd - start, youngEnd - start]
  if (oldCount === 0 && youngCount === 0) return []
  if (canSlide(a, start, oldEnd) || canSlide(b, start, youngEnd)) return undefined
  if (oldCount * youngCount > MOST_PAIRS) return undefined
  for (let i = start; i < oldEnd; i++)
    for (let j = start; j < youngEnd; j++) if (isSameLine(a, i, b, j)) return undefined
  return [{ old: start, oldCount, young: start, youngCount }]
}

/** How many lines both begin with. */
function sharedAbove(a: LinedBytes, b: LinedBytes): number {
  const shorter = Math.min(a.bytes.length, b.bytes.length)
  let same = 0
  while (same < shorter && a.bytes[same] === b.bytes[same]) same++
  const most = Math.min(a.count, b.count)
  let lines = 0
  while (lines < most && endsWithin(a, lines, same) && endsWithin(b, lines, same)) lines++
  return lines
}

function endsWithin({ starts }: LinedBytes, line: number, end: number): boolean {
  return (starts[line + 1] as number) <= end
}

/** How many lines both end with, of those that are not shared above. */
function sharedBelow(a: LinedBytes, b: LinedBytes, above: number): number {
  const most = Math.min(a.count, b.count) - above
  const shorter = Math.min(a.bytes.length, b.bytes.length) - (a.starts[above] as number)
  let same = 0
  while (same < shorter && a.bytes[a.bytes.length - 1 - same] === b.bytes[b.bytes.length - 1 - same]) same++
  let lines = 0
  while (lines < most && beginsWithin(a, lines, same) && beginsWithin(b, lines, same)) lines++
  return lines
}

/** Whether the line with so many lines below it begins no further than so many bytes before the end. */
function beginsWithin({ bytes, starts, count }: LinedBytes, below: number, reach: number): boolean {
  return bytes.length - (starts[count - 1 - below] as number) <= reach
}

/** Whether a change could as well stand a line higher or lower. */
function canSlide(version: LinedBytes, start: number, end: number): boolean {
  if (start === end) return false
  if (start > 0 && isSameLine(version, start - 1, version, end - 1)) return true
  return end < version.count && isSameLine(version, start, version, end)
}
