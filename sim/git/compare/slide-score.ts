import type { LineNumbers } from './line-numbers.ts'

/** Blank lines beyond which nobody counts. */
const MOST_BLANK = 20
const NONE = -1

/** How badly a text reads when it is cut: less is better. */
export interface Score {
  readonly indentation: number
  readonly penalty: number
}

/** What makes a cut worse; git found the numbers by trial over many repositories. */
const weights = {
  startOfFile: 1,
  endOfFile: 21,
  blank: -30,
  blankBelow: 6,
  indentation: 60,
  deeper: { plain: -4, afterBlank: 10 },
  shallowerThanBoth: { plain: 24, afterBlank: 17 },
  shallower: { plain: 23, afterBlank: 17 },
} as const

/** The score of a cut above a line, and of another one before it. */
export function addedScore(
  lines: Int32Array,
  numbers: LineNumbers,
  cut: number,
  so: Score = { indentation: 0, penalty: 0 },
): Score {
  const own = cut < lines.length ? numbers.indentation(lines[cut] as number) : NONE
  const above = nearest(lines, numbers, cut, -1)
  const below = nearest(lines, numbers, cut, 1)
  const blankBelow = own === NONE ? 1 + below.blank : 0
  const blank = above.blank + blankBelow
  const indentation = own === NONE ? below.indentation : own
  let penalty = so.penalty + weights.blank * blank + weights.blankBelow * blankBelow
  if (above.indentation === NONE && above.blank === 0) penalty += weights.startOfFile
  if (cut >= lines.length) penalty += weights.endOfFile
  if (indentation !== NONE && above.indentation !== NONE && indentation !== above.indentation) {
    const step =
      indentation > above.indentation
        ? weights.deeper
        : below.indentation > indentation
          ? weights.shallowerThanBoth
          : weights.shallower
    penalty += blank > 0 ? step.afterBlank : step.plain
  }
  return { indentation: so.indentation + indentation, penalty }
}

/** Whether the first score is truly better than the second. */
export function better(one: Score, other: Score): boolean {
  const deeper = Math.sign(one.indentation - other.indentation)
  return weights.indentation * deeper + one.penalty - other.penalty < 0
}

/** Blank lines on one side of a line, and the indentation of the one behind them. */
function nearest(
  lines: Int32Array,
  numbers: LineNumbers,
  from: number,
  direction: 1 | -1,
): { blank: number; indentation: number } {
  for (let blank = 0; blank < MOST_BLANK; blank++) {
    const at = from + direction * (blank + 1)
    if (at < 0 || at >= lines.length) return { blank, indentation: NONE }
    const indentation = numbers.indentation(lines[at] as number)
    if (indentation !== NONE) return { blank, indentation }
  }
  return { blank: MOST_BLANK, indentation: 0 }
}
