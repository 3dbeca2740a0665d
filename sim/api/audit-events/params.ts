import { since } from '../../lib/dialect.ts'
import type { AuditEvent } from '../../model/audit-events/audit.ts'
import { indexListing, type Listing } from '../../protocol/listing.ts'
import { datetime, integer, type Params, type ParamsOf, required, string } from '../../protocol/params.ts'
import type { Run } from '../../store/run.ts'

/** Shared by all operations on audit events: rights are checked before parameters (conventions#authorization-first). */
export const reading = {
  method: 'GET',
  authorize: 'first',
  tier: 'premium',
  source: 'audit-events#object',
} as const

export const period = {
  created_after: datetime({ about: 'Inclusive' }),
  created_before: datetime({ about: 'Inclusive' }),
} as const satisfies Params

export const auditEventId = { audit_event_id: required(integer()) } as const satisfies Params

/** The events of a run within a period, the latest first. */
export function within(
  events: Run<AuditEvent>,
  { created_after: after, created_before: before }: ParamsOf<typeof period>,
): Listing<AuditEvent> {
  if (after == null && before == null) return indexListing(events, 'descending')
  const [from, to] = [after ?? Number.NEGATIVE_INFINITY, before ?? Number.POSITIVE_INFINITY]
  return indexListing(events, 'descending', ({ createdAt }) => createdAt >= from && createdAt <= to)
}

/** The paging of a list that can be walked by cursor, and what orders it then. */
export const byCursor = {
  paging: 'both',
  keyset: { by: 'cursor', orderBy: 'id', sort: 'desc' },
} as const
const laterOrder = {
  order_by: string({ about: 'For keyset pagination: only `id`' }),
  sort: string({ about: 'For keyset pagination: only `desc`' }),
}
export const laterCursor = {
  order_by: since('audit-events#later-keyset', laterOrder.order_by),
  sort: since('audit-events#later-keyset', laterOrder.sort),
}
