import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'
import type { NotePosition } from './note.ts'

/** A comment of a review that only its author sees until it is published. */
export interface DraftNote {
  readonly id: number
  readonly projectId: number
  readonly mergeRequestId: number
  readonly userId: number
  readonly body: string
  /** The thread that it answers; it begins one of its own unless said. */
  readonly discussionId: string | null
  /** Publishing it resolves the thread. */
  readonly resolves: boolean
  readonly commitId: string | null
  readonly position: NotePosition | null
  readonly createdAt: Instant
}

export const draftNotesTable = table<DraftNote>()('draftNotes', {
  byProject: index((it) => [it.projectId]),
  byMergeRequest: index((it) => [it.mergeRequestId, it.userId]),
})
