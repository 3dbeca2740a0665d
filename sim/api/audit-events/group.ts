import { auditEventEntity } from '../../entities/audit-event.ts'
import { differs } from '../../lib/dialect.ts'
import type { Group } from '../../model/group.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { operation } from '../../protocol/operation.ts'
import { string } from '../../protocol/params.ts'
import { auditEventId, period, reading, within } from './params.ts'
import { eventIn, eventsIn, type Scope } from './scope.ts'

const ofGroup = {
  ...reading,
  auth: 'public',
  subject: 'group',
} as const

export const listGroupAuditEvents = operation(
  {
    ...ofGroup,
    path: '/groups/:id/audit_events',
    summary: 'List audit events of a group',
    needs: 'read_own_group_audit_events',
    params: {
      ...period,
      order_by: string({ about: 'Keyset pagination goes by `id` alone' }),
      sort: string({ about: 'Keyset pagination goes `desc` alone' }),
    },
    answers: {
      many: auditEventEntity,
      paging: 'both',
      keyset: { by: 'cursor', orderBy: 'id', sort: 'desc' },
    },
    refuses: [405],
  },
  ({ group, params, view }) => within(eventsIn(scopeOf(view.situation, group)), params),
)

export const getGroupAuditEvent = operation(
  {
    ...ofGroup,
    path: '/groups/:id/audit_events/:audit_event_id',
    summary: 'Get an audit event of a group',
    needs: differs('S21', { specification: 'read_group_audit_events', real: 'read_own_group_audit_events' }),
    params: auditEventId,
    answers: { one: auditEventEntity },
  },
  ({ group, params, view }) => eventIn(scopeOf(view.situation, group), params.audit_event_id),
)

function scopeOf(situation: Situation, group: Group): Scope {
  const { world, caller } = situation
  const everybody = can(situation, 'read_group_audit_events', group)
  return { world, caller, entity: 'Group', id: group.id, everybody }
}
