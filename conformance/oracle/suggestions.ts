/** Lines of a text that are to be replaced, counted from 1, and what by. */
export interface Replacement {
  readonly from: number
  readonly to: number
  readonly lines: readonly string[]
}

/** True when two of them would replace the same line. */
export function overlap(all: readonly Replacement[]): boolean {
  return all.some((one, at) =>
    all.slice(at + 1).some((other) => one.from <= other.to && other.from <= one.to),
  )
}

/** The lines after all replacements at once. A suggestion of nothing but blanks takes its lines away. */
export function replaced(lines: readonly string[], all: readonly Replacement[]): readonly string[] {
  return lines.flatMap((line, at) => {
    const number = at + 1
    const one = all.find(({ from, to }) => number >= from && number <= to)
    if (one === undefined) return [line]
    return one.from === number && one.lines.join('').trim() !== '' ? one.lines : []
  })
}

export const reasons = {
  noFile: 'A file was not found.',
  branches: 'Suggestions must all be on the same branch.',
  applied: "Can't apply this suggestion.",
  merged: 'This merge request was merged. To apply this suggestion, edit this file directly.',
  closed: 'This merge request is closed. To apply this suggestion, edit this file directly.',
  noBranch: "Can't apply as the source branch was deleted.",
  line: "Can't apply as this line was changed in a more recent version.",
  lines: "Can't apply as these lines were changed in a more recent version.",
  same: 'This suggestion already matches its content.',
  notebook: "This file was modified for readability, and can't accept suggestions. Edit it directly.",
  moved: 'A file has been changed.',
  overlap: 'Suggestions are not applicable as their lines cannot overlap.',
} as const

export const missing = {
  one: 'Suggestion is not applicable as the suggestion was not found.',
  several: 'Suggestions are not applicable as one or more suggestions were not found.',
} as const
