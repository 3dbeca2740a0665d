import type { Instant } from '../../time/calendar.ts'
import { nextId, type World } from '../world.ts'
import type { MergeRequest } from './merge-request.ts'

/** Records a version of the diff, unless the diff is unchanged or missing. */
export function recordVersion(world: World, mergeRequest: MergeRequest, now: Instant): void {
  const { id, sha, baseSha, startSha } = mergeRequest
  const last = world.mergeRequestVersions.lastBy('byMergeRequest', id)
  if (last?.headSha === sha && last.baseSha === baseSha && last.startSha === startSha) return
  recordFirstVersion(world, mergeRequest, now)
}

/** Records the diff of a merge request that has no versions yet, unless it is missing. */
export function recordFirstVersion(
  world: World,
  { id, sha, baseSha, startSha }: MergeRequest,
  now: Instant,
): void {
  if (sha === null) return
  world.mergeRequestVersions.insert({
    id: nextId(world, 'mergeRequestVersions'),
    mergeRequestId: id,
    headSha: sha,
    baseSha,
    startSha,
    createdAt: now,
  })
}

export function deleteVersions(world: World, mergeRequestId: number): void {
  for (const version of world.mergeRequestVersions.by('byMergeRequest', mergeRequestId).list())
    world.mergeRequestVersions.delete(version.id)
}
