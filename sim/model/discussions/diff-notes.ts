import { findMovedLines, hasLine } from '../../git/lines.ts'
import { readBlob } from '../../git/objects.ts'
import { entryAt } from '../../git/tree.ts'
import { binary } from '../../lib/bytes.ts'
import type { Instant } from '../../time/calendar.ts'
import type { MergeRequest } from '../merge-requests/merge-request.ts'
import { objectsOf } from '../repository/repository.ts'
import { nextId, type World } from '../world.ts'
import type { Note, NotePosition } from './note.ts'

/** How long after a push the positions of notes on a diff are updated, in milliseconds. */
const TRACED_AFTER = 10_000

/** A file as a commit has it, one character a byte; undefined where there is none, or no such commit. */
export function fileAtCommit(world: World, commit: string, path: string): string | undefined {
  const objects = objectsOf(world)
  const found = objects.get(commit)
  if (found?.type !== 'commit') return undefined
  const entry = entryAt(objects, found.tree, path)
  return entry?.type === 'blob' ? binary(readBlob(objects, entry.id)) : undefined
}

/** True when the diff between base and head of a position contains its line or image. */
export function isInDiff(world: World, position: NotePosition): boolean {
  const { baseSha, headSha, oldPath, newPath } = position
  const before = fileAtCommit(world, baseSha, oldPath ?? newPath)
  const after = fileAtCommit(world, headSha, newPath)
  if (before === undefined && after === undefined) return false
  if (position.image !== undefined) return before !== after
  return hasLine(before ?? '', after ?? '', position)
}

/** A file as one commit has it. */
export interface FileVersion {
  readonly commit: string
  readonly path: string
}

/** Where the lines `from` to `to` of a file begin in another commit; undefined unless all of them are as they were. */
export function linesMovedTo(
  world: World,
  { commit, path }: FileVersion,
  later: string,
  from: number,
  to: number,
): number | undefined {
  if (commit === later) return from
  const [then, now] = [fileAtCommit(world, commit, path), fileAtCommit(world, later, path)]
  return then === undefined || now === undefined ? undefined : findMovedLines(then, now, from, to)
}

/** Schedules the update of note positions after the head of a diff moved. */
export function scheduleNotePositionUpdate(world: World, mergeRequest: MergeRequest, now: Instant): void {
  const behind = notesOn(world, mergeRequest).some(({ position }) => position?.headSha !== mergeRequest.sha)
  if (!behind) return
  const args = { mergeRequestId: mergeRequest.id }
  world.jobs.insert({ id: nextId(world, 'jobs'), kind: 'diff-positions', args, due: now + TRACED_AFTER })
}

/** Moves the notes on a diff to the new numbers of their lines; notes on changed lines stay. */
export function updateNotePositions(world: World, mergeRequest: MergeRequest): void {
  for (const note of notesOn(world, mergeRequest)) {
    const position = note.position && traced(world, note.position, mergeRequest)
    if (!position || position.headSha === note.position?.headSha) continue
    const suggestions = world.suggestions.by('byNote', note.id).list()
    const shift = (position.newLine ?? 0) - (note.position?.newLine ?? 0)
    world.notes.update(note.id, { position })
    for (const { id, fromLine, toLine } of suggestions)
      world.suggestions.update(id, { fromLine: fromLine + shift, toLine: toLine + shift })
  }
}

function notesOn(world: World, { id }: MergeRequest): Note[] {
  const notes = world.notes.by('byCommented', 'MergeRequest', id).list()
  return notes.filter(({ position }) => position !== null && position.image === undefined)
}

function traced(
  world: World,
  position: NotePosition,
  { sha, baseSha, startSha }: MergeRequest,
): NotePosition | undefined {
  if (sha === null || baseSha === null || startSha === null) return undefined
  const { oldLine, newLine, oldPath, newPath } = position
  const before = { commit: position.baseSha, path: oldPath ?? newPath }
  const after = { commit: position.headSha, path: newPath }
  const old = oldLine === null ? null : linesMovedTo(world, before, baseSha, oldLine, oldLine)
  const now = newLine === null ? null : linesMovedTo(world, after, sha, newLine, newLine)
  if (old === undefined || now === undefined) return undefined
  const moved = { ...position, baseSha, startSha, headSha: sha, oldLine: old, newLine: now }
  return isInDiff(world, moved) ? moved : undefined
}
