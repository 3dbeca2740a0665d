import { auditEventEntity } from '../../entities/audit-event.ts'
import { differs } from '../../lib/dialect.ts'
import { operation } from '../../protocol/operation.ts'
import { string } from '../../protocol/params.ts'
import { byCursor, period, within } from './params.ts'
import { eventIn, eventsIn, ofScope } from './scope.ts'

const { list, one } = ofScope('group')

export const listGroupAuditEvents = operation(
  {
    ...list,
    needs: 'read_own_group_audit_events',
    params: {
      ...period,
      order_by: string({ about: 'For keyset pagination: only `id`' }),
      sort: string({ about: 'For keyset pagination: only `desc`' }),
    },
    answers: {
      many: auditEventEntity,
      ...byCursor,
    },
    refuses: [405],
  },
  ({ group, params, view }) => within(view.situation.world, eventsIn(view.situation, { group }), params),
)

export const getGroupAuditEvent = operation(
  {
    ...one,
    needs: differs('S21', { specification: 'read_group_audit_events', real: 'read_own_group_audit_events' }),
    answers: { one: auditEventEntity },
  },
  ({ group, params, view }) => eventIn(view.situation, { group }, params.audit_event_id),
)
