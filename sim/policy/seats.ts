import { accessLevels } from '../model/members/access-level.ts'
import type { User } from '../model/users/user.ts'
import type { World } from '../model/world.ts'
import { licensed } from './tier.ts'

/** True for whom the licence counts: active people, and on the ultimate plan those with more than the role Guest. */
export function takesSeat(world: World, { id, state, bot, namespaceId }: User): boolean {
  if (state !== 'active' || bot) return false
  if (!licensed(world, 'ultimate')) return true
  const memberships = world.members.by('byUser', id).list()
  return (
    memberships.some(({ accessLevel }) => accessLevel > accessLevels.guest) ||
    world.projects.by('byNamespace', 'user', namespaceId).count() > 0
  )
}
