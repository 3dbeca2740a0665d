import type { GroupLink } from '../model/groups/group-link.ts'
import { entity, integer, nullable, text } from './entity.ts'

export const samlLinkEntity = entity<GroupLink>('SamlGroupLink', {
  name: text(({ name }) => name),
  access_level: integer(({ accessLevel }) => accessLevel),
  member_role_id: nullable(integer(({ memberRoleId }) => memberRoleId as number)),
  provider: nullable(text(({ provider }) => (provider || null) as string)),
})

export const ldapLinkEntity = entity<GroupLink>('LdapGroupLink', {
  cn: nullable(text(({ cn }) => cn as string)),
  group_access: integer(({ accessLevel }) => accessLevel),
  provider: text(({ provider }) => provider),
  filter: nullable(text(({ filter }) => filter as string)),
  member_role_id: nullable(integer(({ memberRoleId }) => memberRoleId as number)),
})
