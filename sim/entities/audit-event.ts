import { changed, since } from '../lib/dialect.ts'
import {
  type AuditEvent,
  type AuditedChange,
  auditEntities,
  INSTANCE_SCOPE,
} from '../model/audit-events/audit.ts'
import {
  entity,
  integer,
  json,
  nullable,
  oneOfTexts,
  type Schema,
  text,
  timestamp,
  type View,
} from './entity.ts'

const shown: Schema = {
  custom_message: { type: 'string' },
  add: { type: 'string' },
  remove: { type: 'string' },
  change: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  as: { type: 'string' },
  author_name: { type: 'string' },
  author_email: { type: ['string', 'null'] },
  target_id: { type: ['string', 'integer', 'null'] },
  target_type: { type: ['string', 'null'] },
  target_details: { type: ['string', 'null'] },
  ip_address: { type: ['string', 'null'] },
  entity_path: { type: 'string' },
}

const details: Schema = {
  type: 'object',
  properties: shown,
  required: [
    'author_name',
    'author_email',
    'target_id',
    'target_type',
    'target_details',
    'ip_address',
    'entity_path',
  ],
}

const laterDetails: Schema = {
  ...details,
  properties: {
    ...shown,
    author_class: { type: 'string' },
    target_id: { type: ['integer', 'null'] },
  },
}

export const auditEventEntity = entity<AuditEvent>('AuditEvent', {
  id: integer((event) => event.id),
  author_id: integer((event) => event.authorId),
  entity_id: integer((event) => event.entityId),
  entity_type: oneOfTexts([...auditEntities, INSTANCE_SCOPE], (event) => event.entityType),
  event_name: since(
    'audit-events#later-event-name',
    nullable(text<AuditEvent>((event) => kindOf(event) as string)),
  ),
  details: changed('audit-events#later-target-id', {
    before: json(details, detailsOf),
    after: json(laterDetails, laterDetailsOf),
  }),
  created_at: timestamp((event) => event.createdAt),
})

/** The name of its kind, where the kind is one of those that are known by name. */
function kindOf({ change: { add, change, remove }, entityType }: AuditEvent): string | null {
  if (add === 'user_access') return 'member_created'
  if (remove === 'user_access') return 'member_destroyed'
  if (change === 'access_level') return 'member_updated'
  if (entityType !== 'Project' && entityType !== 'Group') return null
  const noun = entityType.toLowerCase()
  return add === noun ? `${noun}_created` : remove === noun ? `${noun}_destroyed` : null
}

const ofMemberships: { readonly [kind: string]: string | undefined } = {
  member_created: 'Membership created',
  member_updated: 'Membership updated',
  member_destroyed: 'Membership destroyed',
}

function detailsOf(event: AuditEvent, { world }: View) {
  return {
    ...changeOf(event),
    author_name: event.authorName,
    // Looked up as it is now, so an author who is gone has none (audit-events#author-email).
    author_email: world.users.get(event.authorId)?.email ?? null,
    target_id: event.targetId,
    target_type: event.targetType,
    target_details: event.targetDetails,
    ip_address: event.ipAddress,
    entity_path: event.entityPath,
  }
}

// A row that was created, deleted or exported is named by its number, and creation has a text.
function laterDetailsOf(event: AuditEvent, view: View) {
  const { add, ...said } = detailsOf(event, view) as AuditedChange
  const created = add === 'project' || add === 'group'
  const membership = ofMemberships[kindOf(event) ?? '']
  return {
    ...said,
    ...(membership !== undefined && { custom_message: membership }),
    ...(created ? { custom_message: `Added ${add}` } : add !== undefined && { add }),
    ...(view.world.users.get(event.authorId) !== undefined && { author_class: 'User' }),
    target_id: typeof event.targetId === 'string' ? event.entityId : event.targetId,
  }
}

// What it was and what it became are texts, whatever they were before (audit-events#from-and-to).
function changeOf({ change }: AuditEvent): AuditEvent['change'] {
  const texts = Object.entries(change).filter(([key]) => key === 'from' || key === 'to')
  return { ...change, ...Object.fromEntries(texts.map(([key, value]) => [key, String(value ?? '')])) }
}
