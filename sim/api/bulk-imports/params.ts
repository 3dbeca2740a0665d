import { migrationStatuses } from '../../model/bulk-imports/bulk-import.ts'
import { integer, oneOf, required, withDefault } from '../../protocol/params.ts'

export const source = 'bulk-imports#parameters'

export const status = oneOf(migrationStatuses, { about: 'Only those with this status' })
export const sort = oneOf(['asc', 'desc'], { about: 'Order by creation time' })
export const listParams = { status, sort: withDefault(sort, 'desc') }

export const importId = { import_id: required(integer({ about: 'ID of a migration of the caller' })) }
