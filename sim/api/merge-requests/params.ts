import { changed, differs, since } from '../../lib/dialect.ts'
import { mergeRequestStates } from '../../model/merge-requests/merge-request.ts'
import {
  arrayOrNoneAny,
  boolean,
  datetime,
  exclusive,
  hash,
  integer,
  integerList,
  integerOrNoneAny,
  oneOf,
  type Params,
  string,
  stringList,
  withDefault,
} from '../../protocol/params.ts'

/** Filters that `not` negates (merge-requests#filter-users). */
export const negated = hash(
  {
    labels: stringList(),
    milestone: string(),
    author_id: integer(),
    author_username: string(),
    assignee_id: integer(),
    assignee_username: stringList(),
    reviewer_id: integer(),
    reviewer_username: string(),
    my_reaction_emoji: string(),
  },
  [
    exclusive('author_id', 'author_username'),
    exclusive('assignee_id', 'assignee_username'),
    exclusive('reviewer_id', 'reviewer_username'),
  ],
)

const scopes = ['created-by-me', 'assigned-to-me', 'created_by_me', 'assigned_to_me', 'all'] as const
const orders = ['created_at', 'title', 'updated_at'] as const
const realOrders = [
  'created_at',
  'label_priority',
  'milestone_due',
  'popularity',
  'priority',
  'title',
  'updated_at',
] as const
const laterOrders = [...realOrders, 'merged_at'] as const
type Order = (typeof laterOrders)[number]

const onlyReal = <P>(param: P) => differs('F8', { specification: undefined, real: param })

/** What lists narrow and order by. */
export const narrowingParams = {
  author_id: integer(),
  author_username: string(),
  assignee_id: integerOrNoneAny(),
  assignee_username: stringList({ about: 'Usernames; only one on the Free tier' }),
  reviewer_id: integerOrNoneAny(),
  reviewer_username: string(),
  labels: stringList({ about: 'Titles, all of which have to match; or `None`, `Any`' }),
  milestone: string({ about: 'A title, `None`, `Any`, `#upcoming` or `#started`' }),
  my_reaction_emoji: string({ about: 'Name of an emoji, `None` or `Any`' }),
  state: withDefault(oneOf([...mergeRequestStates, 'all']), 'all'),
  order_by: differs('F8', {
    specification: withDefault(oneOf<Order>(orders), 'created_at'),
    real: changed('merge-requests#later-merged-at-order', {
      before: withDefault(oneOf<Order>(realOrders), 'created_at'),
      after: withDefault(oneOf<Order>(laterOrders), 'created_at'),
    }),
  }),
  sort: withDefault(oneOf(['asc', 'desc']), 'desc'),
  created_after: datetime(),
  created_before: datetime(),
  updated_after: datetime(),
  updated_before: datetime(),
  search: string({ about: 'Words in title or description' }),
  source_branch: string(),
  target_branch: string(),
  source_project_id: integer(),
  wip: oneOf(['yes', 'no'], { about: '`yes` for drafts only, `no` for none' }),
  not: negated,
  approved: since(
    'merge-requests#later-approved',
    oneOf(['yes', 'no'], { about: 'Narrows nothing while the flag `mr_approved_filter` is off, as it is' }),
  ),
  merge_user_id: since('merge-requests#later-merge-user-filter', integer()),
  merge_user_username: since('merge-requests#later-merge-user-filter', string()),
  approved_by_ids: arrayOrNoneAny({
    tier: 'premium',
    about: 'Approved by all of these users, at most 5; or `None`, `Any`',
  }),
  approved_by_usernames: arrayOrNoneAny({ tier: 'premium' }),
  approver_ids: arrayOrNoneAny({
    tier: 'premium',
    about: 'All of these users are eligible approvers; or `None`, `Any`',
  }),
} as const satisfies Params

/** Parameters of all lists but that of a deployment, which does not say how merge requests are shown. */
export const listParams = {
  ...narrowingParams,
  with_labels_details: withDefault(boolean(), false),
  with_merge_status_recheck: withDefault(
    boolean({ about: 'Has no effect: the merge status is always current' }),
    false,
  ),
  view: oneOf(['simple']),
  render_html: withDefault(boolean({ about: 'Adds `title_html` and `description_html`' }), false),
} as const satisfies Params

/** Search fields and deployment filters of the global list; the real service has all of them in the other lists too. */
export const placeParams = {
  in: string({ about: 'Fields to search: `title`, `description` or both, comma-separated' }),
  environment: string({ about: 'Name of an environment that it was deployed to' }),
  deployed_after: string(),
  deployed_before: string(),
} as const satisfies Params

export const realPlaceParams = {
  in: onlyReal(placeParams.in),
  environment: placeParams.environment,
  deployed_after: onlyReal(placeParams.deployed_after),
  deployed_before: onlyReal(placeParams.deployed_before),
} as const satisfies Params

type Scope = (typeof scopes)[number] | 'reviews_for_me'
const laterScopes: readonly Scope[] = [...scopes, 'reviews_for_me']

export const globalScope = {
  scope: changed('merge-requests#later-reviews-for-me', {
    before: withDefault(oneOf<Scope>(scopes), 'created_by_me'),
    after: withDefault(oneOf<Scope>(laterScopes), 'created_by_me'),
  }),
} as const satisfies Params
export const projectScope = {
  scope: changed('merge-requests#later-reviews-for-me', {
    before: oneOf<Scope>(scopes),
    after: oneOf<Scope>(laterScopes),
  }),
  iids: integerList(),
} as const satisfies Params

export const listRules = [
  exclusive('author_id', 'author_username'),
  exclusive('assignee_id', 'assignee_username'),
  exclusive('reviewer_id', 'reviewer_username'),
  exclusive('approved_by_ids', 'approved_by_usernames'),
  since('merge-requests#later-merge-user-filter', exclusive('merge_user_id', 'merge_user_username')),
]

/** Attributes that creation and update share (merge-requests#update-needs-an-attribute). */
export const writable = {
  assignee_id: integer({ about: 'ID of the assignee; 0 unassigns' }),
  assignee_ids: integerList({ about: 'IDs of the assignees; 0 or empty unassigns all' }),
  reviewer_ids: integerList({ about: 'IDs of the reviewers; 0 or empty removes all' }),
  description: string({ atMost: 1_048_576 }),
  labels: stringList(),
  milestone_id: integer({ about: 'ID of the milestone; 0 or blank clears it' }),
  remove_source_branch: boolean(),
  allow_collaboration: boolean(),
  allow_maintainer_to_push: boolean(),
  squash: boolean(),
  squash_on_merge: differs('F4', { specification: boolean(), real: undefined }),
  merge_after: since(
    'merge-requests#later-merge-after',
    string({ about: 'Time before which it cannot be merged' }),
  ),
} as const satisfies Params
