import { since } from '../lib/dialect.ts'
import type { Trigger } from '../model/pipelines/trigger.ts'
import { constant, entity, integer, nullable, one, text, timestamp } from './entity.ts'
import { userRefEntity } from './user-ref.ts'

/** A trigger; whoever did not make it sees the beginning of its token. */
export const triggerEntity = entity<Trigger>('Trigger', {
  id: integer(({ id }) => id),
  token: text(({ token, ownerId }, { viewer }) => (viewer?.id === ownerId ? token : token.slice(0, 4))),
  description: text(({ description }) => description),
  created_at: timestamp(({ createdAt }) => createdAt),
  updated_at: timestamp(({ updatedAt }) => updatedAt),
  last_used: nullable(timestamp(({ lastUsedAt }) => lastUsedAt)),
  expires_at: since('pipelines#later-trigger-expiry', constant<Trigger>(null)),
  owner: one(userRefEntity, ({ ownerId }, { world }) => world.users.get(ownerId)),
})
