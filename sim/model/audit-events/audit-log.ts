import type { Instant } from '../../time/calendar.ts'
import type { Group } from '../groups/group.ts'
import type { Project } from '../projects/project.ts'
import type { User } from '../users/user.ts'
import { nextId, type World } from '../world.ts'
import { type AuditEvent, INSTANCE_SCOPE } from './audit.ts'

/** The scope of an event, whose auditors see it. Only administrators see events of the installation. */
export type AuditScope =
  | { readonly project: Project }
  | { readonly group: Group }
  | { readonly user: User }
  | { readonly instance: true }

export type AuditTarget = Pick<AuditEvent, 'targetId' | 'targetType' | 'targetDetails'>

/** The target of events without one, such as the reset of a registration token. */
export const noTarget: AuditTarget = { targetId: null, targetType: null, targetDetails: null }

export interface NewAuditEvent {
  /** A user, or another author of the service: a runner that registered with a token has the id -1. */
  readonly author: Pick<User, 'id' | 'name'>
  readonly scope: AuditScope
  /** What was changed; the scope itself by default. */
  readonly target?: AuditTarget
  /**
   * In the service's own keys and words (audit-events#details), values as they are: the entity makes texts of `from`
   * and `to`.
   */
  readonly change: AuditEvent['change']
}

/**
 * Records who changed what, for auditors: one event for each audited change of a request
 * (audit-events#one-event-each), and none for what has none by that table. The rule of the model that makes the
 * change calls it, so that every caller of the rule is recorded alike, with the scope as it is afterwards. The
 * address of the request and the administrator behind a sudo are not known to rules: `setAuditOrigin` adds them at
 * the end of the request.
 *
 * ```ts
 * const target = { targetId: key.id, targetType: 'DeployKey', targetDetails: key.title }
 * recordAudit(world, { author, scope: { project }, target, change: { custom_message: 'Added deploy key' } }, now)
 * ```
 */
export function recordAudit(
  world: World,
  { author, scope, target, change }: NewAuditEvent,
  now: Instant,
): AuditEvent {
  const entity = auditEntityColumns(scope)
  const id = nextId(world, 'auditEvents')
  const by = { id, authorId: author.id, authorName: author.name }
  const rest = { ipAddress: null, change, createdAt: now }
  return world.auditEvents.insert(Object.assign(by, entity, target ?? scopeAsTarget(entity, change), rest))
}

/** What a request adds to its events. */
export interface AuditOrigin {
  /** The client's address, where there is a connection. */
  readonly address: string | undefined
  /** The administrator who acts as the author. */
  readonly impersonator: User | undefined
}

/** Adds the client's address and the impersonator to the events that were recorded since. */
export function setAuditOrigin(before: World, world: World, { address, impersonator }: AuditOrigin): void {
  for (const { before: was, after: event } of world.auditEvents.since(before.auditEvents)) {
    if (was !== undefined || event === undefined) continue
    const change =
      impersonator === undefined || typeof event.change.custom_message !== 'string'
        ? event.change
        : { ...event.change, custom_message: `${event.change.custom_message} (by ${impersonator.name})` }
    world.auditEvents.put({ ...event, ipAddress: address ?? null, change })
  }
}

type Entity = Pick<AuditEvent, 'entityType' | 'entityId' | 'entityPath'>

/** The columns that say where it happened. */
export function auditEntityColumns(scope: AuditScope): Entity {
  if ('project' in scope)
    return { entityType: 'Project', entityId: scope.project.id, entityPath: scope.project.fullPath }
  if ('group' in scope)
    return { entityType: 'Group', entityId: scope.group.id, entityPath: scope.group.fullPath }
  if ('user' in scope) return { entityType: 'User', entityId: scope.user.id, entityPath: scope.user.username }
  return { entityType: INSTANCE_SCOPE, entityId: 1, entityPath: 'gitlab_instance' }
}

/**
 * A scope as the target of its own event: a changed column is one of the row with that id, everything else happens to
 * what has that path.
 */
export function scopeAsTarget(
  { entityType, entityId, entityPath }: Entity,
  change: AuditEvent['change'],
): AuditTarget {
  const byId = entityType === 'User' || 'change' in change
  return {
    targetId: byId ? entityId : entityPath,
    targetType: entityType,
    targetDetails: entityPath,
  }
}
