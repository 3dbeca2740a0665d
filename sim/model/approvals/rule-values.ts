import type { ApprovalRule, MergeRequest } from '../merge-requests/merge-request.ts'
import type { Project } from '../projects/project.ts'
import type { User } from '../users/user.ts'

/** The values of a rule from a request, with its approvers resolved. */
export type RuleValues = Pick<
  ApprovalRule,
  | 'ruleType'
  | 'reportType'
  | 'sourceRuleId'
  | 'userIds'
  | 'groupIds'
  | 'protectedBranchIds'
  | 'allProtectedBranches'
> & {
  readonly name: string | null
  readonly approvalsRequired: number | null
}

/** Where a rule belongs: to a project, or to one of its merge requests. */
export interface RulePlace {
  readonly project: Project
  readonly mergeRequest?: MergeRequest
}

/** The same, and who acts. */
export interface RuleOwner extends RulePlace {
  readonly by: User
}
