import { accessLevels } from '../model/members/access-level.ts'
import { highestRole } from '../model/members/highest-role.ts'
import type { User } from '../model/users/user.ts'
import type { World } from '../model/world.ts'
import { licensed } from './tier.ts'

/** True for whom the licence counts: active people, and on the ultimate plan those with more than the role Guest. */
export function takesSeat(world: World, user: User): boolean {
  const { state, bot } = user
  if (state !== 'active' || bot) return false
  if (!licensed(world, 'ultimate')) return true
  return highestRole(world, user) > accessLevels.guest
}
