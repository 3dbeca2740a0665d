import { matchesGlob } from '../../lib/glob.ts'
import { groupsAbove } from '../groups/group-tree.ts'
import { isReleased } from '../installation/released.ts'
import type { Project } from '../projects/project.ts'
import type { World } from '../world.ts'
import type { BranchProtection, GroupProtectedBranch, RefAccess } from './protected-ref.ts'

const levelTexts = { 0: 'No one', 30: 'Developers + Maintainers', 40: 'Maintainers', 60: 'Admins' } as const

/** Whom an entry lets in, in words. */
export function accessText(world: World, { accessLevel, userId, groupId, deployKeyId }: RefAccess): string {
  if (deployKeyId !== undefined) return world.keys.get(deployKeyId)?.title ?? ''
  if (userId !== null) return world.users.get(userId)?.name ?? ''
  if (groupId !== null) return world.groups.get(groupId)?.name ?? ''
  if (accessLevel === 60 && isReleased(world, 'protected-tags#later-administrators')) return 'Instance admins'
  return levelTexts[accessLevel]
}

/** The protections that cover a name, most of them usually none. */
export function protectionsCovering<P extends { readonly name: string }>(
  protections: Iterable<P>,
  name: string,
): P[] {
  return [...protections].filter((protection) => matchesGlob(protection.name, name))
}

/** Every protection of branches that counts in a project: its own, and those of the group at the top. */
export function branchProtectionsIn(
  world: World,
  project: Pick<Project, 'id' | 'namespaceKind' | 'namespaceId'>,
): BranchProtection[] {
  return [
    ...world.protectedBranches.by('byProject', project.id).list(),
    ...inheritedProtections(world, project),
  ]
}

/** Protections that a project has from the group at the top. */
export function inheritedProtections(
  world: World,
  project: Pick<Project, 'namespaceKind' | 'namespaceId'>,
): GroupProtectedBranch[] {
  const top = groupsAbove(world, project).at(-1)
  return top === undefined ? [] : world.groupProtectedBranches.by('byGroup', top.id).list()
}

/** True for a branch or tag of a project that a protection covers. */
export function isProtected(
  world: World,
  { projectId, ref, tag }: { readonly projectId: number; readonly ref: string; readonly tag: boolean },
): boolean {
  if (tag) return protectionsCovering(world.protectedTags.by('byProject', projectId).list(), ref).length > 0
  return protectionsCovering(branchProtectionsIn(world, world.projects.require(projectId)), ref).length > 0
}
