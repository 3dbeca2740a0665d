import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

/** An external status check of merge requests. */
export interface StatusCheck {
  readonly id: number
  readonly projectId: number
  readonly name: string
  readonly externalUrl: string
  readonly protectedBranchIds: readonly number[]
  /** The secret with which requests to the service are signed; null for none. */
  readonly sharedSecret: string | null
  readonly updatedAt?: Instant
}

export const statusChecksTable = table<StatusCheck>()('statusChecks', {
  byProject: index((it) => [it.projectId, it.name]),
})

/** The response of an external status check for a commit of a merge request. */
export interface StatusCheckResponse {
  readonly id: number
  readonly projectId: number
  readonly mergeRequestId: number
  readonly statusCheckId: number
  readonly sha: string
  readonly status: 'passed' | 'failed' | 'pending'
}

export const statusCheckResponsesTable = table<StatusCheckResponse>()('statusCheckResponses', {
  byProject: index((it) => [it.projectId]),
  byMergeRequest: index((it) => [it.mergeRequestId, it.statusCheckId]),
})
