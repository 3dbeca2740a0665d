import { switchedOn } from '../model/settings/in-force.ts'
import type { World } from '../model/world.ts'
import { licensed } from './tier.ts'

/** True in maintenance mode. */
export function inMaintenance(world: World): boolean {
  return switchedOn(world, 'maintenance_mode') && licensed(world, 'premium')
}
