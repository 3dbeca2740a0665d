import type { Mutant } from './mutant.ts'
import { calls, withParams } from './wire.ts'

/** Faults in commits. */
export const commitsMutants: readonly Mutant[] = [
  {
    name: 'cherry-pick-without-reference',
    says: 'The message of a cherry-picked commit does not name the original',
    caughtBy: 'commits/cherry-pick-and-revert',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/repository/commits/:sha/cherry_pick')
          ? withParams(request, (params) => ({ message: 'Picked', ...params }))
          : request,
      ),
  },
]
