import { ldapLinkEntity, samlLinkEntity } from '../../entities/group-link.ts'
import { type Dialect, differs, inDialect } from '../../lib/dialect.ts'
import type { Group } from '../../model/groups/group.ts'
import type { GroupLink } from '../../model/groups/group-link.ts'
import type { AccessLevel } from '../../model/members/access-level.ts'
import { nextId, type World } from '../../model/world.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { exactlyOneOf, integer, oneOf, required, string } from '../../protocol/params.ts'
import { badRequest, message, notFound, unauthorized } from '../../protocol/refusal.ts'

// Links of groups to LDAP and SAML groups, whose users become members. They are only stored: no directory is queried.

const SAML = '/groups/:id/saml_group_links'
const LDAP = '/groups/:id/ldap_group_links'
const levels = [10, 15, 20, 30, 40, 50] as const
const common = {
  tier: 'premium',
  subject: 'group',
  needs: 'admin_group',
  beyond: true,
} as const
const member_role_id = integer({ tier: 'ultimate', about: 'ID of a custom member role' })
const linkName = { saml_group_name: required(string({ about: 'Name of the SAML group' })) }

export const listSamlGroupLinks = operation(
  {
    ...common,
    method: 'GET',
    path: SAML,
    summary: 'List the SAML group links of a group',
    answers: { many: samlLinkEntity, unordered: true, paging: 'none' },
    refuses: [401],
  },
  ({ world, group, view }) => {
    refuseWithoutSaml(world, view.dialect)
    return listingOf(linksOf(world, group, 'saml'))
  },
)

export const getSamlGroupLink = operation(
  {
    ...common,
    method: 'GET',
    path: `${SAML}/:saml_group_name`,
    summary: 'Get a SAML group link of a group',
    params: linkName,
    dotted: ['saml_group_name'],
    answers: { one: samlLinkEntity },
    refuses: [401, 404],
  },
  ({ world, group, params, view }) => {
    refuseWithoutSaml(world, view.dialect)
    return findSamlLink(world, group, params.saml_group_name)
  },
)

export const addSamlGroupLink = operation(
  {
    ...common,
    method: 'POST',
    path: SAML,
    summary: 'Add a SAML group link to a group',
    params: {
      ...linkName,
      access_level: required(oneOf(levels)),
      member_role_id,
      provider: string({ about: 'Name of the SAML provider, if there are several' }),
    },
    answers: { status: 201, one: samlLinkEntity },
    refuses: [400, 401, 404],
  },
  ({ world, group, params, view }) => {
    refuseWithoutSaml(world, view.dialect)
    const name = params.saml_group_name ?? ''
    if (linksOf(world, group, 'saml').some((it) => it.name === name))
      throw badRequest('Saml group name has already been taken')
    return world.groupLinks.insert({
      id: nextId(world, 'groupLinks'),
      groupId: group.id,
      kind: 'saml',
      name,
      cn: null,
      filter: null,
      provider: params.provider ?? '',
      accessLevel: params.access_level as AccessLevel,
      memberRoleId: roleId(world, params.member_role_id),
    })
  },
)

export const deleteSamlGroupLink = operation(
  {
    ...common,
    method: 'DELETE',
    path: `${SAML}/:saml_group_name`,
    summary: 'Delete a SAML group link of a group',
    params: linkName,
    dotted: ['saml_group_name'],
    answers: { status: 204 },
    refuses: [404],
  },
  ({ world, group, params, view }) => {
    refuseWithoutSaml(world, view.dialect)
    world.groupLinks.delete(findSamlLink(world, group, params.saml_group_name).id)
  },
)

export const listLdapGroupLinks = operation(
  {
    ...common,
    method: 'GET',
    path: LDAP,
    summary: 'List the LDAP group links of a group',
    answers: { many: ldapLinkEntity, unordered: true, paging: 'none' },
    refuses: [404],
  },
  ({ world, group }) => {
    const links = linksOf(world, group, 'ldap')
    if (links.length === 0) throw message(404, 'No linked LDAP groups found')
    return listingOf(links)
  },
)

const cnOrFilter = {
  cn: string({ about: 'Common name (CN) of the LDAP group' }),
  filter: string({ about: 'LDAP filter' }),
}

export const addLdapGroupLink = operation(
  {
    ...common,
    method: 'POST',
    path: LDAP,
    summary: 'Add an LDAP group link to a group',
    params: {
      ...cnOrFilter,
      group_access: required(oneOf(levels)),
      provider: required(string()),
      member_role_id,
    },
    rules: [exactlyOneOf('cn', 'filter')],
    answers: { status: 201, one: ldapLinkEntity },
    refuses: [404, 409],
  },
  ({ world, group, params }) =>
    world.groupLinks.insert({
      id: nextId(world, 'groupLinks'),
      groupId: group.id,
      kind: 'ldap',
      name: '',
      cn: params.cn ?? null,
      filter: params.filter ?? null,
      provider: params.provider ?? '',
      accessLevel: params.group_access as AccessLevel,
      memberRoleId: roleId(world, params.member_role_id),
    }),
)

export const deleteLdapGroupLink = operation(
  {
    ...common,
    method: 'DELETE',
    path: LDAP,
    summary: 'Delete an LDAP group link of a group',
    params: { ...cnOrFilter, provider: required(string()) },
    rules: [exactlyOneOf('cn', 'filter')],
    answers: { status: 204 },
    refuses: [404],
  },
  ({ world, group, params }) => {
    const { cn = null, filter = null, provider } = params
    const link = linksOf(world, group, 'ldap').find(
      (it) => it.cn === cn && it.filter === filter && it.provider === provider,
    )
    if (link === undefined) throw notFound()
    world.groupLinks.delete(link.id)
  },
)

function linksOf(world: World, group: Group, kind: GroupLink['kind']): GroupLink[] {
  return world.groupLinks.by('byGroup', group.id, kind).list()
}

// The service lets nobody manage links to groups of a provider that is not there.
function refuseWithoutSaml(world: World, dialect: Dialect): void {
  const needed = inDialect(differs('F36', { specification: false, real: true }), dialect)
  if (needed && world.instance.require(1).saml !== true) throw unauthorized()
}

function findSamlLink(world: World, group: Group, name: string | null): GroupLink {
  const link = linksOf(world, group, 'saml').find((it) => it.name === name)
  if (link === undefined) throw notFound('Linked SAML Group')
  return link
}

function roleId(world: World, id: number | null | undefined): number | null {
  if (id == null) return null
  if (world.memberRoles.get(id) === undefined) throw notFound('Member Role')
  return id
}
