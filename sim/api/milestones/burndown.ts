import { burndownEventEntity } from '../../entities/burndown-event.ts'
import { differs } from '../../lib/dialect.ts'
import type { Milestone } from '../../model/milestones/milestone.ts'
import { seesIssue } from '../../policy/issues.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { dayOf, startOfDay } from '../../time/calendar.ts'

const DAY = 86_400_000

export const listBurndownEvents = operation(
  {
    method: 'GET',
    path: '/projects/:id/milestones/:milestone_id/burndown_events',
    summary: 'List the burndown chart events of a project milestone',
    subject: 'milestone',
    needs: 'read_milestone',
    tier: 'premium',
    unlicensed: { status: 405, body: { message: 'Milestone does not support burndown chart' } },
    answers: differs('F27', {
      specification: { many: burndownEventEntity },
      real: { many: burndownEventEntity, paging: 'none' },
    }),
    source: 'milestones#create',
  },
  ({ world, milestone, view, now }) => {
    const end = lastInstant(milestone, now)
    if (end === undefined) return listingOf([])
    const issues = world.issues.by('byMilestone', milestone.id).list()
    const shown = issues.filter((issue) => issue.createdAt < end && seesIssue(view.situation, issue))
    return listingOf(
      shown.flatMap((issue) => {
        const events = world.stateEvents
          .by('byIssue', issue.id)
          .list()
          .filter((event) => event.at < end)
        return events.map((event) => ({ event, weight: issue.weight }))
      }),
    )
  },
)

// A chart needs start and due date; it ends with the due date or today, whichever comes first (milestones#burndown-issues).
function lastInstant({ startOn, dueOn }: Milestone, now: number): number | undefined {
  if (startOn === null || dueOn === null) return undefined
  const today = dayOf(now)
  return (startOfDay(dueOn < today ? dueOn : today) ?? 0) + DAY
}
