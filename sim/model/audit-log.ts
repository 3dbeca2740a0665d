import type { Instant } from '../time/calendar.ts'
import type { AuditEvent } from './audit.ts'
import type { Group } from './group.ts'
import type { Project } from './project.ts'
import type { User } from './user.ts'
import { nextId, type World } from './world.ts'

/** Where something happened: the scope whose auditors see it. */
export type AuditScope = { readonly project: Project } | { readonly group: Group } | { readonly user: User }

export interface Audited {
  readonly author: User
  readonly scope: AuditScope
  /** What it happened to; the scope itself unless said. */
  readonly target?: Pick<AuditEvent, 'targetId' | 'targetType' | 'targetDetails'>
  /** In the service's own keys (dossier 2, 11.2). */
  readonly change: AuditEvent['change']
}

/** Records who changed what, for auditors. */
export function recordAudit(
  world: World,
  { author, scope, target, change }: Audited,
  now: Instant,
): AuditEvent {
  const entity = entityOf(scope)
  const itself = {
    targetId: entity.entityPath,
    targetType: entity.entityType,
    targetDetails: entity.entityPath,
  }
  return world.auditEvents.insert({
    id: nextId(world, 'auditEvents'),
    authorId: author.id,
    authorName: author.name,
    ...entity,
    ...(target ?? itself),
    ipAddress: null,
    change,
    createdAt: now,
  })
}

function entityOf(scope: AuditScope): Pick<AuditEvent, 'entityType' | 'entityId' | 'entityPath'> {
  if ('project' in scope)
    return { entityType: 'Project', entityId: scope.project.id, entityPath: scope.project.fullPath }
  if ('group' in scope)
    return { entityType: 'Group', entityId: scope.group.id, entityPath: scope.group.fullPath }
  return { entityType: 'User', entityId: scope.user.id, entityPath: scope.user.username }
}
