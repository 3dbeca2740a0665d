/**
 * What a text is in the place of a number of a path: no path at all, a name that is looked for in vain, or a wrong value
 * of a parameter (conventions#invalid-record-ids).
 */
export type NonNumber = 'no path' | 'no record' | 'wrong value'

/** Below `/users/:id` the route itself takes digits (users#digits). */
const digits = /^\/users\/:(?:id(?=\/|$)|user_id\/(?:custom_attributes|keys\/))/

const mergeRequest = '/projects/:id/merge_requests/:merge_request_iid'
const board = ['projects', 'groups'].flatMap((of) =>
  ['GET', 'PUT', 'DELETE'].map((verb) => `${verb} /${of}/:id/boards/:board_id`),
)
const events = ['label', 'milestone', 'weight'].join('|')

/** Numbers that an operation looks for without declaring them as numbers, by the parameter. */
const sought: { readonly [param: string]: (id: string) => boolean } = {
  merge_request_iid: (id) =>
    among(id, [
      `PUT ${mergeRequest}`,
      `PUT ${mergeRequest}/merge`,
      `PUT ${mergeRequest}/rebase`,
      `POST ${mergeRequest}/cancel_merge_when_pipeline_succeeds`,
      `POST ${mergeRequest}/pipelines`,
      ...['changes', 'raw_diffs', 'merge_ref', 'closes_issues', 'related_issues', 'participants'].map(
        (part) => `GET ${mergeRequest}/${part}`,
      ),
      ...['reviewers', 'status_checks'].map((part) => `GET ${mergeRequest}/${part}`),
    ]) || seeksIssuable(id),
  issue_iid: seeksIssuable,
  event_id: (id) => new RegExp(`/resource_(?:${events})_events/`).test(id),
  milestone_id: (id) =>
    among(id, ['DELETE /groups/:id/milestones/:milestone_id', 'PUT /groups/:id/milestones/:milestone_id']) ||
    among(id, ['DELETE /projects/:id/milestones/:milestone_id']) ||
    /\/(?:promote|burndown_events)$/.test(id),
  approval_rule_id: (id) => id === 'GET /projects/:id/approval_rules/:approval_rule_id',
  token_id: (id) => id.includes('/personal_access_tokens/:token_id'),
  user_id: (id) => id.includes('/service_accounts/:user_id/personal_access_tokens'),
  id: (id) =>
    /\/personal_access_tokens\/:id|\/vulnerability_exports\/:id/.test(id) || id === 'GET /issues/:id',
  badge_id: (id) => id.startsWith('PUT '),
  board_id: (id) => among(id, board),
  deployment_id: (id) => id === 'PUT /projects/:id/deployments/:deployment_id',
  freeze_period_id: (id) => id.startsWith('PUT '),
  issue_link_id: () => true,
  mirror_id: () => true,
  snippet_id: (id) => id.includes('/files/:ref/'),
  epic_iid: (id) => id.includes('/epics/:epic_iid/issues'),
  epic_id: seeksIssuable,
  epic_issue_id: () => true,
}

/** What a text is in place of the number `:param` of an operation. */
export function nonNumber(id: string, param: string): NonNumber {
  const path = id.slice(id.indexOf(' ') + 1)
  if (digits.exec(path)?.[0].includes(`:${param}`)) return 'no path'
  return sought[param]?.(id) === true ? 'no record' : 'wrong value'
}

/** What a refusal calls the number `:param` of an operation (conventions#named-numbers). */
export function saidNumber(id: string, param: string): string {
  const last = id.split(`:${param}`)[1] ?? ''
  if (/^(?:issue_iid|merge_request_iid|epic_iid|epic_id)$/.test(param)) {
    if (/^\/(?:notes|discussions)(?:\/(?!.*award_emoji)|$)/.test(last)) return 'noteable_id'
    if (last.startsWith('/resource_state_events')) return 'eventable_id'
  }
  if (param === 'noteable_id' && last.includes('/award_emoji')) return 'snippet_id'
  if (id.endsWith('/todos/:todo_id/mark_as_done') || / \/snippets\/:snippet_id/.test(id)) return 'id'
  return param
}

function seeksIssuable(id: string): boolean {
  return /\/(?:un)?subscribe$/.test(id) || new RegExp(`/resource_(?:${events})_events`).test(id)
}

function among(id: string, ids: readonly string[]): boolean {
  return ids.includes(id)
}
