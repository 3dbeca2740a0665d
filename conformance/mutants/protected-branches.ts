import { isRow, parseJson } from '../kit/json.ts'
import type { Mutant } from './mutant.ts'
import { calls, paramsChanged, withJson } from './wire.ts'

/** Faults in protected branches. */
export const protectedBranchesMutants: readonly Mutant[] = [
  {
    name: 'protected-branches-ask-to-sign-in',
    says: 'Who asks for the protected branches of an open project without credentials is asked to sign in',
    caughtBy: 'protected-branches/anonymous',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, 'GET /projects/:id/protected_branches') && reply.status === 403
      return refused ? { ...withJson(reply, { message: '401 Unauthorized' }), status: 401 } : reply
    },
  },
  {
    name: 'empty-branch-name-unnamed',
    says: 'Protecting a branch with an empty name answers 422 without saying why',
    caughtBy: 'protected-branches/name-required',
    fault: async (request, next) => {
      const reply = await next(request)
      const creates = calls(request, 'POST /projects/:id/protected_branches')
      return creates && reply.status === 422 ? withJson(reply, { message: [] }) : reply
    },
  },
  {
    name: 'unprotect-level-unset',
    says: 'A protected branch has no level from which on it is unprotected, unless one is sent',
    caughtBy: 'protected-branches/unprotect-level',
    fault: async (request, next) => {
      const reply = await next(request)
      const creates = calls(request, 'POST /projects/:id/protected_branches')
      const made = parseJson(reply.body)
      return creates && isRow(made) && reply.status === 201
        ? withJson(reply, { ...made, unprotect_access_levels: [] })
        : reply
    },
  },
  {
    name: 'protected-branch-level-twice',
    says: 'An update of a protected branch adds a level a second time',
    caughtBy: 'protected-branches/taken-level',
    fault: async (request, next) => {
      const reply = await next(request)
      const taken = calls(request, 'PATCH /projects/:id/protected_branches/:name') && reply.status === 422
      return taken ? withJson({ ...reply, status: 200 }, { push_access_levels: [] }) : reply
    },
  },
  paramsChanged(
    'force-push-not-updated',
    'An update of a protected branch ignores `allow_force_push`',
    'protected-branches/lifecycle',
    'PATCH /projects/:id/protected_branches/:name',
    ({ allow_force_push: _, ...params }) => params,
  ),
]
