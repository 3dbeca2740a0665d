/** How far a run may slide before git stops looking for a better place, in lines. */
const MAX_SLIDING = 100
const MAX_INDENT = 200
const MAX_BLANKS = 20

/**
 * What git charges for cutting a text at a place: less is better. The weights were fitted by the authors of git's
 * indent heuristic to places that people chose.
 */
const cost = {
  startOfFile: 1,
  endOfFile: 21,
  blank: -30,
  blankAfter: 6,
  indent: -4,
  indentAfterBlank: 10,
  outdent: 24,
  outdentAfterBlank: 17,
  dedent: 23,
  dedentAfterBlank: 17,
} as const
const INDENT_WEIGHT = 60

interface Split {
  readonly endOfFile: boolean
  /** The indent of the first line after the cut, of the nearest text before and after it; undefined if there is none. */
  readonly indent: number | undefined
  readonly before: number | undefined
  readonly after: number | undefined
  readonly blanksBefore: number
  readonly blanksAfter: number
}

interface Score {
  readonly indent: number
  readonly penalty: number
}

/** Where a run of changed lines should end: between `earliest` and where it ends now, which is the latest place. */
export function bestSplit(
  lines: readonly string[],
  run: { readonly start: number; readonly end: number },
  earliest: number,
): number {
  const length = run.end - run.start
  let best: { end: number; score: Score } | undefined
  for (let end = Math.max(earliest, run.end - length - 1, run.end - MAX_SLIDING); end <= run.end; end++) {
    const score = add(rate(measure(lines, end)), rate(measure(lines, end - length)))
    if (!best || compare(score, best.score) <= 0) best = { end, score }
  }
  return best?.end ?? run.end
}

const add = (a: Score, b: Score): Score => ({ indent: a.indent + b.indent, penalty: a.penalty + b.penalty })

const compare = (a: Score, b: Score): number =>
  INDENT_WEIGHT * Math.sign(a.indent - b.indent) + (a.penalty - b.penalty)

/** Columns of white space before the text, a tab reaching to the next multiple of eight; undefined for a blank line. */
function indentOf(line: string | undefined): number | undefined {
  let columns = 0
  for (const char of line ?? '') {
    if (char === ' ') columns++
    else if (char === '\t') columns += 8 - (columns % 8)
    else if (!/[\n\v\f\r]/.test(char)) return columns
    if (columns >= MAX_INDENT) return MAX_INDENT
  }
  return undefined
}

function measure(lines: readonly string[], at: number): Split {
  const before = nearestText(lines, at - 1, -1)
  const after = nearestText(lines, at + 1, 1)
  return {
    endOfFile: at >= lines.length,
    indent: indentOf(lines[at]),
    before: before.indent,
    after: after.indent,
    blanksBefore: before.blanks,
    blanksAfter: after.blanks,
  }
}

function nearestText(
  lines: readonly string[],
  from: number,
  step: 1 | -1,
): { indent: number | undefined; blanks: number } {
  let blanks = 0
  for (let i = from; i >= 0 && i < lines.length; i += step) {
    const indent = indentOf(lines[i])
    if (indent !== undefined) return { indent, blanks }
    blanks++
    if (blanks === MAX_BLANKS) return { indent: 0, blanks }
  }
  return { indent: undefined, blanks }
}

function rate(split: Split): Score {
  const blanksAfter = split.indent === undefined ? 1 + split.blanksAfter : 0
  const blanks = split.blanksBefore + blanksAfter
  const indent = split.indent ?? split.after
  let penalty = cost.blank * blanks + cost.blankAfter * blanksAfter
  if (split.before === undefined && split.blanksBefore === 0) penalty += cost.startOfFile
  if (split.endOfFile) penalty += cost.endOfFile
  return { indent: indent ?? -1, penalty: penalty + step(split, indent, blanks > 0) }
}

/** What the step from the text before the cut to the text after it costs. */
function step({ before, after }: Split, indent: number | undefined, blank: boolean): number {
  if (indent === undefined || before === undefined || indent === before) return 0
  if (indent > before) return blank ? cost.indentAfterBlank : cost.indent
  // Text that goes in again below opens a block (`else`); otherwise one was left behind.
  if (after !== undefined && after > indent) return blank ? cost.outdentAfterBlank : cost.outdent
  return blank ? cost.dedentAfterBlank : cost.dedent
}
