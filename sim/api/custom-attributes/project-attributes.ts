import { customAttributeEntity } from '../../entities/custom-attribute.ts'
import type { CustomAttribute, Project } from '../../model/projects/project.ts'
import { nextId, type World } from '../../model/world.ts'
import { indexListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { required, string } from '../../protocol/params.ts'
import { recordNotFound } from '../../protocol/refusal.ts'

const key = required(string({ about: 'Key of the attribute' }))

export const listProjectCustomAttributes = operation(
  {
    method: 'GET',
    path: '/projects/:id/custom_attributes',
    summary: 'List the custom attributes of a project',
    auth: 'admin',
    subject: 'project',
    answers: { many: customAttributeEntity, unordered: true, paging: 'none' },
    beyond: true,
  },
  ({ world, project }) => indexListing(world.customAttributes.by('byProject', project.id), 'ascending'),
)

export const getProjectCustomAttribute = operation(
  {
    method: 'GET',
    path: '/projects/:id/custom_attributes/:key',
    summary: 'Get a custom attribute of a project',
    auth: 'admin',
    subject: 'project',
    params: { key },
    dotted: ['key'],
    answers: { one: customAttributeEntity },
    beyond: true,
  },
  ({ world, project, params }) => findAttribute(world, project, params.key),
)

export const setProjectCustomAttribute = operation(
  {
    method: 'PUT',
    path: '/projects/:id/custom_attributes/:key',
    summary: 'Set a custom attribute of a project',
    auth: 'admin',
    subject: 'project',
    params: { key, value: required(string()) },
    dotted: ['key'],
    answers: { one: customAttributeEntity },
    beyond: true,
  },
  ({ world, project, params }) => {
    const [name, value] = [params.key ?? '', params.value ?? '']
    const existing = world.customAttributes.find('byProject', project.id, name)
    if (existing !== undefined) return world.customAttributes.put({ ...existing, value })
    const id = nextId(world, 'customAttributes')
    return world.customAttributes.insert({ id, projectId: project.id, key: name, value })
  },
)

export const deleteProjectCustomAttribute = operation(
  {
    method: 'DELETE',
    path: '/projects/:id/custom_attributes/:key',
    summary: 'Delete a custom attribute of a project',
    auth: 'admin',
    subject: 'project',
    params: { key },
    dotted: ['key'],
    answers: { status: 204 },
    beyond: true,
  },
  ({ world, project, params }) => {
    world.customAttributes.delete(findAttribute(world, project, params.key).id)
    return undefined
  },
)

function findAttribute(world: World, project: Project, name: string | null): CustomAttribute {
  const attribute = world.customAttributes.find('byProject', project.id, name ?? '')
  if (attribute === undefined) throw recordNotFound()
  return attribute
}
