import { nextId, type World } from '../world.ts'
import type { ContextCommit } from './context-commit.ts'
import type { MergeRequest } from './merge-request.ts'

/** The context commits of a merge request, as they were added. */
export function contextCommitsOf(world: World, { id }: Pick<MergeRequest, 'id'>): ContextCommit[] {
  return world.contextCommits.by('byMergeRequest', id).list()
}

export function addContextCommits(world: World, { id }: MergeRequest, shas: readonly string[]): void {
  for (const sha of shas)
    world.contextCommits.insert({ id: nextId(world, 'contextCommits'), mergeRequestId: id, sha })
}

/** Removes these context commits; others are left alone, and so are commits that are none. */
export function removeContextCommits(
  world: World,
  mergeRequest: Pick<MergeRequest, 'id'>,
  isMeant: (sha: string) => boolean = () => true,
): void {
  for (const { id, sha } of contextCommitsOf(world, mergeRequest))
    if (isMeant(sha)) world.contextCommits.delete(id)
}
