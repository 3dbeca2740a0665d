import type { LineNumbers } from './line-numbers.ts'
import { addedScore, better, type Score } from './slide-score.ts'

/** Lines by which changes slide at most to a place that reads better. */
const MOST_SLIDING = 100

/** The lines of a version, and which of them were changed. */
export interface Marked {
  readonly lines: Int32Array
  readonly changed: Uint8Array
}

/**
 * Slides changes up and down over equal lines, as git does: those that meet become one, and each comes to stand beside
 * a change of the other version where it can. The others end as far down as they can, or, where lines are told apart by
 * `numbers`, where the indentation around them reads best.
 */
export function slide(version: Marked, other: Marked, numbers?: LineNumbers): void {
  const group = new Groups(version)
  const beside = new Groups(other)
  do {
    if (group.isEmpty) continue
    const { highest, matching, size } = slideDown(group, beside)
    if (group.end === highest) continue
    if (matching) while (beside.isEmpty) up(group, beside)
    else if (numbers !== undefined) {
      const best = bestEnd(version.lines, numbers, { highest, lowest: group.end, size })
      while (group.end > best) up(group, beside)
    }
  } while (group.next() && beside.next())
}

function up(group: Groups, beside: Groups): void {
  group.slideUp()
  beside.previous()
}

/** As far down as it goes, together with all that it meets. Whether it stood beside another change anywhere. */
function slideDown(group: Groups, beside: Groups): { highest: number; matching: boolean; size: number } {
  for (;;) {
    const { size } = group
    while (group.slideUp()) beside.previous()
    const highest = group.end
    let matching = !beside.isEmpty
    while (group.slideDown()) {
      beside.next()
      if (!beside.isEmpty) matching = true
    }
    if (size === group.size) return { highest, matching, size }
  }
}

interface Range {
  readonly highest: number
  readonly lowest: number
  readonly size: number
}

function bestEnd(lines: Int32Array, numbers: LineNumbers, { highest, lowest, size }: Range): number {
  let best: (Score & { readonly end: number }) | undefined
  for (let end = Math.max(highest, lowest - size - 1, lowest - MOST_SLIDING); end <= lowest; end++) {
    const score = addedScore(lines, numbers, end, addedScore(lines, numbers, end - size))
    if (best === undefined || !better(best, score)) best = { ...score, end }
  }
  return best?.end ?? lowest
}

/** Walks over the changes of a version; between any two lines that stay is one, if only an empty one. */
class Groups {
  readonly #lines: Int32Array
  readonly #changed: Uint8Array
  #start = 0
  #end = 0

  constructor({ lines, changed }: Marked) {
    this.#lines = lines
    this.#changed = changed
    while (changed[this.#end] === 1) this.#end++
  }

  get end(): number {
    return this.#end
  }

  get size(): number {
    return this.#end - this.#start
  }

  get isEmpty(): boolean {
    return this.#end === this.#start
  }

  next(): boolean {
    if (this.#end === this.#lines.length) return false
    this.#start = this.#end + 1
    this.#end = this.#start
    while (this.#changed[this.#end] === 1) this.#end++
    return true
  }

  previous(): void {
    this.#end = this.#start - 1
    this.#start = this.#end
    while (this.#start > 0 && this.#changed[this.#start - 1] === 1) this.#start--
  }

  /** False where it cannot. It takes in what it bumps into. */
  slideUp(): boolean {
    if (this.#start === 0 || this.#lines[this.#start - 1] !== this.#lines[this.#end - 1]) return false
    this.#changed[--this.#start] = 1
    this.#changed[--this.#end] = 0
    while (this.#start > 0 && this.#changed[this.#start - 1] === 1) this.#start--
    return true
  }

  slideDown(): boolean {
    if (this.#end === this.#lines.length || this.#lines[this.#start] !== this.#lines[this.#end]) return false
    this.#changed[this.#start++] = 0
    this.#changed[this.#end++] = 1
    while (this.#changed[this.#end] === 1) this.#end++
    return true
  }
}
