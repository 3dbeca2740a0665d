import { idOf } from '../../store/key.ts'
import type { Instant } from '../../time/calendar.ts'
import { addSystemNote } from '../merge-requests/merge-requests.ts'
import type { User } from '../users/user.ts'
import type { World } from '../world.ts'
import { hasOpenThread } from './discussion.ts'
import type { Note } from './note.ts'
import { type NoteTarget, touch } from './notes.ts'

/** The notes of the discussion that one belongs to, in the order of time: of a commit, those in one project. */
export function threadOf(
  world: World,
  {
    noteable,
    noteableId,
    discussionId,
    projectId,
  }: Pick<Note, 'noteable' | 'noteableId' | 'discussionId' | 'projectId'>,
): Note[] {
  const notes = world.notes.by('byDiscussion', noteable, noteableId, discussionId).list()
  return notes.filter((note) => note.projectId === projectId)
}

/** So many keys are read at once. */
const STEP = 1024

/** The numbers of the first notes of all discussions. */
export function* threadBeginnings(world: World): Generator<number> {
  const notes = world.notes.by('byDiscussion')
  let thread = ''
  for (let place = 0; place < notes.count(); place += STEP)
    for (const key of notes.continuations(place, place + STEP)) {
      const [noteable, noteableId, discussionId] = key
      const id = idOf(key) as number
      const before = thread
      thread = `${noteable} ${noteableId} ${discussionId}`
      // On a commit, each project has notes of its own in a discussion.
      if (thread !== before || (noteable === 'Commit' && beginsThread(world, world.notes.require(id))))
        yield id
    }
}

/** Whether a note is the first one of its discussion. */
export function beginsThread(world: World, note: Note): boolean {
  const first = world.notes.find('byDiscussion', note.noteable, note.noteableId, note.discussionId)
  return (first?.projectId === note.projectId ? first : threadOf(world, note)[0])?.id === note.id
}

/** The notes of a discussion on something, of which there are none where it has no such discussion. */
export function threadOn(world: World, { kind, row }: NoteTarget, discussionId: string): Note[] {
  return threadOf(world, { noteable: kind, noteableId: row.id, discussionId, projectId: row.projectId })
}

/** True when a thread can be resolved and is. */
export function isResolved(notes: readonly Note[]): boolean {
  const resolvable = notes.filter((note) => note.resolvable)
  return resolvable.length > 0 && resolvable.every(({ resolvedAt }) => resolvedAt !== null)
}

/** Resolves or unresolves notes; resolving the last open thread of a merge request adds a system note. */
export function resolveNotes(
  world: World,
  on: NoteTarget,
  notes: readonly Note[],
  resolved: boolean,
  user: User,
  now: Instant,
): void {
  const changed = notes.filter((note) => note.resolvable && (note.resolvedAt !== null) !== resolved)
  for (const note of changed)
    world.notes.put({
      ...note,
      resolvedById: resolved ? user.id : null,
      resolvedAt: resolved ? now : null,
      updatedAt: now,
    })
  if (changed.length === 0) return
  touch(world, on, now)
  if (resolved && on.kind === 'MergeRequest' && !hasOpenThread(world, on.kind, on.row.id))
    addSystemNote(world, on.row, user.id, 'resolved all threads', now)
}

/** Turns a comment into the beginning of a thread. */
export function startThread(world: World, on: NoteTarget, note: Note): Note {
  if (note.type !== null) return note
  return world.notes.put({ ...note, type: 'DiscussionNote', resolvable: on.kind === 'MergeRequest' })
}
