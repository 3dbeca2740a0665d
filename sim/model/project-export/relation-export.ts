import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

/** One relation of a project or group in a file of its own, as migrations fetch it. */
export interface RelationExport {
  readonly id: number
  readonly projectId: number | null
  readonly groupId: number | null
  readonly relation: string
  readonly status: 'started' | 'finished' | 'failed'
  readonly error: string | null
  /** Null where there is nothing to fetch, and until it is finished for the first time. */
  readonly file: { readonly name: string; readonly bytes: Uint8Array } | null
  readonly updatedAt: Instant
}

export const relationExportsTable = table<RelationExport>()('relationExports', {
  byProject: index((it) => (it.projectId === null ? undefined : [it.projectId, it.relation])),
  byGroup: index((it) => (it.groupId === null ? undefined : [it.groupId, it.relation])),
})
