import type { MergeRequest } from '../model/merge-requests/merge-request.ts'
import type { User } from '../model/users/user.ts'
import { type RuleState, ruleStates, rulesOverwritten } from '../policy/approvals.ts'
import { isExcluded } from '../policy/excluded-approvers.ts'
import { licensed } from '../policy/tier.ts'
import { nameInState, ownRuleFields, ruleFields } from './approval-rule.ts'
import { entity, type Fields, flag, integer, many, type View } from './entity.ts'
import { userRefEntity } from './user-ref.ts'

const stateFields: Fields<RuleState> = {
  ...ruleFields<RuleState>(({ rule }) => rule, nameInState),
  approvals_required: integer(({ required }) => required),
  ...ownRuleFields<RuleState>(({ rule }) => rule),
  code_owner: flag(({ rule }) => rule.ruleType === 'code_owner'),
  approved_by: many(userRefEntity, ({ approvedBy }) => approvedBy),
  approved: flag(({ approved }) => approved),
}

const ruleStateEntity = entity<RuleState>('ApprovalRuleState', stateFields)

interface SettingRule extends RuleState {
  /** Those of the eligible who may approve this merge request. */
  readonly mayApprove: readonly User[]
  readonly commented: readonly User[]
}

const { eligible_approvers: _, ...settingFields } = stateFields

const settingRuleEntity = entity<SettingRule>('ApprovalSettingRule', {
  ...(settingFields as Fields<SettingRule>),
  approvers: many(userRefEntity, ({ mayApprove }) => mayApprove),
  commented_by: many(userRefEntity, ({ commented }) => commented),
})

/** Where a merge request stands with each of its rules (approvals#state). */
export const approvalStateEntity = entity<MergeRequest>('ApprovalState', {
  approval_rules_overwritten: flag(
    (row, { world }) => licensed(world, 'premium') && rulesOverwritten(world, row),
  ),
  rules: many(ruleStateEntity, statesOf),
})

/** The same as pages have it: with who may approve in each rule, and who of them commented (approvals#private-settings). */
export const requestSettingsEntity = entity<MergeRequest>('MergeRequestApprovalSettings', {
  approval_rules_overwritten: flag(
    (row, { world }) => licensed(world, 'premium') && rulesOverwritten(world, row),
  ),
  rules: many(settingRuleEntity, (row, view) => {
    const { world } = view
    const notes = world.notes.by('byNoteable', 'MergeRequest', row.id).list()
    const authors = new Set(notes.filter(({ system }) => !system).map(({ authorId }) => authorId))
    return statesOf(row, view).map((state) => {
      const mayApprove = state.eligible.filter((user) => !isExcluded(world, row, user))
      return { ...state, mayApprove, commented: mayApprove.filter(({ id }) => authors.has(id)) }
    })
  }),
})

// What a merged request still shows are the rules that it satisfied.
function statesOf(row: MergeRequest, { world, today }: View): RuleState[] {
  const states = ruleStates(world, row, today)
  return row.state === 'merged' ? states.filter(({ approved }) => approved) : states
}
