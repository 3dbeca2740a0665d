import { log } from '../../git/history.ts'
import { Pace, type Steps } from '../../lib/steps.ts'
import {
  isTold,
  type Mentionable,
  mentionText,
  referenced,
} from '../../model/discussions/cross-references.ts'
import { type Reference, referencesIn } from '../../model/discussions/references.ts'
import type { MergeRequest } from '../../model/merge-requests/merge-request.ts'
import { addSystemNoteOn } from '../../model/merge-requests/merge-requests.ts'
import { objectsOf } from '../../model/repository/repository.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { callerFor } from '../../policy/caller.ts'
import { seesMentionable } from '../../policy/notes.ts'
import type { Instant } from '../../time/calendar.ts'
import type { WorldChange } from '../pushed-pipelines.ts'

/** Tells what titles, descriptions and comments mention since a request changed them (discussions#cross-references). */
export function* recordMentions({ before, after, user, now }: WorldChange): Steps<void> {
  if (user === undefined) return
  const by = { world: after, user, now }
  const notes = after.notes.since(before.notes)
  for (const { before: was, after: row } of after.issues.since(before.issues))
    if (row !== undefined && saysOther(was, row)) yield* mention(by, { kind: 'Issue', row }, textsOf(row))
  for (const { before: was, after: row } of after.mergeRequests.since(before.mergeRequests))
    if (row !== undefined && saysOther(was, row))
      yield* mention(by, { kind: 'MergeRequest', row }, textsOf(row))
  for (const { before: was, after: note } of notes) {
    if (note === undefined || note.system || was?.body === note.body) continue
    const { noteable: kind, noteableId: id, projectId, body } = note
    if (kind === 'Commit') yield* mention(by, { kind, row: { id: String(id), projectId } }, [[body]])
    // A copy of an issue brings comments that were written elsewhere.
    const row = kind === 'Issue' && before.issues.get(id) !== undefined ? after.issues.get(id) : undefined
    if (row !== undefined) yield* mention(by, { kind: 'Issue', row }, [[body]])
    const merged = kind === 'MergeRequest' ? after.mergeRequests.get(id) : undefined
    if (merged !== undefined) yield* mention(by, { kind: 'MergeRequest', row: merged }, [[body]])
  }
}

type Text = readonly [text: string | null, form?: 'plain']

type Described = Pick<MergeRequest, 'title' | 'description'>

function saysOther(was: Described | undefined, is: Described): boolean {
  return was?.title !== is.title || was.description !== is.description
}

function textsOf({ title, description }: Described): readonly Text[] {
  return [[title, 'plain'], [description]]
}

/** Who mentions, and when. */
export interface Mentioning {
  readonly world: World
  readonly user: User
  readonly now: Instant
}

/**
 * Leaves a note on whatever the texts of something refer to, unless it has such a note already, is among `without`, or
 * may not be read by who wrote the texts.
 */
export function* mention(
  by: Mentioning,
  source: Mentionable,
  texts: readonly Text[],
  without: ReadonlySet<number> = NOBODY,
): Steps<void> {
  const pace = new Pace()
  for (const [text, form] of texts)
    for (const reference of text ? referencesIn(text, form) : []) {
      const project = by.world.projects.get(source.row.projectId)
      const target = project && referenced(by.world, project, reference)
      if (target !== undefined && isNew(by, source, target, without)) tell(by, source, target)
      if (pace.after(costOf(reference))) yield
    }
}

const NOBODY: ReadonlySet<number> = new Set()

function isNew(
  by: Mentioning,
  source: Mentionable,
  target: Mentionable,
  without: ReadonlySet<number>,
): boolean {
  const { world, user, now } = by
  if (source.kind === target.kind && source.row.id === target.row.id) return false
  if (target.kind === 'Issue' && without.has(target.row.id)) return false
  // Most texts are changed in another place, and what they mention knows of it.
  if (isTold(world, target, source)) return false
  if (source.kind === 'MergeRequest' && target.kind === 'Commit' && brings(world, source.row, target.row.id))
    return false
  return seesMentionable({ world, caller: callerFor(user), now }, target)
}

function tell({ world, user, now }: Mentioning, source: Mentionable, { kind, row }: Mentionable): void {
  addSystemNoteOn(world, kind, row, user.id, mentionText(world, row.projectId, source), now)
}

// Every commit of a merge request would else tell of it.
function brings(world: World, { sha, baseSha }: MergeRequest, commit: string): boolean {
  if (sha === null) return false
  for (const { id } of log(objectsOf(world), sha, baseSha === null ? {} : { exclude: [baseSha] }))
    if (id === commit) return true
  return false
}

/** Whether a commit is in a repository takes a walk. */
function costOf({ kind }: Reference): number {
  return kind === 'Commit' ? 1024 * 1024 : 0
}
