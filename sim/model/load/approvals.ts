import type { ApprovalRuleDescription, MergeRequestDescription } from '../../../fixtures/schema.ts'
import type { Steps } from '../../lib/steps.ts'
import type { Instant } from '../../time/calendar.ts'
import { preconfiguredRule } from '../approvals/approval-rules.ts'
import { nextRuleId } from '../approvals/rule-ids.ts'
import type { ApprovalRule, MergeRequest } from '../merge-requests/merge-request.ts'
import { nextId } from '../world.ts'
import { type Loading, loadEach, type ProjectScope, timeOf, userIds } from './loading.ts'

/** The approval rules of a project. */
export function* loadProjectRules(loading: Loading, scope: ProjectScope): Steps<void> {
  yield* loadEach(loading, scope.description.approvalRules, (rule, i) => {
    const path = `${scope.path}.approvalRules[${i}]`
    const row = addRule(loading, scope, rule, { mergeRequestId: null, createdAt: scope.row.createdAt, path })
    scope.rules.add(rule.name, row, `${path}.name`)
  })
  const { approvalsBeforeMerge } = scope.row.approvals
  const preconfigured = preconfiguredRule(loading.world, scope.row)
  if (approvalsBeforeMerge > 0 && preconfigured !== undefined)
    loading.world.approvalRules.insert({ ...preconfigured, approvalsRequired: approvalsBeforeMerge })
}

/** The approvals that a merge request got, and its own rules. */
export function* loadApprovals(
  loading: Loading,
  scope: ProjectScope,
  mergeRequest: MergeRequest,
  { approvals = [], approvalRules = [] }: MergeRequestDescription,
  path: string,
): Steps<void> {
  yield* loadEach(loading, approvals, ({ user, at }, i) => {
    loading.world.approvals.insert({
      id: nextId(loading.world, 'approvals'),
      mergeRequestId: mergeRequest.id,
      userId: loading.users.require(user, `${path}.approvals[${i}].user`).id,
      createdAt: timeOf(loading, at),
    })
  })
  const { id: mergeRequestId, createdAt } = mergeRequest
  yield* loadEach(loading, approvalRules, (rule, i) => {
    addRule(loading, scope, rule, { mergeRequestId, createdAt, path: `${path}.approvalRules[${i}]` })
  })
}

interface RuleOf {
  readonly mergeRequestId: number | null
  readonly createdAt: Instant
  readonly path: string
}

function addRule(
  loading: Loading,
  scope: ProjectScope,
  rule: ApprovalRuleDescription,
  of: RuleOf,
): ApprovalRule {
  const { mergeRequestId, createdAt, path } = of
  const branches = rule.branches ?? []
  return loading.world.approvalRules.insert({
    id: nextRuleId(loading.world),
    projectId: scope.row.id,
    mergeRequestId,
    sourceRuleId: rule.source === undefined ? null : scope.rules.require(rule.source, `${path}.source`).id,
    name: rule.name,
    ruleType: rule.type ?? 'regular',
    reportType: rule.reportType ?? null,
    section: rule.section ?? null,
    approvalsRequired: rule.required,
    userIds: userIds(loading, rule.users, `${path}.users`),
    groupIds: (rule.groups ?? []).map(
      (group, i) => loading.groups.require(group, `${path}.groups[${i}]`).row.id,
    ),
    protectedBranchIds: branches.map(
      (name, i) => scope.protectedBranches.require(name, `${path}.branches[${i}]`).id,
    ),
    allProtectedBranches: rule.allProtectedBranches ?? false,
    createdAt,
    updatedAt: createdAt,
  })
}
