import { since } from '../lib/dialect.ts'
import {
  addedAbilities,
  type LaterAbility,
  laterAbilities,
  type MemberRole,
} from '../model/groups/member-role.ts'
import { entity, type Fields, flag, integer, nullable, text } from './entity.ts'

/** Those of administrators' own roles, which are no roles of members. */
const administratorAbilities = [
  'read_admin_cicd',
  'read_admin_groups',
  'read_admin_monitoring',
  'read_admin_projects',
  'read_admin_subscription',
  'read_admin_users',
]

const abilities: Fields<MemberRole> = Object.fromEntries(
  addedAbilities.map((name) => [name, flag((role: MemberRole) => role.abilities.includes(name))]),
)

const later: Fields<MemberRole> = Object.fromEntries([
  ...(Object.keys(laterAbilities) as LaterAbility[]).map((name) => [
    name,
    since(
      laterAbilities[name],
      flag((role: MemberRole) => role.abilities.includes(name)),
    ),
  ]),
  ...administratorAbilities.map((name) => [
    name,
    since(
      'members#later-role-administration',
      flag<MemberRole>(() => false),
    ),
  ]),
])

/** A custom role, with all the abilities that it can add. */
export const memberRoleEntity = entity<MemberRole>('MemberRole', {
  id: integer(({ id }) => id),
  name: text(({ name }) => name),
  description: nullable(text(({ description }) => description as string)),
  group_id: nullable(integer(({ groupId }) => groupId as number)),
  base_access_level: integer(({ baseAccessLevel }) => baseAccessLevel),
  ...abilities,
  ...later,
})
