import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Day, Instant } from '../../time/calendar.ts'
import type { Visibility } from '../projects/visibility.ts'
import type { GroupChoices, ProjectCreation } from './group-choices.ts'

export interface GenericDuplicates {
  readonly allowed: boolean
  /** Names and versions that may all the same: an RE2 pattern that fits them whole. */
  readonly exceptions: string
}

/** What a group allows in merge requests of the projects below it, or demands there. */
export interface GroupApprovals {
  readonly authorApproval: boolean
  readonly committerApproval: boolean
  readonly overriding: boolean
  readonly retaining: boolean
  readonly requirePassword: boolean
}

export interface PurchasedStorage {
  /** In megabytes. */
  readonly size: number
  readonly endsOn: Day | null
}

export interface Group {
  readonly id: number
  readonly parentId: number | null
  readonly path: string
  readonly fullPath: string
  readonly name: string
  readonly fullName: string
  readonly description: string
  readonly visibility: Visibility
  /** The secret with which runners of the group register. */
  readonly runnersToken: string
  /** Whether a generic package of its projects may have a file twice; it may unless said. */
  readonly genericDuplicates?: GenericDuplicates
  /** Who may create projects in it; the installation's setting decides unless said. */
  readonly projectCreation?: ProjectCreation
  /** How new projects protect their default branch; the same. */
  readonly defaultBranchProtection?: number
  /** Further settings; those of a new group by default. */
  readonly choices?: Partial<GroupChoices>
  /** The day on which its deletion was asked for; it goes some days later. */
  readonly markedForDeletionOn?: Day | null
  /** Storage that was bought for it. */
  readonly purchased?: PurchasedStorage
  /** Missing while nobody has decided anything. */
  readonly approvals?: GroupApprovals
  /** File name of its picture. */
  readonly avatar?: string | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export const groupsTable = table<Group>()('groups', {
  byFullPath: index((group) => [group.fullPath.toLowerCase()]),
  byParent: index((group) => [group.parentId ?? 0, group.name]),
  byName: index((group) => [group.name]),
  byPath: index((group) => [group.path]),
  byRunnersToken: index((group) => [group.runnersToken]),
})
