import { isRow, parseJson } from '../kit/json.ts'
import type { Mutant } from './mutant.ts'
import {
  calls,
  paramsChanged,
  paramsOf,
  readFirst,
  rowsChanged,
  rowsOf,
  withJson,
  without,
  withParams,
  withRows,
} from './wire.ts'

const LINKS = '/projects/:id/issues/:issue_iid/links'

const ISSUE = '/projects/:id/issues/:issue_iid'

/** Faults in issues. */
export const issuesMutants: readonly Mutant[] = [
  {
    name: 'related-merge-requests-that-close',
    says: 'The merge requests related to an issue are those that close it alone',
    caughtBy: 'issues/related-merge-requests',
    fault: (request, next) =>
      next(
        calls(request, `GET ${ISSUE}/related_merge_requests`)
          ? { ...request, url: request.url.replace('/related_merge_requests', '/closed_by') }
          : request,
      ),
  },
  paramsChanged(
    'issue-never-confidential',
    'An issue is never confidential',
    'issues/confidential',
    'POST /projects/:id/issues',
    ({ confidential: _, ...params }) => params,
  ),
  {
    name: 'unknown-link-empty',
    says: 'A link that there is not is an empty answer',
    caughtBy: 'issues/unknown-others',
    fault: async (request, next) => {
      const reply = await next(request)
      const unknown = calls(request, `GET ${LINKS}/:issue_link_id`) && reply.status === 404
      return unknown ? { ...reply, status: 200, body: '{}' } : reply
    },
  },
  {
    name: 'commit-closes-nothing',
    says: 'A commit closes no issue, whatever its message says',
    caughtBy: 'issues/closed-by-commits',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/repository/commits')
          ? withParams(request, (params) => ({
              ...params,
              commit_message: String(params.commit_message).replace('#', 'no. '),
            }))
          : request,
      ),
  },
  {
    name: 'issue-stays-where-it-was-put-first',
    says: 'Reordering an issue changes nothing the second time',
    caughtBy: 'issues/reorder',
    fault: (request, next, { memory }) => {
      if (!calls(request, `PUT ${ISSUE}/reorder`)) return next(request)
      const first = memory.get(request.url)
      if (first === undefined) memory.set(request.url, JSON.stringify(paramsOf(request)))
      return next(first === undefined ? request : withParams(request, () => JSON.parse(first)))
    },
  },
  {
    name: 'unread-issue-missing-to-delete',
    says: 'Who deletes an issue that they do not see is told that there is none',
    caughtBy: 'issues/unread-by-writes',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, `DELETE ${ISSUE}`) && reply.status === 403
      return refused ? { ...withJson(reply, { message: '404 Not found' }), status: 404 } : reply
    },
  },
  {
    name: 'issue-beside-nothing-reordered',
    says: 'A neighbour that is not there is ignored when an issue is reordered',
    caughtBy: 'issues/reorder-refused',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${ISSUE}/reorder`)
          ? withParams(request, ({ move_before_id: id, ...params }) =>
              id === 999999999 || id === undefined ? params : { ...params, move_before_id: id },
            )
          : request,
      ),
  },
  {
    name: 'issues-without-priority-first',
    says: 'Issues without a label of a priority come first in the order by priority, descending',
    caughtBy: 'issues/planning-orders',
    fault: async (request, next) => {
      const reply = await next(request)
      const sorted = calls(request, 'GET /projects/:id/issues') && request.url.includes('label_priority')
      if (!sorted || !request.url.includes('sort=desc') || reply.status !== 200) return reply
      const rows = rowsOf(reply)
      return withJson(reply, [...rows.slice(-1), ...rows.slice(0, -1)])
    },
  },
  {
    name: 'issues-of-every-epic',
    says: 'Lists of issues ignore `epic_id`',
    caughtBy: 'issues/filter-by-epic',
    fault: (request, next) =>
      next(
        calls(request, 'GET /groups/:id/issues') ? without(request, (name) => name === 'epic_id') : request,
      ),
  },
  {
    name: 'todo-of-hidden-merge-request-hidden',
    says: 'A to-do item for a merge request that the caller may not read answers 404',
    caughtBy: 'issues/todo-hidden-merge-request',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, 'POST /projects/:id/merge_requests/:merge_request_iid/todo')
      return refused && reply.status === 403
        ? withJson({ ...reply, status: 404 }, { message: '404 Not found' })
        : reply
    },
  },

  {
    name: 'issue-health-filter-ignored',
    says: 'Lists and counts of issues ignore the filter `health_status`',
    caughtBy: 'issues/health-status',
    fault: (request, next) =>
      next(
        calls(request, 'GET /projects/:id/issues') || calls(request, 'GET /projects/:id/issues_statistics')
          ? without(request, (name) => name === 'health_status')
          : request,
      ),
  },
  {
    name: 'issue-time-not-taken',
    says: 'The time at which an issue was created is not taken from owners either',
    caughtBy: 'issues/backdating',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/issues')
          ? withParams(request, ({ created_at: _, ...params }) => params)
          : request,
      ),
  },
  shownOtherwise(
    'user-agent-constant',
    'User agent details always show the same user agent',
    'issues/user-agent-details',
    ['GET /projects/:id/snippets/:snippet_id/user_agent_detail'],
    (row) => ({ ...row, user_agent: 'Mozilla/5.0' }),
  ),
  shownOtherwise(
    'closed-issues-counted-twice',
    'The number of all issues counts the closed ones twice',
    'issues/statistics',
    ['GET /projects/:id/issues_statistics'],
    () => ({ statistics: { counts: { all: 4, closed: 1, opened: 2 } } }),
  ),
  rowsChanged(
    'issue-health-unset',
    'An issue never shows a health status',
    'issues/health-status',
    ['GET /projects/:id/issues/:issue_iid'],
    (row) => ({ ...row, health_status: null }),
  ),
  {
    name: 'no-related-issues',
    says: 'A merge request lists no related issues',
    caughtBy: 'issues/by-id-and-related',
    fault: async (request, next) => {
      const reply = await next(request)
      const related = '/projects/:id/merge_requests/:merge_request_iid/related_issues'
      return calls(request, `GET ${related}`) ? { ...reply, body: '[]' } : reply
    },
  },
  {
    name: 'issue-link-type-not-reversed',
    says: 'A link between issues has the same type from both sides',
    caughtBy: 'issues/link-types',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${LINKS}`) || reply.status !== 200) return reply
      return withJson(
        reply,
        rowsOf(reply).map((row) =>
          row.link_type === 'is_blocked_by' ? { ...row, link_type: 'blocks' } : row,
        ),
      )
    },
  },
  {
    name: 'issues-linked-twice',
    says: 'Linking two linked issues again answers 201',
    caughtBy: 'issues/linked-once',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, `POST ${LINKS}`) && reply.status === 409 ? { ...reply, status: 201 } : reply
    },
  },
  {
    name: 'confidential-issues-among-links',
    says: 'A new issue is never confidential, so that Guests see it among the links of another issue',
    caughtBy: 'issues/links-to-hidden-issues',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/issues')
          ? withParams(request, (params) => ({ ...params, confidential: false }))
          : request,
      ),
  },
  {
    name: 'participants-cut-off',
    says: 'Only the first two participants of an issue are listed',
    caughtBy: 'issues/participants',
    fault: async (request, next) => {
      const reply = await next(request)
      const wanted = calls(request, 'GET /projects/:id/issues/:issue_iid/participants')
      return wanted && reply.status === 200 ? withJson(reply, rowsOf(reply).slice(0, 2)) : reply
    },
  },
  {
    name: 'moved-issue-stays-open',
    says: 'A moved issue is still open in its old project',
    caughtBy: 'issues/move',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${ISSUE}`)) return reply
      return withRows(reply, (row) => ({ ...row, state: 'opened' }))
    },
  },
  {
    name: 'issue-moves-to-same-project',
    says: 'Moving an issue to its own project answers 201',
    caughtBy: 'issues/move-refused',
    fault: async (request, next) => {
      const reply = await next(request)
      const stays = calls(request, `POST ${ISSUE}/move`) && reply.body.includes('originates from')
      return stays ? { ...reply, status: 201 } : reply
    },
  },
  {
    name: 'clone-always-with-notes',
    says: 'A cloned issue always has the notes of the original',
    caughtBy: 'issues/clone',
    fault: (request, next) =>
      next(
        calls(request, `POST ${ISSUE}/clone`)
          ? withParams(request, (params) => ({ ...params, with_notes: true }))
          : request,
      ),
  },
  {
    name: 'issue-type-ignored',
    says: 'Every new issue has the type `issue`',
    caughtBy: 'issues/types',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/issues')
          ? withParams(request, ({ issue_type: _, ...params }) => params)
          : request,
      ),
  },
  {
    name: 'todo-of-epic-without-group',
    says: 'A to-do item for an epic does not show its group',
    caughtBy: 'issues/todo-epic',
    fault: async (request, next) => {
      const reply = await next(request)
      const made = calls(request, 'POST /groups/:id/epics/:epic_iid/todo') && reply.status === 201
      return made ? withRows(reply, (row) => ({ ...row, group: { id: 0 } })) : reply
    },
  },
  {
    name: 'no-todos-for-mentions',
    says: 'A mention creates no to-do item',
    caughtBy: 'issues/todos-reasons',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /todos') || reply.status !== 200) return reply
      return withJson(
        reply,
        rowsOf(reply).filter(({ action_name: reason }) => reason === 'assigned'),
      )
    },
  },
  {
    name: 'todo-state-filter-ignored',
    says: 'The `state` filter of to-do items is ignored',
    caughtBy: 'issues/todos-done',
    fault: (request, next) =>
      next(calls(request, 'GET /todos') ? without(request, (name) => name === 'state') : request),
  },
  {
    name: 'todo-marked-twice',
    says: 'Marking an issue again answers 201 instead of 304',
    caughtBy: 'issues/todos-marked',
    fault: async (request, next) => {
      const reply = await next(request)
      const again = calls(request, 'POST /projects/:id/issues/:issue_iid/todo') && reply.status === 304
      return again ? { ...reply, status: 201, body: '{}' } : reply
    },
  },
  {
    name: 'confidential-issues-among-todos',
    says: 'A new issue is never confidential, so that a Guest who is mentioned in it has a to-do item',
    caughtBy: 'issues/todos-hidden-issues',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/issues')
          ? withParams(request, (params) => ({ ...params, confidential: false }))
          : request,
      ),
  },
  {
    name: 'todo-type-filter-ignored',
    says: 'The `type` filter of to-do items is ignored',
    caughtBy: 'issues/todos-filters',
    fault: (request, next) =>
      next(calls(request, 'GET /todos') ? without(request, (name) => name === 'type') : request),
  },
  rowsChanged(
    'time-spent-not-summed',
    'The time statistics show no time spent',
    'issues/time-tracking',
    ['GET /projects/:id/issues/:issue_iid/time_stats'],
    (row) => ({ ...row, total_time_spent: 0, human_total_time_spent: null }),
  ),
  {
    name: 'issue-update-loses-another',
    says: 'An update of an issue writes back what it read of the other attributes',
    caughtBy: 'issues/concurrent-calls',
    fault: async (request, next) => {
      if (!calls(request, 'PUT /projects/:id/issues/:issue_iid')) return next(request)
      const row = parseJson((await readFirst(next, request)).body)
      if (!isRow(row)) return next(request)
      const { description = null, due_date = null } = row
      return next(withParams(request, (params) => ({ description, due_date, ...params })))
    },
  },
  {
    name: 'issue-number-given-twice-at-once',
    says: 'Two issues that are created at once get one number',
    caughtBy: 'issues/concurrent-calls',
    fault: async (request, next) => {
      if (!calls(request, 'POST /projects/:id/issues')) return next(request)
      const numbers = rowsOf(await readFirst(next, request)).map(({ iid }) => Number(iid))
      return withRows(await next(request), (row) => ({ ...row, iid: Math.max(0, ...numbers) + 1 }))
    },
  },
]

/** Answers of these operations with other rows. */
function shownOtherwise(
  name: string,
  says: string,
  caughtBy: string,
  operations: readonly string[],
  change: Parameters<typeof withRows>[1],
): Mutant {
  return {
    name,
    says,
    caughtBy,
    fault: async (request, next) => {
      const reply = await next(request)
      return operations.some((it) => calls(request, it)) ? withRows(reply, change) : reply
    },
  }
}
