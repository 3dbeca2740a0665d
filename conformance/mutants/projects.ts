import type { Mutant } from './mutant.ts'
import { as, calls, given, isBy, without } from './wire.ts'

const list = 'GET /projects'

/** Faults in lists of projects. */
export const projectMutants: readonly Mutant[] = [
  {
    name: 'private-listed',
    says: 'A stranger is shown the private projects of the owner',
    caughtBy: 'projects/filters',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, list) && isBy(request, credentials.stranger)
          ? as(request, credentials.owner)
          : request,
      ),
  },
  {
    name: 'simple-ignored',
    says: '`simple` is ignored',
    caughtBy: 'projects/simple-form',
    fault: (request, next) =>
      next(calls(request, list) ? without(request, (name) => name === 'simple') : request),
  },
  {
    name: 'statistics-for-guests',
    says: 'Guests are shown statistics',
    caughtBy: 'projects/statistics',
    fault: (request, next, { credentials }) => {
      const asked =
        calls(request, list) && given(request, 'statistics') !== undefined && isBy(request, credentials.guest)
      return next(asked ? as(request, credentials.owner) : request)
    },
  },
  {
    name: 'keyset-stops',
    says: 'Keyset pagination ends after its first page',
    caughtBy: 'projects/keyset',
    fault: async (request, next) => {
      const reply = await next(request)
      if (given(request, 'pagination') !== 'keyset') return reply
      const { link: _link, ...headers } = reply.headers
      return { ...reply, headers }
    },
  },
  {
    name: 'bounds-included',
    says: '`id_after` includes the id that it names',
    caughtBy: 'projects/id-bounds',
    fault: (request, next) =>
      next({
        ...request,
        url: request.url.replace(/\bid_after=(\d+)/, (_whole, id: string) => `id_after=${Number(id) - 1}`),
      }),
  },
  {
    name: 'archived-ignored',
    says: 'The filter `archived` is ignored',
    caughtBy: 'projects/filters',
    fault: (request, next) =>
      next(calls(request, list) ? without(request, (name) => name === 'archived') : request),
  },
]
