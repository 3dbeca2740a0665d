import { largest } from '../lib/lists.ts'
import { accessLevels } from '../model/members/access-level.ts'
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

/** The highest level of a user in any group or project, the projects of their own namespace included; 0 is none. */
export function highestRole(world: World, { id, namespaceId }: User): number {
  const owns = world.projects.by('byNamespace', 'user', namespaceId).count() > 0
  const levels = world.members
    .by('byUser', id)
    .list()
    .map(({ accessLevel }) => accessLevel)
  return largest(levels, owns ? accessLevels.owner : 0)
}
