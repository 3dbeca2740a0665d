import { text as decoded } from '../lib/bytes.ts'
import { Pace, type Steps } from '../lib/steps.ts'

/** Lines around and between matches, as `git grep -C` shows them between two `--`. */
export interface Excerpt {
  /** Number of the first line, from 1. */
  readonly startLine: number
  /** The lines, each ended by a line feed. */
  readonly text: string
}

/** A file as it is searched. */
export interface Searchable {
  readonly text: string
  readonly lower: string
}

/** Git takes a file for binary when there is a NUL this early in it. */
const LOOKED_AT = 8000

/** Characters of an excerpt: a page of them is written at once, and files may match in every line. */
export const longestExcerpt = 32 * 1024

/** The text of a file, or undefined for a binary one, in which git does not look. */
export function searchable(bytes: Uint8Array): Searchable | undefined {
  if (bytes.subarray(0, LOOKED_AT).includes(0)) return undefined
  const text = decoded(bytes)
  return { text, lower: text.toLowerCase() }
}

export interface GrepOptions {
  /** Lines before and after each match. */
  readonly context: number
  /** Excerpts after which nothing more is looked for. */
  readonly most: number
}

/**
 * The excerpts of a file that hold a text, in any case, in one line: `git grep -i -I -F -C`. Excerpts that touch are
 * one. `wanted` is in lower case.
 */
export function* grep(
  { text, lower }: Searchable,
  wanted: string,
  { context, most }: GrepOptions,
): Steps<Excerpt[]> {
  const found: Excerpt[] = []
  if (wanted === '' || wanted.includes('\n')) return found
  // A text may be longer in lower case, so that places in both are told by lines alone.
  const [searched, shown] = [new Lines(lower), new Lines(text)]
  let open: Stretch | undefined
  for (let at = lower.indexOf(wanted); at >= 0; at = next(lower, at, wanted)) {
    const line = yield* searched.lineOf(at)
    const first = Math.max(0, line - context)
    if (open !== undefined && first <= open.last + 1) open = { ...open, last: line + context }
    else {
      if (open !== undefined) found.push(yield* shown.excerpt(open))
      if (found.length >= most) return found
      open = { first, last: line + context }
    }
  }
  if (open !== undefined) found.push(yield* shown.excerpt(open))
  return found
}

/** The next match in a line after that of one; -1 where there is none. */
function next(lower: string, at: number, wanted: string): number {
  const end = lower.indexOf('\n', at)
  return end < 0 ? -1 : lower.indexOf(wanted, end)
}

/** Lines that belong together, counted from 0; the last of them may lie behind the end of the file. */
interface Stretch {
  readonly first: number
  readonly last: number
}

/** Bytes that take as long to handle as a line takes to be found. */
const EACH_LINE = 32

/** The lines of a text, gone through from its beginning. */
class Lines {
  readonly #text: string
  readonly #pace = new Pace()
  #line = 0
  #start = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Which line a place is in. */
  *lineOf(place: number): Steps<number> {
    for (let end = this.#end(); end >= 0 && end < place; end = this.#end()) {
      this.#goOn(end)
      if (this.#pace.of(EACH_LINE)) yield
    }
    return this.#line
  }

  *excerpt({ first, last }: Stretch): Steps<Excerpt> {
    yield* this.#goTo(first)
    const start = this.#start
    const isWhole = yield* this.#goTo(last + 1)
    const end = isWhole || this.#text.endsWith('\n') ? this.#start - 1 : this.#text.length
    const lines = this.#text.slice(start, Math.min(end, start + longestExcerpt))
    return { startLine: first + 1, text: `${lines}\n`.slice(0, longestExcerpt) }
  }

  /** Goes to a line, or as far as there are any; tells whether it is there. */
  *#goTo(line: number): Steps<boolean> {
    while (this.#line < line) {
      const end = this.#end()
      if (end < 0) return false
      this.#goOn(end)
      if (this.#pace.of(EACH_LINE)) yield
    }
    return true
  }

  #end(): number {
    return this.#text.indexOf('\n', this.#start)
  }

  #goOn(end: number): void {
    this.#line += 1
    this.#start = end + 1
  }
}
