import { tracing } from '../../lib/tracing.ts'
import { instanceOf, type World } from '../world.ts'
import { type Tier, tiers } from './instance.ts'

/** True when the installation's plan is at least `tier`. */
export function licensed(world: World, tier: Tier): boolean {
  const enough = tiers.indexOf(instanceOf(world).tier) >= tiers.indexOf(tier)
  tracing.to?.({ station: 'plan', least: tier, licensed: enough })
  return enough
}
