import { groupApprovalSettingEntity, projectApprovalSettingEntity } from '../../entities/approval-setting.ts'
import { changed, type Differs, since } from '../../lib/dialect.ts'
import { configureApprovals, configureGroupApprovals } from '../../model/approvals/approval-configuration.ts'
import type { User } from '../../model/users/user.ts'
import { operation } from '../../protocol/operation.ts'
import { atLeastOneOf, boolean, type Params, type Rule } from '../../protocol/params.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'

const filled = boolean({ notBlank: true })

const groupSettings = {
  allow_author_approval: filled,
  allow_committer_approval: filled,
  allow_overrides_to_approver_list_per_merge_request: filled,
  retain_approvals_on_push: filled,
  require_password_to_approve: filled,
} as const satisfies Params

const later = { require_reauthentication_to_approve: since('approvals#later-reauthentication', filled) }

const projectSettings = {
  ...groupSettings,
  selective_code_owner_removals: filled,
} as const satisfies Params

export const getGroupApprovalSettings = operation(
  {
    method: 'GET',
    path: '/groups/:id/merge_request_approval_setting',
    summary: 'Get the merge request approval settings of a group',
    subject: 'group',
    needs: 'admin_group',
    tier: 'premium',
    answers: { one: groupApprovalSettingEntity },
    beyond: true,
  },
  ({ group }) => group,
)

export const updateGroupApprovalSettings = operation(
  {
    method: 'PUT',
    path: '/groups/:id/merge_request_approval_setting',
    summary: 'Update the merge request approval settings of a group',
    params: { ...groupSettings, ...later },
    rules: [oneAtLeast(groupSettings)],
    subject: 'group',
    needs: 'admin_group',
    tier: 'premium',
    answers: { one: groupApprovalSettingEntity },
    beyond: true,
  },
  ({ world, caller, group, params, now }) => {
    const given = {
      authorApproval: params.allow_author_approval,
      committerApproval: params.allow_committer_approval,
      overriding: params.allow_overrides_to_approver_list_per_merge_request,
      retaining: params.retain_approvals_on_push,
      requirePassword: params.require_reauthentication_to_approve ?? params.require_password_to_approve,
    }
    return configureGroupApprovals(world, group, given, caller.user as User, now)
  },
)

export const getProjectApprovalSettings = operation(
  {
    method: 'GET',
    path: '/projects/:id/merge_request_approval_setting',
    summary: 'Get the merge request approval settings of a project',
    subject: 'project',
    needs: 'admin_project',
    tier: 'premium',
    answers: { one: projectApprovalSettingEntity },
    beyond: true,
  },
  ({ project }) => project,
)

export const updateProjectApprovalSettings = operation(
  {
    method: 'PUT',
    path: '/projects/:id/merge_request_approval_setting',
    summary: 'Update the merge request approval settings of a project',
    params: { ...projectSettings, ...later },
    rules: [oneAtLeast(projectSettings)],
    subject: 'project',
    needs: 'update_project',
    tier: 'premium',
    answers: { one: projectApprovalSettingEntity },
    beyond: true,
  },
  ({ world, caller, project, params, now }) => {
    const given = {
      authorApproval: params.allow_author_approval,
      disableCommittersApproval: not(params.allow_committer_approval),
      disableOverriding: not(params.allow_overrides_to_approver_list_per_merge_request),
      resetApprovalsOnPush: not(params.retain_approvals_on_push),
      selectiveCodeOwnerRemovals: params.selective_code_owner_removals,
      requirePassword: params.require_reauthentication_to_approve ?? params.require_password_to_approve,
    }
    return refuseInvalidRow(() => configureApprovals(world, project, given, caller.user as User, now))
  },
)

function oneAtLeast(known: Params): Differs<Rule> {
  const names = Object.keys(known)
  return changed('approvals#later-reauthentication', {
    before: atLeastOneOf(...names),
    after: atLeastOneOf(...names, ...Object.keys(later)),
  })
}

function not(value: boolean | null | undefined): boolean | undefined {
  return value == null ? undefined : !value
}
