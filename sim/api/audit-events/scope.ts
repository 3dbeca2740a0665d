import type { AuditEntity, AuditEvent } from '../../model/audit.ts'
import type { World } from '../../model/world.ts'
import type { Caller } from '../../policy/caller.ts'
import { recordNotFound } from '../../protocol/refusal.ts'
import type { Run } from '../../store/table.ts'

/** A group or project whose events are read, never those of what lies below it. */
export interface Scope {
  readonly world: World
  readonly entity: Exclude<AuditEntity, 'User'>
  readonly id: number
  readonly caller: Caller
  /** False for callers who may know of their own actions alone. */
  readonly everybody: boolean
}

/** The events of a scope that the caller may know of. */
export function eventsIn({ world, entity, id, caller, everybody }: Scope): Run<AuditEvent> {
  if (everybody) return world.auditEvents.by('byEntity', entity, id)
  return world.auditEvents.by('byEntityAuthor', entity, id, caller.user?.id ?? 0)
}

/** One event of a scope, missing to callers who may not know of it. */
export function eventIn(scope: Scope, eventId: number | null): AuditEvent {
  const event = scope.world.auditEvents.get(eventId ?? 0)
  if (event === undefined || event.entityType !== scope.entity || event.entityId !== scope.id)
    throw recordNotFound()
  if (!scope.everybody && event.authorId !== scope.caller.user?.id) throw recordNotFound()
  return event
}
