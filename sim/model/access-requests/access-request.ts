import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'
import type { MemberSource } from '../members/member.ts'

/** A user's request to become a member, not yet approved or denied. */
export interface AccessRequest {
  readonly id: number
  readonly source: MemberSource
  readonly sourceId: number
  readonly userId: number
  readonly createdAt: Instant
}

export const accessRequestsTable = table<AccessRequest>()('accessRequests', {
  bySource: index((it) => [it.source, it.sourceId, it.userId]),
})
