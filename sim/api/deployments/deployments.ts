import { deploymentDetailEntity, deploymentEntity } from '../../entities/deployment.ts'
import { changed, inDialect, since } from '../../lib/dialect.ts'
import {
  deploymentStates,
  lastDeploymentOf,
  recordDeployment,
  setDeploymentStatus,
} from '../../model/deployments/deployments.ts'
import { changedAt, type Deployment } from '../../model/pipelines/ci.ts'
import type { Project } from '../../model/projects/project.ts'
import { commitNamed } from '../../model/repository/project-objects.ts'
import { repositoryOf } from '../../model/repository/repository.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { can } from '../../policy/abilities.ts'
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
import { listOfProject, underInProject } from '../shared/place-list.ts'
import { inSet, ofRuns, type RowFilter } from '../shared/row-filters.ts'

const deploymentId = { deployment_id: required(integer({ about: 'ID of the deployment' })) }

const orderedByUpdate = changed('deployments#later-updated-order', { before: false, after: true })

export const listDeployments = operation(
  {
    method: 'GET',
    path: '/projects/:id/deployments',
    accepts: since('deployments#later-by-job', ['job_token']),
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
    const place = { world, rows: world.deployments, projectId: project.id }
    const filters: RowFilter<Deployment>[] = []
    if (environment) {
      const id = world.environments.find('byProject', project.id, environment)?.id ?? 0
      const run = world.deployments.by('byEnvironment', id)
      filters.push({
        passes: ({ environmentId }) => environmentId === id,
        among: ofRuns([run]),
        ...inSet(place, {
          name: `environment ${id}`,
          has: ({ environmentId }) => environmentId === id,
          among: () => run.list(),
        }),
      })
    }
    if (status) filters.push(underInProject(place, 'byStatus', status, 'id', (row) => row.status === status))
    if (isFiltered)
      filters.push({
        passes: (row) =>
          (after == null || changedAt(row) >= after) && (before == null || changedAt(row) <= before),
        exactly: {
          under: (id) =>
            world.deployments
              .by('byChanged', id)
              .within({ from: after ?? undefined, to: before ?? undefined }),
          order: 'updated_at',
        },
      })
    const direction = sort === 'asc' ? 'asc' : 'desc'
    return listOfProject({ ...place, direction, ...orders[order_by], filters })
  },
)

const byChange = { index: 'byChanged', order: 'updated_at', rank: changedAt } as const
const orders = {
  id: { index: 'byProject', order: 'id', rank: (row: Deployment) => row.id },
  iid: { index: 'byIid', order: 'iid', rank: (row: Deployment) => row.iid },
  created_at: { index: 'byCreated', order: 'created', rank: (row: Deployment) => row.createdAt },
  updated_at: byChange,
  finished_at: byChange,
  ref: { index: 'byRef', order: 'ref', rank: (row: Deployment) => row.ref },
} as const

export const getDeployment = operation(
  {
    method: 'GET',
    path: '/projects/:id/deployments/:deployment_id',
    accepts: since('deployments#later-by-job', ['job_token']),
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
    accepts: since('deployments#later-by-job', ['job_token']),
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
    accepts: since('deployments#later-by-job', ['job_token']),
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
    accepts: since('deployments#later-by-job', ['job_token']),
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
