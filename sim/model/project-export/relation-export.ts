import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

interface RelationFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** A part of a relation's records in a file of its own. */
export interface RelationBatch {
  readonly objects: number
  readonly file: RelationFile
  readonly updatedAt: Instant
}

/** One relation of a project or group in a file of its own, as migrations fetch it. */
export interface RelationExport {
  readonly id: number
  readonly projectId: number | null
  readonly groupId: number | null
  readonly relation: string
  /** Who asked for it. */
  readonly userId: number
  readonly status: 'started' | 'finished' | 'failed'
  readonly error: string | null
  /** Null where there is nothing to fetch, and until it is finished for the first time. */
  readonly file: RelationFile | null
  /** The records that were written. */
  readonly objects: number
  /** Instead of the file, where it was asked for in batches. */
  readonly batches: readonly RelationBatch[] | null
  readonly updatedAt: Instant
}

export const relationExportsTable = table<RelationExport>()('relationExports', {
  byProject: index((it) => (it.projectId === null ? undefined : [it.projectId, it.relation])),
  byGroup: index((it) => (it.groupId === null ? undefined : [it.groupId, it.relation])),
})
