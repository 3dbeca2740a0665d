import type { RefAccess } from '../model/protected-ref.ts'
import type { World } from '../model/world.ts'
import { licensed } from '../policy/tier.ts'
import { entity, integer, nullable, text, when } from './entity.ts'

const LEVELS = { 0: 'No one', 30: 'Developers + Maintainers', 40: 'Maintainers', 60: 'Admins' } as const

export function premium(_: unknown, { world }: { readonly world: World }): boolean {
  return licensed(world, 'premium')
}

/** One entry of the access list of a protected branch or tag. */
export const refAccessEntity = entity<RefAccess>('RefAccess', {
  id: integer(({ id }) => id),
  access_level: integer(({ accessLevel }) => accessLevel),
  access_level_description: text((access, { world }) => description(world, access)),
  user_id: when(premium, nullable(integer(({ userId }: RefAccess) => userId as number))),
  group_id: when(premium, nullable(integer(({ groupId }: RefAccess) => groupId as number))),
})

/** Whom an entry lets in, in words. */
function description(world: World, { accessLevel, userId, groupId }: RefAccess): string {
  if (userId !== null) return world.users.get(userId)?.name ?? ''
  if (groupId !== null) return world.groups.get(groupId)?.name ?? ''
  return LEVELS[accessLevel]
}
