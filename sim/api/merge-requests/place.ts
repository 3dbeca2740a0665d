import type { MergeRequest } from '../../model/merge-requests/merge-request.ts'
import type { World } from '../../model/world.ts'
import { EMPTY_RUN } from '../../store/run.ts'
import { negated, ofRuns, type RowFilter } from '../shared/planned-list.ts'

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
  | 'byProjectDraft'
  | 'byProjectForked'
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
  if (id === undefined && place.projectId !== undefined) return { inState: () => EMPTY_RUN }
  const exact = id === undefined || others.length > 0 ? undefined : of(place, inProject, id)
  return exact ?? ofRuns(ids.map((one) => place.world.mergeRequests.by(anywhere, one)))
}

/** The filter that passes what another one does not. */
export function allBut({ world, projectId }: Place, filter: Filter): Filter {
  return negated(
    filter,
    projectId === undefined ? undefined : (state) => world.mergeRequests.by('byState', projectId, state),
  )
}

/** What was created, or written last, within bounds. */
export function timed(
  { world, projectId }: Place,
  column: 'createdAt' | 'updatedAt',
  { from, to }: Bounded,
): Filter[] {
  if (from == null && to == null) return []
  const bounds = { from: from ?? undefined, to: to ?? undefined }
  const [index, order, anywhere] = ORDERED[column]
  return [
    {
      passes: (row) => (from == null || row[column] >= from) && (to == null || row[column] <= to),
      among:
        projectId === undefined
          ? ofRuns([world.mergeRequests.by(anywhere).within(bounds)])
          : {
              inState: (state) => world.mergeRequests.by(index, projectId, state).within(bounds),
              ...order,
            },
    },
  ]
}

interface Bounded {
  readonly from: number | null | undefined
  readonly to: number | null | undefined
}

const ORDERED = {
  createdAt: ['byState', {}, 'byCreated'],
  updatedAt: ['byProjectUpdated', { order: 'updated_at' }, 'byUpdated'],
} as const
