import { finished, Pace, type Steps } from '../../lib/steps.ts'
import { candidates } from './candidates.ts'
import type { LineNumbers } from './line-numbers.ts'
import { roughRoot } from './rough-root.ts'
import { type Marked, slide } from './slide.ts'
import { type Box, Splitter } from './split.ts'

/** Moves that any search may take. */
const LEAST_MOVES = 256
/** Bytes that take as long to handle as a line takes to be compared. */
const EACH_LINE = 16

/** Lines of one version in place of lines of another; places count from 0, and either side may be empty. */
export interface Change {
  readonly old: number
  readonly oldCount: number
  readonly young: number
  readonly youngCount: number
}

/**
 * What differs between two versions, line by line as git finds it, whatever it has to choose from. With `numbers`
 * changes that could stand in several places stand where the indentation reads best, as git's diffs have it.
 */
export function changesBetween(before: Int32Array, after: Int32Array, numbers?: LineNumbers): Change[] {
  return finished(changeSteps(before, after, numbers))
}

/** The same step by step. */
export function* changeSteps(before: Int32Array, after: Int32Array, numbers?: LineNumbers): Steps<Change[]> {
  const old = { lines: before, changed: new Uint8Array(before.length + 1) }
  const young = { lines: after, changed: new Uint8Array(after.length + 1) }
  yield* mark(old, young)
  slide(old, young, numbers)
  yield
  slide(young, old, numbers)
  yield
  return gathered(old.changed, young.changed)
}

/** Marks the lines that have no match in the other version. */
function* mark(old: Marked, young: Marked): Steps<void> {
  const [a, b] = [old.lines, young.lines]
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start++
  let same = 0
  while (same < shorter - start && a[a.length - 1 - same] === b[b.length - 1 - same]) same++
  const [oldEnd, youngEnd] = [a.length - same, b.length - same]
  if (start === oldEnd || start === youngEnd) {
    old.changed.fill(1, start, oldEnd)
    young.changed.fill(1, start, youngEnd)
    return
  }
  const counts = countsOf(a, b)
  const oldPlaces = candidates({ lines: a, from: start, to: oldEnd }, counts.young, old.changed)
  const youngPlaces = candidates({ lines: b, from: start, to: youngEnd }, counts.old, young.changed)
  yield
  yield* compare({ ...old, places: oldPlaces }, { ...young, places: youngPlaces })
}

/** How often each version has each line. */
function countsOf(a: Int32Array, b: Int32Array): { old: Int32Array; young: Int32Array } {
  let most = 0
  for (const line of a) if (line > most) most = line
  for (const line of b) if (line > most) most = line
  const [old, young] = [new Int32Array(most + 1), new Int32Array(most + 1)]
  for (const line of a) (old[line] as number)++
  for (const line of b) (young[line] as number)++
  return { old, young }
}

interface Chosen extends Marked {
  /** Where the lines that are compared stand. */
  readonly places: Int32Array
}

function* compare(old: Chosen, young: Chosen): Steps<void> {
  const [a, b] = [chosenLines(old), chosenLines(young)]
  const splitter = new Splitter(a, b, Math.max(LEAST_MOVES, roughRoot(a.length + b.length + 3)))
  const pace = new Pace()
  const open: Box[] = [{ before: 0, beforeEnd: a.length, after: 0, afterEnd: b.length, exact: false }]
  for (let box = open.pop(); box !== undefined; box = open.pop()) {
    let { before, beforeEnd, after, afterEnd, exact } = box
    if (pace.after((beforeEnd - before + afterEnd - after) * EACH_LINE)) yield
    while (before < beforeEnd && after < afterEnd && a[before] === b[after]) {
      before++
      after++
    }
    while (before < beforeEnd && after < afterEnd && a[beforeEnd - 1] === b[afterEnd - 1]) {
      beforeEnd--
      afterEnd--
    }
    if (before === beforeEnd)
      for (; after < afterEnd; after++) young.changed[young.places[after] as number] = 1
    else if (after === afterEnd)
      for (; before < beforeEnd; before++) old.changed[old.places[before] as number] = 1
    else {
      const split = splitter.split({ before, beforeEnd, after, afterEnd, exact })
      open.push(
        { before: split.before, beforeEnd, after: split.after, afterEnd, exact: split.exactBelow },
        { before, beforeEnd: split.before, after, afterEnd: split.after, exact: split.exactAbove },
      )
    }
  }
}

function chosenLines({ lines, places }: Chosen): Int32Array {
  const chosen = new Int32Array(places.length)
  for (let i = 0; i < places.length; i++) chosen[i] = lines[places[i] as number] as number
  return chosen
}

function gathered(old: Uint8Array, young: Uint8Array): Change[] {
  const changes: Change[] = []
  // Both end with a line that nobody changed.
  for (let was = 0, is = 0; was < old.length; was++, is++) {
    const [from, start] = [was, is]
    while (old[was] === 1) was++
    while (young[is] === 1) is++
    if (was > from || is > start)
      changes.push({ old: from, oldCount: was - from, young: start, youngCount: is - start })
  }
  return changes
}
