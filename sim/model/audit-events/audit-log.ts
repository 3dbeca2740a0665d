import type { Instant } from '../../time/calendar.ts'
import type { Group } from '../groups/group.ts'
import type { Project } from '../projects/project.ts'
import type { User } from '../users/user.ts'
import { nextId, type World } from '../world.ts'
import { type AuditEvent, INSTANCE_SCOPE } from './audit.ts'

/** Where something happened: the scope whose auditors see it. What happens to the installation only administrators see. */
export type AuditScope =
  | { readonly project: Project }
  | { readonly group: Group }
  | { readonly user: User }
  | { readonly instance: true }

export type AuditTarget = Pick<AuditEvent, 'targetId' | 'targetType' | 'targetDetails'>

/** What events have that happen to nothing in particular, a reset of a registration token for one. */
export const noTarget: AuditTarget = { targetId: null, targetType: null, targetDetails: null }

export interface NewAuditEvent {
  /** A user, or whoever else the service names: something that registered with a token has the id -1. */
  readonly author: Pick<User, 'id' | 'name'>
  readonly scope: AuditScope
  /** What it happened to; the scope itself unless said. */
  readonly target?: AuditTarget
  /** In the service's own keys and words (audit-events#details), values as they are: the entity makes texts of `from` and `to`. */
  readonly change: AuditEvent['change']
}

/**
 * Records who changed what, for auditors: one event for each audited change of a request (audit-events#one-event-each), and none for what
 * the table says leaves none. It is called by the rule of the model that makes the change, so that every way to it is
 * recorded alike, with the scope as it is afterwards. Where from a request came, and which administrator stands behind
 * it, is nothing that a rule has to know: `signAudits` adds it at the end of the request.
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
  return world.auditEvents.insert({
    id: nextId(world, 'auditEvents'),
    authorId: author.id,
    authorName: author.name,
    ...entity,
    ...(target ?? scopeAsTarget(entity, change)),
    ipAddress: null,
    change,
    createdAt: now,
  })
}

/** What a request knows of its own events. */
export interface AuditOrigin {
  /** The client's address, where there is a connection. */
  readonly address: string | undefined
  /** The administrator who acts as the author. */
  readonly impersonator: User | undefined
}

/** The id of the latest event; what a request records has greater ones. */
export function latestAudit(world: World): number {
  return world.sequences.get('auditEvents')?.last ?? 0
}

/** Adds to the events after `latest` where they came from, and who acted as their author. */
export function setAuditOrigin(world: World, latest: number, { address, impersonator }: AuditOrigin): void {
  for (let id = latest + 1; id <= latestAudit(world); id++) {
    const event = world.auditEvents.get(id)
    if (event === undefined) continue
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
