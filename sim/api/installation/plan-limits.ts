import { type EffectiveLimits, planLimitsEntity } from '../../entities/plan-limit.ts'
import { since, until } from '../../lib/dialect.ts'
import {
  DEFAULT_PLAN,
  type LaterPlanLimitName,
  laterPlanLimits,
  type PlanLimitName,
  planLimits,
} from '../../model/installation/plan-limits.ts'
import type { World } from '../../model/world.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, oneOf, type Param, required, withDefault } from '../../protocol/params.ts'

const PATH = '/application/plan_limits'
const names = Object.keys(planLimits) as PlanLimitName[]
const laterNames = Object.keys(laterPlanLimits) as LaterPlanLimitName[]
const laterDefaults = Object.fromEntries(laterNames.map((name) => [name, laterPlanLimits[name].limit])) as {
  readonly [name in LaterPlanLimitName]: number
}
// Other plans exist only where the users of the instance pay for subscriptions.
const plan_name = oneOf([DEFAULT_PLAN])

export const getPlanLimits = operation(
  {
    method: 'GET',
    path: PATH,
    summary: 'Get the plan limits of the instance',
    auth: 'admin',
    params: { plan_name: withDefault(plan_name, DEFAULT_PLAN) },
    answers: { one: planLimitsEntity },
    beyond: true,
  },
  ({ world, params }) => limitsInForce(world, params.plan_name),
)

const limits = Object.fromEntries([
  ...names.map((name) => [
    name,
    name === 'ci_active_pipelines' ? until('installation#later-active-pipelines', integer()) : integer(),
  ]),
  // The finer limits of webhooks are shown, and not set.
  ...laterNames
    .filter((name) => !name.startsWith('web_hook_calls_'))
    .map((name) => [name, since(laterPlanLimits[name].change, integer())]),
]) as { readonly [name in PlanLimitName]: Param<number | null> }

export const updatePlanLimits = operation(
  {
    method: 'PUT',
    path: PATH,
    summary: 'Update the plan limits of the instance',
    auth: 'admin',
    params: { plan_name: required(plan_name), ...limits },
    answers: { one: planLimitsEntity },
    beyond: true,
  },
  ({ world, params }) => {
    const { plan_name: plan, ...given } = params
    const id = plan ?? DEFAULT_PLAN
    const numbers = Object.entries(given).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number',
    )
    const values = { ...world.planLimits.get(id)?.values, ...Object.fromEntries(numbers) }
    world.planLimits.put({ id, values })
    return limitsInForce(world, id)
  },
)

function limitsInForce(world: World, plan: string): EffectiveLimits {
  return { ...planLimits, ...laterDefaults, ...world.planLimits.get(plan)?.values }
}
