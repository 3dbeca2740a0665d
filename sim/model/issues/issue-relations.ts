import type { Run } from '../../store/run.ts'
import type { MergeRequest } from '../merge-requests/merge-request.ts'
import type { World } from '../world.ts'
import type { Issue } from './issue.ts'
import { numbersIn } from './references.ts'

/** Merge requests of the project of an issue, by their internal numbers. */
interface Related {
  /** Those that name it in their title or description, or close it. */
  readonly run: Run<MergeRequest>
  /** Further ones, which the issue names. */
  readonly named: readonly MergeRequest[]
}

/** The merge requests of its project that an issue mentions, or that mention it in their title or description. */
export function relatedMergeRequests(world: World, { id, iid, projectId, description }: Issue): Related {
  const heads = world.notes.by('byNamedMergeRequest', 'Issue', id).heads() as number[]
  const iids = new Set([...numbersIn(description ?? '', '!'), ...heads])
  const named = [...iids]
    .sort((a, b) => a - b)
    .flatMap((iid) => world.mergeRequests.find('byIid', projectId, iid) ?? [])
    .filter((row) => world.mergeRequests.find('byNamedIssue', projectId, iid, row.iid) === undefined)
  return { run: world.mergeRequests.by('byNamedIssue', projectId, iid), named }
}
