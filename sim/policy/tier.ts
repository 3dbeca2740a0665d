import { type Tier, tiers } from '../model/instance.ts'
import { instanceOf, type World } from '../model/world.ts'

/** True when the installation's plan is at least `tier`. */
export function licensed(world: World, tier: Tier): boolean {
  return tiers.indexOf(instanceOf(world).tier) >= tiers.indexOf(tier)
}
