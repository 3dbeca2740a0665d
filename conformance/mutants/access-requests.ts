import type { Mutant } from './mutant.ts'
import { calls, rowsOf, withParams } from './wire.ts'

/** Faults in access requests. */
export const accessRequestsMutants: readonly Mutant[] = [
  {
    name: 'access-request-approved-as-reporter',
    says: 'An access request that is approved without a level makes a Reporter',
    caughtBy: 'access-requests/approved',
    fault: (request, next) =>
      next(
        calls(request, 'PUT /projects/:id/access_requests/:user_id/approve')
          ? withParams(request, (params) => ({ access_level: 20, ...params }))
          : request,
      ),
  },
  {
    name: 'denied-access-requests-listed',
    says: 'A denied access request is still listed',
    caughtBy: 'access-requests/denied',
    fault: async (request, next) => {
      const denies = ['projects', 'groups'].some((kind) =>
        calls(request, `DELETE /${kind}/:id/access_requests/:user_id`),
      )
      if (!denies) return next(request)
      const reply = await next({ ...request, method: 'GET', url: request.url.replace(/\/\d+$/, '') })
      return reply.status === 200 && rowsOf(reply).length > 0
        ? { ...reply, status: 204, body: '' }
        : next(request)
    },
  },
]
