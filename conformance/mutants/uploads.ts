import type { Mutant } from './mutant.ts'
import { calls, rowsChanged, rowsOf, withJson } from './wire.ts'

/** Faults in uploads. */
export const uploadsMutants: readonly Mutant[] = [
  rowsChanged(
    'upload-with-id',
    'The answer to an upload has an `id`',
    'uploads/life',
    ['POST /projects/:id/uploads'],
    (row) => ({ id: 1, ...row }),
  ),
  {
    name: 'uploads-oldest-first',
    says: 'Uploads are listed with the earliest first',
    caughtBy: 'uploads/life',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /projects/:id/uploads')
        ? withJson(reply, [...rowsOf(reply)].reverse())
        : reply
    },
  },
]
