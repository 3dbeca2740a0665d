import { since } from '../../lib/dialect.ts'
import type { AuditEvent } from '../../model/audit-events/audit.ts'
import type { World } from '../../model/world.ts'
import { indexListing, type Listing } from '../../protocol/listing.ts'
import { datetime, integer, type Params, type ParamsOf, required, string } from '../../protocol/params.ts'
import type { Run } from '../../store/run.ts'
import { byId, listOfPlace, where } from '../shared/place-list.ts'

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

/** What events are about, which are in the order of their ids. */
export interface AuditedPlace {
  readonly place: string
  readonly isIn: (event: AuditEvent) => boolean
  readonly run: Run<AuditEvent>
}

/** The events about something. */
export function eventsAbout(world: World, type: AuditEvent['entityType'], id: number): AuditedPlace {
  return {
    place: `${type} ${id}`,
    isIn: ({ entityType, entityId }) => entityType === type && entityId === id,
    run: world.auditEvents.by('byEntity', type, id),
  }
}

/** The events of a run within a period, the latest first. */
export function within(
  world: World,
  events: AuditedPlace,
  { created_after: after, created_before: before }: ParamsOf<typeof period>,
): Listing<AuditEvent> {
  if (after == null && before == null) return indexListing(events.run, 'descending')
  const within = { from: after ?? undefined, to: before ?? undefined }
  const [from, to] = [after ?? Number.NEGATIVE_INFINITY, before ?? Number.POSITIVE_INFINITY]
  const { auditEvents: rows } = world
  const has = ({ createdAt }: AuditEvent) => createdAt >= from && createdAt <= to
  const among = () => rows.by('byCreated').within(within).list()
  return listOfPlace({
    world,
    rows,
    ...events,
    ...byId,
    direction: 'desc',
    filters: [where({ world, rows }, `created ${after} ${before}`, has, among)],
  })
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
