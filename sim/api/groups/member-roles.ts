import { memberRoleEntity } from '../../entities/member-role.ts'
import { since } from '../../lib/dialect.ts'
import type { Group } from '../../model/groups/group.ts'
import {
  addedAbilities,
  type LaterAbility,
  laterAbilities,
  type MemberRole,
} from '../../model/groups/member-role.ts'
import { nextId, type World } from '../../model/world.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, integer, oneOf, required, string } from '../../protocol/params.ts'
import { badRequest, recordNotFound } from '../../protocol/refusal.ts'

// Custom member roles belong to the instance, or to a top-level group where that is licensed.

interface Place {
  readonly path: string
  readonly noun: string
  readonly gate: { readonly auth: 'admin' } | { readonly subject: 'group'; readonly needs: 'admin_group' }
}

const ofInstance: Place = { path: '/member_roles', noun: 'the instance', gate: { auth: 'admin' } }
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
const laterNames = Object.keys(laterAbilities) as LaterAbility[]
const MAX_ROLES = 10

export const listInstanceMemberRoles = list(ofInstance)
export const listGroupMemberRoles = list(ofGroup)
export const createInstanceMemberRole = create(ofInstance)
export const createGroupMemberRole = create(ofGroup)
export const deleteInstanceMemberRole = remove(ofInstance)
export const deleteGroupMemberRole = remove(ofGroup)

function list({ path, noun, gate }: Place) {
  return operation(
    {
      ...common,
      ...gate,
      method: 'GET',
      path,
      summary: `List the member roles of ${noun}`,
      answers: { many: memberRoleEntity, unordered: true, paging: 'none' },
    },
    ({ world, ...found }) => listingOf(rolesOf(world, groupIdOf(found))),
  )
}

function create({ path, noun, gate }: Place) {
  return operation(
    {
      ...common,
      ...gate,
      method: 'POST',
      path,
      summary: `Create a member role for ${noun}`,
      params: {
        base_access_level: required(
          oneOf([5, 10, 15, 20, 30, 40], { about: 'Access level of the base role' }),
        ),
        name: string(),
        description: string(),
        ...Object.fromEntries(addedAbilities.map((name) => [name, boolean()])),
        ...Object.fromEntries(laterNames.map((name) => [name, since(laterAbilities[name], boolean())])),
      },
      answers: { status: 201, one: memberRoleEntity },
      refuses: [400],
    },
    ({ world, params, ...found }) => {
      const groupId = groupIdOf(found)
      const abilities = [...addedAbilities, ...laterNames].filter(
        (name) => (params as { [name: string]: unknown })[name] === true,
      )
      const existing = rolesOf(world, groupId)
      if (abilities.length === 0) throw badRequest('Cannot create a member role with no enabled permissions')
      if (existing.length >= MAX_ROLES)
        throw badRequest(`Maximum number of member roles (${MAX_ROLES}) reached`)
      const name = params.name || `${params.base_access_level} - custom`
      if (existing.some((role) => role.name === name)) throw badRequest('Name has already been taken')
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
      summary: `Delete a member role of ${noun}`,
      params: { member_role_id: required(integer({ about: 'ID of the member role' })) },
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
