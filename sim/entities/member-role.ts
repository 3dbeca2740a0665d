import { addedAbilities, type MemberRole } from '../model/groups/member-role.ts'
import { entity, type Fields, flag, integer, nullable, text } from './entity.ts'

const abilities: Fields<MemberRole> = Object.fromEntries(
  addedAbilities.map((name) => [name, flag((role: MemberRole) => role.abilities.includes(name))]),
)

/** A custom role, with all the abilities that it can add. */
export const memberRoleEntity = entity<MemberRole>('MemberRole', {
  id: integer(({ id }) => id),
  name: text(({ name }) => name),
  description: nullable(text(({ description }) => description as string)),
  group_id: nullable(integer(({ groupId }) => groupId as number)),
  base_access_level: integer(({ baseAccessLevel }) => baseAccessLevel),
  ...abilities,
})
