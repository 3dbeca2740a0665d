import { mergeRequestRuleEntity } from '../../entities/approval-rule.ts'
import { differs } from '../../lib/dialect.ts'
import { addRule, changeRule, removeRule } from '../../model/approvals/approval-rules.ts'
import { approvalSettings } from '../../model/approvals/approval-settings.ts'
import type { ApprovalRule, MergeRequest } from '../../model/merge-requests/merge-request.ts'
import type { Project } from '../../model/projects/project.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { userDefined } from '../../policy/approvals.ts'
import { eligibleUserIds, replacedGroupIds, visibleGroupIds } from '../../policy/rule-approvers.ts'
import { indexListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, integer, integerList, required, string, stringList } from '../../protocol/params.ts'
import { forbidden, invalidModel, message } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'

const auth = differs('F3', { specification: 'user', real: 'public' })
const iid = { merge_request_iid: required(integer({ about: 'IID of the merge request' })) }
const ruleId = { ...iid, approval_rule_id: required(integer()) }
const approvers = { user_ids: integerList(), group_ids: integerList(), usernames: stringList() }
const number = integer({ atLeast: 0, atMost: 100 })

export const listMergeRequestRules = operation(
  {
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/approval_rules',
    summary: 'List the approval rules of a merge request',
    params: iid,
    auth,
    subject: 'merge_request',
    needs: 'read_merge_request',
    answers: { many: mergeRequestRuleEntity },
    beyond: true,
  },
  ({ world, mergeRequest }) =>
    indexListing(world.approvalRules.by('byMergeRequest', mergeRequest.id), 'ascending'),
)

export const getMergeRequestRule = operation(
  {
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/approval_rules/:approval_rule_id',
    summary: 'Get an approval rule of a merge request',
    params: ruleId,
    auth,
    subject: 'merge_request_rule',
    needs: 'read_merge_request',
    answers: { one: mergeRequestRuleEntity },
    beyond: true,
  },
  ({ mergeRequestRule }) => mergeRequestRule,
)

export const createMergeRequestRule = operation(
  {
    method: 'POST',
    path: '/projects/:id/merge_requests/:merge_request_iid/approval_rules',
    summary: 'Create an approval rule for a merge request',
    params: {
      ...iid,
      name: required(string()),
      approvals_required: required(number),
      approval_project_rule_id: integer({
        about: 'Project rule to copy: its name, and its approvers if none are sent',
      }),
      ...approvers,
    },
    subject: 'merge_request',
    needs: 'update_approvers',
    tier: 'premium',
    answers: { status: 201, one: mergeRequestRuleEntity },
    beyond: true,
  },
  ({ world, caller, project, mergeRequest, params, view, given, now }) => {
    refuseLockedRules(world, project, mergeRequest)
    const source = sourceRule(world, project, params.approval_project_rule_id)
    const own = given('user_ids') || given('group_ids') || given('usernames')
    const copied = own ? undefined : source
    const { situation } = view
    const named = { userIds: params.user_ids ?? [], usernames: params.usernames ?? [] }
    const userIds = copied?.userIds ?? eligibleUserIds(situation, project, named)
    const groupIds = copied?.groupIds ?? visibleGroupIds(situation, params.group_ids ?? [])
    const sent = [params.user_ids, params.usernames, params.group_ids].some((list) => list && list.length > 0)
    const someone = copied === undefined ? sent : userIds.length + groupIds.length > 0
    const values = {
      name: source?.name ?? params.name,
      approvalsRequired: params.approvals_required,
      ruleType: someone ? ('regular' as const) : ('any_approver' as const),
      reportType: null,
      sourceRuleId: source?.id ?? null,
      userIds,
      groupIds,
      protectedBranchIds: [],
      allProtectedBranches: false,
    }
    return refuseInvalidRow(() =>
      addRule(world, { project, mergeRequest, by: caller.user as User }, values, now),
    )
  },
)

export const updateMergeRequestRule = operation(
  {
    method: 'PUT',
    path: '/projects/:id/merge_requests/:merge_request_iid/approval_rules/:approval_rule_id',
    summary: 'Update an approval rule of a merge request',
    params: {
      ...ruleId,
      name: string(),
      approvals_required: number,
      ...approvers,
      remove_hidden_groups: boolean(),
    },
    subject: 'merge_request_rule',
    needs: 'update_approvers',
    tier: 'premium',
    answers: { one: mergeRequestRuleEntity },
    beyond: true,
  },
  ({ world, caller, project, mergeRequest, mergeRequestRule: rule, params, view, given, now }) => {
    refuseLockedRules(world, project, mergeRequest)
    refuseGeneratedRule(rule)
    const named = { userIds: params.user_ids ?? [], usernames: params.usernames ?? [] }
    const groups = given('group_ids') ? (params.group_ids ?? []) : rule.groupIds
    const dropHidden = params.remove_hidden_groups === true
    const changes = {
      ...(given('name') ? { name: params.name ?? null } : {}),
      ...(given('approvals_required') ? { approvalsRequired: params.approvals_required ?? null } : {}),
      ...(given('user_ids') || given('usernames')
        ? { userIds: eligibleUserIds(view.situation, project, named) }
        : {}),
      groupIds: replacedGroupIds(view.situation, rule.groupIds, groups, dropHidden),
    }
    return refuseInvalidRow(() =>
      changeRule(world, { project, mergeRequest, by: caller.user as User }, rule, changes, now),
    )
  },
)

export const deleteMergeRequestRule = operation(
  {
    method: 'DELETE',
    path: '/projects/:id/merge_requests/:merge_request_iid/approval_rules/:approval_rule_id',
    summary: 'Delete an approval rule of a merge request',
    params: ruleId,
    subject: 'merge_request_rule',
    needs: 'update_approvers',
    tier: 'premium',
    unmodifiedSince: 'subject',
    answers: { status: 204 },
    refuses: [400],
    beyond: true,
  },
  ({ world, caller, project, mergeRequest, mergeRequestRule, now }) => {
    refuseLockedRules(world, project, mergeRequest)
    refuseGeneratedRule(mergeRequestRule)
    removeRule(world, mergeRequestRule, caller.user as User, now)
  },
)

function refuseLockedRules(world: World, project: Project, mergeRequest: MergeRequest): void {
  if (approvalSettings(world, project).disableOverriding) throw forbidden()
  if (mergeRequest.state === 'merged') throw invalidModel({ merge_request: ['must not be merged'] })
}

// Rules for code owners and reports are generated, so nobody edits them.
function refuseGeneratedRule(rule: ApprovalRule): void {
  if (!userDefined(rule)) throw message(403, ['Prohibited'])
}

function sourceRule(world: World, project: Project, id: number | null | undefined): ApprovalRule | undefined {
  const rule = world.approvalRules.get(id ?? 0)
  if (rule === undefined || rule.mergeRequestId !== null) return undefined
  if (rule.projectId !== project.id)
    throw invalidModel({ approval_project_rule: ['must be for the same project'] })
  return rule
}
