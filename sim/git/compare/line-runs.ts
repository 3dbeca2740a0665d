import type { Steps } from '../../lib/steps.ts'
import type { Change } from './changes.ts'

/**
 * Runs of lines that are looked for: three numbers each, where it begins in one version, where in the file that was
 * asked for, and how many lines it has. They are in the order of both.
 */
export type Runs = readonly number[]

/** Numbers of a run. */
export const RUN = 3
/** Numbers that are gone through between two steps. */
const STEP = 3 * 16_384

export interface Parted {
  /** Runs that an older version has, as they stand there. */
  readonly passed: Runs
  /** Those that it has not. */
  readonly left: Runs
}

/** Parts the runs of a version by what changed since an older one, step by step. */
export function* partedRuns(runs: Runs, changes: readonly Change[]): Steps<Parted> {
  const parting = new Parting(changes)
  for (let from = 0; from < runs.length; from += STEP) {
    if (from > 0) yield
    parting.take(runs, from, Math.min(runs.length, from + STEP))
  }
  return parting
}

class Parting {
  readonly passed: number[] = []
  readonly left: number[] = []
  readonly #changes: readonly Change[]
  #next = 0
  /** How much further down the lines stood between the change before and the next one. */
  #shift = 0

  constructor(changes: readonly Change[]) {
    this.#changes = changes
  }

  take(runs: Runs, from: number, to: number): void {
    for (let i = from; i < to; i += RUN) {
      let [line, place] = [runs[i] as number, runs[i + 1] as number]
      const end = line + (runs[i + 2] as number)
      while (line < end) {
        const change = this.#changeAt(line)
        const isLeft = change !== undefined && change.young <= line
        const border = change === undefined ? end : isLeft ? change.young + change.youngCount : change.young
        const count = Math.min(end, border) - line
        if (isLeft) this.left.push(line, place, count)
        else this.passed.push(line + this.#shift, place, count)
        line += count
        place += count
      }
    }
  }

  /** The first change that does not end before a line. */
  #changeAt(line: number): Change | undefined {
    for (;;) {
      const change = this.#changes[this.#next]
      if (change === undefined || change.young + change.youngCount > line) return change
      this.#shift = change.old + change.oldCount - change.young - change.youngCount
      this.#next++
    }
  }
}
