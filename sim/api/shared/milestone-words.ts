import { changed, type Dialect, inDialect } from '../../lib/dialect.ts'
import type { Milestone } from '../../model/milestones/milestone.ts'
import { groupsAbove } from '../../model/milestones/milestones.ts'
import type { World } from '../../model/world.ts'
import { type Day, dayOf, type Instant } from '../../time/calendar.ts'

// What `#started` and `#upcoming` stand for among milestones.

interface Planned {
  readonly projectId: number
  readonly milestoneId: number | null
}
type Passes = (row: Planned) => boolean

/** Whether `#upcoming` and `#started` ask for both dates of a milestone. */
export const wordsByDates = changed('merge-requests#later-milestone-words', { before: false, after: true })

/** Lists of issues keep to the first meaning in every release: they give no dialect. */
export function isStarted(world: World, now: Instant, dialect?: Dialect): Passes {
  const byDates = dialect !== undefined && inDialect(wordsByDates, dialect)
  return (row) => (byDates ? goesOn : started)(milestoneOf(world, row), dayOf(now))
}

export function isUpcoming(world: World, now: Instant, dialect?: Dialect): Passes {
  if (dialect === undefined || !inDialect(wordsByDates, dialect)) return upcoming(world, dayOf(now))
  return (row) => startsLater(milestoneOf(world, row), dayOf(now))
}

function milestoneOf(world: World, { milestoneId }: Planned): Milestone | undefined {
  return world.milestones.get(milestoneId ?? 0)
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
function upcoming(world: World, today: Day): (row: Planned) => boolean {
  const nearest = new Map<number, Day | undefined>()
  return (row) => {
    const milestone = world.milestones.get(row.milestoneId ?? 0)
    if (milestone === undefined || !isDueLater(milestone, today)) return false
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
      if (isDueLater(milestone, today)) days.push(milestone.dueOn as Day)
  return days.sort()[0]
}

function isDueLater({ state, dueOn }: Milestone, today: Day): boolean {
  return state === 'active' && dueOn !== null && dueOn > today
}
