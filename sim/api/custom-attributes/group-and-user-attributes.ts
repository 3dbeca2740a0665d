import { customAttributeEntity } from '../../entities/custom-attribute.ts'
import type { Group } from '../../model/groups/group.ts'
import type { OwnedAttribute } from '../../model/projects/project.ts'
import type { User } from '../../model/users/user.ts'
import { nextId, type World } from '../../model/world.ts'
import { walked } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { required, string } from '../../protocol/params.ts'
import { recordNotFound } from '../../protocol/refusal.ts'

// Custom attributes of users and of groups; those of projects are beside them.

interface Place {
  readonly path: string
  readonly subject: 'user' | 'group'
  readonly of: (found: { readonly user?: User; readonly group?: Group }) => number
}
const ofUser: Place = {
  path: '/users/:user_id/custom_attributes',
  subject: 'user',
  of: ({ user }) => (user as User).id,
}
const ofGroup: Place = {
  path: '/groups/:id/custom_attributes',
  subject: 'group',
  of: ({ group }) => (group as Group).id,
}
const key = required(string({ about: 'Key of the attribute' }))

export const listUserAttributes = list(ofUser)
export const listGroupAttributes = list(ofGroup)
export const getUserAttribute = get(ofUser)
export const getGroupAttribute = get(ofGroup)
export const setUserAttribute = set(ofUser)
export const setGroupAttribute = set(ofGroup)
export const deleteUserAttribute = remove(ofUser)
export const deleteGroupAttribute = remove(ofGroup)

function list({ path, subject, of }: Place) {
  return operation(
    {
      method: 'GET',
      path,
      summary: `List the custom attributes of a ${subject}`,
      auth: 'admin',
      subject,
      answers: { many: customAttributeEntity, paging: 'none' },
      beyond: true,
    },
    ({ world, ...found }) => walked(world.ownedAttributes.by('byOwner', subject, of(found)), 'ascending'),
  )
}

function get({ path, subject, of }: Place) {
  return operation(
    {
      method: 'GET',
      path: `${path}/:key`,
      summary: `One custom attribute of a ${subject}`,
      auth: 'admin',
      subject,
      params: { key },
      dotted: ['key'],
      answers: { one: customAttributeEntity },
      beyond: true,
    },
    ({ world, params, ...found }) => named(world, subject, of(found), params.key),
  )
}

function set({ path, subject, of }: Place) {
  return operation(
    {
      method: 'PUT',
      path: `${path}/:key`,
      summary: `Set a custom attribute of a ${subject}`,
      auth: 'admin',
      subject,
      params: { key, value: required(string()) },
      dotted: ['key'],
      answers: { one: customAttributeEntity },
      beyond: true,
    },
    ({ world, params, ...found }) => {
      const [name, value] = [params.key ?? '', params.value ?? '']
      const known = world.ownedAttributes.find('byOwner', subject, of(found), name)
      if (known !== undefined) return world.ownedAttributes.put({ ...known, value })
      const id = nextId(world, 'ownedAttributes')
      return world.ownedAttributes.insert({ id, owner: subject, ownerId: of(found), key: name, value })
    },
  )
}

function remove({ path, subject, of }: Place) {
  return operation(
    {
      method: 'DELETE',
      path: `${path}/:key`,
      summary: `Delete a custom attribute of a ${subject}`,
      auth: 'admin',
      subject,
      params: { key },
      dotted: ['key'],
      answers: { status: 204 },
      beyond: true,
    },
    ({ world, params, ...found }) => {
      world.ownedAttributes.delete(named(world, subject, of(found), params.key).id)
    },
  )
}

function named(world: World, owner: OwnedAttribute['owner'], ownerId: number, key: string | null) {
  const attribute = world.ownedAttributes.find('byOwner', owner, ownerId, key ?? '')
  if (attribute === undefined) throw recordNotFound()
  return attribute
}
