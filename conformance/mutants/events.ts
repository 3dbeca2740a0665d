import type { Mutant } from './mutant.ts'
import { calls, rowsOf, withJson, without, withParams, withRows } from './wire.ts'

const LIST = 'GET /projects/:id/events'

/** Faults in what is told of what was done. */
export const eventMutants: readonly Mutant[] = [
  {
    name: 'events-always-latest-first',
    says: 'Events are never told of in the other order',
    caughtBy: 'events/issues',
    fault: (request, next) =>
      next(calls(request, LIST) ? without(request, (name) => name === 'sort') : request),
  },
  {
    name: 'events-without-pushes',
    says: 'A push is told of without what it did',
    caughtBy: 'events/pushes',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, LIST) || reply.status !== 200) return reply
      return withRows(reply, ({ push_data: _, ...row }) => ({ ...row, push_data: {} }))
    },
  },
  {
    name: 'events-of-any-target',
    says: 'Events are not narrowed by what was done something to',
    caughtBy: 'events/filters',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, LIST) || !request.url.includes('merge_request')) return reply
      return withJson(reply, [...rowsOf(reply), { id: 1, action_name: 'opened' }])
    },
  },
  {
    name: 'events-of-secrets',
    says: 'Confidential issues are open to all members',
    caughtBy: 'events/secrets',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/issues')
          ? withParams(request, (params) => ({ ...params, confidential: false }))
          : request,
      ),
  },
]
