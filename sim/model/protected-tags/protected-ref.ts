import { matchesGlob } from '../../lib/glob.ts'
import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'
import type { RefAccessLevel } from '../members/access-level.ts'
import type { World } from '../world.ts'

/** One entry of an access list: a level, or (premium) one user or group. */
export interface RefAccess {
  readonly id: number
  readonly accessLevel: RefAccessLevel
  readonly userId: number | null
  readonly groupId: number | null
}

export interface ProtectedBranch {
  readonly id: number
  readonly projectId: number
  /** A branch name, or a pattern in which `*` stands for any run of characters. */
  readonly name: string
  readonly push: readonly RefAccess[]
  readonly merge: readonly RefAccess[]
  readonly unprotect: readonly RefAccess[]
  readonly allowForcePush: boolean
  readonly codeOwnerApproval: boolean
}

export const protectedBranchesTable = table<ProtectedBranch>()('protectedBranches', {
  byProject: index((branch) => [branch.projectId, branch.name], 1),
})

export interface ProtectedTag {
  readonly id: number
  readonly projectId: number
  readonly name: string
  readonly create: readonly RefAccess[]
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export const protectedTagsTable = table<ProtectedTag>()('protectedTags', {
  byProject: index((tag) => [tag.projectId], 1),
  byName: index((tag) => [tag.projectId, tag.name], 2),
})

const levelTexts = { 0: 'No one', 30: 'Developers + Maintainers', 40: 'Maintainers', 60: 'Admins' } as const

/** Whom an entry lets in, in words. */
export function accessText(world: World, { accessLevel, userId, groupId }: RefAccess): string {
  if (userId !== null) return world.users.get(userId)?.name ?? ''
  if (groupId !== null) return world.groups.get(groupId)?.name ?? ''
  return levelTexts[accessLevel]
}

/** The protections that cover a name, most of them usually none. */
export function covering<P extends { readonly name: string }>(protections: Iterable<P>, name: string): P[] {
  return [...protections].filter((protection) => matchesGlob(protection.name, name))
}

/** True for a branch or tag of a project that a protection covers. */
export function isProtected(
  world: World,
  { projectId, ref, tag }: { readonly projectId: number; readonly ref: string; readonly tag: boolean },
): boolean {
  if (tag) return covering(world.protectedTags.by('byProject', projectId).list(), ref).length > 0
  return covering(world.protectedBranches.by('byProject', projectId).list(), ref).length > 0
}
