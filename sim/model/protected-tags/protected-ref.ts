import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'
import type { RefAccessLevel } from '../members/access-level.ts'

/** One entry of an access list: a level, or (premium) one user or group. */
export interface RefAccess {
  readonly id: number
  readonly accessLevel: RefAccessLevel
  readonly userId: number | null
  readonly groupId: number | null
  /** Of a deploy key, which newer releases let in. */
  readonly deployKeyId?: number
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
  /** Absent where a world describes it. */
  readonly updatedAt?: Instant
}

export const protectedBranchesTable = table<ProtectedBranch>(({ name }) => [name])('protectedBranches', {
  byProject: index((branch) => [branch.projectId, branch.name]),
})

/** The protection of a branch in all projects of a group; no entry of its lists names users or groups. */
export interface GroupProtectedBranch extends Omit<ProtectedBranch, 'projectId'> {
  readonly groupId: number
}

export const groupProtectedBranchesTable = table<GroupProtectedBranch>(({ name }) => [name])(
  'groupProtectedBranches',
  {
    byGroup: index((branch) => [branch.groupId, branch.name]),
  },
)

/** The protection of a branch, be it that of its project or of a group above. */
export type BranchProtection = Omit<ProtectedBranch, 'projectId'>

export interface ProtectedTag {
  readonly id: number
  readonly projectId: number
  readonly name: string
  readonly create: readonly RefAccess[]
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export const protectedTagsTable = table<ProtectedTag>()('protectedTags', {
  byProject: index((tag) => [tag.projectId]),
  byName: index((tag) => [tag.projectId, tag.name]),
})
