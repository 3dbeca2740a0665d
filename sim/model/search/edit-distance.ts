import { smallest } from '../../lib/lists.ts'
/** Whether a word becomes another by so many changes at most: a letter more, less or other, or two that change places. */
export function isWithin(one: string, other: string, edits: number): boolean {
  if (Math.abs(one.length - other.length) > edits) return false
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1]
      const steps = [
        (row[j] as number) + 1,
        (next[j - 1] as number) + 1,
        (row[j - 1] as number) + (same ? 0 : 1),
      ]
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        steps.push((before[j - 2] as number) + 1)
      next.push(smallest(steps))
    }
    ;[before, row] = [row, next]
  }
  return (row.at(-1) as number) <= edits
}
