import { changed, differs } from '../../lib/dialect.ts'
import {
  integer,
  integerList,
  oneOf,
  type Params,
  required,
  string,
  stringList,
} from '../../protocol/params.ts'

export const source = 'approvals#endpoints'

export const ruleId = { approval_rule_id: required(integer()) } as const satisfies Params
export const mergeRequestIid = {
  merge_request_iid: required(integer({ about: 'IID of the merge request' })),
} as const satisfies Params

export const approvers = {
  user_ids: integerList({ about: 'Users who are not members of the project are ignored' }),
  group_ids: integerList({ about: 'Groups that the caller cannot see are ignored' }),
  usernames: stringList({ about: 'Added to `user_ids`' }),
} as const satisfies Params

/** Older names of the lists; the new names take precedence. */
export const oldApprovers = { users: integerList(), groups: integerList() } as const satisfies Params

export const ruleBasics = {
  name: required(string()),
  approvals_required: required(integer({ atLeast: 0, atMost: 100 })),
} as const satisfies Params

export const ruleKind = {
  rule_type: oneOf(['regular', 'any_approver', 'report_approver'], {
    about: 'Default: `regular` with approvers, else `any_approver`',
  }),
  report_type: changed('approvals#later-report-types', {
    before: oneOf(['license_scanning', 'code_coverage'], { about: 'Only for `report_approver`' }),
    after: oneOf(['code_coverage'], { about: 'Only for `report_approver`' }),
  }),
} as const satisfies Params

export const protectedBranchIds = {
  protected_branch_ids: integerList({ about: 'Ignored when the rule applies to all protected branches' }),
} as const satisfies Params

/** What is answered without the premium plan: 403 by the documentation, neutral values in the service. */
export const unlicensed = differs<'served' | undefined>('F28', { specification: undefined, real: 'served' })
