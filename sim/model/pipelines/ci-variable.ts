import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'

export const variableTypes = ['env_var', 'file'] as const

/** Whose jobs find a variable: all of the installation (with the id 0), those of a group or of a project. */
export const variableOwners = ['instance', 'group', 'project'] as const
export type VariableOwner = (typeof variableOwners)[number]

/** A variable that people give to jobs. */
export interface CiVariable {
  readonly id: number
  readonly owner: VariableOwner
  readonly ownerId: number
  readonly key: string
  readonly value: string
  readonly type: (typeof variableTypes)[number]
  /** Only for protected branches and tags. */
  readonly protected: boolean
  /** Not to be shown in logs. */
  readonly masked: boolean
  /** Never to be told again, from its beginning on. */
  readonly hidden?: true
  /** Taken as it stands, without the values of others put in. */
  readonly raw: boolean
  readonly environmentScope: string
  readonly description: string | null
}

export const ciVariablesTable = table<CiVariable>()('ciVariables', {
  byOwner: index((it) => [it.owner, it.ownerId, it.key, it.environmentScope], 2),
})
