import type { Instant } from '../../time/calendar.ts'
import { recordAudit } from '../audit-events/audit-log.ts'
import { approvalNames } from '../audit-events/audited-project.ts'
import type { Group, GroupApprovals } from '../groups/group.ts'
import { InvalidRow } from '../invalid-row.ts'
import { changeProject } from '../projects/change-project.ts'
import type { ApprovalSettings, Project } from '../projects/project.ts'
import type { User } from '../users/user.ts'
import type { World } from '../world.ts'
import {
  type ApprovalSwitch,
  approvalSettings,
  groupSwitches,
  switchOfGroup,
  switchOfProject,
} from './approval-settings.ts'

/** Settings to change; null and undefined leave one as it is. */
export type ApprovalChanges = {
  readonly [name in keyof ApprovalSettings]?: ApprovalSettings[name] | null | undefined
}

/** The settings above a project that override its own. */
const switches: { readonly [name in keyof ApprovalSettings]?: ApprovalSwitch } = {
  resetApprovalsOnPush: 'retaining',
  disableOverriding: 'overriding',
  authorApproval: 'authorApproval',
  disableCommittersApproval: 'committerApproval',
  requirePassword: 'requirePassword',
}

/**
 * Changes how a project wants merge requests to be approved. A setting that its group or the installation has locked
 * keeps its value, and nothing is refused for it. Throws InvalidRow.
 */
export function configureApprovals(
  world: World,
  project: Project,
  given: ApprovalChanges,
  author: User,
  now: Instant,
): Project {
  const wanted = Object.entries(given) as [keyof ApprovalSettings, ApprovalSettings[keyof ApprovalSettings]][]
  const changes = Object.fromEntries(
    wanted.filter(([name, value]) => value != null && !isLocked(world, project, name)),
  )
  const approvals: ApprovalSettings = { ...project.approvals, ...changes }
  const { selectiveCodeOwnerRemovals, resetApprovalsOnPush } = approvalSettings(world, {
    ...project,
    approvals,
  })
  if (selectiveCodeOwnerRemovals && resetApprovalsOnPush)
    throw new InvalidRow({
      base: ['selective_code_owner_removals can only be enabled when reset_approvals_on_push is disabled'],
    })
  return changeProject(world, project, { approvals }, author, now)
}

function isLocked(world: World, project: Project, name: keyof ApprovalSettings): boolean {
  const above = switches[name]
  return above !== undefined && switchOfProject(world, project, above).lockedBy !== null
}

/** Switches to change in a group; null and undefined leave one as it is. */
export type GroupApprovalChanges = { readonly [name in ApprovalSwitch]?: boolean | null | undefined }

/** Changes what a group allows in the projects below it; what the installation has decided stays. */
export function configureGroupApprovals(
  world: World,
  group: Group,
  given: GroupApprovalChanges,
  author: User,
  now: Instant,
): Group {
  const wanted = Object.entries(given) as [ApprovalSwitch, boolean | null | undefined][]
  const changes = wanted.filter(
    ([name, value]) => value != null && switchOfGroup(world, group, name).lockedBy === null,
  )
  const before = groupSwitches(group)
  const approvals = { ...before, ...Object.fromEntries(changes) } as GroupApprovals
  const changed = world.groups.put({ ...group, approvals })
  for (const [column, name] of Object.entries(switches)) {
    if (before[name] === approvals[name]) continue
    // The column says what is allowed, the audit log what is forbidden.
    const told = (value: boolean) => (name === 'requirePassword' ? value : !value)
    const change = approvalNames[column as keyof ApprovalSettings] ?? column
    const values = { change, from: told(before[name]), to: told(approvals[name]) }
    recordAudit(world, { author, scope: { group }, change: values }, now)
  }
  return changed
}
