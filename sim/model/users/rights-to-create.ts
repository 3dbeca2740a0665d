import { accessLevels } from '../members/access-level.ts'
import { highestRole } from '../members/highest-role.ts'
import { changedLaterSetting } from '../settings/in-force.ts'
import type { World } from '../world.ts'
import type { User } from './user.ts'

/** Whether a user may create top-level groups. */
export function mayCreateTopLevelGroups(world: World, user: User): boolean {
  const { external, canCreateGroup = true } = user
  return !external && canCreateGroup && !isKeptFromCreating(world, user)
}

/** Whether a user may have projects in the own namespace at all, however many. */
export function mayCreateOwnProjects(world: World, user: User): boolean {
  return user.projectsLimit > 0 && !user.external && !isKeptFromCreating(world, user)
}

/**
 * True for who is no more than a Guest anywhere, where the installation lets such create nothing of their own
 * (settings#later-16-6).
 */
export function isKeptFromCreating(world: World, user: User): boolean {
  if (changedLaterSetting(world, 'allow_project_creation_for_guest_and_below') !== false) return false
  return !user.admin && highestRole(world, user) <= accessLevels.guest
}
