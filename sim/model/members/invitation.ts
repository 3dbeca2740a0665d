import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Day, Instant } from '../../time/calendar.ts'
import type { AccessLevel } from './access-level.ts'
import type { MemberSource } from './member.ts'

/** An invitation to a membership, sent to an email address. */
export interface Invitation {
  readonly id: number
  readonly source: MemberSource
  readonly sourceId: number
  readonly email: string
  readonly accessLevel: AccessLevel
  readonly expiresAt: Day | null
  readonly token: string
  readonly createdById: number
  readonly createdAt: Instant
}

export const invitationsTable = table<Invitation>()('invitations', {
  bySource: index((it) => [it.source, it.sourceId]),
  byEmail: index((it) => [it.source, it.sourceId, it.email]),
})
