import type { Mutant } from './mutant.ts'
import { paramsChanged, rowsChanged } from './wire.ts'

/** Faults in epics. */
export const epicsMutants: readonly Mutant[] = [
  rowsChanged(
    'issue-without-its-epic',
    'An issue does not show the epic that it is part of',
    'epics/epic-of-issue',
    ['GET /projects/:id/issues/:issue_iid'],
    (row) => ({ ...row, epic: null, epic_iid: null }),
  ),
  rowsChanged(
    'epic-unsubscribed-author',
    'The author of an epic is not subscribed to it',
    'epics/create-update-delete',
    ['GET /groups/:id/epics/:epic_iid'],
    (row) => ({ ...row, subscribed: false }),
  ),
  paramsChanged(
    'epic-remove-labels-ignored',
    '`remove_labels` of an epic is ignored',
    'epics/create-update-delete',
    'PUT /groups/:id/epics/:epic_iid',
    ({ remove_labels: _, ...params }) => params,
  ),
  paramsChanged(
    'epic-issue-moved-after',
    'An issue of an epic that is moved before another one comes after it',
    'epics/issues-and-child-epics',
    'PUT /groups/:id/epics/:epic_iid/issues/:epic_issue_id',
    ({ move_before_id: before, ...params }) => ({
      ...params,
      ...(before !== undefined && { move_after_id: before }),
    }),
  ),
]
