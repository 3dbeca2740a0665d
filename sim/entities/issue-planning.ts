import type { Epic } from '../model/epics/epic.ts'
import type { Tier } from '../model/installation/instance.ts'
import { type HealthStatus, healthStatuses, type Issue } from '../model/issues/issue.ts'
import { licensed } from '../policy/tier.ts'
import type { Day } from '../time/calendar.ts'
import {
  constant,
  entity,
  type Fields,
  integer,
  nullable,
  one,
  oneOfTexts,
  text,
  type View,
  when,
} from './entity.ts'

/** An epic as its issues name it. */
const issueEpicEntity = entity<Epic>('IssueEpic', {
  id: integer(({ id }) => id),
  iid: integer(({ iid }) => iid),
  title: text(({ title }) => title),
  url: text(
    ({ groupId, iid }, { world }) => `/groups/${world.groups.require(groupId).fullPath}/-/epics/${iid}`,
  ),
  group_id: integer(({ groupId }) => groupId),
  human_readable_end_date: when(
    (epic) => endOf(epic) !== null,
    text((epic) => inWords(endOf(epic) as Day)),
  ),
})

/** What plans have of an issue: its epic, iteration and health, the first two in projects of groups alone. */
export const planning: Fields<Issue> = {
  epic_iid: when(
    inGroupWith('premium'),
    nullable(integer((issue, view) => (epicOf(issue, view)?.iid ?? null) as number)),
  ),
  epic: when(
    inGroupWith('premium'),
    nullable(one(issueEpicEntity, (issue, view) => epicOf(issue, view) as Epic)),
  ),
  iteration: when(inGroupWith('premium'), constant(null)),
  health_status: when(
    (_, { world }) => licensed(world, 'ultimate'),
    nullable(oneOfTexts(healthStatuses, ({ health }: Issue) => (health ?? null) as HealthStatus)),
  ),
}

function endOf({ dueDateIsFixed, dueDateFixed }: Epic): Day | null {
  return dueDateIsFixed ? dueDateFixed : null
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function inWords(on: Day): string {
  const [year, month, date] = on.split('-').map(Number)
  return `${MONTHS[(month as number) - 1]} ${date}, ${year}`
}

function inGroupWith(tier: Tier): (issue: Issue, view: View) => boolean {
  return ({ projectId }, { world }) =>
    licensed(world, tier) && world.projects.require(projectId).namespaceKind === 'group'
}

/** The epic of an issue, as far as the caller may see it. */
function epicOf({ id }: Issue, view: View): Epic | undefined {
  const part = view.world.epicIssues.find('byIssue', id)
  const epic = part && view.world.epics.get(part.epicId)
  if (epic === undefined) return undefined
  const group = view.world.groups.require(epic.groupId)
  const seen = view.can('read_epic', group) && (!epic.confidential || view.can('admin_epic', group))
  return seen ? epic : undefined
}
