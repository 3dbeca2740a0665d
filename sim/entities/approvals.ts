import { type MergeRequest, mergeRequestStates } from '../model/merge-request.ts'
import { mergeStatus } from '../model/mergeability.ts'
import type { User } from '../model/user.ts'
import {
  approvalsLeft,
  approvalsOf,
  approvalsRequired,
  type RuleState,
  ruleStates,
  userDefined,
} from '../policy/approvals.ts'
import { hasApproved, mayApprove } from '../policy/approving.ts'
import { actingFor } from '../policy/caller.ts'
import { licensed } from '../policy/tier.ts'
import {
  constant,
  entity,
  type Field,
  flag,
  integer,
  many,
  nullable,
  one,
  text,
  timestamp,
  type View,
  word,
} from './entity.ts'
import { userRefEntity } from './user-ref.ts'

interface Approver {
  readonly user: User
}
const approverEntity = entity<Approver>('Approver', { user: one(userRefEntity, ({ user }) => user) })

const leftRuleEntity = entity<RuleState>('ApprovalRuleLeft', {
  id: integer(({ rule }) => rule.id),
  name: text(({ rule }) => rule.name),
  rule_type: text(({ rule }) => rule.ruleType),
})

/** Where a merge request stands with its approvals (dossier 1, 10.4). */
export const approvalsEntity = entity<MergeRequest>('Approvals', {
  id: integer(({ id }) => id),
  iid: integer(({ iid }) => iid),
  project_id: integer(({ projectId }) => projectId),
  title: text(({ title }) => title),
  description: nullable(text(({ description }) => description as string)),
  state: word(mergeRequestStates, ({ state }) => state),
  created_at: timestamp(({ createdAt }) => createdAt),
  updated_at: timestamp(({ updatedAt }) => updatedAt),
  merge_status: text((row, { world }) => mergeStatus(world, row)),
  approved: flag((row, { world }) => approvalsLeft(ruleStates(world, row)) === 0),
  approvals_required: integer((row, { world }) => approvalsRequired(ruleStates(world, row))),
  approvals_left: integer((row, { world }) => approvalsLeft(ruleStates(world, row))),
  require_password_to_approve: flag(
    ({ projectId }, { world }) => world.projects.require(projectId).approvals.requirePassword,
  ),
  approved_by: many(approverEntity, (row, { world }) =>
    approvalsOf(world, row).map(({ userId }) => ({ user: world.users.require(userId) })),
  ),
  suggested_approvers: many(userRefEntity, suggested),
  approvers: deprecated(),
  approver_groups: deprecated(),
  user_has_approved: flag(
    (row, { world, viewer }) => viewer !== undefined && hasApproved(world, row, viewer),
  ),
  user_can_approve: flag((row, { situation }) => mayApprove(situation, row)),
  approval_rules_left: many(leftRuleEntity, rulesLeft),
  has_approval_rules: flag((row, { world }) => ruleStates(world, row).some(({ rule }) => userDefined(rule))),
  merge_request_approvers_available: flag((_, { world }) => licensed(world, 'premium')),
  multiple_approval_rules_available: flag((_, { world }) => licensed(world, 'premium')),
})

function deprecated(): Field<MergeRequest> {
  return { ...constant<MergeRequest>([]), deprecated: true }
}

/** Eligible approvers who have not approved, and could. */
function suggested(row: MergeRequest, { world, now }: View): User[] {
  const users = new Map<number, User>()
  for (const { eligible } of ruleStates(world, row)) for (const user of eligible) users.set(user.id, user)
  return [...users.values()].filter((user) => mayApprove({ world, now, caller: actingFor(user) }, row))
}

// A rule that takes anybody's approval is named only if it asks for more than the others together.
function rulesLeft(row: MergeRequest, { world }: View): RuleState[] {
  const states = ruleStates(world, row).filter(({ left }) => left > 0)
  const others = states.filter(({ rule }) => rule.ruleType !== 'any_approver')
  const needed = others.reduce((sum, { left }) => sum + left, 0)
  return states.filter(({ rule, left }) => rule.ruleType !== 'any_approver' || left > needed)
}
