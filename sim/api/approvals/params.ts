import {
  integer,
  integerList,
  oneOf,
  type Params,
  required,
  string,
  stringList,
} from '../../protocol/params.ts'

export const source = 'specification 1, Merge request approvals'

export const ruleId = { approval_rule_id: required(integer()) } as const satisfies Params
export const mergeRequestIid = {
  merge_request_iid: required(integer({ about: 'Internal ID' })),
} as const satisfies Params

export const approvers = {
  user_ids: integerList({ about: 'Those who are no members of the project are left out' }),
  group_ids: integerList({ about: 'Those that the caller cannot see are left out' }),
  usernames: stringList({ about: 'Added to `user_ids`' }),
} as const satisfies Params

/** The old names of the lists, which give way to the new ones. */
export const oldApprovers = { users: integerList(), groups: integerList() } as const satisfies Params

export const ruleBasics = {
  name: required(string()),
  approvals_required: required(integer({ atLeast: 0, atMost: 100 })),
} as const satisfies Params

export const ruleKind = {
  rule_type: oneOf(['regular', 'any_approver', 'report_approver'], {
    about: '`any_approver` where nobody is named, unless said',
  }),
  report_type: oneOf(['license_scanning', 'code_coverage'], { about: 'For `report_approver`' }),
} as const satisfies Params

export const protectedBranchIds = {
  protected_branch_ids: integerList({ about: 'Ignored when the rule applies to all protected branches' }),
} as const satisfies Params
