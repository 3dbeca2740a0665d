import { healthStatuses, issueTypes } from '../../model/issues/issue.ts'
import {
  boolean,
  datetime,
  exclusive,
  hash,
  integer,
  integerList,
  integerOrNoneAny,
  oneOf,
  string,
  stringList,
  withDefault,
} from '../../protocol/params.ts'

const scopes = ['created-by-me', 'assigned-to-me', 'created_by_me', 'assigned_to_me', 'all'] as const

export const issueOrders = [
  'created_at',
  'due_date',
  'label_priority',
  'milestone_due',
  'popularity',
  'priority',
  'relative_position',
  'title',
  'updated_at',
  'weight',
] as const

/** Filters and order of every list of issues. */
export const issueListParams = {
  labels: stringList({ about: 'Titles, all of which an issue must have; or `None`, or `Any`' }),
  milestone: string({ about: 'Title of a milestone, `None`, `Any`, `#upcoming` or `#started`' }),
  milestone_id: oneOf(['None', 'Any', 'Upcoming', 'Started']),
  iids: integerList(),
  search: string({ about: 'Text in the title or description' }),
  in: string({ about: 'Where to search: `title`, `description` or both, comma-separated' }),
  author_id: integer(),
  author_username: string(),
  assignee_id: integerOrNoneAny(),
  assignee_username: stringList(),
  created_after: datetime(),
  created_before: datetime(),
  updated_after: datetime(),
  updated_before: datetime(),
  not: hash(
    {
      labels: stringList(),
      milestone: string(),
      milestone_id: oneOf(['Any', 'None', 'Upcoming', 'Started']),
      iids: integerList(),
      author_id: integer(),
      author_username: string(),
      assignee_id: integer(),
      assignee_username: stringList(),
    },
    [
      exclusive('milestone_id', 'milestone'),
      exclusive('author_id', 'author_username'),
      exclusive('assignee_id', 'assignee_username'),
    ],
  ),
  my_reaction_emoji: string({ about: 'Name of an emoji with which the caller reacted, `None` or `Any`' }),
  confidential: boolean(),
  issue_type: oneOf(issueTypes),
  weight: integerOrNoneAny({ tier: 'premium' }),
  epic_id: integerOrNoneAny({ tier: 'premium', about: 'ID of an epic, `None` or `Any`' }),
  health_status: oneOf([...healthStatuses, 'none', 'any', 'None', 'Any'], { tier: 'ultimate' }),
  state: withDefault(oneOf(['opened', 'closed', 'all']), 'all'),
  order_by: withDefault(oneOf(issueOrders), 'created_at'),
  sort: withDefault(oneOf(['asc', 'desc']), 'desc'),
  due_date: oneOf(
    ['0', 'any', 'today', 'tomorrow', 'overdue', 'week', 'month', 'next_month_and_previous_two_weeks', ''],
    { about: '`0` is for issues without a due date' },
  ),
  with_labels_details: withDefault(
    boolean({ about: 'Whether labels are returned as objects instead of titles' }),
    false,
  ),
} as const

export const projectScope = { scope: oneOf(scopes) } as const
export const groupScope = {
  scope: withDefault(oneOf(scopes), 'all'),
  non_archived: withDefault(boolean({ about: 'Whether issues of archived projects are left out' }), true),
} as const
export const globalScope = {
  scope: withDefault(oneOf(scopes), 'created_by_me'),
  non_archived: withDefault(boolean({ about: 'Whether issues of archived projects are left out' }), true),
} as const

export const issueListRules = [
  exclusive('milestone_id', 'milestone'),
  exclusive('author_id', 'author_username'),
  exclusive('assignee_id', 'assignee_username'),
] as const
