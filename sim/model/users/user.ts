import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'
import type { PurchasedStorage } from '../groups/group.ts'

export const userStates = ['active', 'blocked', 'deactivated', 'blocked_pending_approval', 'banned'] as const
export type UserState = (typeof userStates)[number]

export interface User {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly email: string
  readonly state: UserState
  readonly admin: boolean
  /** Reads everything and writes only where they are a member (users#auditors). */
  readonly auditor?: boolean
  readonly external: boolean
  readonly privateProfile: boolean
  /** Set for the bot users behind project and group access tokens. */
  readonly bot: boolean
  /** The user's own namespace; group and user namespaces share one sequence. */
  readonly namespaceId: number
  readonly bio: string
  readonly location: string
  readonly organization: string
  readonly jobTitle: string
  readonly publicEmail: string
  readonly projectsLimit: number
  /** Made by the service for itself, such as the ghost of those who are gone. */
  readonly internal?: true
  readonly websiteUrl?: string
  readonly skype?: string
  readonly linkedin?: string
  readonly discord?: string
  readonly github?: string
  readonly twitter?: string
  readonly pronouns?: string
  /** What administrators keep about the account. */
  readonly note?: string
  readonly createdById?: number
  readonly themeId?: number
  readonly colorSchemeId?: number
  /** Accounts elsewhere by which they sign in. */
  readonly identities?: readonly Identity[]
  readonly status?: UserStatus
  /** Null when the service made a password up; missing for users of a description, who have one by rule. */
  readonly hashedPassword?: string | null
  /** May they create groups at the top; they may unless said. */
  readonly canCreateGroup?: boolean
  /** The terms of the installation in the wording that they accepted. */
  readonly acceptedTerms?: string
  /** How they want things shown, where they said so. */
  readonly preferences?: Partial<UserPreferences>
  /** File name of their picture. */
  readonly avatar?: string | null
  /** Stands for a machine, which belongs to the installation, a group or a project. */
  readonly serviceOf?: ServiceOwner
  readonly createdAt: Instant
  /** Minutes of instance runners that the projects of the user may use in a month, and those beyond; set by administrators. */
  readonly runnerMinutes?: number | null
  readonly extraRunnerMinutes?: number | null
  /** Storage that was bought for the projects of the user. */
  readonly purchased?: PurchasedStorage
}

export interface ServiceOwner {
  readonly source: 'instance' | 'group' | 'project'
  /** 0 for the installation. */
  readonly id: number
}

export interface UserPreferences {
  readonly viewDiffsFileByFile: boolean
  readonly showWhitespaceInDiffs: boolean
  readonly passIdentitiesToJobs: boolean
  readonly advancedPolicyEditor: boolean
}

export interface Identity {
  readonly provider: string
  readonly externUid: string
  readonly updatedAt?: Instant
}

/** The status of a user. */
export interface UserStatus {
  readonly emoji: string
  readonly message: string | null
  readonly availability: 'not_set' | 'busy'
  readonly clearAt: Instant | null
}

/** The places of texts of a user by whose words somebody may look for accounts. */
export const userTexts = {
  names: [0, 1],
  shown: [0, 1, 2],
  withAddress: [0, 1, 3],
  all: [0, 1, 2, 3],
} as const

export const usersTable = table<User>((it) => [it.name, it.username, it.publicEmail, it.email])('users', {
  byUsername: index((user) => [user.username.toLowerCase()]),
  byService: index((user) => (user.serviceOf ? [user.serviceOf.source, user.serviceOf.id] : undefined)),
  byServiceName: index(({ serviceOf, username }) =>
    serviceOf ? [serviceOf.source, serviceOf.id, username] : undefined,
  ),
  byEmail: index((user) => [user.email.toLowerCase()]),
  byNamespace: index((user) => [user.namespaceId]),
  byName: index((user) => [user.name]),
  byPublicEmail: index((user) => (user.publicEmail === '' ? undefined : [user.publicEmail])),
  byCreated: index((user) => [user.createdAt]),
})
