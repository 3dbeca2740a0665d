import type { Mutant } from './mutant.ts'
import { as, calls, isBy, rowsOf, withJson, without, withParams, withRows } from './wire.ts'

const start = 'POST /bulk_imports'
const list = 'GET /bulk_imports'
const one = 'GET /bulk_imports/:import_id'
const entities = 'GET /bulk_imports/:import_id/entities'
const entity = 'GET /bulk_imports/:import_id/entities/:entity_id'

/** Lists of the group that a check lets arrive. */
function isOfCopy(url: string, list: string): boolean {
  return new RegExp(`/groups/[^/?]*-arrived/${list}(?:\\?|$)`).test(url)
}

/** Whatever token of the source is sent, its owner's is tried. */
const withOwnersToken: Mutant['fault'] = (request, next, { credentials }) =>
  next(
    calls(request, start)
      ? withParams(request, (params) => ({
          ...params,
          configuration: {
            ...(params.configuration as object),
            access_token: credentials.owner?.token ?? '',
          } as never,
        }))
      : request,
  )

/** Faults in group migrations. */
export const bulkImportMutants: readonly Mutant[] = [
  {
    name: 'migrations-of-everybody',
    says: 'Administrators see the migrations of everybody',
    caughtBy: 'bulk-imports/own-only',
    fault: (request, next, { credentials }) => {
      const reads = [list, one, entities, entity].some((operation) => calls(request, operation))
      return next(reads && isBy(request, credentials.admin) ? as(request, credentials.owner) : request)
    },
  },
  {
    name: 'migrations-of-any-status',
    says: 'The status that is asked for is ignored',
    caughtBy: 'bulk-imports/status-filter',
    fault: (request, next) =>
      next(calls(request, list) ? without(request, (name) => name === 'status') : request),
  },
  {
    name: 'migrations-oldest-first',
    says: 'The oldest migration comes first unless said',
    caughtBy: 'bulk-imports/order',
    fault: async (request, next) => {
      const reply = await next(request)
      const turns = calls(request, list) && !request.url.includes('sort=') && reply.status === 200
      return turns ? withJson(reply, [...rowsOf(reply)].reverse()) : reply
    },
  },
  {
    name: 'migration-started-at-once',
    says: 'A migration is answered as started',
    caughtBy: 'bulk-imports/answer',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, start) ? withRows(reply, (row) => ({ ...row, status: 'started' })) : reply
    },
  },
  {
    name: 'failed-migration-finished',
    says: 'A migration of which nothing arrived is finished',
    caughtBy: 'bulk-imports/failures',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, one)) return reply
      return withRows(reply, (row) => ({
        ...row,
        status: row.status === 'failed' ? 'finished' : (row.status ?? null),
      }))
    },
  },
  {
    name: 'mixed-migration-failed',
    says: 'One entity that fails makes the whole migration fail',
    caughtBy: 'bulk-imports/mixed',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, one)) return reply
      return withRows(reply, (row) => ({
        ...row,
        status: row.status === 'finished' ? 'failed' : (row.status ?? null),
      }))
    },
  },
  {
    name: 'failures-untold',
    says: 'An entity does not tell what failed',
    caughtBy: 'bulk-imports/failures',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, entity) ? withRows(reply, (row) => ({ ...row, failures: [] })) : reply
    },
  },
  {
    name: 'subgroups-without-parent',
    says: 'A subgroup does not tell of which entity it is part',
    caughtBy: 'bulk-imports/arrives',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, entities) ? withRows(reply, (row) => ({ ...row, parent_id: null })) : reply
    },
  },
  {
    name: 'badges-left-behind',
    says: 'A migrated group has no badges',
    caughtBy: 'bulk-imports/arrives',
    fault: async (request, next) => {
      const reply = await next(request)
      return isOfCopy(request.url, 'badges') && reply.status === 200 ? withJson(reply, []) : reply
    },
  },
  {
    name: 'lists-left-behind',
    says: 'A migrated board has lost its lists',
    caughtBy: 'bulk-imports/arrives',
    fault: async (request, next) => {
      const reply = await next(request)
      return isOfCopy(request.url, 'boards') ? withRows(reply, (row) => ({ ...row, lists: [] })) : reply
    },
  },
  {
    name: 'decisions-left-behind',
    says: 'A migrated group forgets who opens groups in it',
    caughtBy: 'bulk-imports/arrives',
    fault: async (request, next) => {
      const reply = await next(request)
      return /\/groups\/[^/?]*-arrived$/.test(request.url) && request.method === 'GET'
        ? withRows(reply, (row) => ({ ...row, subgroup_creation_level: 'maintainer' }))
        : reply
    },
  },
  {
    name: 'any-source-token',
    says: 'The token of the source is not tried',
    caughtBy: 'bulk-imports/source-token',
    fault: withOwnersToken,
  },
  {
    name: 'source-of-anybody',
    says: 'Whoever sees a group of the source migrates it',
    caughtBy: 'bulk-imports/source-owner',
    fault: withOwnersToken,
  },
]
