import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { AccessLevel } from '../members/access-level.ts'

/** A SAML or LDAP group, and the access level of its members in a group here. */
export interface GroupLink {
  readonly id: number
  readonly groupId: number
  readonly kind: 'saml' | 'ldap'
  /** Of SAML: the name of the group. */
  readonly name: string
  /** Of LDAP: one of the two says who belongs to it. */
  readonly cn: string | null
  readonly filter: string | null
  readonly provider: string
  readonly accessLevel: AccessLevel
  readonly memberRoleId: number | null
}

export const groupLinksTable = table<GroupLink>()('groupLinks', {
  byGroup: index((it) => [it.groupId, it.kind]),
})
