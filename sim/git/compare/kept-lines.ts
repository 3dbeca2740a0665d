import { Pace, type Steps } from '../../lib/steps.ts'
import { changeSteps } from './changes.ts'
import type { LineNumbers } from './line-numbers.ts'

/** Bytes that take as long to handle as a line takes to be told where it stood. */
const EACH_LINE = 16

/** For each line of the new version where it stood in the old one, or -1; found step by step. */
export function* keptLines(before: Int32Array, after: Int32Array, numbers: LineNumbers): Steps<Int32Array> {
  const changes = yield* changeSteps(before, after, numbers)
  const pace = new Pace()
  const kept = new Int32Array(after.length).fill(-1)
  let [was, is] = [0, 0]
  const end = { old: before.length, oldCount: 0, young: after.length, youngCount: 0 }
  for (const { old, oldCount, young, youngCount } of [...changes, end]) {
    if (pace.of((young - is) * EACH_LINE)) yield
    while (is < young) kept[is++] = was++
    was = old + oldCount
    is = young + youngCount
  }
  return kept
}
