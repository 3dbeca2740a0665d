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

/** The rows whose milestone is one that a word stands for. */
export interface MilestoneWord {
  readonly passes: Passes
  /** All that tells for some projects what it stands for, beside the milestones of rows. */
  readonly meaning: (projectIds: readonly number[]) => string
}

/** Lists of issues keep to the first meaning in every release: they give no dialect. */
export function startedMilestones(world: World, now: Instant, dialect?: Dialect): MilestoneWord {
  const byDates = dialect !== undefined && inDialect(wordsByDates, dialect)
  const today = dayOf(now)
  return {
    passes: (row) => (byDates ? goesOn : started)(milestoneOf(world, row), today),
    meaning: () => `${byDates ? 'going on' : 'started'} on ${today}`,
  }
}

export function upcomingMilestones(world: World, now: Instant, dialect?: Dialect): MilestoneWord {
  const today = dayOf(now)
  if (dialect === undefined || !inDialect(wordsByDates, dialect)) return dueNext(world, today)
  return {
    passes: (row) => startsLater(milestoneOf(world, row), today),
    meaning: () => `starting after ${today}`,
  }
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
function dueNext(world: World, today: Day): MilestoneWord {
  const known = new Map<number, Day | undefined>()
  const nearest = (projectId: number) => {
    if (!known.has(projectId)) known.set(projectId, nearestDue(world, projectId, today))
    return known.get(projectId)
  }
  return {
    passes: (row) => {
      const milestone = milestoneOf(world, row)
      return (
        milestone !== undefined && isDueLater(milestone, today) && milestone.dueOn === nearest(row.projectId)
      )
    },
    meaning: (projectIds) => `due next after ${today}: ${projectIds.map((id) => `${id} ${nearest(id)}`)}`,
  }
}

function nearestDue(world: World, projectId: number, today: Day): Day | undefined {
  const project = world.projects.require(projectId)
  const runs = [world.milestones.by('byProjectDue', projectId)]
  for (const group of groupsAbove(world, { project })) runs.push(world.milestones.by('byGroupDue', group.id))
  const days: Day[] = []
  for (const run of runs)
    for (const milestone of run.within({ from: today }).ascending())
      if (isDueLater(milestone, today)) {
        days.push(milestone.dueOn as Day)
        break
      }
  return days.sort()[0]
}

function isDueLater({ state, dueOn }: Milestone, today: Day): boolean {
  return state === 'active' && dueOn !== null && dueOn > today
}
