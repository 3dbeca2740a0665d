import { InvalidRow } from './invalid-row.ts'
import { BLANK, TAKEN } from './names.ts'
import type { Project } from './project.ts'
import type { ProtectedBranch, RefAccess } from './protected-ref.ts'
import { nextId, nextNumber, type World } from './world.ts'

/** One entry of an access list before it has an id. */
export type GrantedTo = Omit<RefAccess, 'id'>

export interface Protection {
  readonly name: string
  readonly push: readonly GrantedTo[]
  readonly merge: readonly GrantedTo[]
  readonly unprotect: readonly GrantedTo[]
  readonly allowForcePush: boolean
  readonly codeOwnerApproval: boolean
}

export const toMaintainers: readonly GrantedTo[] = [{ accessLevel: 40, userId: null, groupId: null }]

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
    push: numbered(world, push),
    merge: numbered(world, merge),
    unprotect: numbered(world, unprotect),
    ...flags,
  })
}

/** What every project does with its default branch at the first push. */
export function protectDefaultBranch(world: World, project: Project): void {
  if (world.protectedBranches.find('byProject', project.id, project.defaultBranch) !== undefined) return
  protectBranch(world, project, {
    name: project.defaultBranch,
    push: toMaintainers,
    merge: toMaintainers,
    unprotect: [],
    allowForcePush: false,
    codeOwnerApproval: false,
  })
}

/** Access lists with ids, which all of them draw from one sequence. */
export function numbered(world: World, list: readonly GrantedTo[]): RefAccess[] {
  return list.map((access) => ({ id: nextNumber(world, 'refAccess'), ...access }))
}
