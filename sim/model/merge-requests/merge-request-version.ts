import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

/** A state of a merge request's diff, of which every push makes another. */
export interface MergeRequestVersion {
  readonly id: number
  readonly mergeRequestId: number
  readonly headSha: string
  readonly baseSha: string | null
  readonly startSha: string | null
  readonly createdAt: Instant
}

export const mergeRequestVersionsTable = table<MergeRequestVersion>()('mergeRequestVersions', {
  byMergeRequest: index((version) => [version.mergeRequestId]),
})
