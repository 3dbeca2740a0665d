import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

export const keyUsages = ['auth', 'signing', 'auth_and_signing'] as const

/** An SSH key: of a user, or a deploy key (`deploy`). Both kinds share one sequence. */
export interface SshKey {
  readonly id: number
  readonly kind: 'user' | 'deploy'
  /** The owner; for a deploy key its creator, null when nobody is known. */
  readonly userId: number | null
  readonly title: string
  /** Type, base64 and, where given, a comment. */
  readonly key: string
  readonly usage: (typeof keyUsages)[number]
  /** MD5 of the decoded key: 16 pairs of hexadecimal digits joined by colons. */
  readonly fingerprintMd5: string
  /** SHA-256 of the decoded key: base64 without padding, without the prefix `SHA256:`. */
  readonly fingerprintSha256: string
  readonly expiresAt: Instant | null
  readonly createdAt: Instant
  /** A deploy key of the instance: any project may enable it, and it stays when none has it any more. */
  readonly public?: true
}

export const keysTable = table<SshKey>()('keys', {
  byMd5: index((key) => [key.fingerprintMd5]),
  bySha256: index((key) => [key.fingerprintSha256]),
  byUser: index((key) => (key.kind === 'deploy' || key.userId === null ? undefined : [key.userId])),
})

/** A deploy key enabled in a project. */
export interface DeployKeyProject {
  readonly id: number
  readonly keyId: number
  readonly projectId: number
  readonly canPush: boolean
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export const deployKeyProjectsTable = table<DeployKeyProject>()('deployKeyProjects', {
  byKey: index((it) => [it.keyId]),
  byProject: index((it) => [it.projectId, it.keyId]),
})
