import type { Award, Note } from '../../model/discussions/note.ts'
import {
  type AwardTarget,
  addAward,
  addNote,
  changeNote,
  type Issuable,
  type NoteTarget,
} from '../../model/discussions/notes.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import { accessLevels } from '../../model/members/access-level.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { seesNote } from '../../policy/notes.ts'
import { projectLevel } from '../../policy/roles.ts'
import { indexListing, type Listing } from '../../protocol/listing.ts'
import { badRequest, forbidden, notFound, recordNotFound, unauthorized } from '../../protocol/refusal.ts'
import { errorTable } from '../../protocol/refuse-invalid-row.ts'
import { noteList } from './note-list.ts'
import { type DrawText, discussionId } from './secrets.ts'
import { completeTodoItems, createNoteTodoItems } from './todo-items.ts'
import { mayBackdate } from './written-at.ts'

// Notes and award emoji work alike on issues and on merge requests.

interface NoteOrder {
  readonly order_by: 'created_at' | 'updated_at'
  readonly sort: 'asc' | 'desc'
  readonly activity_filter: 'all_notes' | 'only_comments' | 'only_activity'
}

interface NewComment {
  readonly body: string | null
  readonly created_at?: number | null | undefined
  readonly confidential?: boolean | null | undefined
  readonly internal?: boolean | null | undefined
}

/** The notes that the caller may see, in the requested order. */
export function listNotes(situation: Situation, on: Issuable, params: NoteOrder): Listing<Note> {
  const { world } = situation
  const sees = (note: Note) => seesNote(situation, note)
  return noteList({ world, kind: on.kind, id: on.row.id, sees }, params)
}

export function findNote(situation: Situation, on: Issuable, id: number | null): Note {
  const note = situation.world.notes.get(id ?? 0)
  if (note === undefined || note.noteable !== on.kind || note.noteableId !== on.row.id) throw recordNotFound()
  if (!seesNote(situation, note)) throw notFound('Note')
  return note
}

/** A comment on a snippet; one that is hidden from the caller is answered like a missing record. */
export function findSnippetNote(situation: Situation, { kind, row }: NoteTarget, id: number | null): Note {
  const note = situation.world.notes.get(id ?? 0)
  if (note?.noteable !== kind || note.noteableId !== row.id || !seesNote(situation, note))
    throw recordNotFound()
  return note
}

/** Creates a note, unless the discussion is locked for the caller. */
export function createNote(situation: Situation, on: Issuable, params: NewComment, drawText: DrawText): Note {
  const { world, caller, now } = situation
  refuseLockedDiscussion(situation, on)
  const internal = params.internal ?? params.confidential ?? false
  const project = world.projects.require(on.row.projectId)
  if (internal && !can(situation, 'read_confidential_issues', project)) throw forbidden()
  const author = caller.user as User
  const note = {
    author,
    body: params.body ?? '',
    internal,
    discussionId: discussionId(drawText),
    writtenAt: writtenAt(situation, on, params),
  }
  const written = refuseInvalidNote(() => addNote(world, on, note, now))
  createNoteTodoItems(situation, on, written)
  return written
}

/** When a note is said to have been written, by those who may say so. */
export function writtenAt(
  situation: Situation,
  on: NoteTarget,
  { created_at: at }: Pick<NewComment, 'created_at'>,
): number | undefined {
  const project = situation.world.projects.require(on.row.projectId)
  return at != null && mayBackdate(situation, project) ? at : undefined
}

export function updateNote(situation: Situation, on: Issuable, note: Note, body: string | null): Note {
  refuseUneditableNote(situation, note)
  const written = refuseInvalidNote(() => changeNote(situation.world, on, note, body ?? '', situation.now))
  if (written !== note) createNoteTodoItems(situation, on, written, note.body)
  return written
}

/** Only its author and maintainers may change a note; nobody may change a system note, nor others one in a locked discussion. */
export function refuseUneditableNote(situation: Situation, note: Note): void {
  const { world, caller } = situation
  const { noteable, noteableId } = note
  if (noteable === 'Issue' || noteable === 'MergeRequest')
    refuseLockedDiscussion(situation, {
      kind: noteable,
      row: (noteable === 'Issue' ? world.issues : world.mergeRequests).require(noteableId),
    } as NoteTarget)
  const own = note.authorId === caller.user?.id
  if (note.system || !(own || can(situation, 'admin_project', world.projects.require(note.projectId))))
    throw forbidden()
}

/** Only members may comment on a locked discussion. */
export function refuseLockedDiscussion(situation: Situation, target: NoteTarget): void {
  if (!mayComment(situation, target)) throw forbidden()
}

/** True unless the discussion is locked and the caller is no member. */
export function mayComment({ world, caller, now }: Situation, { row }: Pick<NoteTarget, 'row'>): boolean {
  const project = world.projects.require(row.projectId)
  const isMember =
    caller.user !== undefined && projectLevel(world, caller.user, project, now) >= accessLevels.guest
  return !('discussionLocked' in row && row.discussionLocked === true) || isMember || caller.admin
}

/** Runs a rule of the model; its errors are answered as the service prints them, as one text. */
export function refuseInvalidNote(rule: () => Note): Note {
  try {
    return rule()
  } catch (problem) {
    if (!(problem instanceof InvalidRow)) throw problem
    throw badRequest(`Note ${errorTable(problem)}`)
  }
}

/** What reactions are called where they are refused: who may not react is told that there are none. */
export const AWARDS = 'Award Emoji'

/** A note that has reactions; one that is hidden from the caller has none for them. */
export function awardedNote(situation: Situation, on: NoteTarget, id: number | null): Note {
  const note = situation.world.notes.get(id ?? 0)
  if (note?.noteable !== on.kind || note.noteableId !== on.row.id) throw recordNotFound()
  if (!seesNote(situation, note)) throw notFound(AWARDS)
  return note
}

export function listAwards(world: World, on: AwardTarget): Listing<Award> {
  return indexListing(world.awards.by('byGiven', on.kind, on.row.id), 'ascending')
}

export function findAward(world: World, on: AwardTarget, id: number | null): Award {
  const award = world.awards.get(id ?? 0)
  if (award === undefined || award.awardable !== on.kind || award.awardableId !== on.row.id)
    throw recordNotFound()
  return award
}

export function createAward(situation: Situation, on: AwardTarget, name: string | null): Award {
  const { world, caller, now } = situation
  // System notes take no award emoji.
  if (on.kind === 'Note' && on.row.system) throw notFound(AWARDS)
  try {
    const award = addAward(world, on, name ?? '', caller.user as User, now)
    const where = on.kind === 'Note' ? on.on : on
    if (where.kind !== 'Snippet') completeTodoItems(situation, where)
    return award
  } catch (problem) {
    if (!(problem instanceof InvalidRow)) throw problem
    throw notFound(`${AWARDS} Name ${problem.errors.name?.join(', ')}`)
  }
}

/** Deletes an award emoji; only its author and administrators may. */
export function deleteAward({ world, caller }: Situation, award: Award): void {
  if (award.userId !== caller.user?.id && !caller.admin) throw unauthorized()
  world.awards.delete(award.id)
}
