import { log } from '../../git/history.ts'
import type { MergeRequest } from '../merge-requests/merge-request.ts'
import type { Project } from '../projects/project.ts'
import type { World } from '../world.ts'
import { objectsOf } from './repository.ts'

/** The oldest merged merge request that brought each of these commits in, as far as there is one. */
export function mergeRequestsOf(
  world: World,
  project: Project,
  commits: readonly string[],
): ReadonlyMap<string, MergeRequest> {
  const found = new Map<string, MergeRequest>()
  if (commits.length === 0) return found
  const left = new Set(commits)
  const bring = (id: string, mergeRequest: MergeRequest): void => {
    if (left.delete(id)) found.set(id, mergeRequest)
  }
  const merged = world.mergeRequests.by('byState', project.id, 'merged').list()
  merged.sort((a, b) => a.id - b.id)
  // What a merge itself made belongs to it, even where an older one has a commit of that name.
  for (const mergeRequest of merged)
    for (const id of [mergeRequest.squashCommitSha, mergeRequest.mergeCommitSha])
      if (id !== null) bring(id, mergeRequest)
  for (const mergeRequest of merged) {
    if (left.size === 0) break
    for (const id of commitsOf(world, mergeRequest)) bring(id, mergeRequest)
  }
  return found
}

function* commitsOf(world: World, { sha, baseSha, startSha }: MergeRequest): Generator<string> {
  const exclude = [baseSha, startSha].filter((id) => id !== null)
  if (sha === null || exclude.length === 0) return
  for (const { id } of log(objectsOf(world), sha, { exclude })) yield id
}
