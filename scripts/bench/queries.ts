/** A request whose cost is measured in worlds of different sizes. `{last}` in its path is the number of the last page. */
export interface Query {
  readonly path: string
  /** Why it costs more in a larger project. */
  readonly grows?: string
}

const mergeRequests = '/projects/1/merge_requests?per_page=20'
const issues = '/projects/1/issues?per_page=20'
const looksAtAll = 'it is worked out of other tables, so that all rows are looked at'
const counts = 'no index tells: rows are looked at until the page is full, and up to 10,000 for the total'

/** Every documented order, and the filters of lists. */
export const queries: readonly Query[] = [
  { path: '/projects/1/merge_requests/5001' },
  { path: '/projects/1/issues/5001' },
  { path: mergeRequests },
  { path: `${mergeRequests}&page={last}` },
  { path: `${mergeRequests}&order_by=updated_at` },
  { path: `${mergeRequests}&order_by=updated_at&sort=asc&state=opened` },
  { path: `${mergeRequests}&order_by=updated_at&page={last}` },
  { path: `${mergeRequests}&order_by=title` },
  { path: `${mergeRequests}&state=opened` },
  { path: `${mergeRequests}&state=merged&order_by=updated_at` },
  { path: `${mergeRequests}&author_username=carol` },
  { path: `${mergeRequests}&assignee_id=None` },
  { path: `${mergeRequests}&reviewer_id=None` },
  { path: `${mergeRequests}&labels=None` },
  { path: `${mergeRequests}&milestone=None` },
  { path: `${mergeRequests}&target_branch=main` },
  { path: `${mergeRequests}&source_branch=absent` },
  { path: `${mergeRequests}&search=needle` },
  { path: `${mergeRequests}&wip=no`, grows: counts },
  { path: `${mergeRequests}&created_after=2020-01-01T00:00:00Z`, grows: counts },
  { path: `${mergeRequests}&my_reaction_emoji=None`, grows: counts },
  { path: `${mergeRequests}&approved_by_ids=None`, grows: counts },
  { path: issues },
  { path: `${issues}&page={last}` },
  { path: `${issues}&order_by=updated_at` },
  { path: `${issues}&order_by=title` },
  { path: `${issues}&order_by=due_date&sort=asc` },
  { path: `${issues}&order_by=weight` },
  { path: `${issues}&order_by=popularity`, grows: looksAtAll },
  { path: `${issues}&state=opened` },
  { path: `${issues}&author_username=carol&state=opened` },
  { path: `${issues}&assignee_id=None` },
  { path: `${issues}&labels=None` },
  { path: `${issues}&milestone=None` },
  { path: `${issues}&weight=None` },
  { path: `${issues}&due_date=0` },
  { path: `${issues}&confidential=false` },
  { path: `${issues}&issue_type=issue` },
  { path: `${issues}&created_after=2020-01-01T00:00:00Z` },
  { path: `${issues}&my_reaction_emoji=thumbsup` },
  { path: `${issues}&search=needle` },
  { path: '/projects/1/issues_statistics' },
  { path: '/projects/1/labels?with_counts=true' },
  { path: '/search?scope=merge_requests&search=needle' },
]
