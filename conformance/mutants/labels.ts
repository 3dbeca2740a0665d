import type { Mutant } from './mutant.ts'
import { calls, rowsChanged, withJson } from './wire.ts'

/** Faults in labels. */
export const labelsMutants: readonly Mutant[] = [
  {
    name: 'label-duplicate-created',
    says: 'Creating a label that exists already answers 201',
    caughtBy: 'labels/duplicate',
    fault: async (request, next) => {
      const reply = await next(request)
      const creates = calls(request, 'POST /projects/:id/labels')
      return creates && reply.status === 409 ? withJson({ ...reply, status: 201 }, { id: 1 }) : reply
    },
  },
  rowsChanged(
    'label-update-resets-color',
    'An update of a label resets the color that is not sent',
    'labels/life',
    ['PUT /projects/:id/labels/:name'],
    (row) => ({ ...row, color: '#6699cc' }),
  ),
]
