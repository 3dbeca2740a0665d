import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

export const variableTypes = ['env_var', 'file'] as const

/** The owner of a variable: the installation (with the id 0), a group or a project. */
export const variableOwners = ['instance', 'group', 'project'] as const
export type VariableOwner = (typeof variableOwners)[number]

/** A CI/CD variable. */
export interface CiVariable {
  readonly id: number
  readonly owner: VariableOwner
  readonly ownerId: number
  readonly key: string
  readonly value: string
  readonly type: (typeof variableTypes)[number]
  /** Only for protected branches and tags. */
  readonly protected: boolean
  /** Masked in logs. */
  readonly masked: boolean
  /** Hidden: never shown after its creation. */
  readonly hidden?: true
  /** Raw: references to other variables in it are not expanded. */
  readonly raw: boolean
  readonly environmentScope: string
  readonly description: string | null
  /** Absent where a world describes it. */
  readonly updatedAt?: Instant
}

export const ciVariablesTable = table<CiVariable>()('ciVariables', {
  byOwner: index((it) => [it.owner, it.ownerId, it.key, it.environmentScope]),
})
