import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Day, Instant } from '../../time/calendar.ts'
import type { AccessLevel } from './access-level.ts'

export const memberSources = ['project', 'group'] as const
export type MemberSource = (typeof memberSources)[number]

/** A direct membership of a user in a project or a group. */
export interface Member {
  readonly id: number
  readonly source: MemberSource
  readonly sourceId: number
  readonly userId: number
  readonly accessLevel: AccessLevel
  readonly notificationLevel: number
  /** A role of its own that adds to the level. */
  readonly memberRoleId?: number | null
  readonly expiresAt: Day | null
  readonly createdById: number | null
  readonly createdAt: Instant
}

export const membersTable = table<Member>()('members', {
  bySource: index((member) => [member.source, member.sourceId, member.userId]),
  byPlace: index((member) => [member.source, member.sourceId]),
  byLevel: index((member) => [member.source, member.sourceId, member.accessLevel]),
  byUser: index((member) => [member.userId, member.source, member.sourceId]),
})

/** A project or group opened to all members of another group, up to a level. */
export interface Share {
  readonly id: number
  readonly source: MemberSource
  readonly sourceId: number
  readonly groupId: number
  readonly accessLevel: AccessLevel
  readonly expiresAt: Day | null
  /** Unknown of shares that a world describes. */
  readonly createdAt?: Instant
}

export const sharesTable = table<Share>()('shares', {
  bySource: index((share) => [share.source, share.sourceId]),
  byGroup: index((share) => [share.groupId]),
  byInvited: index((share) => [share.groupId, share.source, share.sourceId]),
})
