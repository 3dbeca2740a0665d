import type { Group, GroupApprovals } from '../groups/group.ts'
import { rootGroupOf } from '../groups/group-tree.ts'
import { licensed } from '../installation/tier.ts'
import type { ApprovalSettings, Project } from '../projects/project.ts'
import { settingInForce } from '../settings/in-force.ts'
import type { World } from '../world.ts'

/** Who locked a setting for everything below. */
export type LockedBy = 'instance' | 'group'

/** The value in force, and who above the project or group locked it. */
export interface ResolvedSwitch {
  readonly value: boolean
  readonly lockedBy: LockedBy | null
}

/** What approval settings allow or demand; the names are those of the group's row. */
export type ApprovalSwitch = keyof GroupApprovals

const instanceSettings = {
  authorApproval: 'prevent_merge_requests_author_approval',
  committerApproval: 'prevent_merge_requests_committers_approval',
  overriding: 'disable_overriding_approvers_per_merge_request',
} as const

/** A project's own switches. */
export function projectSwitches(own: ApprovalSettings): GroupApprovals {
  return {
    authorApproval: own.authorApproval,
    committerApproval: !own.disableCommittersApproval,
    overriding: !own.disableOverriding,
    retaining: !own.resetApprovalsOnPush,
    requirePassword: own.requirePassword,
  }
}

/** The switches of a group that has set none. */
const undecided: GroupApprovals = {
  authorApproval: true,
  committerApproval: true,
  overriding: true,
  retaining: true,
  requirePassword: false,
}

/** A group's own switches. */
export function groupSwitches({ approvals }: Group): GroupApprovals {
  return approvals ?? undecided
}

/**
 * A switch of a project, after the installation and the top-level group: whatever one of them forbids is forbidden, and
 * locked below; so is a password that the group demands (approvals#locked-by-group).
 */
export function switchOfProject(world: World, project: Project, name: ApprovalSwitch): ResolvedSwitch {
  const own = projectSwitches(project.approvals)[name]
  const group = licensed(world, 'premium') ? rootGroupOf(world, project)?.approvals?.[name] : undefined
  if (name === 'requirePassword')
    return group === true ? { value: true, lockedBy: 'group' } : { value: own, lockedBy: null }
  if (forbiddenByInstance(world, name)) return { value: false, lockedBy: 'instance' }
  return group === false ? { value: false, lockedBy: 'group' } : { value: own, lockedBy: null }
}

/** The same for a group, above which only the installation decides. */
export function switchOfGroup(world: World, group: Group, name: ApprovalSwitch): ResolvedSwitch {
  if (forbiddenByInstance(world, name)) return { value: false, lockedBy: 'instance' }
  return { value: groupSwitches(group)[name], lockedBy: null }
}

/** How merge requests of a project are approved: its own configuration, as far as it is licensed and not locked. */
export function approvalSettings(world: World, project: Project): ApprovalSettings {
  const resolved = (name: ApprovalSwitch) => switchOfProject(world, project, name).value
  const premium = licensed(world, 'premium')
  const { approvalsBeforeMerge, selectiveCodeOwnerRemovals } = project.approvals
  return {
    approvalsBeforeMerge: premium ? approvalsBeforeMerge : 0,
    resetApprovalsOnPush: premium && !resolved('retaining'),
    selectiveCodeOwnerRemovals,
    disableOverriding: !resolved('overriding'),
    authorApproval: resolved('authorApproval'),
    disableCommittersApproval: !resolved('committerApproval'),
    requirePassword: resolved('requirePassword'),
  }
}

/** True when nobody but administrators may change approval rules (approvals#locked-by-installation). */
export function rulesLocked(world: World): boolean {
  return forbiddenByInstance(world, 'overriding')
}

function forbiddenByInstance(world: World, name: ApprovalSwitch): boolean {
  if (!(name in instanceSettings) || !licensed(world, 'premium')) return false
  return settingInForce(world, instanceSettings[name as keyof typeof instanceSettings])
}
