import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

/** A further mail address of a user. */
export interface Email {
  readonly id: number
  readonly userId: number
  readonly email: string
  readonly confirmedAt: Instant | null
  readonly createdAt?: Instant
}
export const emailsTable = table<Email>()('emails', {
  byUser: index((email) => [email.userId]),
  byEmail: index((email) => [email.email.toLowerCase()]),
})

/** A public key with which a user signs commits. */
export interface GpgKey {
  readonly id: number
  readonly userId: number
  readonly key: string
  readonly fingerprint: string
  readonly createdAt: Instant
}
export const gpgKeysTable = table<GpgKey>()('gpgKeys', {
  byUser: index((key) => [key.userId]),
  byFingerprint: index((key) => [key.fingerprint]),
})

/** Somebody follows somebody. */
export interface Following {
  readonly id: number
  readonly followerId: number
  readonly followedId: number
}
export const followingsTable = table<Following>()('followings', {
  byFollower: index((it) => [it.followerId, it.followedId]),
  byFollowed: index((it) => [it.followedId, it.followerId]),
})
