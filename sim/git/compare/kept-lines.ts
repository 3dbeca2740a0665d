import { Pace, type Steps } from '../../lib/steps.ts'
import type { Change } from './changes.ts'

/** Bytes that take as long to handle as a line takes to be told where it stood. */
const EACH_LINE = 16

/** For each of the lines of a new version where it stood in the old one, or -1; found step by step. */
export function* keptLines(changes: readonly Change[], count: number): Steps<Int32Array> {
  const pace = new Pace()
  const kept = new Int32Array(count).fill(-1)
  let [was, is] = [0, 0]
  const keepUntil = (end: number) => {
    while (is < end) kept[is++] = was++
  }
  for (const { old, oldCount, young, youngCount } of changes) {
    if (pace.of((young - is) * EACH_LINE)) yield
    keepUntil(young)
    was = old + oldCount
    is = young + youngCount
  }
  keepUntil(count)
  return kept
}
