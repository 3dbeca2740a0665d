import type { Milestone } from '../model/milestones/milestone.ts'
import { dayOf } from '../time/calendar.ts'
import {
  day,
  entity,
  flag,
  integer,
  nullable,
  object,
  oneOfTexts,
  text,
  timestamp,
  url,
  type View,
  when,
} from './entity.ts'

/** A milestone of a project or of a group (milestones#fields). */
export const milestoneEntity = entity<Milestone>('Milestone', {
  id: integer((milestone) => milestone.id),
  iid: integer((milestone) => milestone.iid),
  project_id: when(
    (milestone) => milestone.projectId !== null,
    integer((milestone) => milestone.projectId as number),
  ),
  group_id: when(
    (milestone) => milestone.groupId !== null,
    integer((milestone) => milestone.groupId as number),
  ),
  title: text((milestone) => milestone.title),
  description: nullable(text((milestone) => milestone.description as string)),
  state: oneOfTexts(['active', 'closed'], (milestone) => milestone.state),
  created_at: timestamp((milestone) => milestone.createdAt),
  updated_at: timestamp((milestone) => milestone.updatedAt),
  due_date: nullable(day((milestone) => milestone.dueOn)),
  start_date: nullable(day((milestone) => milestone.startOn)),
  expired: flag((milestone, view) => milestone.dueOn !== null && milestone.dueOn < dayOf(view.today)),
  web_url: url((milestone, view) => view.url(pageOf(milestone, view))),
})

/** As releases show it: with how many issues there are, whoever sees them. */
export const countedMilestoneEntity = entity<Milestone>('MilestoneWithStats', {
  ...milestoneEntity.fields,
  issue_stats: object<Milestone>({
    total: integer(({ id }, { world }) => world.issues.by('byMilestone', id).count()),
    closed: integer(
      ({ id }, { world }) =>
        world.issues
          .by('byMilestone', id)
          .list()
          .filter(({ state }) => state === 'closed').length,
    ),
  }),
})

function pageOf(milestone: Milestone, { world }: View): string {
  const parent =
    milestone.projectId === null
      ? `groups/${world.groups.require(milestone.groupId ?? 0).fullPath}`
      : world.projects.require(milestone.projectId).fullPath
  return `${parent}/-/milestones/${milestone.iid}`
}

/** The milestone that a row is planned for. */
export function milestoneOf(
  { milestoneId }: { readonly milestoneId: number | null },
  { world }: View,
): Milestone | undefined {
  return milestoneId === null ? undefined : world.milestones.get(milestoneId)
}
