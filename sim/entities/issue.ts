import { since } from '../lib/dialect.ts'
import { notesCount, votes } from '../model/discussions/discussion.ts'
import { taskCompletion } from '../model/installation/markdown.ts'
import { type Issue, issueTypes } from '../model/issues/issue.ts'
import { labelsOf } from '../model/labels/labels.ts'
import type { User } from '../model/users/user.ts'
import { licensed } from '../policy/tier.ts'
import {
  addressOf,
  constant,
  day,
  entity,
  type Field,
  flag,
  integer,
  many,
  nullable,
  object,
  one,
  oneOfTexts,
  text,
  texts,
  timestamp,
  urlBelow,
  type View,
  when,
} from './entity.ts'
import { milestoneEntity, milestoneOf } from './milestone.ts'
import { timeStats } from './time-stats.ts'
import { firstOf, userRefEntity, userWith } from './user-ref.ts'

/** An issue in a list (issues#list-shape). */
export const issueEntity = entity<Issue>('Issue', {
  id: integer((issue) => issue.id),
  iid: integer((issue) => issue.iid),
  project_id: integer((issue) => issue.projectId),
  title: text((issue) => issue.title),
  description: nullable(text((issue) => issue.description as string)),
  state: oneOfTexts(['opened', 'closed'], (issue) => issue.state),
  created_at: timestamp((issue) => issue.createdAt),
  updated_at: timestamp((issue) => issue.updatedAt),
  closed_at: nullable(timestamp((issue) => issue.closedAt)),
  closed_by: nullable(one(userRefEntity, (issue, view) => userWith(issue.closedById, view))),
  labels: texts((issue, { world }) => labelsOf(world, issue).map((label) => label.title)),
  milestone: nullable(one(milestoneEntity, milestoneOf)),
  assignees: many(userRefEntity, (issue, view) => assigneesOf(issue, view)),
  author: one(userRefEntity, (issue, { world }) => world.users.require(issue.authorId)),
  type: text(({ type }) => (type ?? 'issue').toUpperCase()),
  assignee: {
    ...nullable(one(userRefEntity, (issue: Issue, view) => firstOf(issue.assigneeIds, view))),
    deprecated: true,
  },
  user_notes_count: integer((issue, { world }) => notesCount(world, 'Issue', issue.id)),
  merge_requests_count: integer((issue, { world }) =>
    world.mergeRequests.by('byClosing', issue.projectId, issue.iid).count(),
  ),
  upvotes: integer((issue, { world }) => votes(world, 'Issue', issue.id, 'thumbsup')),
  downvotes: integer((issue, { world }) => votes(world, 'Issue', issue.id, 'thumbsdown')),
  start_date: since('issues#later-start-date', constant<Issue>(null)),
  due_date: nullable(day((issue) => issue.dueDate)),
  confidential: flag((issue) => issue.confidential),
  discussion_locked: nullable(flag((issue) => issue.discussionLocked as boolean)),
  issue_type: oneOfTexts(issueTypes, ({ type }) => type ?? 'issue'),
  web_url: urlBelow(addressOf('', projectPath), ({ iid }) => `/-/issues/${iid}`),
  time_stats: timeStats(),
  task_completion_status: tasks(),
  weight: when(
    (_, { world }) => licensed(world, 'premium'),
    nullable(integer((issue) => issue.weight as number)),
  ),
  blocking_issues_count: constant(0),
})

/** Progress of a description's task list. */
export function tasks<Row extends { readonly description: string | null }>(): Field<Row> {
  return object<Row>({
    count: integer((row) => taskCompletion(row.description).count),
    completed_count: integer((row) => taskCompletion(row.description).completed),
  })
}

const NOBODY: readonly User[] = []

function assigneesOf(issue: Issue, { world }: View): readonly User[] {
  if (issue.assigneeIds.length === 0) return NOBODY
  const users = issue.assigneeIds.map((id) => world.users.get(id)).filter((user) => user !== undefined)
  return licensed(world, 'premium') ? users : users.slice(0, 1)
}

function projectPath(issue: Issue, { world }: View): string {
  return world.projects.require(issue.projectId).fullPath
}
