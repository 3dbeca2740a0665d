import {
  deploymentDetailEntity,
  deploymentEntity,
  environmentDetailEntity,
  environmentEntity,
  slugOf,
  stateOf,
} from '../../entities/deployment.ts'
import { mergeRequestEntity } from '../../entities/merge-request.ts'
import { stopEnvironment as stop } from '../../jobs/stop-environment.ts'
import { type Deployment, type Environment, environmentTiers } from '../../model/ci.ts'
import {
  deploy,
  deploymentStates,
  moveDeployment,
  createEnvironment as openEnvironment,
  refuseEnvironmentName,
} from '../../model/deployments.ts'
import { commitNamed } from '../../model/held.ts'
import type { Project } from '../../model/project.ts'
import { repositoryOf } from '../../model/repository.ts'
import type { User } from '../../model/user.ts'
import type { World } from '../../model/world.ts'
import { can } from '../../policy/abilities.ts'
import { listed, walked } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, datetime, integer, oneOf, required, string, withDefault } from '../../protocol/params.ts'
import { badRequest, forbidden, invalidModel, recordNotFound } from '../../protocol/refusal.ts'
import { valid } from '../../protocol/valid.ts'

const environmentId = { environment_id: required(integer({ about: 'Id of the environment' })) }
const deploymentId = { deployment_id: required(integer({ about: 'Id of the deployment' })) }

export const listEnvironments = operation(
  {
    method: 'GET',
    path: '/projects/:id/environments',
    summary: 'List the environments of a project',
    auth: 'public',
    subject: 'project',
    needs: 'read_environments',
    params: {
      name: string({ about: 'Exact' }),
      search: string({ about: 'Part of the name' }),
      states: oneOf(['available', 'stopping', 'stopped']),
    },
    answers: { many: environmentEntity },
    beyond: true,
  },
  ({ world, project, params }) => {
    const wanted = (params.search ?? '').toLowerCase()
    return walked(
      world.environments.by('byProject', project.id),
      'ascending',
      (environment) =>
        (!params.name || environment.name === params.name) &&
        (!params.states || stateOf(environment) === params.states) &&
        environment.name.toLowerCase().includes(wanted),
    )
  },
)

export const getEnvironment = operation(
  {
    method: 'GET',
    path: '/projects/:id/environments/:environment_id',
    summary: 'One environment',
    auth: 'public',
    subject: 'project',
    needs: 'read_environments',
    params: environmentId,
    answers: { one: environmentDetailEntity },
    beyond: true,
  },
  ({ world, project, params }) => {
    return environmentOf(world, project, params.environment_id)
  },
)

export const createEnvironment = operation(
  {
    method: 'POST',
    path: '/projects/:id/environments',
    summary: 'Create an environment',
    subject: 'project',
    needs: 'create_deployment',
    params: {
      name: required(string()),
      external_url: string(),
      tier: oneOf(environmentTiers, { about: 'Told by the name unless said' }),
    },
    answers: { status: 201, one: environmentEntity },
    beyond: true,
  },
  ({ world, project, params, now }) => {
    const environment = { name: params.name ?? '', tier: params.tier ?? undefined }
    const { external_url: externalUrl } = params
    refuseAddress(externalUrl)
    const opened = valid(() => openEnvironment(world, project, environment, now))
    return externalUrl ? world.environments.update(opened.id, { externalUrl }) : opened
  },
)

export const updateEnvironment = operation(
  {
    method: 'PUT',
    path: '/projects/:id/environments/:environment_id',
    summary: 'Change an environment',
    subject: 'project',
    needs: 'create_deployment',
    params: {
      ...environmentId,
      name: string({ about: 'Deprecated: a name is better left as it is' }),
      external_url: string(),
      tier: oneOf(environmentTiers),
    },
    answers: { one: environmentEntity },
    beyond: true,
  },
  ({ world, project, params, now }) => {
    const environment = environmentOf(world, project, params.environment_id)
    const { external_url: externalUrl, tier } = params
    refuseAddress(externalUrl)
    const { name } = params
    if (name) valid(() => refuseEnvironmentName(world, project, name, environment))
    return world.environments.put({
      ...environment,
      ...(name && { name }),
      ...(externalUrl !== undefined && { externalUrl }),
      ...(tier && { tier, production: tier === 'production' }),
      updatedAt: now,
    })
  },
)

export const stopEnvironment = operation(
  {
    method: 'POST',
    path: '/projects/:id/environments/:environment_id/stop',
    summary: 'Stop an environment, by the job that stops it where there is one',
    subject: 'project',
    needs: 'create_deployment',
    params: {
      ...environmentId,
      force: withDefault(boolean({ about: 'Without the job that stops it' }), false),
    },
    answers: { status: 200, one: environmentEntity },
    beyond: true,
  },
  ({ world, caller, project, params, now }) => {
    const environment = environmentOf(world, project, params.environment_id)
    const by = { userId: caller.user?.id ?? 0, force: params.force }
    return stop(world, environment, by, now)
  },
)

export const stopStaleEnvironments = operation(
  {
    method: 'POST',
    path: '/projects/:id/environments/stop_stale',
    summary: 'Stop environments that nobody changed or deployed to for a while',
    subject: 'project',
    needs: 'update_project',
    params: { before: required(datetime({ about: 'At least a week ago, at most ten years' })) },
    answers: { status: 200, value: { type: 'object' } },
    refuses: [400],
    beyond: true,
  },
  ({ world, caller, project, params, now }) => {
    const before = params.before ?? 0
    if (before > now - WEEK || before < now - 521 * WEEK) throw badRequest('Invalid Date')
    for (const environment of world.environments.by('byProject', project.id).list()) {
      const last = world.deployments.by('byEnvironment', environment.id).list().at(-1)
      const used = Math.max(environment.updatedAt ?? environment.createdAt, last?.createdAt ?? 0)
      if (used < before && environment.stoppedAt === undefined)
        stop(world, environment, { userId: caller.user?.id ?? 0, force: false }, now)
    }
    return { message: 'Successfully requested stop for all stale environments' }
  },
)

const WEEK = 7 * 24 * 3_600_000

export const deleteReviewApps = operation(
  {
    method: 'DELETE',
    path: '/projects/:id/environments/review_apps',
    summary: 'Delete stopped environments below `review/`; says which, and does it where it is no dry run',
    subject: 'project',
    needs: 'create_deployment',
    params: {
      before: datetime({ about: 'Made before; 30 days ago unless said' }),
      limit: withDefault(integer({ atLeast: 1, atMost: 1000 }), 100),
      dry_run: withDefault(boolean(), true),
    },
    answers: { status: 200, value: { type: 'object' } },
    beyond: true,
  },
  ({ world, project, params, now }) => {
    const before = params.before ?? now - 30 * 24 * 3_600_000
    const found = world.environments
      .by('byProject', project.id)
      .list()
      .filter(
        ({ name, stoppedAt, createdAt }) =>
          name.startsWith('review/') && stoppedAt !== undefined && createdAt < before,
      )
      .slice(0, params.limit)
    if (!params.dry_run) for (const environment of found) removeEnvironment(world, environment)
    return {
      scheduled_entries: found.map(({ id, name, externalUrl }) => ({
        id,
        name,
        slug: slugOf(name),
        external_url: externalUrl ?? null,
      })),
      unprocessable_entries: [],
    }
  },
)

export const deleteEnvironment = operation(
  {
    method: 'DELETE',
    path: '/projects/:id/environments/:environment_id',
    summary: 'Delete an environment that was stopped',
    subject: 'project',
    needs: 'create_deployment',
    params: environmentId,
    answers: { status: 204 },
    refuses: [403],
    beyond: true,
  },
  ({ world, project, params }) => {
    const environment = environmentOf(world, project, params.environment_id)
    if (environment.stoppedAt === undefined) throw forbidden()
    removeEnvironment(world, environment)
  },
)

function removeEnvironment(world: World, environment: Environment): void {
  for (const deployment of world.deployments.by('byEnvironment', environment.id).list())
    world.deployments.delete(deployment.id)
  world.environments.delete(environment.id)
}

function environmentOf(world: World, project: Project, id: number | null): Environment {
  const environment = world.environments.get(id ?? 0)
  if (environment?.projectId !== project.id) throw recordNotFound()
  return environment
}

function refuseAddress(url: string | null | undefined): void {
  if (url && !/^https?:\/\/[^\s/]+/.test(url))
    throw invalidModel({ external_url: ['is blocked: Only allowed schemes are http, https'] })
}

export const listDeployments = operation(
  {
    method: 'GET',
    path: '/projects/:id/deployments',
    summary: 'List what was deployed',
    auth: 'public',
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
    beyond: true,
  },
  ({ world, project, params }) => {
    const { order_by, sort, environment, status, updated_after: after, updated_before: before } = params
    const rows = world.deployments.by('byProject', project.id).list()
    const turned = sort === 'asc' ? 1 : -1
    const rank = ranks[order_by]
    const passing = rows.filter(
      (row) =>
        (!environment || world.environments.require(row.environmentId).name === environment) &&
        (!status || row.status === status) &&
        (after == null || changedAt(row) >= after) &&
        (before == null || changedAt(row) <= before),
    )
    return listed(
      passing.sort((a, b) => turned * (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : a.id - b.id)),
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
    summary: 'One deployment',
    auth: 'public',
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
    summary: 'Tell what was deployed where',
    subject: 'project',
    needs: 'create_deployment',
    params: {
      environment: required(
        string({ about: 'Name of the environment, which is created where it is missing' }),
      ),
      sha: required(string()),
      ref: required(string()),
      tag: required(boolean({ about: 'Whether `ref` is a tag' })),
      status: required(oneOf(deploymentStates)),
    },
    answers: { status: 201, one: deploymentEntity },
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
    return valid(() => deploy(world, project, given, now))
  },
)

export const updateDeployment = operation(
  {
    method: 'PUT',
    path: '/projects/:id/deployments/:deployment_id',
    summary: 'Tell how a deployment goes on',
    subject: 'project',
    needs: 'create_deployment',
    params: { ...deploymentId, status: required(oneOf(deploymentStates)) },
    answers: { one: deploymentEntity },
    beyond: true,
  },
  ({ world, project, params, now }) => {
    const deployment = deploymentOf(world, project, params.deployment_id)
    return moveDeployment(world, deployment, params.status ?? 'running', now)
  },
)

export const listDeployedMergeRequests = operation(
  {
    method: 'GET',
    path: '/projects/:id/deployments/:deployment_id/merge_requests',
    summary: 'Merge requests that a deployment brought to its environment',
    auth: 'public',
    subject: 'project',
    needs: 'read_environments',
    params: deploymentId,
    answers: { many: mergeRequestEntity },
    beyond: true,
  },
  ({ world, project, params, view }) => {
    const { mergeRequestIds } = deploymentOf(world, project, params.deployment_id)
    if (!can(view.situation, 'read_merge_requests', project)) return listed([])
    const rows = mergeRequestIds.map((id) => world.mergeRequests.get(id)).filter((row) => row !== undefined)
    return listed(rows.sort((a, b) => b.id - a.id))
  },
)

function deploymentOf(world: World, project: Project, id: number | null): Deployment {
  const deployment = world.deployments.get(id ?? 0)
  if (deployment?.projectId !== project.id) throw recordNotFound()
  return deployment
}
