import { since } from '../lib/dialect.ts'
import type { RefAccess } from '../model/protected-tags/protected-ref.ts'
import { accessText } from '../model/protected-tags/protections.ts'
import type { World } from '../model/world.ts'
import { licensed } from '../policy/tier.ts'
import { entity, type Fields, integer, nullable, text, when } from './entity.ts'

export function isPremium(_: unknown, { world }: { readonly world: World }): boolean {
  return licensed(world, 'premium')
}

const fields: Fields<RefAccess> = {
  id: integer(({ id }) => id),
  access_level: integer(({ accessLevel }) => accessLevel),
  access_level_description: text((access, { world }) => accessText(world, access)),
  user_id: when(isPremium, nullable(integer(({ userId }: RefAccess) => userId as number))),
  group_id: when(isPremium, nullable(integer(({ groupId }: RefAccess) => groupId as number))),
}

/** One entry of the access list of a protected branch. */
export const refAccessEntity = entity<RefAccess>('RefAccess', fields)

/** One entry of a list that deploy keys can be in: who may push to a branch, and who may create a tag. */
export const keyedRefAccessEntity = entity<RefAccess>('KeyedRefAccess', {
  ...fields,
  deploy_key_id: since(
    'protected-tags#later-deploy-key',
    nullable(integer<RefAccess>(({ deployKeyId }) => (deployKeyId ?? null) as number)),
  ),
})
