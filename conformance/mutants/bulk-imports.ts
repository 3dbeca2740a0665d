import { isRows, type Row } from '../kit/json.ts'
import type { Mutant } from './mutant.ts'
import {
  as,
  calls,
  given,
  isBy,
  pathOf,
  rowsChanged,
  rowsOf,
  withJson,
  without,
  withParams,
  withRows,
} from './wire.ts'

const start = 'POST /bulk_imports'

const itsEntities = 'GET /bulk_imports/:import_id/entities'

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

/** Faults in bulk imports. */
export const bulkImportsMutants: readonly Mutant[] = [
  rowsChanged(
    'same-source-arrives-twice',
    'A migration whose destination is taken is said to have finished',
    'bulk-imports/same-source-twice',
    [itsEntities],
    (row) => (row.status === 'failed' ? { ...row, status: 'finished' } : row),
  ),
  {
    name: 'entity-without-time-of-its-end',
    says: 'The end of an entity leaves its update time as it was',
    caughtBy: 'bulk-imports/updated-at',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (!calls(request, itsEntities)) return reply
      return withRows(reply, (row) => {
        const name = String(row.id)
        if (row.status !== 'finished') memory.set(name, String(row.updated_at))
        return { ...row, updated_at: memory.get(name) ?? row.updated_at ?? null }
      })
    },
  },
  {
    name: 'migration-checked-by-its-first-entity',
    says: 'Of the entities of a migration only the first is checked',
    caughtBy: 'bulk-imports/all-or-none',
    fault: (request, next) =>
      next(
        calls(request, start)
          ? withParams(request, (params) =>
              Array.isArray(params.entities) ? { ...params, entities: params.entities.slice(0, 1) } : params,
            )
          : request,
      ),
  },
  {
    name: 'migration-status-without-direction',
    says: 'The entities of a migration are not filtered by status where a direction is sent',
    caughtBy: 'bulk-imports/status-filter',
    fault: (request, next) =>
      next(
        calls(request, itsEntities) && given(request, 'sort') === 'asc'
          ? without(request, (name) => name === 'status')
          : request,
      ),
  },
  {
    name: 'migrated-label-without-description',
    says: 'Labels arrive without their descriptions',
    caughtBy: 'bulk-imports/group-content',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /groups/:id/labels')
        ? withRows(reply, (row) => ({ ...row, description: null }))
        : reply
    },
  },
  {
    name: 'migration-destination-name-in-small',
    says: 'A `destination_name` is taken in small letters',
    caughtBy: 'bulk-imports/destination-name',
    fault: async (request, next) => {
      const reply = await next(request)
      return withRows(reply, (row) =>
        typeof row.destination_slug === 'string'
          ? { ...row, destination_slug: row.destination_slug.toLowerCase() }
          : row,
      )
    },
  },
  {
    name: 'migrated-milestone-opened',
    says: 'Closed milestones arrive as active ones',
    caughtBy: 'bulk-imports/group-content',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /groups/:id/milestones')
        ? withRows(reply, (row) => ({ ...row, state: 'active' }))
        : reply
    },
  },
  {
    name: 'migrated-membership-without-end',
    says: 'Memberships arrive without their end',
    caughtBy: 'bulk-imports/migrated-member',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /groups/:id/members/:user_id')
        ? withRows(reply, (row) => ({ ...row, expires_at: null }))
        : reply
    },
  },
  {
    name: 'migrated-group-public-below-private',
    says: 'A public group stays public below a private one',
    caughtBy: 'bulk-imports/capped-visibility',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /groups/:id')
        ? withRows(reply, (row) => ({ ...row, visibility: 'public' }))
        : reply
    },
  },
  {
    name: 'migrations-visible-to-administrators',
    says: 'Administrators see the migrations of all users',
    caughtBy: 'bulk-imports/own-only',
    fault: (request, next, { credentials }) => {
      const reads = [list, one, entities, entity].some((operation) => calls(request, operation))
      return next(reads && isBy(request, credentials.admin) ? as(request, credentials.owner) : request)
    },
  },
  {
    name: 'migrations-of-a-status-visible-to-all',
    says: 'With a status the list of migrations has those of all users',
    caughtBy: 'bulk-imports/own-only',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, list) && given(request, 'status') !== undefined
          ? as(request, credentials.owner)
          : request,
      ),
  },
  {
    name: 'migration-status-filter-ignored',
    says: 'The list of migrations ignores the status filter',
    caughtBy: 'bulk-imports/status-filter',
    fault: (request, next) =>
      next(calls(request, list) ? without(request, (name) => name === 'status') : request),
  },
  {
    name: 'migrations-oldest-first',
    says: 'The list of migrations is ordered oldest first by default',
    caughtBy: 'bulk-imports/order',
    fault: async (request, next) => {
      const reply = await next(request)
      const turns = calls(request, list) && !request.url.includes('sort=') && reply.status === 200
      return turns ? withJson(reply, [...rowsOf(reply)].reverse()) : reply
    },
  },
  {
    name: 'migration-started-at-once',
    says: 'A new migration is answered with the status started',
    caughtBy: 'bulk-imports/created',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, start) ? withRows(reply, (row) => ({ ...row, status: 'started' })) : reply
    },
  },
  {
    name: 'failed-migration-finished',
    says: 'A migration whose entities all failed is shown as finished',
    caughtBy: 'bulk-imports/failed-entity',
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
    says: 'A migration with one failed entity is shown as failed',
    caughtBy: 'bulk-imports/mixed-result',
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
    name: 'entity-failures-empty',
    says: 'An entity shows no failures',
    caughtBy: 'bulk-imports/failed-entity',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, entity) ? withRows(reply, (row) => ({ ...row, failures: [] })) : reply
    },
  },
  {
    name: 'subgroup-entities-without-parent',
    says: 'The entity of a subgroup has no parent_id',
    caughtBy: 'bulk-imports/group-content',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, entities) ? withRows(reply, (row) => ({ ...row, parent_id: null })) : reply
    },
  },
  {
    name: 'migrated-badges-missing',
    says: 'A migrated group has no badges',
    caughtBy: 'bulk-imports/group-content',
    fault: async (request, next) => {
      const reply = await next(request)
      return isOfCopy(request.url, 'badges') && reply.status === 200 ? withJson(reply, []) : reply
    },
  },
  {
    name: 'migrated-board-lists-missing',
    says: 'A migrated board has no lists',
    caughtBy: 'bulk-imports/group-content',
    fault: async (request, next) => {
      const reply = await next(request)
      return isOfCopy(request.url, 'boards') ? withRows(reply, (row) => ({ ...row, lists: [] })) : reply
    },
  },
  {
    name: 'migrated-group-settings-lost',
    says: 'A migrated group has the default subgroup_creation_level',
    caughtBy: 'bulk-imports/group-content',
    fault: async (request, next) => {
      const reply = await next(request)
      return /\/groups\/[^/?]*-arrived$/.test(request.url) && request.method === 'GET'
        ? withRows(reply, (row) => ({ ...row, subgroup_creation_level: 'maintainer' }))
        : reply
    },
  },
  {
    name: 'source-token-unchecked',
    says: 'The token of the source is not checked',
    caughtBy: 'bulk-imports/source-token',
    fault: withOwnersToken,
  },
  {
    name: 'source-token-of-any-scope',
    says: 'A token of the source that only reads is taken',
    caughtBy: 'bulk-imports/read-only-source-token',
    fault: withOwnersToken,
  },
  {
    name: 'migration-updated-when-over',
    says: 'The update time of a migration that runs is that of its creation',
    caughtBy: 'bulk-imports/updated-at',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, one)
        ? withRows(reply, (row) =>
            row.status === 'started' ? { ...row, updated_at: row.created_at ?? null } : row,
          )
        : reply
    },
  },
  {
    name: 'failure-text-cut-later',
    says: 'The text of a failure is cut to 73 characters',
    caughtBy: 'bulk-imports/missing-source',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, entity)) return reply
      const longer = (text: string) => (text.length === 72 ? `${text.slice(0, -3)}x...` : text)
      return withRows(reply, (row) => ({
        ...row,
        failures: (isRows(row.failures) ? row.failures : []).map((failure) => ({
          ...failure,
          exception_message: longer(String(failure.exception_message)),
        })),
      }))
    },
  },
  {
    name: 'source-group-for-any-role',
    says: 'A user who does not own the source group migrates it',
    caughtBy: 'bulk-imports/source-owner',
    fault: withOwnersToken,
  },
  {
    name: 'migration-destination-inside-source',
    says: 'A group is migrated into itself',
    caughtBy: 'bulk-imports/forms',
    fault: async (request, next) => {
      const reply = await next(request)
      return reply.body.includes('Destination cannot be')
        ? { ...reply, status: 201, body: '{"id":1}' }
        : reply
    },
  },
  {
    name: 'migration-entities-unsorted',
    says: '`sort` does not change the order of the entities of a migration',
    caughtBy: 'bulk-imports/order-of-one',
    fault: (request, next) =>
      next(calls(request, entities) ? without(request, (name) => name === 'sort') : request),
  },
  {
    name: 'migration-entities-of-one-time-upwards',
    says: 'Entities of a migration that were created at the same time come in the same order whatever `sort` says',
    caughtBy: 'bulk-imports/order-of-one-time',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, entities) || given(request, 'sort') === 'asc' || reply.status !== 200) return reply
      const byTime = (a: Row, b: Row) => String(b.created_at).localeCompare(String(a.created_at))
      return withJson(
        reply,
        [...rowsOf(reply)].sort((a, b) => byTime(a, b) || Number(a.id) - Number(b.id)),
      )
    },
  },
  {
    name: 'migration-signs-in-first',
    says: 'Anonymous callers are asked to sign in though migrations are switched off',
    caughtBy: 'bulk-imports/gate',
    fault: async (request, next) => {
      const reply = await next(request)
      const anonymous = request.headers['private-token'] === undefined
      return calls(request, list) && anonymous
        ? withJson({ ...reply, status: 401 }, { message: '401 Unauthorized' })
        : reply
    },
  },
  {
    name: 'migration-lookup-before-parameters',
    says: 'A migration is looked up before the parameters are checked',
    caughtBy: 'bulk-imports/order-of-checks',
    fault: async (request, next) => {
      const reply = await next(request)
      const unknown = calls(request, entities) && request.url.includes('/987654321/')
      return unknown ? withJson({ ...reply, status: 404 }, { message: '404 Not found' }) : reply
    },
  },
  {
    name: 'migration-of-nothing-finished',
    says: 'A migration without entities is finished',
    caughtBy: 'bulk-imports/no-entities',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, one)
        ? withRows(reply, (row) => (row.status === 'failed' ? { ...row, status: 'finished' } : row))
        : reply
    },
  },
  {
    name: 'migration-with-all-projects',
    says: '`migrate_projects` is ignored',
    caughtBy: 'bulk-imports/nested-projects',
    fault: (request, next) =>
      next(
        calls(request, start)
          ? withParams(request, (params) => ({
              ...params,
              entities: (params.entities as readonly object[]).map(
                (entity) => ({ ...entity, migrate_projects: true }) as never,
              ),
            }))
          : request,
      ),
  },
  {
    name: 'migration-all-at-once',
    says: 'All entities of a migration are shown as running until they end',
    caughtBy: 'bulk-imports/five-at-once',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, itsEntities)
        ? withRows(reply, (row) => (row.status === 'created' ? { ...row, status: 'started' } : row))
        : reply
    },
  },
  {
    name: 'migrated-epics-without-labels',
    says: 'Migrated epics have no labels',
    caughtBy: 'bulk-imports/group-epics',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (!calls(request, 'GET /groups/:id/epics')) return reply
      const isCopy = memory.has('told')
      memory.set('told', 'yes')
      return isCopy ? withRows(reply, (row) => ({ ...row, labels: [] })) : reply
    },
  },
  {
    name: 'migrated-avatar-lost',
    says: 'A migrated group has no avatar',
    caughtBy: 'bulk-imports/arrived-alike',
    fault: async (request, next) => {
      const reply = await next(request)
      const lost = calls(request, 'GET /groups/:id/avatar') && /copy\//.test(request.url)
      return lost ? { ...withJson(reply, { message: '404 Avatar Not Found' }), status: 404 } : reply
    },
  },
  {
    name: 'migrated-labels-of-ancestors',
    says: 'Labels of the groups above come along',
    caughtBy: 'bulk-imports/arrived-alike',
    fault: async (request, next) => {
      const reply = await next(request)
      const [row] = rowsOf(reply)
      const more = calls(request, 'GET /groups/:id/labels') && /copy\//.test(request.url)
      return more && row !== undefined ? withJson(reply, [{ ...row, name: 'Above' }, row]) : reply
    },
  },
  {
    name: 'migrated-visibility-lost',
    says: 'A migrated group is private',
    caughtBy: 'bulk-imports/arrived-alike',
    fault: async (request, next) => {
      const reply = await next(request)
      const lost = calls(request, 'GET /groups/:id') && pathOf(request.url).endsWith('copy')
      return lost ? withRows(reply, (row) => ({ ...row, visibility: 'private' })) : reply
    },
  },
  {
    name: 'migrated-member-reporter',
    says: 'A migrated member is a Reporter',
    caughtBy: 'bulk-imports/arrived-alike',
    fault: async (request, next) => {
      const reply = await next(request)
      const other = calls(request, 'GET /groups/:id/members/:user_id') && /copy\//.test(request.url)
      return other ? withRows(reply, (row) => ({ ...row, access_level: 20 })) : reply
    },
  },
  rowsChanged(
    'migration-into-taken-place',
    'A migration into a place that is taken is finished',
    'bulk-imports/arrived-alike',
    [one],
    (row) => (row.status === 'failed' ? { ...row, status: 'finished' } : row),
  ),
  {
    name: 'migration-seven-at-once',
    says: 'All entities of a migration run at once',
    caughtBy: 'bulk-imports/seven-arrive',
    fault: async (request, next) => {
      const reply = await next(request)
      const begun = rowsOf(reply).some(({ status }) => status === 'started')
      return begun && calls(request, itsEntities)
        ? withRows(reply, (row) => (row.status === 'created' ? { ...row, status: 'started' } : row))
        : reply
    },
  },
]
