import { approvalStateEntity, requestSettingsEntity } from '../../entities/approval-state.ts'
import { approvalsEntity } from '../../entities/approvals.ts'
import { differs } from '../../lib/dialect.ts'
import { requireApprovals } from '../../model/approvals/approval-rules.ts'
import { approvalSettings } from '../../model/approvals/approval-settings.ts'
import { applicableRules } from '../../policy/approvals.ts'
import { operation } from '../../protocol/operation.ts'
import { string } from '../../protocol/params.ts'
import { Refusal } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'
import { mergeRequestIid, ruleBasics, source, unlicensed } from './params.ts'

const auth = differs('F3', { specification: 'user', real: 'public' })

export const getMergeRequestApprovals = operation(
  {
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/approvals',
    summary: 'Get the approvals of a merge request',
    params: mergeRequestIid,
    auth,
    subject: 'merge_request',
    needs: 'read_merge_request',
    tier: 'premium',
    unlicensed,
    answers: { one: approvalsEntity },
    source,
  },
  ({ mergeRequest }) => mergeRequest,
)

export const updateRequiredApprovals = operation(
  {
    method: 'POST',
    path: '/projects/:id/merge_requests/:merge_request_iid/approvals',
    summary: 'Update the required approvals of a merge request',
    params: { ...mergeRequestIid, approvals_required: ruleBasics.approvals_required },
    subject: 'merge_request',
    needs: 'update_merge_request',
    tier: 'premium',
    unlicensed,
    answers: { status: 201, one: approvalsEntity },
    refuses: [422],
    deprecated: true,
    source,
  },
  ({ world, project, mergeRequest, params, now }) => {
    if (approvalSettings(world, project).disableOverriding)
      throw new Refusal(422, { error: 'Overriding approvals is disabled' })
    const rules = applicableRules(world, mergeRequest)
    const owner = { project, mergeRequest }
    return refuseInvalidRow(() => requireApprovals(world, owner, rules, params.approvals_required, now))
  },
)

export const getMergeRequestApprovalState = operation(
  {
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/approval_state',
    summary: 'Get the approval state of a merge request',
    params: mergeRequestIid,
    auth,
    subject: 'merge_request',
    needs: 'read_merge_request',
    tier: 'premium',
    unlicensed,
    answers: { one: approvalStateEntity },
    source,
  },
  ({ mergeRequest }) => mergeRequest,
)

export const getMergeRequestApprovalSettings = operation(
  {
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/approval_settings',
    summary: 'Get the approval rules of a merge request as its page shows them',
    params: {
      ...mergeRequestIid,
      target_branch: string({ about: 'The branch whose rules are asked for; its target branch if omitted' }),
    },
    auth,
    subject: 'merge_request',
    needs: 'read_merge_request',
    tier: 'premium',
    unlicensed,
    answers: { one: requestSettingsEntity },
    beyond: true,
  },
  ({ mergeRequest, params }) => ({
    ...mergeRequest,
    ...(params.target_branch && { targetBranch: params.target_branch }),
  }),
)
