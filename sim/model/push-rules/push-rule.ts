import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

/** The push rule of a project or a group. */
export interface PushRule {
  readonly id: number
  /** One of the two is null. */
  readonly projectId: number | null
  readonly groupId: number | null
  readonly createdAt: Instant
  readonly updatedAt?: Instant
  readonly commitCommitterCheck: boolean | null
  readonly commitCommitterNameCheck: boolean | null
  readonly rejectUnsignedCommits: boolean | null
  readonly rejectNonDcoCommits: boolean | null
  readonly commitMessageRegex: string | null
  readonly commitMessageNegativeRegex: string | null
  readonly branchNameRegex: string | null
  readonly denyDeleteTag: boolean
  readonly memberCheck: boolean
  readonly preventSecrets: boolean
  readonly authorEmailRegex: string | null
  readonly fileNameRegex: string | null
  /** In megabytes; 0 for any size. */
  readonly maxFileSize: number
}

export type PushRuleValues = Omit<PushRule, 'id' | 'projectId' | 'groupId' | 'createdAt'>

/** A rule that refuses nothing. */
export const emptyPushRule: PushRuleValues = {
  commitCommitterCheck: null,
  commitCommitterNameCheck: null,
  rejectUnsignedCommits: null,
  rejectNonDcoCommits: null,
  commitMessageRegex: '',
  commitMessageNegativeRegex: '',
  branchNameRegex: '',
  denyDeleteTag: false,
  memberCheck: false,
  preventSecrets: false,
  authorEmailRegex: '',
  fileNameRegex: '',
  maxFileSize: 0,
}

export const pushRulesTable = table<PushRule>()('pushRules', {
  byProject: index((it) => (it.projectId === null ? undefined : [it.projectId])),
  byGroup: index((it) => (it.groupId === null ? undefined : [it.groupId])),
})
