import type { Mutant } from './mutant.ts'
import { calls, rowsOf, withJson } from './wire.ts'

/** Faults in resource events. */
export const resourceEventsMutants: readonly Mutant[] = [
  {
    name: 'removed-labels-without-events',
    says: 'Removing a label from an issue creates no label event',
    caughtBy: 'resource-events/label-events',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /projects/:id/issues/:issue_iid/resource_label_events')
        ? withJson(
            reply,
            rowsOf(reply).filter(({ action }) => action === 'add'),
          )
        : reply
    },
  },
]
