import { isRow } from '../kit/json.ts'
import type { Mutant } from './mutant.ts'
import { calls, paramsChanged, rowsChanged, withJson } from './wire.ts'

/** Faults in epics. */
export const epicsMutants: readonly Mutant[] = [
  {
    name: 'links-of-group-of-all-times',
    says: 'The links between epics of a group are not filtered by time',
    caughtBy: 'epics/links-of-group',
    release: '18.9',
    fault: (request, next) =>
      next(
        calls(request, 'GET /groups/:id/related_epic_links')
          ? { ...request, url: request.url.replace(/created_before=[^&]*/, '') }
          : request,
      ),
  },
  {
    name: 'unknown-epic-missing',
    says: 'An epic that is not there is missing instead of forbidden',
    caughtBy: 'epics/unknown-forbidden',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, 'GET /groups/:id/epics/:epic_iid') && reply.status === 403
      return refused ? { ...withJson(reply, { message: '404 Not found' }), status: 404 } : reply
    },
  },
  rowsChanged(
    'issue-epic-end-date-in-february',
    'The epic of an issue shows its end date in words, February whatever the month is',
    'epics/end-date-in-issue',
    ['GET /projects/:id/issues/:issue_iid'],
    (row) =>
      isRow(row.epic) && typeof row.epic.human_readable_end_date === 'string'
        ? {
            ...row,
            epic: {
              ...row.epic,
              human_readable_end_date: row.epic.human_readable_end_date.replace(/^\w+/, 'Feb'),
            },
          }
        : row,
  ),
  rowsChanged(
    'issue-without-its-epic',
    'An issue does not show the epic that it is part of',
    'epics/epic-of-issue',
    ['GET /projects/:id/issues/:issue_iid'],
    (row) => ({ ...row, epic: null, epic_iid: null }),
  ),
  rowsChanged(
    'related-epic-type-of-source',
    'A linked epic shows the type of the link as seen from its source, whichever epic is asked',
    'epics/related-epics',
    ['GET /groups/:id/epics/:epic_iid/related_epics'],
    (row) => (row.link_type === 'is_blocked_by' ? { ...row, link_type: 'blocks' } : row),
  ),
  rowsChanged(
    'epic-unsubscribed-author',
    'The author of an epic is not subscribed to it',
    'epics/create-update-delete',
    ['GET /groups/:id/epics/:epic_iid'],
    (row) => ({ ...row, subscribed: false }),
  ),
  paramsChanged(
    'epic-public-by-any-update',
    'An update of an epic that does not say whether it is confidential makes it public',
    'epics/update-keeps-the-rest',
    'PUT /groups/:id/epics/:epic_iid',
    (params) => ({ confidential: false, ...params }),
  ),
  paramsChanged(
    'epic-due-date-inherited-by-any-update',
    'An update of an epic that does not say whether its due date is fixed takes that back',
    'epics/update-keeps-the-rest',
    'PUT /groups/:id/epics/:epic_iid',
    (params) => ({ due_date_is_fixed: false, ...params }),
  ),
  paramsChanged(
    'epic-remove-labels-ignored',
    '`remove_labels` of an epic is ignored',
    'epics/create-update-delete',
    'PUT /groups/:id/epics/:epic_iid',
    ({ remove_labels: _, ...params }) => params,
  ),
  rowsChanged(
    'epic-dates-for-everybody',
    'An epic shows its fixed dates to those who may not change it',
    'epics/dates-of-managers',
    ['GET /groups/:id/epics/:epic_iid'],
    (row) => ({ start_date_fixed: null, ...row }),
  ),
  paramsChanged(
    'child-epic-moved-ahead',
    'A child epic that is moved behind another one comes ahead of it',
    'epics/child-epics-move',
    'PUT /groups/:id/epics/:epic_iid/epics/:child_epic_id',
    ({ move_before_id: before, ...params }) => ({
      ...params,
      ...(before !== undefined && { move_after_id: before }),
    }),
  ),
  paramsChanged(
    'child-epic-always-secret',
    'A child epic of a confidential epic is confidential whatever is sent',
    'epics/secrecy',
    'POST /groups/:id/epics/:epic_iid/epics',
    ({ confidential: _, ...params }) => params,
  ),
  paramsChanged(
    'epic-issue-moved-after',
    'An issue of an epic that is moved behind another one comes ahead of it',
    'epics/issues-and-child-epics',
    'PUT /groups/:id/epics/:epic_iid/issues/:epic_issue_id',
    ({ move_before_id: before, ...params }) => ({
      ...params,
      ...(before !== undefined && { move_after_id: before }),
    }),
  ),
]
