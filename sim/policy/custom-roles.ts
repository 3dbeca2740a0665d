import type { ChangeId } from '../lib/releases/changes.ts'
import type { Group } from '../model/groups/group.ts'
import type { AddedAbility } from '../model/groups/member-role.ts'
import { isReleased } from '../model/installation/released.ts'
import type { Project } from '../model/projects/project.ts'
import type { User } from '../model/users/user.ts'
import type { World } from '../model/world.ts'
import type { Instant } from '../time/calendar.ts'
import { ancestorsAndSelf, directMember, groupOf, hasEnded } from './roles.ts'
import { licensed } from './tier.ts'

/** A permission that custom roles add, and the release from which on it has an effect (members#later-role-code). */
export interface CustomPermission {
  readonly added: AddedAbility
  readonly since: ChangeId
}

/** The permissions of custom roles that operations look at. */
export const customPermissions = {
  readsCode: { added: 'read_code', since: 'members#later-role-code' },
  readsVulnerabilities: { added: 'read_vulnerability', since: 'members#later-role-vulnerabilities' },
  readsDependencies: { added: 'read_dependency', since: 'members#later-role-dependencies' },
  approves: { added: 'admin_merge_request', since: 'members#later-role-approves' },
  setsApprovals: { added: 'manage_merge_request_settings', since: 'members#later-role-approval-rules' },
  managesRunners: { added: 'admin_runners', since: 'members#later-role-runners' },
  disablesRunners: { added: 'admin_runners', since: 'members#later-role-disables-runners' },
  readsRunners: { added: 'read_runners', since: 'members#later-role-reads-runners' },
  managesTags: { added: 'manage_protected_tags', since: 'members#later-role-protected-tags' },
} as const satisfies { readonly [name: string]: CustomPermission }

/** True where a custom role of the user, in the place itself or above it, has one of the permissions. */
export function hasCustomPermission(
  { world, user, now }: { readonly world: World; readonly user: User | undefined; readonly now: Instant },
  permissions: readonly CustomPermission[],
  place: Project | Group,
): boolean {
  if (user === undefined || world.memberRoles.size === 0 || !licensed(world, 'ultimate')) return false
  const effective = permissions.filter(({ since }) => isReleased(world, since)).map(({ added }) => added)
  if (effective.length === 0) return false
  return [...membershipsIn(world, user, place)].some(
    (member) =>
      member?.memberRoleId != null &&
      !hasEnded(member, now) &&
      effective.some((it) => world.memberRoles.get(member.memberRoleId ?? 0)?.abilities.includes(it)),
  )
}

function* membershipsIn(world: World, user: User, place: Project | Group) {
  const isProject = 'namespaceKind' in place
  if (isProject) yield directMember(world, 'project', place.id, user)
  for (const group of ancestorsAndSelf(world, isProject ? groupOf(world, place) : place))
    yield directMember(world, 'group', group.id, user)
}
