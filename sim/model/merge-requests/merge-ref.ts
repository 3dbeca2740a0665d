import { readCommit } from '../../git/objects.ts'
import type { Instant } from '../../time/calendar.ts'
import { signatureOf } from '../repository/new-commit.ts'
import { objectsOf, repositoryOf } from '../repository/repository.ts'
import type { World } from '../world.ts'
import type { MergeRequest } from './merge-request.ts'
import { headsOf, storeMerge } from './mergeability.ts'

/** The merge that a merge request would make, kept under a reference of its own; undefined where nothing can be merged. */
export function mergeRefOf(world: World, mergeRequest: MergeRequest, now: Instant): string | undefined {
  const { source, target } = headsOf(world, mergeRequest)
  if (mergeRequest.state !== 'opened' || source === undefined || target === undefined) return undefined
  const repository = repositoryOf(world, world.projects.require(mergeRequest.projectId))
  const name = `refs/merge-requests/${mergeRequest.iid}/merge`
  const known = repository.refs.get(name)
  if (known !== undefined && `${readCommit(repository.objects, known).parents}` === `${target},${source}`)
    return known
  const merged = storeMerge(world, target, source)
  if (!('tree' in merged)) return undefined
  const author = signatureOf(world.users.require(mergeRequest.authorId), now)
  const id = objectsOf(world).put({
    type: 'commit',
    tree: merged.tree,
    parents: [target, source],
    author,
    committer: author,
    message: `Merge ${source} into ${target}`,
  })
  repository.refs.set(name, id)
  return id
}
