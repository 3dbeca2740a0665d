import type { Instant } from '../time/calendar.ts'
import { changeProject } from './change-project.ts'
import { InvalidRow } from './invalid-row.ts'
import type { ApprovalSettings, Project } from './project.ts'
import type { User } from './user.ts'
import type { World } from './world.ts'

/** Settings to change; null and undefined leave one as it is. */
export type ApprovalChanges = {
  readonly [name in keyof ApprovalSettings]: ApprovalSettings[name] | null | undefined
}

/** Changes how a project wants merge requests to be approved. Throws InvalidRow. */
export function configureApprovals(
  world: World,
  project: Project,
  given: ApprovalChanges,
  author: User,
  now: Instant,
): Project {
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value != null))
  const approvals: ApprovalSettings = { ...project.approvals, ...changes }
  if (approvals.selectiveCodeOwnerRemovals && approvals.resetApprovalsOnPush)
    throw new InvalidRow({
      base: ['selective_code_owner_removals can only be enabled when reset_approvals_on_push is disabled'],
    })
  return changeProject(world, project, { approvals }, author, now)
}
