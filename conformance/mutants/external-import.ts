import { isRow } from '../json.ts'
import type { Mutant } from './mutant.ts'
import { as, calls, isBy, withRows } from './wire.ts'

const start = 'POST /import/extgit'
const cancel = 'POST /import/extgit/cancel'
const status = 'GET /projects/:id/import'

/** Faults in imports from other hosts. */
export const externalImportMutants: readonly Mutant[] = [
  {
    name: 'anybody-imports',
    says: 'Whoever asks may import into a group',
    caughtBy: 'external-import/roles',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, start) && isBy(request, credentials.reporter)
          ? as(request, credentials.owner)
          : request,
      ),
  },
  {
    name: 'path-without-slash',
    says: 'The full path of an import does not begin with a slash',
    caughtBy: 'external-import/answer',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, start)
        ? withRows(reply, (row) => ({ ...row, full_path: String(row.full_path).replace(/^\//, '') }))
        : reply
    },
  },
  {
    name: 'canceled-goes-on',
    says: 'A canceled import goes on',
    caughtBy: 'external-import/canceled',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, status)) return reply
      return withRows(reply, (row) => ({
        ...row,
        import_status: row.import_status === 'canceled' ? 'started' : (row.import_status ?? null),
      }))
    },
  },
  {
    name: 'canceled-too-late',
    says: 'An import that is over can be canceled',
    caughtBy: 'external-import/cancel-too-late',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, cancel) && reply.body.includes('because it is finished')
      return refused ? { ...reply, status: 200, body: '{"import_status":"canceled"}' } : reply
    },
  },
  {
    name: 'imported-before-fetched',
    says: 'Everything counts as imported from the beginning',
    caughtBy: 'external-import/counts-grow',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, status)) return reply
      return withRows(reply, (row) =>
        isRow(row.stats) ? { ...row, stats: { ...row.stats, imported: { issue: 2 } } } : row,
      )
    },
  },
  {
    name: 'canceled-by-anybody',
    says: 'Maintainers cancel imports',
    caughtBy: 'external-import/cancel-rights',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, cancel) && isBy(request, credentials.maintainer)
          ? as(request, credentials.owner)
          : request,
      ),
  },
]
