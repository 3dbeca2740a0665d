import { bulkImportFailureEntity, bulkImportPartEntity } from '../../entities/bulk-import.ts'
import { differs } from '../../lib/dialect.ts'
import type { BulkImportEntity } from '../../model/bulk-imports/bulk-import.ts'
import type { World } from '../../model/world.ts'
import type { Caller } from '../../policy/caller.ts'
import { indexListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, required, withDefault } from '../../protocol/params.ts'
import { recordNotFound } from '../../protocol/refusal.ts'
import { ownMigration } from './own.ts'
import { importId, listParams, sort, source, status } from './params.ts'

const entityId = { ...importId, entity_id: required(integer({ about: 'ID of an entity of the migration' })) }

export const listAllBulkImportEntities = operation(
  {
    method: 'GET',
    path: '/bulk_imports/entities',
    summary: 'List the entities of all migrations of the current user',
    whileOn: 'bulk_import_enabled',
    params: listParams,
    answers: { many: bulkImportPartEntity },
    source,
  },
  ({ world, caller, params: { status: wanted, sort: order } }) => {
    const id = caller.user?.id ?? 0
    const { bulkImportEntities } = world
    const own = wanted
      ? bulkImportEntities.by('byUserStatus', id, wanted)
      : bulkImportEntities.by('byUser', id)
    return indexListing(own, order === 'asc' ? 'ascending' : 'descending')
  },
)

export const listBulkImportEntities = operation(
  {
    method: 'GET',
    path: '/bulk_imports/:import_id/entities',
    summary: 'List the entities of a migration',
    whileOn: 'bulk_import_enabled',
    params: {
      ...importId,
      status,
      sort: differs('X28', { specification: withDefault(sort, 'desc'), real: sort }),
    },
    answers: { many: bulkImportPartEntity },
    refuses: [404],
    source,
  },
  ({ world, caller, params: { import_id: id, status: wanted, sort: order } }) => {
    const migration = ownMigration(world, caller, id)
    const { bulkImportEntities } = world
    const passes = wanted ? (it: BulkImportEntity) => it.status === wanted : undefined
    if (!order) return indexListing(bulkImportEntities.by('byImport', migration.id), 'ascending', passes)
    const byTime = bulkImportEntities.by('byImportTime', migration.id)
    return indexListing(byTime, order === 'asc' ? 'ascending' : 'descending', passes)
  },
)

export const getBulkImportEntity = operation(
  {
    method: 'GET',
    path: '/bulk_imports/:import_id/entities/:entity_id',
    summary: 'Get an entity of a migration',
    whileOn: 'bulk_import_enabled',
    params: entityId,
    answers: { one: bulkImportPartEntity },
    refuses: [404],
    source,
  },
  ({ world, caller, params }) => ownEntity(world, caller, params),
)

export const listBulkImportFailures = operation(
  {
    method: 'GET',
    path: '/bulk_imports/:import_id/entities/:entity_id/failures',
    summary: 'List the failures of an entity of a migration',
    since: 'bulk-imports#later-list-of-failures',
    whileOn: 'bulk_import_enabled',
    params: entityId,
    answers: { many: bulkImportFailureEntity },
    refuses: [404],
    beyond: true,
    source: 'bulk-imports#later-list-of-failures',
  },
  ({ world, caller, params }) => {
    const { id } = ownEntity(world, caller, params)
    return indexListing(world.bulkImportFailures.by('byEntity', id), 'ascending')
  },
)

function ownEntity(
  world: World,
  caller: Caller,
  { import_id, entity_id }: { readonly import_id: number | null; readonly entity_id: number | null },
): BulkImportEntity {
  const migration = ownMigration(world, caller, import_id)
  const entity = world.bulkImportEntities.get(entity_id ?? 0)
  if (entity === undefined || entity.bulkImportId !== migration.id) throw recordNotFound()
  return entity
}
