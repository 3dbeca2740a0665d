import type { Change } from './changes.ts'

/** Pairs of lines that are compared at most. */
const MOST_PAIRS = 64

/** A version of a file. */
type Lines = readonly string[]

/**
 * What differs between two versions where that is one change, and nothing is to be chosen: none of its lines is on both
 * sides, and it could stand nowhere else. Most changes are such ones, and need no search. Nothing where the versions are
 * the same; undefined where they have to be searched.
 */
export function soleChange(a: Lines, b: Lines): readonly Change[] | undefined {
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start++
  let [oldEnd, youngEnd] = [a.length, b.length]
  while (oldEnd > start && youngEnd > start && a[oldEnd - 1] === b[youngEnd - 1]) {
    oldEnd--
    youngEnd--
  }
  const [oldCount, youngCount] = [oldEnd - start, youngEnd - start]
  if (oldCount === 0 && youngCount === 0) return []
  if (canSlide(a, start, oldEnd) || canSlide(b, start, youngEnd)) return undefined
  if (oldCount * youngCount > MOST_PAIRS) return undefined
  for (let i = start; i < oldEnd; i++)
    for (let j = start; j < youngEnd; j++) if (a[i] === b[j]) return undefined
  return [{ old: start, oldCount, young: start, youngCount }]
}

/** Whether a change could as well stand a line higher or lower. */
function canSlide(version: Lines, start: number, end: number): boolean {
  if (start === end) return false
  if (start > 0 && version[start - 1] === version[end - 1]) return true
  return end < version.length && version[start] === version[end]
}
