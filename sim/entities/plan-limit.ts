import { type PlanLimitName, planLimits } from '../model/installation/plan-limits.ts'
import { entity, type Fields, integer } from './entity.ts'

/** Every limit of a plan as it stands. */
export type EffectiveLimits = { readonly [name in PlanLimitName]: number }

const fields: Fields<EffectiveLimits> = Object.fromEntries(
  (Object.keys(planLimits) as PlanLimitName[]).map((name) => [
    name,
    integer((limits: EffectiveLimits) => limits[name]),
  ]),
)

export const planLimitsEntity = entity<EffectiveLimits>('PlanLimits', fields)
