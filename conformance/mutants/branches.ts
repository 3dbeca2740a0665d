import type { Mutant } from './mutant.ts'
import { calls, without } from './wire.ts'

/** Faults in branches. */
export const branchesMutants: readonly Mutant[] = [
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
]
