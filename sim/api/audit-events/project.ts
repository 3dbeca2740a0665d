import { auditEventEntity } from '../../entities/audit-event.ts'
import { changed, differs } from '../../lib/dialect.ts'
import { operation } from '../../protocol/operation.ts'
import { byCursor, laterCursor, period, within } from './params.ts'
import { eventIn, eventsIn, ofScope } from './scope.ts'

const { list, one } = ofScope('project')

export const listProjectAuditEvents = operation(
  {
    ...list,
    needs: 'read_own_audit_events',
    params: { ...period, ...laterCursor },
    answers: changed('audit-events#later-keyset', {
      before: { many: auditEventEntity },
      after: { many: auditEventEntity, ...byCursor },
    }),
  },
  ({ project, params, view }) => within(view.situation.world, eventsIn(view.situation, { project }), params),
)

export const getProjectAuditEvent = operation(
  {
    ...one,
    needs: differs('S21', { specification: 'read_audit_events', real: 'read_own_audit_events' }),
    answers: { one: auditEventEntity },
  },
  ({ project, params, view }) => eventIn(view.situation, { project }, params.audit_event_id),
)
