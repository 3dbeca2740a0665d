import { branchHead } from '../../git/repository.ts'
import type { Instant } from '../../time/calendar.ts'
import { approvalSettings } from '../approvals/approval-settings.ts'
import { removeApprovals } from '../approvals/approve.ts'
import { ownersOfChanges, updateCodeOwnerRules } from '../approvals/code-owner-rules.ts'
import { scheduleNotePositionUpdate } from '../discussions/diff-notes.ts'
import type { MergeRequest } from '../merge-requests/merge-request.ts'
import { recordVersion } from '../merge-requests/merge-request-versions.ts'
import { diffOf } from '../merge-requests/merge-requests.ts'
import { needsRebase } from '../merge-requests/mergeability.ts'
import type { Project } from '../projects/project.ts'
import type { World } from '../world.ts'
import { repositoryOf } from './repository.ts'

/**
 * Brings everything that follows a branch up to date after it was created, moved or deleted: open merge requests from
 * it see the new head and its code owners, lose a waiting merge, and approvals where the project resets them. Notes on
 * their diffs find their lines again a little later. Merges into it that wait are dropped where they need a rebase now.
 */
export function updateAfterBranchMove(world: World, project: Project, branch: string, now: Instant): void {
  const head = branchHead(repositoryOf(world, project), branch)
  for (const mergeRequest of world.mergeRequests.by('bySource', project.id, branch, 'opened').list())
    if (head !== undefined && mergeRequest.sha !== head) follow(world, mergeRequest, now)
  if (project.settings.mergeMethod === 'merge') return
  for (const waiting of world.mergeRequests.by('byTarget', project.id, branch, 'opened').list())
    if (waiting.autoMerge !== null && needsRebase(world, waiting))
      world.mergeRequests.update(waiting.id, { autoMerge: null, updatedAt: now })
}

function follow(world: World, mergeRequest: MergeRequest, now: Instant): void {
  const moved = world.mergeRequests.update(mergeRequest.id, {
    ...diffOf(world, mergeRequest),
    autoMerge: null,
    mergeError: null,
    updatedAt: now,
  })
  recordVersion(world, moved, now)
  scheduleNotePositionUpdate(world, moved, now)
  updateCodeOwnerRules(world, moved, now)
  const project = world.projects.require(mergeRequest.projectId)
  const settings = approvalSettings(world, project)
  if (settings.resetApprovalsOnPush) removeApprovals(world, mergeRequest)
  else if (settings.selectiveCodeOwnerRemovals && mergeRequest.sha !== null && moved.sha !== null) {
    const owners = ownersOfChanges(world, moved, mergeRequest.sha, moved.sha)
    removeApprovals(world, mergeRequest, (userId) => owners.has(userId))
  }
}
