import { approvalRuleEntity } from '../../entities/approval-rule.ts'
import { type Dialect, differs, inDialect } from '../../lib/dialect.ts'
import { addRule, changeRule, preconfiguredRule, removeRule } from '../../model/approvals/approval-rules.ts'
import { rulesLocked } from '../../model/approvals/approval-settings.ts'
import type { ApprovalRule } from '../../model/merge-requests/merge-request.ts'
import type { Project } from '../../model/projects/project.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { userDefined } from '../../policy/approvals.ts'
import type { Caller } from '../../policy/caller.ts'
import { eligibleUserIds, replacedGroupIds, visibleGroupIds } from '../../policy/rule-approvers.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, integer, string, withDefault } from '../../protocol/params.ts'
import { forbidden, recordNotFound } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'
import {
  approvers,
  oldApprovers,
  protectedBranchIds,
  ruleBasics,
  ruleId,
  ruleKind,
  source,
} from './params.ts'

export const listApprovalRules = operation(
  {
    method: 'GET',
    path: '/projects/:id/approval_rules',
    summary: 'List the approval rules of a project',
    subject: 'project',
    needs: 'read_approval_rules',
    tier: 'premium',
    answers: { many: approvalRuleEntity },
    source,
  },
  ({ world, project, view }) => {
    const rows = world.approvalRules.by('byProject', project.id).list()
    const preconfigured = hasPreconfiguredRule(view.dialect) ? preconfiguredRule(world, project) : undefined
    const rules = preconfigured === undefined ? rows : [...rows, preconfigured]
    rules.sort((a, b) => Number(userDefined(b)) - Number(userDefined(a)) || a.id - b.id)
    return listingOf(rules)
  },
)

export const getApprovalRule = operation(
  {
    method: 'GET',
    path: '/projects/:id/approval_rules/:approval_rule_id',
    summary: 'Get an approval rule of a project',
    subject: 'approval_rule',
    needs: 'read_approval_rules',
    tier: 'premium',
    answers: { one: approvalRuleEntity },
    source,
  },
  ({ world, approvalRule, view }) => existingRule(world, approvalRule, view.dialect),
)

export const createApprovalRule = operation(
  {
    method: 'POST',
    path: '/projects/:id/approval_rules',
    summary: 'Create an approval rule for a project',
    params: {
      ...ruleBasics,
      ...ruleKind,
      ...oldApprovers,
      ...approvers,
      ...protectedBranchIds,
      applies_to_all_protected_branches: withDefault(boolean(), false),
    },
    subject: 'project',
    needs: 'admin_approval_rules',
    tier: 'premium',
    answers: { status: 201, one: approvalRuleEntity },
    source,
  },
  ({ world, caller, project, params, view, given, now }) => {
    refuseLocked(world, caller)
    const userIds = (given('user_ids') ? params.user_ids : params.users) ?? []
    const groupIds = (given('group_ids') ? params.group_ids : params.groups) ?? []
    const usernames = params.usernames ?? []
    const named = userIds.length + groupIds.length + usernames.length > 0
    const allProtectedBranches = params.applies_to_all_protected_branches
    const ruleType = params.rule_type ?? (named ? 'regular' : 'any_approver')
    const values = {
      name: params.name,
      approvalsRequired: params.approvals_required,
      ruleType,
      reportType: ruleType === 'report_approver' ? (params.report_type ?? null) : null,
      sourceRuleId: null,
      userIds: eligibleUserIds(view.situation, project, { userIds, usernames }),
      groupIds: visibleGroupIds(view.situation, groupIds),
      protectedBranchIds: allProtectedBranches ? [] : branchIds(world, project, params.protected_branch_ids),
      allProtectedBranches,
    }
    return refuseInvalidRow(() => addRule(world, { project, by: caller.user as User }, values, now))
  },
)

export const updateApprovalRule = operation(
  {
    method: 'PUT',
    path: '/projects/:id/approval_rules/:approval_rule_id',
    summary: 'Update an approval rule of a project',
    params: {
      ...ruleId,
      name: differs('F5', { specification: ruleBasics.name, real: string() }),
      approvals_required: differs('F5', {
        specification: ruleBasics.approvals_required,
        real: integer({ atLeast: 0, atMost: 100 }),
      }),
      ...oldApprovers,
      ...approvers,
      remove_hidden_groups: boolean({ about: 'Also removes groups that the caller cannot see' }),
      ...protectedBranchIds,
      applies_to_all_protected_branches: differs('F33', {
        specification: withDefault(boolean(), false),
        real: boolean(),
      }),
    },
    subject: 'approval_rule',
    needs: 'admin_approval_rules',
    tier: 'premium',
    answers: { one: approvalRuleEntity },
    source,
  },
  ({ world, caller, project, approvalRule, params, view, given, now }) => {
    const rule = existingRule(world, approvalRule, view.dialect)
    refuseLocked(world, caller)
    const { situation } = view
    // A list that is not sent counts as empty in the specification; the real service leaves it unchanged.
    const replaces = (...names: Parameters<typeof given>[0][]) =>
      inDialect(differs('F6', { specification: true, real: names.some(given) }), view.dialect)
    const userIds = (given('user_ids') ? params.user_ids : params.users) ?? []
    const usernames = params.usernames ?? []
    const groupIds = (given('group_ids') ? params.group_ids : params.groups) ?? []
    const allProtectedBranches = params.applies_to_all_protected_branches ?? rule.allProtectedBranches
    const changes = {
      ...(given('name') ? { name: params.name ?? null } : {}),
      ...(given('approvals_required') ? { approvalsRequired: params.approvals_required ?? null } : {}),
      ...(replaces('user_ids', 'users', 'usernames')
        ? { userIds: eligibleUserIds(situation, project, { userIds, usernames }) }
        : {}),
      ...(replaces('group_ids', 'groups') || params.remove_hidden_groups
        ? {
            groupIds: replacedGroupIds(
              situation,
              rule.groupIds,
              replaces('group_ids', 'groups') ? groupIds : rule.groupIds,
              params.remove_hidden_groups === true,
            ),
          }
        : {}),
      ...(given('protected_branch_ids') && !allProtectedBranches
        ? { protectedBranchIds: branchIds(world, project, params.protected_branch_ids) }
        : {}),
      allProtectedBranches,
    }
    return refuseInvalidRow(() => changeRule(world, { project, by: caller.user as User }, rule, changes, now))
  },
)

export const deleteApprovalRule = operation(
  {
    method: 'DELETE',
    path: '/projects/:id/approval_rules/:approval_rule_id',
    summary: 'Delete an approval rule of a project',
    params: ruleId,
    subject: 'approval_rule',
    needs: 'admin_approval_rules',
    tier: 'premium',
    unmodifiedSince: 'subject',
    answers: { status: 204 },
    source,
  },
  ({ world, caller, approvalRule, view, now }) => {
    const rule = existingRule(world, approvalRule, view.dialect)
    refuseLocked(world, caller)
    removeRule(world, rule, caller.user as User, now)
  },
)

// Administrators can lock the rules of all projects for everybody but themselves.
function refuseLocked(world: World, { admin }: Caller): void {
  if (!admin && rulesLocked(world)) throw forbidden()
}

function hasPreconfiguredRule(dialect: Dialect): boolean {
  return inDialect(differs('F21', { specification: true, real: false }), dialect)
}

/** The rule, unless it is the pre-configured one, which only the specification has. */
function existingRule(world: World, rule: ApprovalRule, dialect: Dialect): ApprovalRule {
  if (world.approvalRules.get(rule.id) === undefined && !hasPreconfiguredRule(dialect)) throw recordNotFound()
  return rule
}

function branchIds(world: World, project: Project, ids: readonly number[] | undefined): number[] {
  const here = world.protectedBranches.by('byProject', project.id).list()
  return here.map(({ id }) => id).filter((id) => ids?.includes(id))
}
