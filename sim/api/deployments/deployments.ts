import { deploymentDetailEntity, deploymentEntity } from '../../entities/deployment.ts'
import { changed, inDialect } from '../../lib/dialect.ts'
import {
  deploymentStates,
  lastDeploymentOf,
  recordDeployment,
  setDeploymentStatus,
} from '../../model/deployments/deployments.ts'
import type { Deployment } from '../../model/pipelines/ci.ts'
import type { Project } from '../../model/projects/project.ts'
import { commitNamed } from '../../model/repository/project-objects.ts'
import { repositoryOf } from '../../model/repository/repository.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { can } from '../../policy/abilities.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import {
  boolean,
  datetime,
  integer,
  lookedUp,
  oneOf,
  required,
  string,
  withDefault,
} from '../../protocol/params.ts'
import { badRequest, forbidden, invalidModel, message, recordNotFound } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'

const deploymentId = { deployment_id: required(integer({ about: 'ID of the deployment' })) }

const orderedByUpdate = changed('deployments#later-updated-order', { before: false, after: true })

export const listDeployments = operation(
  {
    method: 'GET',
    path: '/projects/:id/deployments',
    summary: 'List the deployments of a project',
    subject: 'project',
    needs: 'read_environments',
    params: {
      order_by: withDefault(oneOf(['id', 'iid', 'created_at', 'updated_at', 'finished_at', 'ref']), 'id'),
      sort: withDefault(oneOf(['asc', 'desc']), 'asc'),
      updated_after: datetime(),
      updated_before: datetime(),
      environment: string({ about: 'Name of the environment' }),
      status: oneOf(['created', ...deploymentStates]),
    },
    answers: { many: deploymentEntity },
    decides: [orderedByUpdate],
    beyond: true,
  },
  ({ world, project, params, view }) => {
    const { order_by, sort, environment, status, updated_after: after, updated_before: before } = params
    const isFiltered = after != null || before != null
    if (isFiltered && order_by !== 'updated_at' && inDialect<boolean>(orderedByUpdate, view.dialect))
      throw badRequest('`updated_at` filter requires `updated_at` sort')
    const rows = world.deployments.by('byProject', project.id).list()
    const sign = sort === 'asc' ? 1 : -1
    const rank = ranks[order_by]
    const matching = rows.filter(
      (row) =>
        (!environment || world.environments.require(row.environmentId).name === environment) &&
        (!status || row.status === status) &&
        (after == null || changedAt(row) >= after) &&
        (before == null || changedAt(row) <= before),
    )
    return listingOf(
      matching.sort((a, b) => sign * (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : a.id - b.id)),
    )
  },
)

function changedAt({ finishedAt, createdAt }: Deployment): number {
  return finishedAt ?? createdAt
}

const ranks = {
  id: (row: Deployment) => row.id,
  iid: (row: Deployment) => row.iid,
  created_at: (row: Deployment) => row.createdAt,
  updated_at: changedAt,
  finished_at: changedAt,
  ref: (row: Deployment) => row.ref,
} as const

export const getDeployment = operation(
  {
    method: 'GET',
    path: '/projects/:id/deployments/:deployment_id',
    summary: 'Get a deployment of a project',
    subject: 'project',
    needs: 'read_environments',
    params: deploymentId,
    answers: { one: deploymentDetailEntity },
    beyond: true,
  },
  ({ world, project, params }) => deploymentOf(world, project, params.deployment_id),
)

export const createDeployment = operation(
  {
    method: 'POST',
    path: '/projects/:id/deployments',
    summary: 'Create a deployment in a project',
    subject: 'project',
    needs: 'create_deployment',
    params: {
      environment: required(string({ about: 'Name of the environment; created if it does not exist' })),
      sha: required(string()),
      ref: required(string()),
      tag: required(boolean({ about: 'Whether `ref` is a tag' })),
      status: required(oneOf(deploymentStates)),
    },
    answers: { status: 201, one: deploymentDetailEntity },
    beyond: true,
  },
  ({ world, caller, project, params, now }) => {
    const { environment, ref, status, tag } = params
    const repository = repositoryOf(world, project)
    const sha = commitNamed(world, project, params.sha ?? '')
    if (sha === undefined) throw invalidModel({ sha: ['The commit does not exist'] })
    if (repository.refs.get(`refs/${tag ? 'tags' : 'heads'}/${ref}`) === undefined)
      throw invalidModel({ ref: ['The branch or tag does not exist'] })
    const given = {
      environment: environment ?? '',
      sha,
      ref: ref ?? '',
      status: status ?? 'running',
      by: caller.user as User,
    }
    return refuseInvalidRow(() => recordDeployment(world, project, given, now))
  },
)

export const updateDeployment = operation(
  {
    method: 'PUT',
    path: '/projects/:id/deployments/:deployment_id',
    summary: 'Update the status of a deployment',
    subject: 'project',
    needs: 'read_environments',
    params: { ...lookedUp(deploymentId), status: required(oneOf(deploymentStates)) },
    answers: { one: deploymentDetailEntity },
    beyond: true,
  },
  ({ world, project, params, view, now }) => {
    const deployment = deploymentOf(world, project, params.deployment_id)
    if (!can(view.situation, 'create_deployment', project)) throw forbidden()
    if (deployment.jobId != null)
      throw forbidden('Deployments created using GitLab CI can not be updated using the API')
    const status = params.status ?? 'running'
    if (!mayBecome(deployment, status))
      throw invalidModel({ status: [`cannot transition via "${events[status]}"`] })
    return setDeploymentStatus(world, deployment, status, now)
  },
)

/** What brings a deployment into a state, as refusals call it. */
const events = { running: 'run', success: 'succeed', failed: 'drop', canceled: 'cancel' } as const

function mayBecome({ status: now }: Deployment, status: keyof typeof events): boolean {
  return status === 'running' ? now === 'created' || now === 'blocked' : now !== status
}

export const deleteDeployment = operation(
  {
    method: 'DELETE',
    unmodifiedSince: 'record',
    path: '/projects/:id/deployments/:deployment_id',
    summary: 'Delete a deployment that neither runs nor is the last one of its environment',
    subject: 'project',
    needs: 'read_project',
    params: deploymentId,
    answers: { status: 204 },
    refuses: [400, 403],
    beyond: true,
  },
  ({ world, project, params, view, unmodified }) => {
    const deployment = deploymentOf(world, project, params.deployment_id)
    if (!can(view.situation, 'destroy_deployment', project)) throw forbidden()
    unmodified({ updatedAt: changedAt(deployment) })
    if (deployment.status === 'running') throw message(400, 'Cannot destroy running deployment')
    if (lastDeploymentOf(world, deployment.environmentId)?.id === deployment.id)
      throw message(400, 'Deployment currently deployed to environment')
    world.deployments.delete(deployment.id)
  },
)

function deploymentOf(world: World, project: Project, id: number | null): Deployment {
  const deployment = world.deployments.get(id ?? 0)
  if (deployment?.projectId !== project.id) throw recordNotFound()
  return deployment
}
