import { since, until } from '../lib/dialect.ts'
import {
  type LaterPlanLimitName,
  laterPlanLimits,
  type PlanLimitName,
  planLimits,
} from '../model/installation/plan-limits.ts'
import { entity, type Fields, integer, json } from './entity.ts'

/** Every limit of a plan as it stands. */
export type EffectiveLimits = { readonly [name in PlanLimitName | LaterPlanLimitName]: number }

const shown = (name: PlanLimitName | LaterPlanLimitName) => integer<EffectiveLimits>((limits) => limits[name])

const fields: Fields<EffectiveLimits> = Object.fromEntries([
  ...(Object.keys(planLimits) as PlanLimitName[]).map((name) => [
    name,
    name === 'ci_active_pipelines' ? until('installation#later-active-pipelines', shown(name)) : shown(name),
  ]),
  ...(Object.keys(laterPlanLimits) as LaterPlanLimitName[]).map((name) => [
    name,
    since(laterPlanLimits[name].change, shown(name)),
  ]),
  [
    'limits_history',
    since(
      'installation#later-storage-limits',
      json<EffectiveLimits>({ type: 'object' }, () => ({})),
    ),
  ],
])

export const planLimitsEntity = entity<EffectiveLimits>('PlanLimits', fields)
