import type { ApprovalSettings, Project } from '../model/project.ts'
import { licensed } from '../policy/tier.ts'
import { constant, entity, type Field, flag, integer } from './entity.ts'

/** How a project wants merge requests to be approved (dossier 1, 10.2). Below premium two values are neutral. */
export const approvalConfigurationEntity = entity<Project>('ApprovalConfiguration', {
  approvers: { ...constant<Project>([]), deprecated: true },
  approver_groups: { ...constant<Project>([]), deprecated: true },
  approvals_before_merge: integer(({ approvals }, { world }) =>
    licensed(world, 'premium') ? approvals.approvalsBeforeMerge : 0,
  ),
  reset_approvals_on_push: flag(
    ({ approvals }, { world }) => licensed(world, 'premium') && approvals.resetApprovalsOnPush,
  ),
  selective_code_owner_removals: setting('selectiveCodeOwnerRemovals'),
  disable_overriding_approvers_per_merge_request: setting('disableOverriding'),
  merge_requests_author_approval: setting('authorApproval'),
  merge_requests_disable_committers_approval: setting('disableCommittersApproval'),
  require_password_to_approve: setting('requirePassword'),
})

type Switch = Exclude<keyof ApprovalSettings, 'approvalsBeforeMerge'>

function setting(name: Switch): Field<Project> {
  return flag(({ approvals }) => approvals[name])
}
