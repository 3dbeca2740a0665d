import { rubyText } from '../../lib/ruby-text.ts'
import type { Instant } from '../../time/calendar.ts'
import { type AuditTarget, recordAudit } from '../audit-events/audit-log.ts'
import type { Group } from '../groups/group.ts'
import { branchProtectionOf } from '../groups/group-settings.ts'
import { InvalidRow } from '../invalid-row.ts'
import { BLANK, TAKEN } from '../names.ts'
import type { Project } from '../projects/project.ts'
import type {
  BranchProtection,
  GroupProtectedBranch,
  ProtectedBranch,
  RefAccess,
} from '../protected-tags/protected-ref.ts'
import { accessText } from '../protected-tags/protections.ts'
import type { User } from '../users/user.ts'
import { nextId, nextNumber, type World } from '../world.ts'

/** One entry of an access list before it has an id. */
export type NewRefAccess = Omit<RefAccess, 'id'>

export interface Protection {
  readonly name: string
  readonly push: readonly NewRefAccess[]
  readonly merge: readonly NewRefAccess[]
  readonly unprotect: readonly NewRefAccess[]
  readonly allowForcePush: boolean
  readonly codeOwnerApproval: boolean
  readonly updatedAt?: Instant
}

export const maintainersOnly: readonly NewRefAccess[] = [{ accessLevel: 40, userId: null, groupId: null }]

export const toDevelopers: readonly NewRefAccess[] = [{ accessLevel: 30, userId: null, groupId: null }]

/** Ways of protecting default branches, as groups and the installation number them. */
const NONE = 0
const DEVELOPERS_PUSH = 1
const DEVELOPERS_MERGE = 3

/** Protects a branch or all branches of a pattern. Throws InvalidRow. */
export function protectBranch(world: World, project: Project, protection: Protection): ProtectedBranch {
  const { name, push, merge, unprotect, ...flags } = protection
  if (name.trim() === '') throw new InvalidRow({ name: [BLANK] })
  if (world.protectedBranches.find('byProject', project.id, name) !== undefined)
    throw new InvalidRow({ name: [TAKEN] })
  return world.protectedBranches.insert({
    id: nextId(world, 'protectedBranches'),
    projectId: project.id,
    name,
    push: withAccessIds(world, push),
    merge: withAccessIds(world, merge),
    unprotect: withAccessIds(world, unprotect),
    ...flags,
  })
}

/** Protects a branch on request, and records the audit event. Throws InvalidRow. */
export function protectBranchAudited(
  world: World,
  project: Project,
  protection: Protection,
  author: User,
  now: Instant,
): ProtectedBranch {
  const branch = protectBranch(world, project, { ...protection, updatedAt: now })
  const change = protectedText(world, branch)
  recordAudit(world, { author, scope: { project }, target: targetOf(branch), change }, now)
  return branch
}

/** The event that tells of a new protection. */
function protectedText(world: World, branch: BranchProtection) {
  const push = branch.push.map((access) => accessText(world, access))
  const merge = branch.merge.map((access) => accessText(world, access))
  const { allowForcePush, codeOwnerApproval } = branch
  const custom_message = `Added protected branch with [allowed to push: ${rubyText(push)}, allowed to merge: ${rubyText(merge)}, allow force push: ${allowForcePush}, code owner approval required: ${codeOwnerApproval}]`
  const flags = { allow_force_push: allowForcePush, code_owner_approval_required: codeOwnerApproval }
  return { custom_message, push_access_levels: push, merge_access_levels: merge, ...flags }
}

/** Protects a branch, or all branches of a pattern, in all projects of a group. Throws InvalidRow. */
export function protectGroupBranch(
  world: World,
  group: Group,
  { name, push, merge, unprotect, ...flags }: Protection,
  author: User,
  now: Instant,
): GroupProtectedBranch {
  if (name.trim() === '') throw new InvalidRow({ name: [BLANK] })
  const branch = world.groupProtectedBranches.insert({
    id: nextId(world, 'groupProtectedBranches'),
    groupId: group.id,
    name,
    push: withAccessIds(world, push),
    merge: withAccessIds(world, merge),
    unprotect: withAccessIds(world, unprotect),
    ...flags,
    updatedAt: now,
  })
  const change = protectedText(world, branch)
  recordAudit(world, { author, scope: { group }, target: targetOf(branch), change }, now)
  return branch
}

/** Removes the protection in all projects of a group. */
export function unprotectGroupBranch(
  world: World,
  group: Group,
  branch: GroupProtectedBranch,
  author: User,
  now: Instant,
): void {
  world.groupProtectedBranches.delete(branch.id)
  const change = { custom_message: 'Unprotected branch' }
  recordAudit(world, { author, scope: { group }, target: targetOf(branch), change }, now)
}

/** Removes the protection. */
export function unprotectBranch(
  world: World,
  project: Project,
  branch: ProtectedBranch,
  author: User,
  now: Instant,
): void {
  world.protectedBranches.delete(branch.id)
  const change = { custom_message: 'Unprotected branch' }
  recordAudit(world, { author, scope: { project }, target: targetOf(branch), change }, now)
}

function targetOf({ id, name }: BranchProtection): AuditTarget {
  return { targetId: id, targetType: 'ProtectedBranch', targetDetails: name }
}

/** Protects the default branch at the first push, as the settings say. */
export function protectDefaultBranch(world: World, project: Project): void {
  if (world.protectedBranches.find('byProject', project.id, project.defaultBranch) !== undefined) return
  const group = project.namespaceKind === 'group' ? world.groups.get(project.namespaceId) : undefined
  const protection = branchProtectionOf(world, group)
  if (protection === NONE) return
  protectBranch(world, project, {
    name: project.defaultBranch,
    push: protection === DEVELOPERS_PUSH ? toDevelopers : maintainersOnly,
    merge: protection === DEVELOPERS_MERGE ? toDevelopers : maintainersOnly,
    unprotect: [],
    allowForcePush: false,
    codeOwnerApproval: false,
    updatedAt: project.lastActivityAt,
  })
}

/** Access lists with ids, which all of them draw from one sequence. */
export function withAccessIds(world: World, list: readonly NewRefAccess[]): RefAccess[] {
  return list.map((access) => ({ id: nextNumber(world, 'refAccess'), ...access }))
}
