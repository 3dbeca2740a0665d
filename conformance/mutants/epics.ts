import type { Mutant } from './mutant.ts'
import { paramsChanged } from './wire.ts'

/** Faults in epics. */
export const epicsMutants: readonly Mutant[] = [
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
