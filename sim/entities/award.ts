import type { Award } from '../model/discussions/note.ts'
import { constant, entity, integer, one, text, timestamp, type View } from './entity.ts'
import { userRefEntity } from './user-ref.ts'

/** A reaction with an emoji. */
export const awardEntity = entity<Award>('Award', {
  id: integer(({ id }) => id),
  name: text(({ name }) => name),
  user: one(userRefEntity, ({ userId }, { world }) => world.users.require(userId)),
  created_at: timestamp(givenAt),
  updated_at: timestamp(givenAt),
  awardable_id: integer(({ awardableId }) => awardableId),
  awardable_type: text(({ awardable }) => awardable),
  url: constant(null),
})

function givenAt({ createdAt, awardable, awardableId }: Award, { world }: View): number {
  if (createdAt !== undefined) return createdAt
  const tables = {
    Issue: world.issues,
    MergeRequest: world.mergeRequests,
    Note: world.notes,
    Snippet: world.snippets,
    Epic: world.epics,
  }
  return tables[awardable].require(awardableId).createdAt
}
