import type { Dialect } from '../../lib/dialect.ts'
import type { Situation } from '../../policy/abilities.ts'
import { ofMilestone, planned, unplanned } from '../shared/issuable-filters.ts'
import { startedMilestones, upcomingMilestones } from '../shared/milestone-words.ts'
import { allBut, type Filter, type Place } from './place.ts'

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
      return [planned(place, startedMilestones(world, now, dialect))]
    case '#upcoming':
      return [planned(place, upcomingMilestones(world, now, dialect))]
    default:
      return [ofMilestone(place, value)]
  }
}
