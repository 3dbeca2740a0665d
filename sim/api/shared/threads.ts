import { type Discussion, discussionOf } from '../../entities/discussion.ts'
import type { Note, NotePosition } from '../../model/discussions/note.ts'
import { addNote, type NoteTarget } from '../../model/discussions/notes.ts'
import {
  isResolved,
  threadOn as notesOfThread,
  resolveNotes,
  startThread,
} from '../../model/discussions/threads.ts'
import type { User } from '../../model/users/user.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { seesNote } from '../../policy/notes.ts'
import type { Listing } from '../../protocol/listing.ts'
import { badRequest, forbidden, notFound } from '../../protocol/refusal.ts'
import { discussionList } from './note-list.ts'
import { refuseInvalidNote, refuseLockedDiscussion, writtenAt } from './notes-and-awards.ts'
import { type DrawText, discussionId } from './secrets.ts'
import { createNoteTodoItems } from './todo-items.ts'

// Threads work alike on issues and on merge requests, but only those of merge requests can be resolved.

interface NewComment {
  readonly body: string | null
  readonly created_at?: number | null | undefined
}

/** The discussions of which the caller may see at least one note. */
export function threadList(situation: Situation, { kind, row }: NoteTarget): Listing<Discussion> {
  const sees = (note: Note) => seesNote(situation, note)
  return discussionList({ world: situation.world, kind, id: row.id, sees }, row.projectId)
}

export function threadOn(situation: Situation, on: NoteTarget, id: string | null): Discussion {
  const thread = seen(situation, notesOfThread(situation.world, on, id ?? ''))
  if (thread === undefined) throw notFound('Discussion')
  return thread
}

function seen(situation: Situation, notes: readonly Note[]): Discussion | undefined {
  const [first, ...rest] = notes.filter((note) => seesNote(situation, note))
  return first && discussionOf(first, rest)
}

/** Starts a thread: on a line of the diff if a position is given, else on the whole. */
export function openThread(
  situation: Situation,
  on: NoteTarget,
  given: NewComment,
  place: { readonly position: NotePosition; readonly commitId: string | undefined } | undefined,
  drawText: DrawText,
): Discussion {
  const { world, caller, now } = situation
  refuseLockedDiscussion(situation, on)
  const id = discussionId(drawText)
  const note = {
    author: caller.user as User,
    body: given.body ?? '',
    internal: false,
    discussionId: id,
    type: place === undefined ? ('DiscussionNote' as const) : ('DiffNote' as const),
    position: place?.position ?? null,
    ...(place?.commitId !== undefined && { commitId: place.commitId }),
    writtenAt: writtenAt(situation, on, given),
  }
  const written = refuseInvalidNote(() => addNote(world, on, note, now))
  createNoteTodoItems(situation, on, written)
  return discussionOf(written)
}

/** Replies in a thread; a single comment becomes a thread by its first reply. */
export function reply(
  situation: Situation,
  on: NoteTarget,
  { id, notes }: Discussion,
  given: NewComment,
): Note {
  const { world, caller, now } = situation
  refuseLockedDiscussion(situation, on)
  if (notes[0].system || (notes[0].type === null && !beginsThreads(on)))
    throw badRequest('Discussion can not be replied to.')
  const first = startThread(world, on, notes[0])
  const note = {
    author: caller.user as User,
    body: given.body ?? '',
    internal: first.internal,
    discussionId: id,
    type: first.type,
    position: first.position,
    resolved: isResolved([first, ...notes.slice(1)]),
    writtenAt: writtenAt(situation, on, given),
  }
  const written = refuseInvalidNote(() => addNote(world, on, note, now))
  createNoteTodoItems(situation, on, written)
  return written
}

/** Whether a reply to a single comment makes a thread of it. */
function beginsThreads({ kind }: NoteTarget): boolean {
  return kind !== 'Snippet' && kind !== 'Commit'
}

/** Resolves notes of a merge request; its author and Developers may. */
export function resolve(
  situation: Situation,
  on: NoteTarget,
  notes: readonly Note[],
  resolved: boolean,
): void {
  const { world, caller, now } = situation
  const may = on.kind === 'MergeRequest' && can(situation, 'resolve_note', on.row)
  if (!may || !notes.some((note) => note.resolvable)) throw forbidden()
  resolveNotes(world, on, notes, resolved, caller.user as User, now)
}
