import type { Note } from '../model/discussions/note.ts'
import { entity, flag, many, text } from './entity.ts'
import { noteEntity } from './note.ts'

/** Notes that belong together, the first one first. */
export interface Discussion {
  readonly id: string
  readonly notes: readonly [Note, ...Note[]]
}

export const discussionEntity = entity<Discussion>('Discussion', {
  id: text(({ id }) => id),
  // A comment outside any thread.
  individual_note: flag(({ notes }) => notes[0].type === null),
  notes: many(noteEntity, ({ notes }) => notes),
})
