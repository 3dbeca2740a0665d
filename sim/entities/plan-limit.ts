import { type PlanLimitName, planLimits } from '../model/installation/plan-limits.ts'
import { entity, type Fields, integer } from './entity.ts'

/** Every limit of a plan as it stands. */
export type StandingLimits = { readonly [name in PlanLimitName]: number }

const fields: Fields<StandingLimits> = Object.fromEntries(
  (Object.keys(planLimits) as PlanLimitName[]).map((name) => [
    name,
    integer((limits: StandingLimits) => limits[name]),
  ]),
)

export const planLimitsEntity = entity<StandingLimits>('PlanLimits', fields)
