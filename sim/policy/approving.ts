import type { MergeRequest } from '../model/merge-requests/merge-request.ts'
import type { User } from '../model/users/user.ts'
import type { World } from '../model/world.ts'
import { can, type Situation } from './abilities.ts'
import { applicableRules, approvalsOf, approversInGroup } from './approvals.ts'
import { isExcluded } from './excluded-approvers.ts'

/** True when the caller may approve at all: by role, as a participant, or as a member of an approver group. */
export function isApprover(situation: Situation, mergeRequest: MergeRequest): boolean {
  if (can(situation, 'approve_merge_request', mergeRequest)) return true
  const project = situation.world.projects.require(mergeRequest.projectId)
  const { user } = situation.caller
  if (user === undefined || project.archived || !can(situation, 'read_merge_request', mergeRequest))
    return false
  return inApproverGroup(situation, mergeRequest, user)
}

/** True when the caller could approve right now. */
export function mayApprove(situation: Situation, mergeRequest: MergeRequest): boolean {
  const { world, caller } = situation
  const { user } = caller
  if (user === undefined || mergeRequest.state === 'merged' || !isApprover(situation, mergeRequest))
    return false
  return !hasApproved(world, mergeRequest, user) && !isExcluded(world, mergeRequest, user)
}

export function hasApproved(world: World, mergeRequest: MergeRequest, user: User): boolean {
  return approvalsOf(world, mergeRequest).some(({ userId }) => userId === user.id)
}

function inApproverGroup({ world, now }: Situation, mergeRequest: MergeRequest, user: User): boolean {
  const groupIds = applicableRules(world, mergeRequest).flatMap((rule) => rule.groupIds)
  return groupIds.some((id) => !approversInGroup(world, id, now, user.id).next().done)
}
