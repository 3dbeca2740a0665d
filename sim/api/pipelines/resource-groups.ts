import { jobDetailEntity } from '../../entities/ci-job.ts'
import { resourceGroupEntity } from '../../entities/resource-group.ts'
import { processModes, type ResourceGroup } from '../../model/pipelines/resource-group.ts'
import { upcomingJobs } from '../../model/pipelines/resource-groups.ts'
import type { Project } from '../../model/projects/project.ts'
import { updated } from '../../model/updated.ts'
import type { World } from '../../model/world.ts'
import { indexListing, listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { oneOf, required, string } from '../../protocol/params.ts'
import { notFound } from '../../protocol/refusal.ts'

const GROUPS = '/projects/:id/resource_groups'
const key = {
  key: required(string({ about: 'Key of the resource group, as `resource_group` of a job names it' })),
}
const reading = { method: 'GET', subject: 'project', needs: 'push_code', beyond: true } as const

export const listResourceGroups = operation(
  {
    ...reading,
    path: GROUPS,
    summary: 'List the resource groups of a project',
    answers: { many: resourceGroupEntity, unordered: true },
  },
  ({ world, project }) => indexListing(world.resourceGroups.by('byProject', project.id), 'ascending'),
)

export const getResourceGroup = operation(
  {
    ...reading,
    path: `${GROUPS}/:key`,
    summary: 'Get a resource group',
    params: key,
    dotted: ['key'],
    answers: { one: resourceGroupEntity },
    refuses: [404],
  },
  ({ world, project, params }) => named(world, project, params.key),
)

export const listUpcomingJobs = operation(
  {
    ...reading,
    path: `${GROUPS}/:key/upcoming_jobs`,
    summary: 'List the upcoming jobs of a resource group',
    params: key,
    dotted: ['key'],
    answers: { many: jobDetailEntity },
    refuses: [404],
  },
  ({ world, project, params }) => {
    const group = named(world, project, params.key)
    return listingOf(upcomingJobs(world, group))
  },
)

export const updateResourceGroup = operation(
  {
    method: 'PUT',
    path: `${GROUPS}/:key`,
    summary: 'Update a resource group',
    subject: 'project',
    needs: 'push_code',
    params: { ...key, process_mode: oneOf(processModes) },
    dotted: ['key'],
    answers: { one: resourceGroupEntity },
    refuses: [404],
    beyond: true,
  },
  ({ world, project, params, now }) => {
    const group = named(world, project, params.key)
    if (params.process_mode == null) return group
    return world.resourceGroups.put(updated(group, { processMode: params.process_mode }, now))
  },
)

function named(world: World, project: Project, wanted: string | null): ResourceGroup {
  const group = world.resourceGroups.find('byProject', project.id, wanted ?? '')
  if (group === undefined) throw notFound('Resource Group')
  return group
}
