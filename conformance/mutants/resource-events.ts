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
  {
    name: 'epic-events-lost',
    says: 'What is done to an epic leaves no events',
    caughtBy: 'resource-events/of-epics',
    fault: async (request, next) => {
      const reply = await next(request)
      const asked =
        calls(request, 'GET /groups/:id/epics/:epic_id/resource_state_events') && reply.status === 200
      return asked ? { ...reply, body: '[]' } : reply
    },
  },
]
