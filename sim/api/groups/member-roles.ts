import { memberRoleEntity } from '../../entities/member-role.ts'
import type { Group } from '../../model/groups/group.ts'
import { addedAbilities, type MemberRole } from '../../model/groups/member-role.ts'
import { nextId, type World } from '../../model/world.ts'
import { listed } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, integer, oneOf, required, string } from '../../protocol/params.ts'
import { badRequest, recordNotFound } from '../../protocol/refusal.ts'

// Roles of one's own are those of the installation, or of a group at the top where that is licensed.

interface Place {
  readonly path: string
  readonly noun: string
  readonly gate: { readonly auth: 'admin' } | { readonly subject: 'group'; readonly needs: 'admin_group' }
}

const ofInstance: Place = { path: '/member_roles', noun: 'the installation', gate: { auth: 'admin' } }
const ofGroup: Place = {
  path: '/groups/:id/member_roles',
  noun: 'a group',
  gate: { subject: 'group', needs: 'admin_group' },
}
const common = {
  tier: 'ultimate',
  unlicensed: { status: 404, body: { message: '404 Not Found' } },
  beyond: true,
} as const
const MOST = 10

export const listMemberRoles = list(ofInstance)
export const listGroupMemberRoles = list(ofGroup)
export const addMemberRole = add(ofInstance)
export const addGroupMemberRole = add(ofGroup)
export const removeMemberRole = remove(ofInstance)
export const removeGroupMemberRole = remove(ofGroup)

function list({ path, noun, gate }: Place) {
  return operation(
    {
      ...common,
      ...gate,
      method: 'GET',
      path,
      summary: `List the roles of its own that ${noun} has`,
      answers: { many: memberRoleEntity, paging: 'none' },
    },
    ({ world, ...found }) => listed(rolesOf(world, groupIdOf(found))),
  )
}

function add({ path, noun, gate }: Place) {
  return operation(
    {
      ...common,
      ...gate,
      method: 'POST',
      path,
      summary: `Give a role of its own to ${noun}`,
      params: {
        base_access_level: required(oneOf([5, 10, 15, 20, 30, 40], { about: 'The role that it builds on' })),
        name: string(),
        description: string(),
        ...Object.fromEntries(addedAbilities.map((name) => [name, boolean()])),
      },
      answers: { status: 201, one: memberRoleEntity },
      refuses: [400],
    },
    ({ world, params, ...found }) => {
      const groupId = groupIdOf(found)
      const abilities = addedAbilities.filter(
        (name) => (params as { [name: string]: unknown })[name] === true,
      )
      const known = rolesOf(world, groupId)
      if (abilities.length === 0) throw badRequest('Cannot create a member role with no enabled permissions')
      if (known.length >= MOST) throw badRequest(`Maximum number of member roles (${MOST}) reached`)
      const name = params.name || `${params.base_access_level} - custom`
      if (known.some((role) => role.name === name)) throw badRequest('Name has already been taken')
      return world.memberRoles.insert({
        id: nextId(world, 'memberRoles'),
        groupId,
        name,
        description: params.description ?? null,
        baseAccessLevel: params.base_access_level ?? 10,
        abilities,
      })
    },
  )
}

function remove({ path, noun, gate }: Place) {
  return operation(
    {
      ...common,
      ...gate,
      method: 'DELETE',
      path: `${path}/:member_role_id`,
      summary: `Take a role of its own from ${noun}`,
      params: { member_role_id: required(integer({ about: 'Id of the role' })) },
      answers: { status: 204 },
      refuses: [404],
    },
    ({ world, params, ...found }) => {
      const role = rolesOf(world, groupIdOf(found)).find(({ id }) => id === params.member_role_id)
      if (role === undefined) throw recordNotFound()
      world.memberRoles.delete(role.id)
    },
  )
}

function groupIdOf(found: { readonly group?: Group }): number | null {
  return found.group?.id ?? null
}

function rolesOf(world: World, groupId: number | null): MemberRole[] {
  return world.memberRoles.by('byGroup', groupId ?? 0).list()
}
