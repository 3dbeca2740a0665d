import type { AuditEvent } from '../../model/audit-events/audit.ts'
import type { Group } from '../../model/groups/group.ts'
import type { Project } from '../../model/projects/project.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { recordNotFound } from '../../protocol/refusal.ts'
import { signedIn } from '../shared/signed-in.ts'
import { type AuditedPlace, auditEventId, eventsAbout, reading } from './params.ts'

/** A group or project whose events are read, without those of its subgroups and projects. */
export type Scope = { readonly group: Group } | { readonly project: Project }

/** Shared by the operations on the events of a group and of a project. */
export function ofScope<const S extends 'group' | 'project'>(subject: S) {
  const path = `/${subject}s/:id/audit_events`
  return {
    list: { ...reading, auth: signedIn, subject, path, summary: `List the audit events of a ${subject}` },
    one: {
      ...reading,
      auth: signedIn,
      subject,
      path: `${path}/:audit_event_id`,
      summary: `Get an audit event of a ${subject}`,
      params: auditEventId,
    },
  } as const
}

/** The events of a scope that the caller may read: all of them, or only the caller's own. */
export function eventsIn(situation: Situation, scope: Scope): AuditedPlace {
  const { world, caller } = situation
  const [type, id] = placeOf(scope)
  const entity = eventsAbout(world, type, id)
  if (readsAll(situation, scope)) return entity
  const by = caller.user?.id ?? 0
  return {
    place: `${entity.place} by ${by}`,
    isIn: (event) => entity.isIn(event) && event.authorId === by,
    run: world.auditEvents.by('byEntityAuthor', type, id, by),
  }
}

/** One event of a scope; answered as missing to callers who may not read it. */
export function eventIn(situation: Situation, scope: Scope, id: number | null): AuditEvent {
  const { world, caller } = situation
  const event = world.auditEvents.get(id ?? 0)
  const [type, entityId] = placeOf(scope)
  if (event === undefined || event.entityType !== type || event.entityId !== entityId) throw recordNotFound()
  if (event.authorId !== caller.user?.id && !readsAll(situation, scope)) throw recordNotFound()
  return event
}

function readsAll(situation: Situation, scope: Scope): boolean {
  return 'group' in scope
    ? can(situation, 'read_group_audit_events', scope.group)
    : can(situation, 'read_audit_events', scope.project)
}

function placeOf(scope: Scope) {
  return 'group' in scope ? (['Group', scope.group.id] as const) : (['Project', scope.project.id] as const)
}
