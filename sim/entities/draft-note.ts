import { sha1Hex } from '../lib/hash.ts'
import type { DraftNote } from '../model/discussions/draft-note.ts'
import { entity, flag, integer, json, nullable, text } from './entity.ts'
import { shownPosition } from './note.ts'

/** A comment of a review that only its author sees until it is published. */
export const draftNoteEntity = entity<DraftNote>('DraftNote', {
  id: integer(({ id }) => id),
  author_id: integer(({ userId }) => userId),
  merge_request_id: integer(({ mergeRequestId }) => mergeRequestId),
  resolve_discussion: flag(({ resolves }) => resolves),
  discussion_id: nullable(text(({ discussionId }) => discussionId as string)),
  note: text(({ body }) => body),
  commit_id: nullable(text(({ commitId }) => commitId as string)),
  line_code: nullable(text((note) => lineCode(note) as string)),
  position: json({ type: 'object' }, ({ position }) =>
    position === null ? nowhere : shownPosition({ position }),
  ),
})

/** Without a place every part of it is told to be nothing. */
const nowhere = {
  base_sha: null,
  start_sha: null,
  head_sha: null,
  old_path: null,
  new_path: null,
  position_type: 'text',
  old_line: null,
  new_line: null,
  line_range: null,
}

function lineCode({ position }: DraftNote): string | null {
  if (position === null || position.image !== undefined) return null
  const { newPath, oldLine, newLine } = position
  return `${sha1Hex(newPath)}_${oldLine ?? 0}_${newLine ?? 0}`
}
