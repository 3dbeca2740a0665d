import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

/** What is protected: packages, repositories of containers, or tags of containers. */
export const protectedKinds = ['package', 'repository', 'tag'] as const
export type ProtectedKind = (typeof protectedKinds)[number]

export const protectingRoles = ['maintainer', 'owner', 'admin'] as const
export type ProtectingRole = (typeof protectingRoles)[number]

/** The lowest roles that may push or delete packages or images whose name fits a pattern. */
export interface ProtectionRule {
  readonly id: number
  readonly projectId: number
  readonly kind: ProtectedKind
  readonly pattern: string
  /** Of packages alone. */
  readonly packageType: string | null
  readonly push: ProtectingRole | null
  readonly delete: ProtectingRole | null
  readonly updatedAt?: Instant
}

export const protectionRulesTable = table<ProtectionRule>()('protectionRules', {
  byProject: index((it) => [it.projectId, it.kind, it.pattern]),
})
