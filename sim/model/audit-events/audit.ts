import type { Json } from '../../lib/json.ts'
import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

/** The kinds of entities by which lists of events can be filtered. */
export const auditEntities = ['User', 'Group', 'Project'] as const
export type AuditEntity = (typeof auditEntities)[number]

/** The entity of events of the instance itself; lists cannot be filtered by it (audit-events#entity-filter). */
export const INSTANCE_SCOPE = 'Gitlab::Audit::InstanceScope'

/** A record of who changed what, kept for auditors. */
export interface AuditEvent {
  readonly id: number
  readonly authorId: number
  /** As it was then; the author may be gone or renamed since. */
  readonly authorName: string
  readonly entityType: AuditEntity | typeof INSTANCE_SCOPE
  readonly entityId: number
  readonly entityPath: string
  readonly targetId: number | string | null
  readonly targetType: string | null
  readonly targetDetails: string | null
  readonly ipAddress: string | null
  /** What happened, in the service's own keys: `custom_message`, or `add`, `remove`, `change` with `from`, `to`, `as`. */
  readonly change: AuditedChange
  readonly createdAt: Instant
}

export type AuditedChange = { readonly [key: string]: Json }

export const auditEventsTable = table<AuditEvent>()('auditEvents', {
  byEntity: index((event) => [event.entityType, event.entityId]),
  byEntityAuthor: index((event) => [event.entityType, event.entityId, event.authorId]),
  byEntityType: index((event) => [event.entityType]),
  byCreated: index((event) => [event.createdAt]),
  byAuthor: index((event) => [event.authorId]),
})
