import { triggerEntity } from '../../entities/trigger.ts'
import type { Trigger } from '../../model/pipelines/trigger.ts'
import type { Project } from '../../model/projects/project.ts'
import { updated } from '../../model/updated.ts'
import type { User } from '../../model/users/user.ts'
import { nextId, type World } from '../../model/world.ts'
import { indexListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, required, string } from '../../protocol/params.ts'
import { forbidden, notFound } from '../../protocol/refusal.ts'
import { triggerToken } from '../shared/secrets.ts'

const triggerId = { trigger_id: required(integer({ about: 'ID of the trigger' })) }
const common = { subject: 'project', needs: 'admin_build', beyond: true } as const

export const listPipelineTriggers = operation(
  {
    ...common,
    method: 'GET',
    path: '/projects/:id/triggers',
    summary: 'List the pipeline trigger tokens of a project',
    answers: { many: triggerEntity, unordered: true },
  },
  ({ world, project }) => indexListing(world.triggers.by('byProject', project.id), 'ascending'),
)

export const getPipelineTrigger = operation(
  {
    ...common,
    method: 'GET',
    path: '/projects/:id/triggers/:trigger_id',
    summary: 'Get a pipeline trigger token',
    params: triggerId,
    answers: { one: triggerEntity },
    refuses: [404],
  },
  ({ world, project, params }) => named(world, project, params.trigger_id),
)

export const createPipelineTrigger = operation(
  {
    ...common,
    method: 'POST',
    path: '/projects/:id/triggers',
    summary: 'Create a pipeline trigger token',
    params: { description: required(string()) },
    answers: { status: 201, one: triggerEntity },
  },
  ({ world, caller, project, params, now, drawText }) =>
    world.triggers.insert({
      id: nextId(world, 'triggers'),
      projectId: project.id,
      token: triggerToken(drawText),
      description: params.description ?? '',
      ownerId: (caller.user as User).id,
      lastUsedAt: null,
      createdAt: now,
      updatedAt: now,
    }),
)

export const updatePipelineTrigger = operation(
  {
    ...common,
    method: 'PUT',
    path: '/projects/:id/triggers/:trigger_id',
    summary: 'Update a pipeline trigger token',
    params: { ...triggerId, description: string() },
    answers: { one: triggerEntity },
    refuses: [404],
  },
  ({ world, caller, project, params, now }) => {
    const trigger = named(world, project, params.trigger_id)
    // It starts pipelines in the name of its owner.
    if (trigger.ownerId !== caller.user?.id) throw forbidden()
    const { description } = params
    return description == null ? trigger : world.triggers.put(updated(trigger, { description }, now))
  },
)

export const deletePipelineTrigger = operation(
  {
    ...common,
    method: 'DELETE',
    unmodifiedSince: 'record',
    path: '/projects/:id/triggers/:trigger_id',
    summary: 'Delete a pipeline trigger token',
    params: triggerId,
    answers: { status: 204 },
    refuses: [404],
  },
  ({ world, project, params, unmodified }) => {
    world.triggers.delete(unmodified(named(world, project, params.trigger_id)).id)
  },
)

function named(world: World, project: Project, id: number | null): Trigger {
  const trigger = world.triggers.get(id ?? 0)
  if (trigger?.projectId !== project.id) throw notFound('Trigger')
  return trigger
}
