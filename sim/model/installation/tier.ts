import { tracing } from '../../lib/tracing.ts'
import { instanceOf, type World } from '../world.ts'
import type { Tier } from './instance.ts'

const ranks: { readonly [tier in Tier]: number } = { free: 0, premium: 1, ultimate: 2 }

/** True when the installation's plan is at least `tier`. */
export function licensed(world: World, tier: Tier): boolean {
  const has = instanceOf(world).tier
  const enough = ranks[has] >= ranks[tier]
  tracing.to?.({ station: 'plan', least: tier, licensed: enough })
  return enough
}
