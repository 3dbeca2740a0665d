import { auditEventEntity } from '../../entities/audit-event.ts'
import { changed } from '../../lib/dialect.ts'
import {
  type AuditEntity,
  type AuditEvent,
  auditEntities,
  INSTANCE_SCOPE,
} from '../../model/audit-events/audit.ts'
import type { World } from '../../model/world.ts'
import { type Many, operation } from '../../protocol/operation.ts'
import { integer, oneOf, required } from '../../protocol/params.ts'
import { invalid, recordNotFound } from '../../protocol/refusal.ts'
import { type AuditedPlace, byCursor, eventsAbout, laterCursor, period, reading, within } from './params.ts'

export const listInstanceAuditEvents = operation(
  {
    ...reading,
    path: '/audit_events',
    summary: 'List the audit events of the instance',
    auth: 'admin',
    params: {
      entity_type: changed('audit-events#later-instance-scope', {
        before: oneOf<AuditEntity | typeof INSTANCE_SCOPE>(auditEntities),
        after: oneOf<AuditEntity | typeof INSTANCE_SCOPE>([...auditEntities, INSTANCE_SCOPE]),
      }),
      entity_id: integer({ about: 'Only with `entity_type`' }),
      ...period,
      ...laterCursor,
    },
    answers: changed<Many<AuditEvent>>('audit-events#later-counts', {
      before: changed<Many<AuditEvent>>('audit-events#later-keyset', {
        before: { many: auditEventEntity },
        after: { many: auditEventEntity, ...byCursor },
      }),
      after: { many: auditEventEntity, ...byCursor, totals: false },
    }),
  },
  ({ world, params, given }) => {
    if (given('entity_id') && !given('entity_type')) throw invalid('entity_type is missing')
    return within(world, eventsOf(world, params.entity_type, params.entity_id), params)
  },
)

export const getInstanceAuditEvent = operation(
  {
    ...reading,
    path: '/audit_events/:id',
    summary: 'Get an audit event of the instance',
    auth: 'admin',
    params: { id: required(integer()) },
    answers: { one: auditEventEntity },
    refuses: [404],
  },
  ({ world, params }) => {
    const event = world.auditEvents.get(params.id ?? 0)
    if (event === undefined) throw recordNotFound()
    return event
  },
)

// Events of groups and projects are listed too, since `entity_type` offers them (S20).
function eventsOf(
  world: World,
  type: AuditEntity | typeof INSTANCE_SCOPE | null | undefined,
  id: number | null | undefined,
): AuditedPlace {
  const rows = world.auditEvents
  if (type == null) return { place: 'all', isIn: () => true, run: rows.all() }
  const isOf = ({ entityType }: AuditEvent) => entityType === type
  if (id == null) return { place: type, isIn: isOf, run: rows.by('byEntityType', type) }
  return eventsAbout(world, type, id)
}
