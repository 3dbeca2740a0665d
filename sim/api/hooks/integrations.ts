import { integrationDetailEntity, integrationEntity } from '../../entities/integration.ts'
import type { Json } from '../../lib/json.ts'
import type { Group } from '../../model/groups/group.ts'
import type { Integration } from '../../model/hooks/integration.ts'
import { integrationEvents, integrationKinds } from '../../model/hooks/integration-kinds.ts'
import type { Project } from '../../model/projects/project.ts'
import { nextId, type World } from '../../model/world.ts'
import { listed } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, integer, oneOf, type Param, required, string } from '../../protocol/params.ts'
import { badRequest, invalid, notFound } from '../../protocol/refusal.ts'

// Projects and groups are connected to services elsewhere alike. Nothing is sent to those services.

type Owner = Pick<Integration, 'projectId' | 'groupId'>
interface Found {
  readonly project?: Project
  readonly group?: Group
}

function gateOf(kind: 'project' | 'group', rest = '') {
  // The older name of the path is still taken.
  return kind === 'project'
    ? ({ subject: 'project', needs: 'admin_project', aliases: [`/projects/:id/services${rest}`] } as const)
    : ({ subject: 'group', needs: 'admin_group' } as const)
}

const paths = { project: '/projects/:id/integrations', group: '/groups/:id/integrations' } as const
type Kind = keyof typeof paths

const slug = { slug: required(oneOf(Object.keys(integrationKinds), { about: 'Which service' })) }
const types = { text: () => string(), flag: () => boolean(), number: () => integer() } as const

/** Whatever some service needs; each takes its own and passes over the rest. */
const values: { readonly [name: string]: Param<unknown> } = Object.fromEntries([
  ...Object.keys(integrationEvents).map((name) => [name, boolean()]),
  ...Object.values(integrationKinds).flatMap(({ fields }) =>
    Object.entries(fields).map(([name, { type }]) => [name, types[type]()]),
  ),
])

export const listProjectIntegrations = list('project')
export const listGroupIntegrations = list('group')
export const getProjectIntegration = get('project')
export const getGroupIntegration = get('group')
export const setProjectIntegration = set('project')
export const setGroupIntegration = set('group')
export const disableProjectIntegration = disable('project')
export const disableGroupIntegration = disable('group')

function list(kind: Kind) {
  return operation(
    {
      ...gateOf(kind),
      method: 'GET',
      path: paths[kind],
      summary: `List the services elsewhere that a ${kind} is connected to`,
      answers: { many: integrationEntity, paging: 'none' },
      beyond: true,
    },
    ({ world, ...found }) => listed(integrationsOf(world, ownerIn(found)).filter(({ active }) => active)),
  )
}

function get(kind: Kind) {
  return operation(
    {
      ...gateOf(kind, '/:slug'),
      method: 'GET',
      path: `${paths[kind]}/:slug`,
      summary: `How a ${kind} is connected to a service elsewhere`,
      params: slug,
      answers: { one: integrationDetailEntity },
      refuses: [404],
      beyond: true,
    },
    ({ world, params, ...found }) => {
      const integration = connected(world, ownerIn(found), params.slug ?? '')
      if (integration === undefined) throw notFound('Integration')
      return integration
    },
  )
}

function set(kind: Kind) {
  return operation(
    {
      ...gateOf(kind, '/:slug'),
      method: 'PUT',
      path: `${paths[kind]}/:slug`,
      summary: `Connect a ${kind} to a service elsewhere, or change how it is`,
      params: { ...values, ...slug },
      answers: { one: integrationDetailEntity },
      refuses: [400],
      beyond: true,
    },
    ({ world, params, given, now, ...found }) => {
      const name = params.slug ?? ''
      const sent = params as { readonly [name: string]: Json | undefined }
      const { fields = {} } = integrationKinds[name] ?? {}
      const missing = Object.keys(fields).filter((it) => fields[it]?.required && !given(it as 'slug'))
      if (missing.length > 0) throw invalid(...missing.map((it) => `${it} is missing`))
      const owner = ownerIn(found)
      const known = connected(world, owner, name)
      const told = Object.keys(fields).filter((it) => sent[it] !== undefined && !(it in integrationEvents))
      const properties = {
        ...known?.properties,
        ...Object.fromEntries(told.map((it) => [it, sent[it] ?? null])),
      }
      if (Object.keys(fields).some((it) => fields[it]?.required && isBlank(properties[it])))
        throw badRequest()
      const events = Object.keys(integrationEvents).filter((it) => typeof sent[it] === 'boolean')
      // Whoever sets it switches it on, whatever they say of that.
      const at = { active: true, properties, updatedAt: now }
      const heard = {
        ...(known?.events ?? integrationEvents),
        ...Object.fromEntries(events.map((it) => [it, sent[it] === true])),
      }
      return known === undefined
        ? world.integrations.insert({
            id: nextId(world, 'integrations'),
            ...owner,
            slug: name,
            ...at,
            events: heard,
            createdAt: now,
          })
        : world.integrations.put({ ...known, ...at, events: heard })
    },
  )
}

function disable(kind: Kind) {
  return operation(
    {
      ...gateOf(kind, '/:slug'),
      method: 'DELETE',
      path: `${paths[kind]}/:slug`,
      summary: `Disconnect a ${kind} from a service elsewhere, of which nothing is remembered but that it was there`,
      params: slug,
      answers: { status: 204 },
      beyond: true,
    },
    ({ world, params, now, ...found }) => {
      const integration = connected(world, ownerIn(found), params.slug ?? '')
      if (integration === undefined) return
      world.integrations.put({ ...integration, active: false, properties: {}, updatedAt: now })
    },
  )
}

function isBlank(value: Json | undefined): boolean {
  return value == null || (typeof value === 'string' && value.trim() === '')
}

function ownerIn({ project, group }: Found): Owner {
  return { projectId: project?.id ?? null, groupId: group?.id ?? null }
}

function integrationsOf(world: World, { projectId, groupId }: Owner): Integration[] {
  const rows =
    projectId === null
      ? world.integrations.by('byGroup', groupId ?? 0)
      : world.integrations.by('byProject', projectId)
  return rows.list().sort((a, b) => a.id - b.id)
}

function connected(world: World, owner: Owner, name: string): Integration | undefined {
  return integrationsOf(world, owner).find((it) => it.slug === name)
}
