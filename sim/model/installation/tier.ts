import { instanceOf, type World } from '../world.ts'
import { type Tier, tiers } from './instance.ts'

/** True when the installation's plan is at least `tier`. */
export function licensed(world: World, tier: Tier): boolean {
  return tiers.indexOf(instanceOf(world).tier) >= tiers.indexOf(tier)
}
