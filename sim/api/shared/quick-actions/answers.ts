import type { Entity } from '../../../entities/entity.ts'
import { noteEntity } from '../../../entities/note.ts'
import { noteCommandsEntity } from '../../../entities/note-commands.ts'
import type { Note } from '../../../model/discussions/note.ts'
import { type CommandsOnly, type Commented, isCommandsOnly } from './comment.ts'

type NoteOrCommands = Commented<Note> | CommandsOnly

/** What a new note answers with: itself, or 202 with what its quick actions changed where it has no words. */
export const noteOrCommands = {
  one: noteEntity as Entity<NoteOrCommands>,
  variants: [
    { entity: noteCommandsEntity as Entity<NoteOrCommands>, when: { row: isCommandsOnly }, status: 202 },
  ],
} as const
