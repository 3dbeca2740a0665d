import { tracing } from '../../lib/tracing.ts'
import { instanceOf, type World } from '../world.ts'
import { type Tier, tiers } from './instance.ts'

/** True when the installation's plan is at least `tier`. */
export function licensed(world: World, tier: Tier): boolean {
  const has = instanceOf(world).tier
  const enough = has === tier || tiers.indexOf(has) > tiers.indexOf(tier)
  tracing.to?.({ station: 'plan', least: tier, licensed: enough })
  return enough
}
