import { since } from '../lib/dialect.ts'
import { approvalSettings } from '../model/approvals/approval-settings.ts'
import type { ApprovalSettings, Project } from '../model/projects/project.ts'
import { constant, entity, type Field, flag, integer } from './entity.ts'

/** The approval settings of a project in force (approvals#configuration). */
export const approvalConfigurationEntity = entity<Project>('ApprovalConfiguration', {
  approvers: { ...constant<Project>([]), deprecated: true },
  approver_groups: { ...constant<Project>([]), deprecated: true },
  approvals_before_merge: integer(
    (project, { world }) => approvalSettings(world, project).approvalsBeforeMerge,
  ),
  reset_approvals_on_push: setting('resetApprovalsOnPush'),
  selective_code_owner_removals: setting('selectiveCodeOwnerRemovals'),
  disable_overriding_approvers_per_merge_request: setting('disableOverriding'),
  merge_requests_author_approval: setting('authorApproval'),
  merge_requests_disable_committers_approval: setting('disableCommittersApproval'),
  require_password_to_approve: setting('requirePassword'),
  require_reauthentication_to_approve: since('approvals#later-reauthentication', setting('requirePassword')),
})

type Switch = Exclude<keyof ApprovalSettings, 'approvalsBeforeMerge' | 'withoutPreconfigured'>

function setting(name: Switch): Field<Project> {
  return flag((project, { world }) => approvalSettings(world, project)[name])
}
