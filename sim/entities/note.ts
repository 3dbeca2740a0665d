import { changed, since, until } from '../lib/dialect.ts'
import type { LineEnd, Note, NotePosition } from '../model/discussions/note.ts'
import {
  constant,
  entity,
  flag,
  integer,
  json,
  many,
  nullable,
  one,
  text,
  timestamp,
  type View,
  when,
} from './entity.ts'
import { imported } from './imported.ts'
import { suggestionEntity } from './suggestion.ts'
import { userRefEntity } from './user-ref.ts'

/** A note, and what its quick actions changed where it was just created. */
export type ShownNote = Note & { readonly commandsChanges?: { readonly [name: string]: unknown } }

const commitId = nullable(
  text((note: ShownNote) =>
    note.noteable === 'Commit' ? String(note.noteableId) : ((note.commitId ?? null) as string),
  ),
)
const suggestions = many(suggestionEntity, ({ id }: ShownNote, { world }: View) =>
  world.suggestions.by('byNote', id).list(),
)

/** A comment, or a system note. */
export const noteEntity = entity<ShownNote>('Note', {
  id: integer(({ id }) => id),
  type: nullable(text(({ type }) => type as string)),
  body: text(({ body }) => body),
  attachment: until('search#later-attachment', constant<ShownNote>(null)),
  author: one(userRefEntity, ({ authorId }, { world }) => world.users.require(authorId)),
  created_at: timestamp(({ createdAt }) => createdAt),
  updated_at: timestamp(({ updatedAt }) => updatedAt),
  system: flag(({ system }) => system),
  // A commit has no number, so its id is used.
  noteable_id: json({ type: ['integer', 'null'] }, ({ noteableId }) =>
    typeof noteableId === 'number' ? noteableId : null,
  ),
  noteable_type: text(({ noteable }) => noteable),
  project_id: since(
    'discussions#later-project-id',
    nullable(integer<ShownNote>(({ projectId }) => projectId as number)),
  ),
  commit_id: changed('discussions#later-commit-id', {
    before: when((note: ShownNote) => note.noteable === 'Commit' || isOnDiff(note), commitId),
    after: when(isOnMergeRequestDiff, commitId),
  }),
  position: when(isOnDiff, json({ type: 'object' }, shownPosition)),
  resolvable: flag(({ resolvable }) => resolvable),
  resolved: when(
    isResolvable,
    flag(({ resolvedAt }) => resolvedAt !== null),
  ),
  resolved_by: when(
    isResolvable,
    nullable(one(userRefEntity, (note: Note, { world }) => world.users.get(note.resolvedById ?? 0))),
  ),
  resolved_at: when(isResolvable, nullable(timestamp((note: Note) => note.resolvedAt))),
  suggestions: changed('discussions#later-commit-id', {
    before: when(isOnDiff, suggestions),
    after: when(isOnMergeRequestDiff, suggestions),
  }),
  confidential: { ...flag(({ internal }: Note) => internal), deprecated: true },
  internal: flag(({ internal }) => internal),
  ...imported<ShownNote>(),
  noteable_iid: nullable(integer((note, view) => iidOf(note, view) as number)),
  commands_changes: json({ type: 'object' }, ({ commandsChanges = {} }) => commandsChanges),
})

function isOnMergeRequestDiff(note: Note): boolean {
  return note.noteable === 'MergeRequest' && isOnDiff(note)
}

function isOnDiff({ position }: Note): boolean {
  return position !== null
}

function isResolvable({ resolvable }: Note): boolean {
  return resolvable
}

/** The position of a note on a diff, as it is sent. */
export function shownPosition({ position }: Pick<Note, 'position'>) {
  const { baseSha, startSha, headSha, oldPath, newPath, oldLine, newLine, lineRange, image } =
    position as NotePosition
  const on = {
    base_sha: baseSha,
    start_sha: startSha,
    head_sha: headSha,
    old_path: oldPath,
    new_path: newPath,
  }
  if (image !== undefined) return { ...on, position_type: 'image', ...image }
  return {
    ...on,
    position_type: 'text',
    old_line: oldLine,
    new_line: newLine,
    line_range: lineRange ? { start: shownEnd(lineRange.start), end: shownEnd(lineRange.end) } : null,
  }
}

function shownEnd({ lineCode, type, oldLine, newLine }: LineEnd) {
  return { line_code: lineCode, type, old_line: oldLine, new_line: newLine }
}

function iidOf({ noteable, noteableId }: Note, { world }: View): number | null {
  if (noteable === 'Issue') return world.issues.get(noteableId)?.iid ?? null
  if (noteable === 'Epic') return world.epics.get(noteableId)?.iid ?? null
  return noteable === 'MergeRequest' ? (world.mergeRequests.get(noteableId)?.iid ?? null) : null
}
