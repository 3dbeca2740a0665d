import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

/** A file that somebody attached to a project or a group, for texts to link to. */
export interface Upload {
  readonly id: number
  /** One of the two is null. */
  readonly projectId: number | null
  readonly groupId: number | null
  /** The secret part of its address. */
  readonly secret: string
  readonly name: string
  readonly bytes: Uint8Array
  readonly userId: number | null
  readonly createdAt: Instant
}

export const uploadsTable = table<Upload>()('uploads', {
  byProject: index((it) => (it.projectId === null ? undefined : [it.projectId])),
  bySecret: index((upload) => [upload.secret, upload.name]),
  byGroup: index((it) => (it.groupId === null ? undefined : [it.groupId])),
})
