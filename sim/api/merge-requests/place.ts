import type { MergeRequest } from '../../model/merge-requests/merge-request.ts'
import type { World } from '../../model/world.ts'
import { ofRuns, type RowFilter } from '../shared/planned-list.ts'

/** Where merge requests are looked for. */
export interface Place {
  readonly world: World
  /** Undefined for lists of several projects. */
  readonly projectId: number | undefined
}

export type Filter = RowFilter<MergeRequest>
type ProjectIndex =
  | 'byProjectAuthor'
  | 'byProjectAssignee'
  | 'byProjectReviewer'
  | 'byProjectLabel'
  | 'byProjectMilestone'
  | 'byProjectSource'
  | 'byTarget'
type AnyIndex = 'byAuthor' | 'byAssignee' | 'byReviewer' | 'byLabel' | 'byMilestone'

/** What an index of the project has under a value, where there is one project: all that passes, and nothing else. */
export function of(
  { world, projectId }: Place,
  index: ProjectIndex,
  value: number | string,
): Filter['among'] {
  if (projectId === undefined) return undefined
  return { inState: (state) => world.mergeRequests.by(index, projectId, value, state) }
}

/** What indexes have under any of some ids. */
export function ofAny(
  place: Place,
  ids: readonly number[],
  inProject: ProjectIndex,
  anywhere: AnyIndex,
): Filter['among'] {
  const [id, ...others] = ids
  const exact = id === undefined || others.length > 0 ? undefined : of(place, inProject, id)
  return exact ?? ofRuns(ids.map((one) => place.world.mergeRequests.by(anywhere, one)))
}
