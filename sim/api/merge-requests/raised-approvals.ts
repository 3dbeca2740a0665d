import { raiseApprovals } from '../../model/approvals/approval-rules.ts'
import { approvalSettings } from '../../model/approvals/approval-settings.ts'
import type { MergeRequest } from '../../model/merge-requests/merge-request.ts'
import type { Project } from '../../model/projects/project.ts'
import type { World } from '../../model/world.ts'
import { applicableRules } from '../../policy/approvals.ts'
import type { Instant } from '../../time/calendar.ts'

/**
 * A new merge request with the number of approvals that its author asked for. Only a number above the project's own
 * counts, and only where the project asks for approvals at all (merge-requests#approvals-before-merge).
 */
export function raisedApprovals(
  world: World,
  project: Project,
  mergeRequest: MergeRequest,
  given: number | null | undefined,
  now: Instant,
): MergeRequest {
  if (given == null) return mergeRequest
  const { approvalsBeforeMerge: own, disableOverriding } = approvalSettings(world, project)
  if (own === 0 || given <= own || disableOverriding) return mergeRequest
  const owner = { project, mergeRequest }
  return raiseApprovals(world, owner, applicableRules(world, mergeRequest), given, now)
}
