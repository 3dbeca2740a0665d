import { isRows, parseJson } from '../kit/json.ts'
import type { Mutant } from './mutant.ts'
import { calls, withJson } from './wire.ts'

/** Faults in repository files. */
export const repositoryFilesMutants: readonly Mutant[] = [
  {
    name: 'blame-all-of-first-commit',
    says: 'Every line of a blame has the commit of the first line',
    caughtBy: 'repository-files/blame',
    fault: async (request, next) => {
      const reply = await next(request)
      const rows = parseJson(reply.body)
      if (!calls(request, 'GET /projects/:id/repository/files/:file_path/blame') || !isRows(rows))
        return reply
      const commit = rows[0]?.commit ?? null
      return withJson(
        reply,
        rows.map((row) => ({ ...row, commit })),
      )
    },
  },
]
