import { customAttributeEntity } from '../../entities/custom-attribute.ts'
import type { Group } from '../../model/groups/group.ts'
import type { OwnedAttribute } from '../../model/projects/project.ts'
import type { User } from '../../model/users/user.ts'
import { nextId, type World } from '../../model/world.ts'
import { indexListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { type Params, required, string } from '../../protocol/params.ts'
import { recordNotFound } from '../../protocol/refusal.ts'
import { accountId } from '../shared/account-places.ts'

// Custom attributes of users and of groups; those of projects are in `project-attributes.ts`.

interface Place {
  readonly path: string
  readonly subject: 'user' | 'group'
  readonly owner: Params
  readonly of: (found: { readonly user?: User; readonly group?: Group }) => number
}
const ofUser: Place = {
  path: '/users/:user_id/custom_attributes',
  subject: 'user',
  owner: { user_id: accountId.id },
  of: ({ user }) => (user as User).id,
}
const ofGroup: Place = {
  path: '/groups/:id/custom_attributes',
  subject: 'group',
  owner: {},
  of: ({ group }) => (group as Group).id,
}
const key = required(string({ about: 'Key of the attribute' }))

export const listUserCustomAttributes = list(ofUser)
export const listGroupCustomAttributes = list(ofGroup)
export const getUserCustomAttribute = get(ofUser)
export const getGroupCustomAttribute = get(ofGroup)
export const setUserCustomAttribute = set(ofUser)
export const setGroupCustomAttribute = set(ofGroup)
export const deleteUserCustomAttribute = remove(ofUser)
export const deleteGroupCustomAttribute = remove(ofGroup)

function list({ path, subject, owner, of }: Place) {
  return operation(
    {
      method: 'GET',
      path,
      summary: `List the custom attributes of a ${subject}`,
      auth: 'admin',
      subject,
      params: owner,
      answers: { many: customAttributeEntity, unordered: true, paging: 'none' },
      beyond: true,
    },
    ({ world, ...found }) =>
      indexListing(world.ownedAttributes.by('byOwner', subject, of(found)), 'ascending'),
  )
}

function get({ path, subject, owner, of }: Place) {
  return operation(
    {
      method: 'GET',
      path: `${path}/:key`,
      summary: `Get a custom attribute of a ${subject}`,
      auth: 'admin',
      subject,
      params: { ...owner, key },
      dotted: ['key'],
      answers: { one: customAttributeEntity },
      beyond: true,
    },
    ({ world, params, ...found }) => findAttribute(world, subject, of(found), params.key),
  )
}

function set({ path, subject, owner, of }: Place) {
  return operation(
    {
      method: 'PUT',
      path: `${path}/:key`,
      summary: `Set a custom attribute of a ${subject}`,
      auth: 'admin',
      subject,
      params: { ...owner, key, value: required(string()) },
      dotted: ['key'],
      answers: { one: customAttributeEntity },
      beyond: true,
    },
    ({ world, params, ...found }) => {
      const [name, value] = [params.key ?? '', params.value ?? '']
      const existing = world.ownedAttributes.find('byOwner', subject, of(found), name)
      if (existing !== undefined) return world.ownedAttributes.put({ ...existing, value })
      const id = nextId(world, 'ownedAttributes')
      return world.ownedAttributes.insert({ id, owner: subject, ownerId: of(found), key: name, value })
    },
  )
}

function remove({ path, subject, owner, of }: Place) {
  return operation(
    {
      method: 'DELETE',
      path: `${path}/:key`,
      summary: `Delete a custom attribute of a ${subject}`,
      auth: 'admin',
      subject,
      params: { ...owner, key },
      dotted: ['key'],
      answers: { status: 204 },
      beyond: true,
    },
    ({ world, params, ...found }) => {
      world.ownedAttributes.delete(findAttribute(world, subject, of(found), params.key).id)
    },
  )
}

function findAttribute(world: World, owner: OwnedAttribute['owner'], ownerId: number, key: string | null) {
  const attribute = world.ownedAttributes.find('byOwner', owner, ownerId, key ?? '')
  if (attribute === undefined) throw recordNotFound()
  return attribute
}
