import type { RefAccess } from '../model/protected-tags/protected-ref.ts'
import { accessText } from '../model/protected-tags/protections.ts'
import type { World } from '../model/world.ts'
import { licensed } from '../policy/tier.ts'
import { entity, integer, nullable, text, when } from './entity.ts'

export function isPremium(_: unknown, { world }: { readonly world: World }): boolean {
  return licensed(world, 'premium')
}

/** One entry of the access list of a protected branch or tag. */
export const refAccessEntity = entity<RefAccess>('RefAccess', {
  id: integer(({ id }) => id),
  access_level: integer(({ accessLevel }) => accessLevel),
  access_level_description: text((access, { world }) => accessText(world, access)),
  user_id: when(isPremium, nullable(integer(({ userId }: RefAccess) => userId as number))),
  group_id: when(isPremium, nullable(integer(({ groupId }: RefAccess) => groupId as number))),
})
