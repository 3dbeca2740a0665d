import { log } from '../git/history.ts'
import { approvalSettings } from '../model/approvals/approval-settings.ts'
import type { MergeRequest } from '../model/merge-requests/merge-request.ts'
import { objectsOf } from '../model/repository/repository.ts'
import type { User } from '../model/users/user.ts'
import type { World } from '../model/world.ts'

/** True for the author and for committers, where the project does not let them approve. */
export function isExcluded(world: World, mergeRequest: MergeRequest, user: User): boolean {
  const project = world.projects.require(mergeRequest.projectId)
  const { authorApproval, disableCommittersApproval } = approvalSettings(world, project)
  if (mergeRequest.authorId === user.id && !authorApproval) return true
  return disableCommittersApproval && hasCommitted(world, mergeRequest, user)
}

function hasCommitted(world: World, { sha, baseSha }: MergeRequest, user: User): boolean {
  if (sha === null) return false
  const email = user.email.toLowerCase()
  const exclude = baseSha === null ? [] : [baseSha]
  for (const { commit } of log(objectsOf(world), sha, { exclude }))
    if (commit.committer.email.toLowerCase() === email) return true
  return false
}
