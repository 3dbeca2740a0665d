import type { Instant } from '../../time/calendar.ts'
import type { Epic } from '../epics/epic.ts'
import { type Errors, InvalidRow } from '../invalid-row.ts'
import type { Issue } from '../issues/issue.ts'
import type { MergeRequest } from '../merge-requests/merge-request.ts'
import { BLANK, isLonger, TAKEN, tooLong } from '../names.ts'
import { recordActivity } from '../projects/activity.ts'
import { createSuggestions, deleteSuggestions, recreateSuggestions } from '../suggestions/suggestions.ts'
import { recordEventOn } from '../users/events.ts'
import type { User } from '../users/user.ts'
import { nextId, type World } from '../world.ts'
import { isInDiff } from './diff-notes.ts'
import { emojiNamed, refuseEmojiName } from './emoji.ts'
import type { Award, Note, NotePosition } from './note.ts'

/** An issue or a merge request with its kind. */
export type Issuable =
  | { readonly kind: 'Issue'; readonly row: Issue }
  | { readonly kind: 'MergeRequest'; readonly row: MergeRequest }

/** What comments are made on: also commits and snippets, which comments do not update. */
export type NoteTarget =
  | Issuable
  | {
      readonly kind: 'Commit' | 'Snippet'
      readonly row: { readonly id: number | string; readonly projectId: number }
    }
/** What award emojis are given to; a comment with its target. */
export type AwardTarget =
  | Issuable
  | SnippetTarget
  | EpicTarget
  | { readonly kind: 'Note'; readonly row: Note; readonly on: Issuable | SnippetTarget | EpicTarget }

export interface EpicTarget {
  readonly kind: 'Epic'
  readonly row: Epic
}

/** A project snippet, which has no to-do items. */
export interface SnippetTarget {
  readonly kind: 'Snippet'
  readonly row: { readonly id: number; readonly projectId: number }
}

export interface NewNote {
  readonly author: User
  readonly body: string
  readonly internal: boolean
  /** Id of the discussion. */
  readonly discussionId: string
  /** Of a note in a thread. */
  readonly type?: Note['type']
  /** Of a note on a diff. */
  readonly position?: NotePosition | null
  readonly commitId?: string
  /** A reply to a thread that is resolved is resolved with it. */
  readonly resolved?: boolean
  /** Defaults to now. */
  readonly writtenAt?: Instant | undefined
}

const LONGEST_BODY = 1_000_000

/**
 * Comments on an issue or a merge request; suggestion blocks in a note on a diff create suggestions. Throws
 * InvalidRow.
 */
export function addNote(world: World, on: NoteTarget, given: NewNote, now: Instant): Note {
  const { author, body, internal, discussionId, type = null, position = null } = given
  const { commitId, resolved, writtenAt = now } = given
  const errors =
    position === null ? bodyErrors(body) : { ...bodyErrors(body), ...positionErrors(world, position) }
  if (Object.keys(errors).length > 0) throw new InvalidRow(errors)
  touch(world, on, now)
  const resolvable = on.kind === 'MergeRequest' && type !== null
  const common: Note = {
    id: nextId(world, 'notes'),
    projectId: on.row.projectId,
    noteable: on.kind,
    noteableId: on.row.id,
    discussionId,
    type,
    body,
    authorId: author.id,
    system: false,
    internal,
    resolvable,
    resolvedById: resolved && resolvable ? author.id : null,
    resolvedAt: resolved && resolvable ? now : null,
    position,
    createdAt: writtenAt,
    updatedAt: writtenAt,
  }
  const note = world.notes.insert(commitId === undefined ? common : onCommit(common, commitId))
  createSuggestions(world, note)
  recordEventOn(world, 'Note', note, 'commented', author.id, now)
  return note
}

function onCommit({ createdAt, updatedAt, ...note }: Note, commitId: string): Note {
  return { ...note, commitId, createdAt, updatedAt }
}

/** Changes a comment, and its suggestions with it. Throws InvalidRow. */
export function changeNote(world: World, on: NoteTarget, note: Note, body: string, now: Instant): Note {
  const errors = bodyErrors(body)
  if (Object.keys(errors).length > 0) throw new InvalidRow(errors)
  if (body === note.body) return note
  touch(world, on, now)
  const changed = world.notes.put({ ...note, body, updatedAt: now })
  recreateSuggestions(world, changed)
  return changed
}

export function removeNote(world: World, note: Note): void {
  for (const award of world.awards.by('byAwardable', 'Note', note.id).list()) world.awards.delete(award.id)
  deleteSuggestions(world, note)
  world.notes.delete(note.id)
}

/** Adds an award emoji, one for each user and name. Throws InvalidRow. */
export function addAward(world: World, on: AwardTarget, given: string, user: User, now: Instant): Award {
  const name = emojiNamed(given)
  refuseEmojiName('name', name)
  if (world.awards.find('byAwardable', on.kind, on.row.id, name, user.id) !== undefined)
    throw new InvalidRow({ name: [TAKEN] })
  const id = nextId(world, 'awards')
  return world.awards.insert({
    id,
    awardable: on.kind,
    awardableId: on.row.id,
    name,
    userId: user.id,
    createdAt: now,
  })
}

function bodyErrors(body: string): Errors {
  if (body.trim() === '') return { note: [BLANK] }
  return isLonger(body, LONGEST_BODY) ? { note: [tooLong(LONGEST_BODY)] } : {}
}

function positionErrors(world: World, position: NotePosition): Errors {
  const { oldLine, newLine, image } = position
  const incomplete = image === undefined && oldLine === null && newLine === null
  return {
    ...(!isInDiff(world, position) && { line_code: [BLANK, 'must be a valid line code'] }),
    ...(incomplete && { position: ['is incomplete'] }),
  }
}

/** Records a comment as activity of its target and of the project. */
export function touch(world: World, { kind, row }: NoteTarget, now: Instant): void {
  if (kind === 'Issue') world.issues.update(row.id, { updatedAt: now })
  if (kind === 'MergeRequest') world.mergeRequests.update(row.id, { updatedAt: now })
  recordActivity(world, row.projectId, now)
}
