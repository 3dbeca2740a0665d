import { isRows, parseJson } from '../kit/json.ts'
import type { Mutant } from './mutant.ts'
import { calls, othersFirst, paramsOf, withJson, without } from './wire.ts'

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
  {
    name: 'file-deleted-behind-a-later-commit',
    says: 'A deletion of a file ignores `last_commit_id`',
    caughtBy: 'repository-files/write',
    fault: (request, next) =>
      next(
        calls(request, 'DELETE /projects/:id/repository/files/:file_path')
          ? without(request, (name) => name === 'last_commit_id')
          : request,
      ),
  },
  {
    name: 'commit-lost-at-once',
    says: 'Of two files that are committed at once one is accepted and lost',
    caughtBy: 'repository-files/concurrent-commits',
    fault: async (request, next, { memory }) => {
      if (!calls(request, 'POST /projects/:id/repository/files/:file_path')) return next(request)
      const before = memory.get('commits')
      await othersFirst()
      const lost = memory.get('commits') !== before
      memory.set('commits', String(Number(before ?? 0) + 1))
      if (!lost) return next(request)
      const { file_path = null, branch = null } = paramsOf(request)
      return { status: 201, headers: {}, body: JSON.stringify({ file_path, branch }) }
    },
  },
]
