import { isRow } from '../kit/json.ts'
import type { Mutant } from './mutant.ts'
import { as, calls, isBy, withParams, withRows } from './wire.ts'

const start = 'POST /import/extgit'
const cancel = 'POST /import/extgit/cancel'
const status = 'GET /projects/:id/import'
const server = 'POST /import/extserver'
const gists = 'POST /import/extgit/gists'

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
  {
    name: 'counted-as-issues',
    says: 'Pull requests count as issues, among which the host lists them',
    caughtBy: 'external-import/brings',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, status)) return reply
      return { ...reply, body: reply.body.replaceAll('"issue":2', '"issue":3') }
    },
  },
  {
    name: 'host-status-passed-on',
    says: 'A token that the host refuses is answered with its status',
    caughtBy: 'external-import/host-refuses',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, start) && reply.body.includes('(HTTP 401)')
      return refused ? { ...reply, status: 401 } : reply
    },
  },
  {
    name: 'size-of-no-account',
    says: 'The limit on repositories is told as being without a unit',
    caughtBy: 'external-import/too-large',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, start)
        ? { ...reply, body: reply.body.replace('limit of 1 MB', 'limit of 1') }
        : reply
    },
  },
  {
    name: 'every-source-on',
    says: 'That a kind of host is switched off is told as a repository that cannot be imported',
    caughtBy: 'external-import/source-off',
    fault: async (request, next) => {
      const reply = await next(request)
      const off = (calls(request, start) || calls(request, server)) && reply.status === 403
      return off ? { ...reply, status: 422 } : reply
    },
  },
  {
    name: 'server-namespace-lost',
    says: 'Imports from a self-hosted server always go into the own namespace',
    caughtBy: 'external-import/server-namespaces',
    fault: (request, next) =>
      next(
        calls(request, server)
          ? withParams(request, ({ target_namespace: _, new_namespace: __, ...rest }) => rest)
          : request,
      ),
  },
  {
    name: 'server-source-unlinked',
    says: 'Where an import comes from is told without the key of the project there',
    caughtBy: 'external-import/server-brings',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, server)
        ? withRows(reply, (row) => ({
            ...row,
            import_source: String(row.import_source).replace(/^.*\//, ''),
          }))
        : reply
    },
  },
  {
    name: 'server-missing-is-404',
    says: 'A repository that the server does not have answers 404',
    caughtBy: 'external-import/server-refuses',
    fault: async (request, next) => {
      const reply = await next(request)
      const missing = calls(request, server) && reply.body.includes('could not be found')
      return missing ? { ...reply, status: 404 } : reply
    },
  },
  {
    name: 'server-to-anybody',
    says: 'Whoever asks may import from a self-hosted server into a group',
    caughtBy: 'external-import/server-roles',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, server) && isBy(request, credentials.reporter)
          ? as(request, credentials.owner)
          : request,
      ),
  },
  {
    name: 'gists-never-come',
    says: 'Gists are said to be imported, and none becomes a snippet',
    caughtBy: 'external-import/gists-become-snippets',
    fault: async (request, next) =>
      calls(request, gists) && request.body !== undefined
        ? { status: 202, headers: { 'content-type': 'application/json' }, body: '202' }
        : next(request),
  },
  {
    name: 'gists-for-any-token',
    says: 'A token that the host does not know is told too late',
    caughtBy: 'external-import/gists-refused',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, gists) && reply.status === 401
      return refused ? { ...reply, status: 202, body: '202' } : reply
    },
  },
]
