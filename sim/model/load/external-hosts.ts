import type { ExternalDescription } from '../../../fixtures/schema.ts'
import { table } from '../../store/database.ts'

/** What the world's description says of other hosts; at most one row. */
export interface ExternalHosts {
  readonly id: 1
  readonly described: ExternalDescription
}

export const externalHostsTable = table<ExternalHosts>()('externalHosts', {})
