import { table } from '../../store/database.ts'

/** What administrators allow in place of a plan's own limits; the id is the name of the plan. */
export interface PlanLimit {
  readonly id: string
  readonly values: { readonly [name: string]: number }
}

export const planLimitsTable = table<PlanLimit>()('planLimits', {})
