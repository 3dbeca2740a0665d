import type { MergeRequest } from '../model/merge-requests/merge-request.ts'
import { type RuleState, ruleStates, rulesOverwritten } from '../policy/approvals.ts'
import { licensed } from '../policy/tier.ts'
import { nameInState, ownRuleFields, ruleFields } from './approval-rule.ts'
import { entity, flag, integer, many, type View } from './entity.ts'
import { userRefEntity } from './user-ref.ts'

const ruleStateEntity = entity<RuleState>('ApprovalRuleState', {
  ...ruleFields<RuleState>(({ rule }) => rule, nameInState),
  approvals_required: integer(({ required }) => required),
  ...ownRuleFields<RuleState>(({ rule }) => rule),
  code_owner: flag(({ rule }) => rule.ruleType === 'code_owner'),
  approved_by: many(userRefEntity, ({ approvedBy }) => approvedBy),
  approved: flag(({ approved }) => approved),
})

/** Where a merge request stands with each of its rules (approvals#state). */
export const approvalStateEntity = entity<MergeRequest>('ApprovalState', {
  approval_rules_overwritten: flag(
    (row, { world }) => licensed(world, 'premium') && rulesOverwritten(world, row),
  ),
  rules: many(ruleStateEntity, statesOf),
})

// What a merged request still shows are the rules that it satisfied.
function statesOf(row: MergeRequest, { world, today }: View): RuleState[] {
  const states = ruleStates(world, row, today)
  return row.state === 'merged' ? states.filter(({ approved }) => approved) : states
}
