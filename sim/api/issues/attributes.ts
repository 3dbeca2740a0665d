import type { Steps } from '../../lib/steps.ts'
import { type Issue, issueTypes } from '../../model/issues/issue.ts'
import type { IssueValues } from '../../model/issues/issues.ts'
import { groupsAbove } from '../../model/milestones/milestones.ts'
import type { Project } from '../../model/projects/project.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { callerFor } from '../../policy/caller.ts'
import { licensed } from '../../policy/tier.ts'
import {
  boolean,
  integer,
  integerList,
  oneOf,
  type ParamsOf,
  string,
  stringList,
} from '../../protocol/params.ts'
import { type Day, parseDay } from '../../time/calendar.ts'
import { newLabels } from '../shared/new-labels.ts'
import { wordsOf } from '../shared/quick-actions/described.ts'

/** Attributes that creation and update share. */
export const issueAttributes = {
  description: string({ atMost: 1_048_576 }),
  assignee_ids: integerList({ about: 'Ids of users; 0 or an empty list unassigns all' }),
  assignee_id: integer({ about: 'ID of a user; 0 unassigns' }),
  milestone_id: integer({ about: 'Global id; 0 or an empty value removes it' }),
  labels: stringList(),
  due_date: string({ about: '`YYYY-MM-DD`' }),
  confidential: boolean(),
  discussion_locked: boolean({ about: 'When locked, only members may comment' }),
  weight: integer({ tier: 'premium', atLeast: 0 }),
  issue_type: oneOf(issueTypes),
} as const

type Written = ParamsOf<typeof issueAttributes> & {
  readonly add_labels?: readonly string[] | undefined
  readonly remove_labels?: readonly string[] | undefined
}

/** Columns for attributes. Callers who may not manage issues set only the text; all else is ignored. */
export function* issueColumns(
  situation: Situation,
  project: Project,
  given: Written,
  before: Issue | undefined,
  manages: boolean,
): Steps<Partial<IssueValues>> {
  const { description, confidential, issue_type: type } = given
  const columns: Columns = {}
  if (description !== undefined) columns.description = wordsOf(description)
  if (confidential != null) columns.confidential = confidential
  if (type && (type !== 'issue' || before?.type !== undefined)) columns.type = type
  return manages ? yield* addManaged(columns, situation, project, given, before) : columns
}

/** Filled one by one: requests say little, and objects that are spread into one another are made for nothing. */
type Columns = { -readonly [column in keyof IssueValues]?: IssueValues[column] }

function* addManaged(
  columns: Columns,
  situation: Situation,
  project: Project,
  given: Written,
  before: Issue | undefined,
): Steps<Columns> {
  const assignees = given.assignee_ids ?? (given.assignee_id == null ? undefined : [given.assignee_id])
  const { milestone_id: milestone, due_date: due, discussion_locked: locked, weight } = given
  if (assignees !== undefined) columns.assigneeIds = assigneesFrom(situation, project, assignees)
  if (milestone !== undefined) columns.milestoneId = milestoneIn(situation, project, milestone)
  const labels = yield* newLabels(situation, project, given, before)
  if (labels !== undefined) columns.labelIds = labels
  if (due !== undefined) columns.dueDate = dayFrom(due)
  if (locked != null) columns.discussionLocked = locked
  if (weight !== undefined && licensed(situation.world, 'premium')) columns.weight = weight
  return columns
}

// A date that cannot be parsed counts as none, as in the service.
function dayFrom(text: string | null): Day | null {
  return (text && parseDay(text)) || null
}

/** The users of these ids who exist and may read issues of the project; on the free plan only the first id counts. */
function assigneesFrom({ world, now }: Situation, project: Project, ids: readonly number[]): number[] {
  const wanted = licensed(world, 'premium') ? [...new Set(ids)] : ids.slice(0, 1)
  return wanted.filter((id) => {
    const user = world.users.get(id)
    return user !== undefined && can({ world, now, caller: callerFor(user) }, 'read_issues', project)
  })
}

function milestoneIn({ world }: Situation, project: Project, id: number | null): number | null {
  const milestone = world.milestones.get(id ?? 0)
  if (milestone === undefined) return null
  if (milestone.projectId === project.id) return milestone.id
  for (const group of groupsAbove(world, { project })) if (milestone.groupId === group.id) return milestone.id
  return null
}
