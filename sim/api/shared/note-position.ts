import type { LineEnd, LineRange, NotePosition } from '../../model/discussions/note.ts'
import { hash, integer, oneOf, type ParamsOf, required, string } from '../../protocol/params.ts'

const lineEnd = hash({
  line_code: string(),
  type: string({ about: '`new` or `old`; none for an unchanged line' }),
  old_line: integer(),
  new_line: integer(),
})

const fields = {
  base_sha: required(string({ about: 'SHA of the merge base' })),
  start_sha: required(string({ about: 'SHA of the head of the target branch' })),
  head_sha: required(string({ about: 'SHA of the head of the source branch' })),
  position_type: required(oneOf(['text', 'image'])),
  new_path: string(),
  new_line: integer({ about: 'Line number after the change, of an added or unchanged line' }),
  old_path: string(),
  old_line: integer({ about: 'Line number before the change, of a removed or unchanged line' }),
  width: integer(),
  height: integer(),
  x: integer(),
  y: integer(),
} as const
const severalLines = { line_range: hash({ start: lineEnd, end: lineEnd }) } as const

/** The position of a note on the diff of a merge request. */
export const position = hash({ ...fields, ...severalLines })

/** The position of a note on the diff of a commit: a line or a place in an image. */
export const positionOfCommit = hash(fields)

/** A position as it is stored; the model checks that the diff has such a line. */
export function positionFrom(
  given: ParamsOf<typeof fields> & Partial<ParamsOf<typeof severalLines>>,
): NotePosition {
  const { base_sha, start_sha, head_sha, old_path, new_path } = given
  const on = {
    baseSha: base_sha ?? '',
    startSha: start_sha ?? '',
    headSha: head_sha ?? '',
    oldPath: old_path ?? null,
    newPath: new_path ?? old_path ?? '',
  }
  if (given.position_type === 'image') {
    const { width, height, x, y } = given
    const image = { width: width ?? 0, height: height ?? 0, x: x ?? 0, y: y ?? 0 }
    return { ...on, oldLine: null, newLine: null, image }
  }
  const { start, end } = given.line_range ?? {}
  const lineRange: LineRange | null =
    start && end ? { start: lineEndFrom(start), end: lineEndFrom(end) } : null
  return { ...on, oldLine: given.old_line ?? null, newLine: given.new_line ?? null, lineRange }
}

interface GivenEnd {
  readonly line_code?: string | null | undefined
  readonly type?: string | null | undefined
  readonly old_line?: number | null | undefined
  readonly new_line?: number | null | undefined
}

function lineEndFrom({ line_code, type, old_line, new_line }: GivenEnd): LineEnd {
  return {
    lineCode: line_code ?? null,
    type: type ?? null,
    oldLine: old_line ?? null,
    newLine: new_line ?? null,
  }
}
