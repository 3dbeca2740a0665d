import { approvalConfigurationEntity } from '../../entities/approval-configuration.ts'
import { changed, differs, since } from '../../lib/dialect.ts'
import { configureApprovals } from '../../model/approvals/approval-configuration.ts'
import type { User } from '../../model/users/user.ts'
import { operation } from '../../protocol/operation.ts'
import { atLeastOneOf, boolean, integer, type Params } from '../../protocol/params.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'
import { source, unlicensed } from './params.ts'

const configuration = {
  approvals_before_merge: integer({ atLeast: 0, about: 'Required approvals', deprecated: true }),
  reset_approvals_on_push: boolean(),
  selective_code_owner_removals: boolean({ about: 'Only allowed while `reset_approvals_on_push` is off' }),
  disable_overriding_approvers_per_merge_request: boolean(),
  merge_requests_author_approval: boolean(),
  merge_requests_disable_committers_approval: boolean(),
  require_password_to_approve: boolean(),
  require_reauthentication_to_approve: since('approvals#later-reauthentication', boolean()),
} as const satisfies Params

const { require_reauthentication_to_approve: _later, ...known } = configuration

export const getApprovalConfiguration = operation(
  {
    method: 'GET',
    path: '/projects/:id/approvals',
    summary: 'Get the approval configuration of a project',
    subject: 'project',
    needs: 'read_approval_configuration',
    tier: 'premium',
    unlicensed,
    answers: { one: approvalConfigurationEntity },
    source,
  },
  ({ project }) => project,
)

export const updateApprovalConfiguration = operation(
  {
    method: 'POST',
    path: '/projects/:id/approvals',
    summary: 'Update the approval configuration of a project',
    params: configuration,
    rules: [
      differs('F24', {
        specification: undefined,
        real: changed('approvals#later-reauthentication', {
          before: atLeastOneOf(...Object.keys(known)),
          after: atLeastOneOf(...Object.keys(configuration)),
        }),
      }),
    ],
    subject: 'project',
    needs: 'update_project',
    tier: 'premium',
    unlicensed,
    answers: { status: 201, one: approvalConfigurationEntity },
    source,
  },
  ({ world, caller, project, params, now }) => {
    const given = {
      approvalsBeforeMerge: params.approvals_before_merge,
      resetApprovalsOnPush: params.reset_approvals_on_push,
      selectiveCodeOwnerRemovals: params.selective_code_owner_removals,
      disableOverriding: params.disable_overriding_approvers_per_merge_request,
      authorApproval: params.merge_requests_author_approval,
      disableCommittersApproval: params.merge_requests_disable_committers_approval,
      requirePassword: params.require_reauthentication_to_approve ?? params.require_password_to_approve,
    }
    return refuseInvalidRow(() => configureApprovals(world, project, given, caller.user as User, now))
  },
)
