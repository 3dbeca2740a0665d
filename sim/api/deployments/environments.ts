import { environmentDetailEntity, environmentEntity, stateOf } from '../../entities/deployment.ts'
import { stopEnvironment as stop } from '../../jobs/stop-environment.ts'
import { since } from '../../lib/dialect.ts'
import {
  createEnvironment as openEnvironment,
  refuseEnvironmentName,
  slugOf,
} from '../../model/deployments/deployments.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import { isLonger } from '../../model/names.ts'
import {
  type AutoStopSetting,
  autoStopSettings,
  type Environment,
  environmentTiers,
} from '../../model/pipelines/ci.ts'
import type { Project } from '../../model/projects/project.ts'
import { updated } from '../../model/updated.ts'
import type { World } from '../../model/world.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { operation } from '../../protocol/operation.ts'
import {
  boolean,
  datetime,
  exclusiveSaying,
  integer,
  oneOf,
  refused,
  required,
  string,
  withDefault,
} from '../../protocol/params.ts'
import { badRequest, forbidden, invalidModel, message, recordNotFound } from '../../protocol/refusal.ts'
import { refuseInvalidRow, refuseInvalidRowAsSentences } from '../../protocol/refuse-invalid-row.ts'
import { listOfProject, where } from '../shared/place-list.ts'
import type { RowFilter } from '../shared/row-filters.ts'

const ownSlug = refused('slug', 'is automatically generated and cannot be changed')
const later = {
  description: since('deployments#later-description', string()),
  auto_stop_setting: since('deployments#later-auto-stop-setting', oneOf(autoStopSettings)),
  cluster_agent_id: since(
    'deployments#later-cluster-agent',
    integer({ about: 'ID of the agent of the cluster; null for none' }),
  ),
  kubernetes_namespace: since(
    'deployments#later-cluster-agent',
    string({ about: 'Namespace in the cluster of the agent' }),
  ),
  flux_resource_path: since(
    'deployments#later-cluster-agent',
    string({ about: 'Path of what deploys into the namespace' }),
  ),
}
const environmentId = { environment_id: required(integer({ about: 'ID of the environment' })) }

export const listEnvironments = operation(
  {
    method: 'GET',
    path: '/projects/:id/environments',
    accepts: since('deployments#later-by-job', ['job_token']),
    summary: 'List the environments of a project',
    subject: 'project',
    needs: 'read_environments',
    params: {
      name: string({ about: 'Exact name' }),
      search: string({ about: 'Part of the name' }),
      states: oneOf(['available', 'stopping', 'stopped']),
    },
    rules: [exclusiveSaying('cannot be used together', 'name', 'search')],
    answers: { many: environmentEntity, unordered: true },
    beyond: true,
  },
  ({ world, project, params }) => {
    const place = { world, rows: world.environments, projectId: project.id }
    const { name, states } = params
    const search = params.search?.toLowerCase()
    const filters: RowFilter<Environment>[] = []
    if (name) filters.push(where(place, `named ${name}`, (row) => row.name === name))
    if (states) filters.push(where(place, states, (row) => stateOf(row) === states))
    if (search) filters.push(where(place, `with ${search}`, (row) => row.name.toLowerCase().includes(search)))
    return listOfProject({
      ...place,
      direction: 'asc',
      order: 'name',
      index: 'byProject',
      rank: (row) => row.name,
      filters,
    })
  },
)

export const getEnvironment = operation(
  {
    method: 'GET',
    path: '/projects/:id/environments/:environment_id',
    accepts: since('deployments#later-by-job', ['job_token']),
    summary: 'Get an environment of a project',
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
    accepts: since('deployments#later-by-job', ['job_token']),
    summary: 'Create an environment in a project',
    subject: 'project',
    needs: 'create_deployment',
    params: {
      name: required(string()),
      external_url: string(),
      tier: oneOf(environmentTiers, { about: 'Derived from the name by default' }),
      ...later,
    },
    rules: [ownSlug],
    answers: { status: 201, one: environmentEntity },
    beyond: true,
  },
  ({ world, project, params, view: { situation }, now }) => {
    const environment = { name: params.name ?? '', tier: params.tier ?? undefined }
    const { external_url: externalUrl } = params
    refuseAddress(externalUrl)
    refuseForeignAgent(situation, project, params.cluster_agent_id)
    const opened = refuseInvalidRow(() => openEnvironment(world, project, environment, now))
    const changes = { ...(externalUrl && { externalUrl }), ...laterChanges(params) }
    refuseInvalidRowAsSentences(() => refuseLostPlace(world, { ...opened, ...changes }))
    return Object.keys(changes).length > 0 ? world.environments.update(opened.id, changes) : opened
  },
)

export const updateEnvironment = operation(
  {
    method: 'PUT',
    path: '/projects/:id/environments/:environment_id',
    accepts: since('deployments#later-by-job', ['job_token']),
    summary: 'Update an environment of a project',
    subject: 'project',
    needs: 'create_deployment',
    params: {
      ...environmentId,
      name: string({ about: 'Environments should not be renamed', deprecated: true }),
      external_url: string(),
      tier: oneOf(environmentTiers),
      ...later,
    },
    rules: [ownSlug],
    answers: { one: environmentEntity },
    beyond: true,
  },
  ({ world, project, params, view: { situation }, now }) => {
    const environment = environmentOf(world, project, params.environment_id)
    const { external_url: externalUrl, tier } = params
    refuseAddress(externalUrl)
    refuseForeignAgent(situation, project, params.cluster_agent_id)
    const { name } = params
    if (name) refuseInvalidRow(() => refuseEnvironmentName(world, project, name, environment))
    const changes = {
      ...(name && { name }),
      ...(externalUrl !== undefined && { externalUrl }),
      ...(tier && { tier, production: tier === 'production' }),
      ...laterChanges(params),
    }
    if (placeColumns.some((column) => column in changes))
      refuseInvalidRow(() => refuseLostPlace(world, { ...environment, ...changes }))
    return world.environments.put(updated(environment, changes, now))
  },
)

interface LaterParams {
  readonly description?: string | null | undefined
  readonly auto_stop_setting?: AutoStopSetting | null | undefined
  readonly cluster_agent_id?: number | null | undefined
  readonly kubernetes_namespace?: string | null | undefined
  readonly flux_resource_path?: string | null | undefined
}

function laterChanges(params: LaterParams): Partial<Environment> {
  const { description, auto_stop_setting: autoStop, cluster_agent_id: clusterAgentId } = params
  const { kubernetes_namespace: namespace, flux_resource_path: path } = params
  return {
    ...(description !== undefined && { description }),
    ...(autoStop && { autoStop }),
    ...(clusterAgentId !== undefined && { clusterAgentId }),
    ...(namespace !== undefined && { kubernetesNamespace: namespace || null }),
    ...(path !== undefined && { fluxResourcePath: path || null }),
  }
}

const placeColumns = ['clusterAgentId', 'kubernetesNamespace', 'fluxResourcePath']

function refuseForeignAgent(situation: Situation, project: Project, id: number | null | undefined): void {
  if (id === undefined || id === null) return
  const agent = situation.world.clusterAgents.get(id)
  if (agent?.projectId !== project.id || !can(situation, 'read_cluster_agents', project))
    throw badRequest("cluster agent doesn't exist or cannot be associated with this environment")
}

/** Throws InvalidRow for a namespace without an agent, or for what deploys into none. */
function refuseLostPlace(world: World, environment: Environment): void {
  const { kubernetesNamespace: namespace, fluxResourcePath: path } = environment
  const agent = world.clusterAgents.get(environment.clusterAgentId ?? 0)
  const ofNamespace = namespace
    ? [
        ...(isLonger(namespace, 63) ? ['is too long (maximum is 63 characters)'] : []),
        ...(/^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(namespace) ? [] : [WRONG_NAMESPACE]),
        ...(agent === undefined ? ['cannot be set without a cluster agent'] : []),
      ]
    : []
  const ofPath = path
    ? [
        ...(isLonger(path, 255) ? ['is too long (maximum is 255 characters)'] : []),
        ...(namespace ? [] : ['cannot be set without a kubernetes namespace']),
      ]
    : []
  if (ofNamespace.length + ofPath.length === 0) return
  throw new InvalidRow({
    ...(ofNamespace.length > 0 && { kubernetes_namespace: ofNamespace }),
    ...(ofPath.length > 0 && { flux_resource_path: ofPath }),
  })
}

const WRONG_NAMESPACE =
  "can contain only lowercase letters, digits, and '-'. Must start with a letter, and cannot end with '-'"

export const stopEnvironment = operation(
  {
    method: 'POST',
    path: '/projects/:id/environments/:environment_id/stop',
    accepts: since('deployments#later-by-job', ['job_token']),
    summary: 'Stop an environment (by its stop job, if there is one)',
    subject: 'project',
    needs: 'read_environments',
    params: {
      ...environmentId,
      force: withDefault(boolean({ about: 'Stops it without running its stop job' }), false),
    },
    answers: { status: 200, one: environmentEntity },
    beyond: true,
  },
  ({ world, caller, project, params, view, now }) => {
    const environment = environmentOf(world, project, params.environment_id)
    // Whoever may not stop it is shown it as it is (deployments#environment-stop-roles).
    if (!can(view.situation, 'create_deployment', project)) return environment
    const by = { userId: caller.user?.id ?? 0, force: params.force }
    return stop(world, environment, by, now)
  },
)

export const stopStaleEnvironments = operation(
  {
    method: 'POST',
    path: '/projects/:id/environments/stop_stale',
    accepts: since('deployments#later-by-job', ['job_token']),
    summary: 'Stop the stale environments of a project',
    subject: 'project',
    needs: 'update_project',
    params: {
      before: required(
        datetime({ about: 'Last change or deployment before this time; one week to ten years ago' }),
      ),
    },
    answers: { status: 200, value: { type: 'object' } },
    refuses: [400],
    beyond: true,
  },
  ({ world, caller, project, params, now }) => {
    const before = params.before ?? 0
    if (before > now - WEEK || before < now - 521 * WEEK) throw badRequest('Invalid Date')
    for (const environment of world.environments.by('byProject', project.id).list()) {
      const last = world.deployments.by('byEnvironment', environment.id).last()
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
    accepts: since('deployments#later-by-job', ['job_token']),
    summary: 'Delete stopped review apps (a dry run by default)',
    subject: 'project',
    needs: 'read_environments',
    params: {
      before: datetime({ about: 'Created before this time; 30 days ago by default' }),
      limit: withDefault(integer({ atLeast: 1, atMost: 1000 }), 100),
      dry_run: withDefault(boolean({ about: 'Only lists what would be deleted' }), true),
    },
    answers: { status: 200, value: { type: 'object' } },
    refuses: [401],
    beyond: true,
  },
  ({ world, project, params, view, now }) => {
    if (!can(view.situation, 'create_deployment', project))
      throw message(401, {
        scheduled_entries: [],
        unprocessable_entries: [],
        message: 'You do not have permission to destroy environments in this project',
      })
    const before = params.before ?? now - 30 * 24 * 3_600_000
    const reviewApps = world.environments
      .by('byProject', project.id)
      .list()
      .filter(
        ({ name, stoppedAt, createdAt }) =>
          name.startsWith('review/') && stoppedAt !== undefined && createdAt < before,
      )
      .slice(0, params.limit)
    if (!params.dry_run) for (const environment of reviewApps) removeEnvironment(world, environment)
    return {
      scheduled_entries: reviewApps.map(({ id, name, externalUrl }) => ({
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
    unmodifiedSince: 'record',
    path: '/projects/:id/environments/:environment_id',
    accepts: since('deployments#later-by-job', ['job_token']),
    summary: 'Delete a stopped environment',
    subject: 'project',
    needs: 'read_environments',
    params: environmentId,
    answers: { status: 204 },
    refuses: [403],
    beyond: true,
  },
  ({ world, project, params, view, unmodified }) => {
    const environment = environmentOf(world, project, params.environment_id)
    const deletable = environment.stoppedAt !== undefined
    if (!deletable || !can(view.situation, 'create_deployment', project)) throw forbidden()
    removeEnvironment(world, unmodified(environment))
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
