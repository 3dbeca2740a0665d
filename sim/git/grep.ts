import { text as decoded } from '../lib/bytes.ts'

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

/**
 * The excerpts of a file that hold a text, in any case, in one line: `git grep -i -I -F -C`. Excerpts that touch are
 * one. `wanted` is in lower case.
 */
export function grep({ text, lower }: Searchable, wanted: string, context: number): Excerpt[] {
  if (!lower.includes(wanted)) return []
  const lines = linesOf(text)
  const found: Excerpt[] = []
  let open: { first: number; last: number } | undefined
  const close = () => {
    if (open === undefined) return
    const { first, last } = open
    const shown = `${lines.slice(first, last + 1).join('\n')}\n`
    found.push({ startLine: first + 1, text: shown.slice(0, longestExcerpt) })
  }
  linesOf(lower).forEach((line, at) => {
    if (!line.includes(wanted)) return
    const first = Math.max(0, at - context)
    const last = Math.min(lines.length - 1, at + context)
    if (open !== undefined && first <= open.last + 1) open.last = last
    else {
      close()
      open = { first, last }
    }
  })
  close()
  return found
}

/** The lines without their line feeds; what ends with one has no line after it. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}
