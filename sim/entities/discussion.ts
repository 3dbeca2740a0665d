import type { Note } from '../model/discussions/note.ts'
import { entity, flag, many, text } from './entity.ts'
import { noteEntity } from './note.ts'

/** Notes that belong together, the first one first. */
export interface Discussion {
  readonly id: string
  readonly notes: readonly [Note, ...Note[]]
}

const shown = new WeakMap<Note, Discussion>()

/** The same object again for as long as the notes are the same, so that its text is remembered as that of a row is. */
export function discussionOf(first: Note, rest: readonly Note[] = []): Discussion {
  const known = shown.get(first)
  if (known?.notes.length === rest.length + 1 && rest.every((note, i) => note === known.notes[i + 1]))
    return known
  const fresh: Discussion = { id: first.discussionId, notes: [first, ...rest] }
  shown.set(first, fresh)
  return fresh
}

export const discussionEntity = entity<Discussion>('Discussion', {
  id: text(({ id }) => id),
  // A comment outside any thread.
  individual_note: flag(({ notes }) => notes[0].type === null),
  notes: many(noteEntity, ({ notes }) => notes),
})
