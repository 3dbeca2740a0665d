import { integrationDetailEntity, integrationEntity } from '../../entities/integration.ts'
import type { Json } from '../../lib/json.ts'
import type { Group } from '../../model/groups/group.ts'
import type { Integration } from '../../model/hooks/integration.ts'
import { integrationEvents, integrationKinds } from '../../model/hooks/integration-kinds.ts'
import type { Project } from '../../model/projects/project.ts'
import { nextId, type World } from '../../model/world.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, integer, oneOf, type Param, required, string } from '../../protocol/params.ts'
import { badRequest, invalid, notFound } from '../../protocol/refusal.ts'

// Integrations of projects and of groups with external services. Nothing is sent to those services.

type Owner = Pick<Integration, 'projectId' | 'groupId'>
interface Found {
  readonly project?: Project
  readonly group?: Group
}

function gateOf(kind: 'project' | 'group', rest = '') {
  // The path is still accepted under its former name.
  return kind === 'project'
    ? ({ subject: 'project', needs: 'admin_project', aliases: [`/projects/:id/services${rest}`] } as const)
    : ({ subject: 'group', needs: 'admin_group' } as const)
}

const paths = { project: '/projects/:id/integrations', group: '/groups/:id/integrations' } as const
type Kind = keyof typeof paths

const slug = { slug: required(oneOf(Object.keys(integrationKinds), { about: 'Slug of the integration' })) }
const types = { text: () => string(), flag: () => boolean(), number: () => integer() } as const

/** The parameters of all integrations; each takes its own and ignores the others. */
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
      summary: `List the active integrations of a ${kind}`,
      answers: { many: integrationEntity, unordered: true, paging: 'none' },
      beyond: true,
    },
    ({ world, ...found }) => listingOf(integrationsOf(world, ownerIn(found)).filter(({ active }) => active)),
  )
}

function get(kind: Kind) {
  return operation(
    {
      ...gateOf(kind, '/:slug'),
      method: 'GET',
      path: `${paths[kind]}/:slug`,
      summary: `Get an integration of a ${kind}`,
      params: slug,
      answers: { one: integrationDetailEntity },
      refuses: [404],
      beyond: true,
    },
    ({ world, params, ...found }) => {
      const integration = findIntegration(world, ownerIn(found), params.slug ?? '')
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
      summary: `Set up or update an integration of a ${kind}`,
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
      if (missing.length > 0) throw invalid(missing.map((it) => `${it} is missing`).join(', '))
      const owner = ownerIn(found)
      const existing = findIntegration(world, owner, name)
      const sentFields = Object.keys(fields).filter(
        (it) => sent[it] !== undefined && !(it in integrationEvents),
      )
      const properties = {
        ...existing?.properties,
        ...Object.fromEntries(sentFields.map((it) => [it, sent[it] ?? null])),
      }
      if (Object.keys(fields).some((it) => fields[it]?.required && isBlank(properties[it])))
        throw badRequest()
      const events = Object.keys(integrationEvents).filter((it) => typeof sent[it] === 'boolean')
      // Setting up an integration activates it, whatever the request says of that.
      const at = { active: true, properties, updatedAt: now }
      const eventSwitches = {
        ...(existing?.events ?? integrationEvents),
        ...Object.fromEntries(events.map((it) => [it, sent[it] === true])),
      }
      return existing === undefined
        ? world.integrations.insert({
            id: nextId(world, 'integrations'),
            ...owner,
            slug: name,
            ...at,
            events: eventSwitches,
            createdAt: now,
          })
        : world.integrations.put({ ...existing, ...at, events: eventSwitches })
    },
  )
}

function disable(kind: Kind) {
  return operation(
    {
      ...gateOf(kind, '/:slug'),
      method: 'DELETE',
      unmodifiedSince: 'record',
      path: `${paths[kind]}/:slug`,
      summary: `Disable an integration of a ${kind} and clear its settings`,
      params: slug,
      answers: { status: 204 },
      beyond: true,
    },
    ({ world, params, now, unmodified, ...found }) => {
      const integration = findIntegration(world, ownerIn(found), params.slug ?? '')
      unmodified(integration ?? {})
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

function findIntegration(world: World, owner: Owner, name: string): Integration | undefined {
  return integrationsOf(world, owner).find((it) => it.slug === name)
}
