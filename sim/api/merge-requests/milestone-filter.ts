import { changed, type Dialect, inDialect } from '../../lib/dialect.ts'
import { NO_ID } from '../../model/issues/issue.ts'
import type { MergeRequest } from '../../model/merge-requests/merge-request.ts'
import type { Milestone } from '../../model/milestones/milestone.ts'
import { groupsAbove } from '../../model/milestones/milestones.ts'
import type { World } from '../../model/world.ts'
import type { Situation } from '../../policy/abilities.ts'
import { type Day, dayOf } from '../../time/calendar.ts'
import { allBut, type Filter, of, ofAny, type Place } from './place.ts'

/** Whether `#upcoming` and `#started` ask for both dates of a milestone. */
export const wordsByDates = changed('merge-requests#later-milestone-words', { before: false, after: true })

/** The `milestone` parameter: a title, `None`, `Any`, `#upcoming` or `#started` (merge-requests#filter-milestone). */
export function milestoneFilter(
  { now }: Situation,
  place: Place,
  value: string | null | undefined,
  dialect: Dialect,
): Filter[] {
  if (!value) return []
  const { world } = place
  const milestoneOf = (row: MergeRequest): Milestone | undefined => world.milestones.get(row.milestoneId ?? 0)
  const byDates = inDialect(wordsByDates, dialect)
  switch (value.toLowerCase()) {
    case 'none':
      return [unplanned(place)]
    case 'any':
      return [allBut(place, unplanned(place))]
    case '#started':
      return [{ passes: (row) => (byDates ? goesOn : started)(milestoneOf(row), dayOf(now)) }]
    case '#upcoming':
      return [
        {
          passes: byDates ? (row) => startsLater(milestoneOf(row), dayOf(now)) : upcoming(world, dayOf(now)),
        },
      ]
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

function started(milestone: Milestone | undefined, today: Day): boolean {
  return milestone?.state === 'active' && milestone.startOn !== null && milestone.startOn <= today
}

function goesOn(milestone: Milestone | undefined, today: Day): boolean {
  if (milestone?.state !== 'active') return false
  const { startOn, dueOn } = milestone
  if (startOn === null && dueOn === null) return false
  return (startOn === null || startOn <= today) && (dueOn === null || dueOn >= today)
}

function startsLater(milestone: Milestone | undefined, today: Day): boolean {
  return milestone?.state === 'active' && milestone.startOn !== null && milestone.startOn > today
}

// Per project: the active milestones of the project and its groups that are due next.
function upcoming(world: World, today: Day): (row: MergeRequest) => boolean {
  const nearest = new Map<number, Day | undefined>()
  return (row) => {
    const milestone = world.milestones.get(row.milestoneId ?? 0)
    if (milestone === undefined || !isUpcoming(milestone, today)) return false
    if (!nearest.has(row.projectId)) nearest.set(row.projectId, nearestDue(world, row.projectId, today))
    return milestone.dueOn === nearest.get(row.projectId)
  }
}

function nearestDue(world: World, projectId: number, today: Day): Day | undefined {
  const project = world.projects.require(projectId)
  const days: Day[] = []
  const runs = [world.milestones.by('byProjectState', projectId, 'active')]
  for (const group of groupsAbove(world, { project })) runs.push(world.milestones.by('byGroup', group.id))
  for (const run of runs)
    for (const milestone of run.ascending())
      if (isUpcoming(milestone, today)) days.push(milestone.dueOn as Day)
  return days.sort()[0]
}

function isUpcoming({ state, dueOn }: Milestone, today: Day): boolean {
  return state === 'active' && dueOn !== null && dueOn > today
}
