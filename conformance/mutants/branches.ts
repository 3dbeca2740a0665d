import type { Mutant } from './mutant.ts'
import { calls, paramsOf, readFirst, rowsOf, withJson, without, withParams } from './wire.ts'

/** Faults in branches. */
export const branchesMutants: readonly Mutant[] = [
  {
    name: 'invalid-branch-not-found',
    says: 'A name that no branch can have answers 404',
    caughtBy: 'branches/create-and-delete',
    fault: async (request, next) => {
      const reply = await next(request)
      const one = calls(request, 'GET /projects/:id/repository/branches/:branch')
      return one && reply.status === 400
        ? withJson({ ...reply, status: 404 }, { message: '404 Branch Not Found' })
        : reply
    },
  },
  {
    name: 'branch-search-ignored',
    says: 'The `search` of branches is ignored',
    caughtBy: 'branches/create-and-delete',
    fault: (request, next) =>
      next(
        calls(request, 'GET /projects/:id/repository/branches')
          ? without(request, (name) => name === 'search')
          : request,
      ),
  },
  {
    name: 'merged-branches-not-deleted',
    says: 'Deleting the merged branches answers 202 and deletes none',
    caughtBy: 'branches/delete-merged',
    fault: async (request, next) =>
      calls(request, 'DELETE /projects/:id/repository/merged_branches')
        ? { status: 202, headers: {}, body: '{"message":"202 Accepted"}' }
        : next(request),
  },
  {
    name: 'branch-name-given-twice-at-once',
    says: 'Two calls that create a branch of one name at once both succeed',
    caughtBy: 'branches/concurrent-calls',
    fault: async (request, next) => {
      if (!calls(request, 'POST /projects/:id/repository/branches')) return next(request)
      const { branch } = paramsOf(request)
      const isFree = rowsOf(await readFirst(next, request)).every(({ name }) => name !== branch)
      const reply = await next(request)
      return isFree && reply.status === 400
        ? withJson({ ...reply, status: 201 }, { name: branch ?? null })
        : reply
    },
  },
  {
    name: 'branch-of-empty-refused',
    says: 'A branch of a project without commits is refused with 400',
    caughtBy: 'branches/create-in-empty',
    fault: async (request, next) => {
      if (!calls(request, 'POST /projects/:id/repository/branches')) return next(request)
      const { body: _body, ...rest } = request
      const listed = await next({ ...rest, method: 'GET' })
      return listed.body === '[]'
        ? withJson({ ...listed, status: 400 }, { message: 'Branch name is invalid' })
        : next(request)
    },
  },
  {
    name: 'protected-branch-keeps-who-may-push',
    says: 'Protecting a branch again by its own call leaves who may push and merge as it was',
    caughtBy: 'branches/former-protection',
    fault: async (request, next) => {
      const once = calls(request, 'PUT /projects/:id/repository/branches/:branch/protect')
      if (!once) return next(request)
      const { body: _body, ...rest } = request
      const shown = await next({ ...rest, method: 'GET', url: request.url.replace(/\/protect(?=\?|$)/, '') })
      const again = `${shown.body}`.includes('"protected":true')
      return next(again ? withParams(request, () => ({})) : request)
    },
  },
  {
    name: 'repository-off-forbidden',
    says: 'Branches of a project whose repository is switched off answer 403',
    caughtBy: 'branches/repository-off',
    fault: async (request, next) => {
      const reply = await next(request)
      return reply.status === 404 && `${reply.body}`.includes('404 Repository Not Found')
        ? withJson({ ...reply, status: 403 }, { message: '403 Forbidden' })
        : reply
    },
  },
]
