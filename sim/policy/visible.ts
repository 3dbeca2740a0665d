import { deployScopes } from '../model/access-tokens/token.ts'
import type { Group } from '../model/groups/group.ts'
import { accessLevels } from '../model/members/access-level.ts'
import type { Feature, Project } from '../model/projects/project.ts'
import { settingInForce } from '../model/settings/in-force.ts'
import type { World } from '../model/world.ts'
import type { Instant } from '../time/calendar.ts'
import { readsEverything } from './auditors.ts'
import { type Caller, isForeignCredential } from './caller.ts'
import { groupLevel, hasEnded, projectLevel } from './roles.ts'

/** True when the project's visibility alone opens it to the caller. */
export function isOpenTo(project: Project | Group, caller: Caller): boolean {
  if (project.visibility === 'public') return true
  return project.visibility === 'internal' && caller.user !== undefined && !caller.user.external
}

/** True when the caller may know that the project exists (conventions#visibility: "see project"). */
export function seesProject(world: World, caller: Caller, project: Project, now: Instant): boolean {
  if (isOpenTo(project, caller)) return true
  if (isForeignCredential(caller, project, world)) return false
  if (caller.token?.kind === 'deploy') return caller.scopes.some((scope) => deployScopes.includes(scope))
  if (readsEverything(world, caller)) return true
  return caller.user !== undefined && projectLevel(world, caller.user, project, now) >= accessLevels.guest
}

/** True when the caller may know that the group exists: open to them, or a member here, above or somewhere below. */
export function seesGroup(world: World, caller: Caller, group: Group, now: Instant): boolean {
  if (isOpenTo(group, caller) || readsEverything(world, caller)) return true
  if (caller.user === undefined) return false
  return (
    groupLevel(world, caller.user, group, now) >= accessLevels.guest ||
    belongsBelow(world, caller, group, now)
  )
}

/** True when the group is open to the caller, or they have a role in it or in a project directly in it. */
export function belongsOrOpen(world: World, caller: Caller, group: Group, now: Instant): boolean {
  const { user } = caller
  if (isOpenTo(group, caller) || readsEverything(world, caller)) return true
  if (user === undefined) return false
  if (groupLevel(world, user, group, now) >= accessLevels.guest) return true
  return world.projects
    .by('byNamespace', 'group', group.id)
    .list()
    .some((project) => projectLevel(world, user, project, now) >= accessLevels.guest)
}

function belongsBelow(world: World, caller: Caller, group: Group, now: Instant): boolean {
  const prefix = `${group.fullPath}/`
  const memberships = world.members.by('byUser', caller.user?.id ?? 0)
  for (const membership of memberships.ascending()) {
    if (hasEnded(membership, now)) continue
    const { source, sourceId } = membership
    const place = source === 'group' ? world.groups.get(sourceId) : world.projects.get(sourceId)
    if (place?.fullPath.startsWith(prefix)) return true
  }
  return false
}

/** True when a feature of the project is switched on for this level of access. */
export function isFeatureOn(project: Project, feature: Feature, member: boolean): boolean {
  const level = project.features[feature]
  return level === 'enabled' || level === 'public' || (level === 'private' && member)
}

/**
 * True where the level public is restricted: profiles are then shown only to signed-in users
 * (settings#restricted-levels-effect).
 */
export function hidesProfiles(world: World, caller: Caller): boolean {
  return caller.user === undefined && settingInForce(world, 'restricted_visibility_levels').includes('public')
}
