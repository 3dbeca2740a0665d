import { auditEventEntity } from '../../entities/audit-event.ts'
import { differs } from '../../lib/dialect.ts'
import type { Project } from '../../model/project.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { operation } from '../../protocol/operation.ts'
import { auditEventId, period, reading, within } from './params.ts'
import { eventIn, eventsIn, type Scope } from './scope.ts'

const ofProject = {
  ...reading,
  auth: 'public',
  subject: 'project',
} as const

export const listProjectAuditEvents = operation(
  {
    ...ofProject,
    path: '/projects/:id/audit_events',
    summary: 'List audit events of a project',
    needs: 'read_own_audit_events',
    params: period,
    answers: { many: auditEventEntity },
  },
  ({ project, params, view }) => within(eventsIn(scopeOf(view.situation, project)), params),
)

export const getProjectAuditEvent = operation(
  {
    ...ofProject,
    path: '/projects/:id/audit_events/:audit_event_id',
    summary: 'Get an audit event of a project',
    needs: differs('S21', { specification: 'read_audit_events', real: 'read_own_audit_events' }),
    params: auditEventId,
    answers: { one: auditEventEntity },
  },
  ({ project, params, view }) => eventIn(scopeOf(view.situation, project), params.audit_event_id),
)

function scopeOf(situation: Situation, project: Project): Scope {
  const { world, caller } = situation
  const everybody = can(situation, 'read_audit_events', project)
  return { world, caller, entity: 'Project', id: project.id, everybody }
}
