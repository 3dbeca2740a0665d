import { table } from '../store/database.ts'
import { index } from '../store/table.ts'
import type { Instant } from '../time/calendar.ts'

/** A file that somebody attached to a project, for texts to link to. */
export interface Upload {
  readonly id: number
  readonly projectId: number
  /** The part of its address that nobody guesses. */
  readonly secret: string
  readonly name: string
  readonly bytes: Uint8Array
  readonly userId: number | null
  readonly createdAt: Instant
}

export const uploadsTable = table<Upload>()('uploads', {
  byProject: index((upload) => [upload.projectId, upload.secret], 1),
})
