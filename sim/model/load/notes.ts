import type { MergeRequestDescription, NoteDescription } from '../../../fixtures/schema.ts'
import { sha1Hex } from '../../lib/hash.ts'
import type { Steps } from '../../lib/steps.ts'
import type { Note, NotePosition } from '../discussions/note.ts'
import type { MergeRequest } from '../merge-requests/merge-request.ts'
import { nextId } from '../world.ts'
import {
  type Loading,
  loadEach,
  type ProjectScope,
  timeOf,
  timeOrNull,
  touch,
  userIdOrNull,
} from './loading.ts'
import { loadSuggestions } from './suggestions.ts'

/** What notes are written on. */
export interface NotesOn {
  readonly kind: 'Issue' | 'MergeRequest' | 'Snippet'
  readonly id: number
  readonly iid: number
  /** Of notes on a merge request, and the scope of the project that its commits are named in. */
  readonly mergeRequest?: MergeRequest
  readonly source?: ProjectScope
}

type Awards = MergeRequestDescription['awards']

export function* loadAwards(
  loading: Loading,
  awardable: 'Issue' | 'MergeRequest' | 'Note',
  awardableId: number,
  awards: Awards,
  path: string,
): Steps<void> {
  yield* loadEach(loading, awards, ({ name, user }, i) => {
    const userId = loading.users.require(user, `${path}.awards[${i}].user`).id
    loading.world.awards.insert({ id: nextId(loading.world, 'awards'), awardable, awardableId, name, userId })
  })
}

export function* loadNotes(
  loading: Loading,
  scope: ProjectScope,
  on: NotesOn,
  notes: readonly NoteDescription[] | undefined,
  path: string,
): Steps<void> {
  yield* loadEach(loading, notes, function* (note, i) {
    const at = `${path}.notes[${i}]`
    const row = loading.world.notes.insert(noteRow(loading, scope, on, note, i, at))
    touch(scope, row.updatedAt)
    yield* loadAwards(loading, 'Note', row.id, note.awards, at)
    if (note.suggestions !== undefined)
      yield* loadSuggestions(loading, on.source ?? scope, row, note.suggestions, at)
  })
}

function noteRow(
  loading: Loading,
  scope: ProjectScope,
  on: NotesOn,
  note: NoteDescription,
  i: number,
  path: string,
): Note {
  const createdAt = timeOf(loading, note.at)
  const type =
    note.position !== undefined ? 'DiffNote' : note.discussion !== undefined ? 'DiscussionNote' : null
  return {
    id: nextId(loading.world, 'notes'),
    projectId: scope.row.id,
    noteable: on.kind,
    noteableId: on.id,
    discussionId: sha1Hex(`${scope.row.fullPath}/${on.kind}/${on.iid}/${note.discussion ?? i}`),
    type,
    body: note.body,
    authorId: loading.users.require(note.author, `${path}.author`).id,
    system: note.system ?? false,
    internal: note.internal ?? false,
    resolvable: on.kind === 'MergeRequest' && type !== null,
    resolvedById: userIdOrNull(loading, note.resolvedBy, `${path}.resolvedBy`),
    resolvedAt: timeOrNull(loading, note.resolvedAt ?? (note.resolvedBy === undefined ? undefined : note.at)),
    position: note.position === undefined ? null : positionOf(scope, on, note.position, path),
    createdAt,
    updatedAt: timeOrNull(loading, note.updatedAt) ?? createdAt,
  }
}

function positionOf(
  scope: ProjectScope,
  { mergeRequest, source }: NotesOn,
  position: NonNullable<NoteDescription['position']>,
  path: string,
): NotePosition {
  if (mergeRequest?.sha == null || mergeRequest.baseSha === null || mergeRequest.startSha === null)
    throw new Error(`${path}.position: only a note on a merge request with commits has a place in a diff`)
  const { path: newPath, oldPath = newPath, line, oldLine, head } = position
  return {
    baseSha: mergeRequest.baseSha,
    startSha: mergeRequest.startSha,
    headSha:
      head === undefined
        ? mergeRequest.sha
        : (source ?? scope).commits.require(head, `${path}.position.head`),
    oldPath,
    newPath,
    oldLine: oldLine ?? null,
    newLine: line ?? null,
  }
}
