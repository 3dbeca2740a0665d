import type { Dialect } from '../../lib/dialect.ts'
import { NO_ID } from '../../model/issues/issue.ts'
import type { Situation } from '../../policy/abilities.ts'
import { isStarted, isUpcoming } from '../shared/milestone-words.ts'
import { allBut, type Filter, of, ofAny, type Place } from './place.ts'

/** The `milestone` parameter: a title, `None`, `Any`, `#upcoming` or `#started` (merge-requests#filter-milestone). */
export function milestoneFilter(
  { now }: Situation,
  place: Place,
  value: string | null | undefined,
  dialect: Dialect,
): Filter[] {
  if (!value) return []
  const { world } = place
  switch (value.toLowerCase()) {
    case 'none':
      return [unplanned(place)]
    case 'any':
      return [allBut(place, unplanned(place))]
    case '#started':
      return [{ passes: isStarted(world, now, dialect) }]
    case '#upcoming':
      return [{ passes: isUpcoming(world, now, dialect) }]
    default:
      return [ofMilestone(place, value)]
  }
}

function unplanned(place: Place): Filter {
  return { passes: (row) => row.milestoneId === null, among: of(place, 'byProjectMilestone', NO_ID) }
}

/** The merge requests of milestones with a title. */
export function ofMilestone(place: Place, title: string): Filter {
  const ids = place.world.milestones
    .by('byTitle', title)
    .list()
    .map(({ id }) => id)
  return {
    passes: (row) => row.milestoneId !== null && ids.includes(row.milestoneId),
    among: ofAny(place, ids, 'byProjectMilestone', 'byMilestone'),
  }
}
