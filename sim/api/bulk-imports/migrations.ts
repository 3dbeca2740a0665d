import { bulkImportEntity } from '../../entities/bulk-import.ts'
import { cancelMigration } from '../../model/bulk-imports/bulk-imports.ts'
import { indexListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { forbidden, notFound } from '../../protocol/refusal.ts'
import { ownMigration } from './own.ts'
import { importId, listParams, source } from './params.ts'

export const listBulkImports = operation(
  {
    method: 'GET',
    path: '/bulk_imports',
    summary: 'List the migrations of the current user',
    whileOn: 'bulk_import_enabled',
    params: listParams,
    answers: { many: bulkImportEntity },
    source,
  },
  ({ world, caller, params: { status, sort } }) => {
    const id = caller.user?.id ?? 0
    const { bulkImports } = world
    const own = status ? bulkImports.by('byUserStatus', id, status) : bulkImports.by('byUser', id)
    return indexListing(own, sort === 'asc' ? 'ascending' : 'descending')
  },
)

export const getBulkImport = operation(
  {
    method: 'GET',
    path: '/bulk_imports/:import_id',
    summary: 'Get a migration',
    whileOn: 'bulk_import_enabled',
    params: importId,
    answers: { one: bulkImportEntity },
    refuses: [404],
    source,
  },
  ({ world, caller, params }) => ownMigration(world, caller, params.import_id),
)

export const cancelBulkImport = operation(
  {
    method: 'POST',
    path: '/bulk_imports/:import_id/cancel',
    summary: 'Cancel a migration',
    since: 'bulk-imports#later-cancel',
    whileOn: 'bulk_import_enabled',
    params: importId,
    answers: { status: 200, one: bulkImportEntity },
    refuses: [404],
    beyond: true,
    source: 'bulk-imports#later-cancel',
  },
  ({ world, caller, params, now }) => {
    const migration = world.bulkImports.get(params.import_id ?? 0)
    if (migration === undefined) throw notFound()
    if (migration.userId !== caller.user?.id && !caller.admin) throw forbidden()
    return cancelMigration(world, migration, now)
  },
)
