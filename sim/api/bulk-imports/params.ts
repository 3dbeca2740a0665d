import { changed } from '../../lib/dialect.ts'
import { laterMigrationStatuses, migrationStatuses } from '../../model/bulk-imports/bulk-import.ts'
import { integer, oneOf, required, withDefault } from '../../protocol/params.ts'

export const source = 'bulk-imports#parameters'

const aboutStatus = { about: 'Only those with this status' }
export const status = changed('bulk-imports#later-cancel', {
  before: oneOf(migrationStatuses, aboutStatus),
  after: oneOf(laterMigrationStatuses, aboutStatus),
})
export const sort = oneOf(['asc', 'desc'], { about: 'Order by creation time' })
export const listParams = { status, sort: withDefault(sort, 'desc') }

export const importId = { import_id: required(integer({ about: 'ID of a migration of the caller' })) }
