import { withoutEnds } from '../lib/trim.ts'

/** A line such as `Changelog: added` at the end of a commit message. */
export interface Trailer {
  readonly key: string
  readonly value: string
}

/** Lines that git itself writes; one of them makes a trailer block of a paragraph that is not all trailers. */
const GENERATED = ['Signed-off-by: ', '(cherry picked from commit ']
const KEY = /^([A-Za-z0-9-]+)[ \t]*:/

/**
 * The trailers of a commit message in order, as git interpret-trailers --parse finds them: in the last paragraph,
 * unless that is the title, and only if it consists of trailers, or holds one of git's own and at least a quarter
 * of its lines are trailers. Folded values come out on one line.
 */
export function parseTrailers(message: string): Trailer[] {
  const block = lastParagraph(message.split('\n'))
  if (!isTrailerBlock(block)) return []
  return unfold(block).flatMap((line) => {
    const key = KEY.exec(line)
    return key?.[1] === undefined ? [] : [{ key: key[1], value: fold(line.slice(key[0].length)) }]
  })
}

const isBlank = (line: string): boolean => /^[ \t\r]*$/.test(line)
const isComment = (line: string): boolean => line.startsWith('#')
const isContinuation = (line: string): boolean => /^[ \t\r]/.test(line)
const isTrailer = (line: string): boolean =>
  KEY.test(line) || GENERATED.some((start) => line.startsWith(start))

function lastParagraph(lines: readonly string[]): string[] {
  const titleEnd = lines.findIndex(isBlank)
  if (titleEnd < 0) return []
  const end = lines.findLastIndex((line) => !isBlank(line) && !isComment(line)) + 1
  const start = lines.slice(0, end).findLastIndex(isBlank) + 1
  return start > titleEnd ? lines.slice(start, end) : []
}

function isTrailerBlock(lines: readonly string[]): boolean {
  let [trailers, others] = [0, 0]
  // Indented lines go with the line above them, whichever kind that is.
  let last: 'trailer' | 'other' = 'other'
  for (const line of lines) {
    if (isComment(line)) {
      last = 'other'
      continue
    }
    if (!isContinuation(line)) last = isTrailer(line) ? 'trailer' : 'other'
    if (last === 'other') others++
    else if (!isContinuation(line)) trailers++
  }
  const generated = lines.some((line) => GENERATED.some((start) => line.startsWith(start)))
  return trailers > 0 && (others === 0 || (generated && trailers * 3 >= others))
}

/** Joins each line with the indented ones below it. */
function unfold(lines: readonly string[]): string[] {
  const whole: string[] = []
  for (const line of lines) {
    const last = whole.at(-1)
    if (last !== undefined && isContinuation(line) && KEY.test(last))
      whole[whole.length - 1] = `${last}\n${line}`
    else whole.push(line)
  }
  return whole
}

const fold = (value: string): string => withoutEnds(value.replace(/\n[ \t\r\n]*/g, ' '), ' \t\r')
