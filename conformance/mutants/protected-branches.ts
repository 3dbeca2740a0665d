import type { Mutant } from './mutant.ts'
import { calls, withJson } from './wire.ts'

/** Faults in protected branches. */
export const protectedBranchesMutants: readonly Mutant[] = [
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
]
