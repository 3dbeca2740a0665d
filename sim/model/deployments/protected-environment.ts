import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

/** To whom an entry gives access: a level, one user or one group. */
export interface EnvironmentAccess {
  readonly id: number
  readonly accessLevel: number | null
  readonly userId: number | null
  readonly groupId: number | null
  /** 1 where members that a group inherits count as well. */
  readonly inheritance: number
}

/** Who has to approve a deployment, and how many of them. */
export interface EnvironmentRule extends EnvironmentAccess {
  readonly required: number
}

/** A protected environment of a project, or a protected tier of environments in a group. */
export interface ProtectedEnvironment {
  readonly id: number
  readonly owner: 'project' | 'group'
  readonly ownerId: number
  readonly name: string
  readonly deploy: readonly EnvironmentAccess[]
  readonly rules: readonly EnvironmentRule[]
  readonly requiredApprovals: number
  readonly updatedAt?: Instant
}

export const protectedEnvironmentsTable = table<ProtectedEnvironment>()('protectedEnvironments', {
  byOwner: index((it) => [it.owner, it.ownerId, it.name]),
})
