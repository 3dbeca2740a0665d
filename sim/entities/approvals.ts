import { changed, since } from '../lib/dialect.ts'
import { approvalSettings } from '../model/approvals/approval-settings.ts'
import type { Group } from '../model/groups/group.ts'
import {
  type Approval,
  type ApprovalRule,
  type MergeRequest,
  mergeRequestStates,
} from '../model/merge-requests/merge-request.ts'
import { mergeStatus } from '../model/merge-requests/mergeability.ts'
import type { User } from '../model/users/user.ts'
import {
  applicableRules,
  approvalsLeft,
  approvalsOf,
  approvalsRequired,
  isApproved,
  type RuleState,
  ruleStates,
  userDefined,
} from '../policy/approvals.ts'
import { hasApproved, mayApprove } from '../policy/approving.ts'
import { callerFor } from '../policy/caller.ts'
import { licensed } from '../policy/tier.ts'
import { hidesGroups, nameInState, shownGroups, usersOf } from './approval-rule.ts'
import {
  apart,
  entity,
  flag,
  integer,
  many,
  nullable,
  one,
  oneOfTexts,
  text,
  timestamp,
  type View,
} from './entity.ts'
import { groupEntity } from './group.ts'
import { userRefEntity } from './user-ref.ts'

interface Approver {
  readonly user: User
}
const approverEntity = entity<Approver>('Approver', { user: one(userRefEntity, ({ user }) => user) })

const approvalEntity = entity<Approval>('Approval', {
  user: one(userRefEntity, ({ userId }, { world }) => world.users.require(userId)),
  approved_at: timestamp(({ createdAt }) => createdAt),
})

interface ApproverGroup {
  readonly group: Group
}
const approverGroupEntity = entity<ApproverGroup>('ApproverGroup', {
  group: one(groupEntity, ({ group }) => group),
})

const leftRuleEntity = entity<RuleState>('ApprovalRuleLeft', {
  id: integer(({ rule }) => rule.id),
  name: text(({ rule }) => nameInState(rule)),
  rule_type: text(({ rule }) => rule.ruleType),
})

/** Where a merge request stands with its approvals (approvals#status). */
export const approvalsEntity = entity<MergeRequest>('Approvals', {
  id: integer(({ id }) => id),
  iid: integer(({ iid }) => iid),
  project_id: integer(({ projectId }) => projectId),
  title: text(({ title }) => title),
  description: nullable(text(({ description }) => description as string)),
  state: oneOfTexts(mergeRequestStates, ({ state }) => state),
  created_at: timestamp(({ createdAt }) => createdAt),
  updated_at: timestamp(({ updatedAt }) => updatedAt),
  merge_status: text((row, { world }) => mergeStatus(world, row)),
  approved: flag((row, { world, today }) => isApproved(world, row, today)),
  approvals_required: integer((row, { world, today }) => approvalsRequired(ruleStates(world, row, today))),
  approvals_left: integer((row, { world, today }) => approvalsLeft(ruleStates(world, row, today))),
  require_password_to_approve: flag(
    ({ projectId }, { world }) => approvalSettings(world, world.projects.require(projectId)).requirePassword,
  ),
  approved_by: changed('approvals#later-approved-at', {
    before: many(approverEntity, (row, { world }) =>
      approvalsOf(world, row).map(({ userId }) => ({ user: world.users.require(userId) })),
    ),
    after: many(approvalEntity, (row, { world }) => approvalsOf(world, row)),
  }),
  suggested_approvers: many(userRefEntity, suggested),
  approvers: { ...many(approverEntity, firstApprovers), deprecated: true },
  approver_groups: { ...many(approverGroupEntity, firstGroups), deprecated: true },
  user_has_approved: apart(
    flag((row, { world, viewer }) => viewer !== undefined && hasApproved(world, row, viewer)),
  ),
  user_can_approve: flag(({ id }, view) =>
    view.decide(`approve ${id}`, (situation) =>
      mayApprove(situation, situation.world.mergeRequests.require(id)),
    ),
  ),
  approval_rules_left: many(leftRuleEntity, rulesLeft),
  has_approval_rules: flag((row, { world }) => applicableRules(world, row).some(userDefined)),
  merge_request_approvers_available: flag((_, { world }) => licensed(world, 'premium')),
  multiple_approval_rules_available: flag((_, { world }) => licensed(world, 'premium')),
  invalid_approvers_rules: since('approvals#later-invalid-rules', many(leftRuleEntity, unsatisfiable)),
})

/** Rules that ask for more approvals than there are approvers. */
function unsatisfiable(row: MergeRequest, { world, today }: View): RuleState[] {
  return ruleStates(world, row, today).filter(
    ({ rule, eligible }) => userDefined(rule) && eligible.length < rule.approvalsRequired,
  )
}

/** The users of the first regular rule, which old clients take for all approvers. */
function firstApprovers(row: MergeRequest, { world }: View): Approver[] {
  const rule = applicableRules(world, row).find(isRegular)
  return rule === undefined ? [] : usersOf(rule, world).map((user) => ({ user }))
}

function firstGroups(row: MergeRequest, view: View): ApproverGroup[] {
  const rule = applicableRules(view.world, row).find(isRegular)
  return rule === undefined ? [] : shownGroups(rule, view).map((group) => ({ group }))
}

function isRegular({ ruleType }: ApprovalRule): boolean {
  return ruleType === 'regular'
}

/** Eligible approvers who have not approved, and could. A rule that hides groups from the viewer suggests nobody. */
function suggested(row: MergeRequest, view: View): User[] {
  const { world, today } = view
  const users = new Map<number, User>()
  for (const { rule, eligible } of ruleStates(world, row, today))
    if (!hidesGroups(rule, view)) for (const user of eligible) users.set(user.id, user)
  return [...users.values()].filter((user) => mayApprove({ world, now: today, caller: callerFor(user) }, row))
}

// A rule that takes anybody's approval is named only if it asks for more than the others together.
function rulesLeft(row: MergeRequest, { world, today }: View): RuleState[] {
  const states = ruleStates(world, row, today).filter(({ approved }) => !approved)
  const others = states.filter(({ rule }) => rule.ruleType !== 'any_approver')
  const needed = others.reduce((sum, { left }) => sum + left, 0)
  return states.filter(({ rule, left }) => rule.ruleType !== 'any_approver' || left > needed)
}
