import type { Json } from '../../../lib/json.ts'
import { isoTime } from '../../../time/calendar.ts'
import { isReleased } from '../../installation/released.ts'
import { healthStatuses, type Issue, type IssueType, issueTypes } from '../../issues/issue.ts'
import { positionOf } from '../../issues/issue-order.ts'
import type { Project } from '../../projects/project.ts'
import { nextId, reserveIid } from '../../world.ts'
import { epicOfIssue } from './epics.ts'
import { eventsOn } from './events.ts'
import { type Fields, fieldsOf, InvalidArchiveRow, isObject, itemsOf, type Reading } from './field.ts'
import { labelLinks } from './labels.ts'
import { milestoneField } from './milestones.ts'
import { awardsOn, notesOn } from './notes.ts'
import type { Relation } from './relation.ts'
import { changesOf } from './resource-events.ts'
import {
  dayOrNull,
  flag,
  flagOrNull,
  iid,
  people,
  person,
  personOrNull,
  textOrNull,
  time,
  timeOrNull,
  title,
  wholeNumber,
  wholeNumberOrNull,
  word,
  wordOrNull,
} from './types.ts'

const { column, told, always } = fieldsOf<Issue>()

/** Types that later releases have, whose issues are here of the usual type. */
const laterTypes = ['objective', 'key_result', 'epic', 'ticket']

function issueType(given: Json, { world }: Reading): IssueType {
  const type = issueTypes.find((candidate) => candidate === given)
  if (type !== undefined) return type
  const known = laterTypes.some((later) => later === given)
  if (known || isReleased(world, 'project-import#later-issue-type')) return 'issue'
  throw new InvalidArchiveRow(`'${given}' is not a valid issue_type`, 'ArgumentError')
}

const fields: Fields<Issue> = {
  title: column('title', title()),
  author_id: column('authorId', person),
  project_id: told(({ projectId }) => projectId),
  created_at: column('createdAt', time),
  updated_at: column('updatedAt', time),
  description: column('description', textOrNull),
  state: column('state', word(['opened', 'closed'], 'opened')),
  iid: column('iid', iid),
  updated_by_id: always(null),
  confidential: column('confidential', flag(false)),
  closed_at: column('closedAt', timeOrNull),
  closed_by_id: column('closedById', personOrNull),
  due_date: column('dueDate', dayOrNull),
  moved_to_id: always(null),
  lock_version: always(0),
  weight: column('weight', wholeNumberOrNull),
  time_estimate: column('timeEstimate', wholeNumber(0)),
  relative_position: always(null),
  external_author: always(null),
  last_edited_at: always(null),
  last_edited_by_id: always(null),
  discussion_locked: column('discussionLocked', flagOrNull),
  issue_type: {
    write: ({ type }) => type ?? 'issue',
    read: (given, into, whole) => {
      // Releases from 16 tell it of the type of the work item alone.
      const { work_item_type: item } = whole
      const type = issueType(given ?? (isObject(item) ? item.base_type : undefined) ?? 'issue', into)
      return type === 'issue' ? {} : { type }
    },
  },
  health_status: column('health', wordOrNull(healthStatuses)),
  issue_assignees: column('assigneeIds', people),
  label_links: labelLinks<Issue>('Issue'),
  milestone: milestoneField<Issue>(),
  timelogs: timelogs<Issue>(({ timeSpent }) => timeSpent),
  designs: always([]),
  design_versions: always([]),
  zoom_meetings: always([]),
  sentry_issue: always(null),
}

export const issues: Relation<Issue, Project> = {
  name: 'issues',
  shape: 'many',
  // An import gives positions by the order of the lines, whatever they say.
  rows: (project, { world }) =>
    world.issues
      .by('byProject', project.id)
      .list()
      .sort((a, b) => positionOf(a) - positionOf(b) || a.id - b.id),
  fields,
  parts: [
    ...changesOf<Issue>('Issue'),
    notesOn<Issue>('Issue'),
    awardsOn<Issue>('Issue'),
    eventsOn<Issue>('Issue'),
    epicOfIssue,
  ],
  put: (columns, project, { world }) => {
    const issue = columns as Issue
    if (world.issues.find('byIid', project.id, issue.iid) !== undefined)
      throw new InvalidArchiveRow('Validation failed: Iid has already been taken')
    reserveIid(world, 'issues', 'project', project.id, issue.iid)
    const isOpen = issue.state === 'opened'
    const row = world.issues.insert({
      ...issue,
      id: nextId(world, 'issues'),
      projectId: project.id,
      closedAt: isOpen ? null : issue.closedAt,
      closedById: isOpen ? null : issue.closedById,
    })
    const id = nextId(world, 'stateEvents')
    const opened = { action: 'created', userId: row.authorId, at: row.createdAt } as const
    world.stateEvents.insert({ id, issueId: row.id, ...opened })
    return row
  },
}

/** The time spent on something: one entry that says how much it is in all. */
export function timelogs<
  Row extends { readonly authorId: number; readonly createdAt: number; readonly timeSpent: number },
>(spent: (row: Row) => number): Fields<Row>[string] {
  return {
    write: (row) => {
      const at = isoTime(row.createdAt)
      return spent(row) === 0
        ? []
        : [{ time_spent: spent(row), user_id: row.authorId, created_at: at, updated_at: at, spent_at: at }]
    },
    read: (given, into) => {
      const times = itemsOf(given).map((entry) =>
        wholeNumber(0).read(isObject(entry) ? entry.time_spent : 0, into),
      )
      return { timeSpent: times.reduce((sum, time) => sum + time, 0) } as Partial<Row>
    },
  }
}
